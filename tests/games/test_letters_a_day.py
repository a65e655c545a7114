"""A captain with six games who answers by letter twice a day gets at most ten letters a day."""

from collections import Counter
from datetime import timedelta
from random import Random

import pytest
from django.core import mail
from django.db.models import F
from django.utils import timezone

from accounts import trust
from games import tasks
from games.engine import Choose, Dice, Place
from games.models import Game, Heartbeat, Wait
from games.play import acting
from games.play.hypothetical import Hypothetical
from games.play.session import Session
from games.queries import table_view
from harness.simulation.chances import an_action
from notifications import addresses
from notifications.inbound import reply_addresses
from tests.depth import DEPTH
from tests.in_play import table_of
from tests.letters import feedback

pytestmark = [pytest.mark.django_db, pytest.mark.one_database, pytest.mark.long]
EDITIONS = ("buccaneer", "trade-winds", "bounty", "piracy", "buccaneer-classic", "buccaneer-family")
DAYS, SITTINGS, MINUTES = 3, (6, 18), 5
MOST_A_DAY, MOST_LINES = 10, 6
FASTEST, SLOWEST = 20, 12 * 60
"""Minutes that an opponent takes for a turn."""


@pytest.fixture
def captains(anne, mary, monkeypatch):
    """Two captains who may have six public tables at a time."""
    monkeypatch.setitem(trust.HAS_PLAYED, "games", lambda user, turns: True)
    for person in (anne, mary):
        person.date_joined -= trust.NEW_FOR
        person.save()
    return [anne, mary]


class Opponent:
    """Mary at all tables: each turn has its time to think, within the day."""

    def __init__(self, person, random: Random):
        self.person, self.random, self.ready = person, random, {}

    def play(self) -> None:
        """Answer each question of hers whose time has come, and those that follow at once."""
        asked = Wait.objects.filter(closed_at=None, game__status="running", game__players__user=self.person, seat=F("game__players__seat"))
        while ripe := [wait for wait in asked.exclude(next_step=Wait.Step.CLOSE) if self.has_thought(wait)]:
            for wait in ripe:
                self.answer(wait)

    def has_thought(self, wait: Wait) -> bool:
        minutes = self.random.randrange(FASTEST, SLOWEST)
        return self.ready.setdefault((wait.game_id, wait.turn_key), wait.asked_at + timedelta(minutes=minutes)) <= timezone.now()

    def answer(self, wait: Wait) -> None:
        session, table = Session.load(wait.game_id), table_view.table(wait.game_id, self.person)
        action = an_action(session.rules, session.state, required(table.decisions), self.random)
        acting.act(wait.game_id, action, session.game.number, "player")


def required(decisions):
    return next((decision for decision in decisions if not decision.optional), None)


def in_words(decision) -> bool:
    return isinstance(decision, Choose | Place)


def table_in_words(game: Game, person, random: Random) -> table_view.TableView:
    """The table once all is answered, on the page of its letter, that cannot be said in a word."""
    while (table := table_view.table(game.pk, person)) and (asked := required(table.decisions)) and not in_words(asked):
        session = Session.load(game.pk)
        acting.act(game.pk, an_action(session.rules, session.state, asked, random), session.game.number, "player")
    return table


def lines_of_turn(game: Game, person, random: Random) -> list[str]:
    """The rest of a turn in words, as far as its captain can think it through."""
    table, lines = table_in_words(game, person, random), []
    if required(table.decisions) is None:
        return []
    thought = Hypothetical.begin(game.rules, Session.load(game.pk).state, table.seat, Dice(random.randbytes(32)))
    while len(lines) < MOST_LINES and (asked := required(thought.open())):
        action = an_action(thought.rules, thought.state, asked, random)
        decision = next(found for found in thought.open() if found.name == action.decision)
        if not in_words(decision):
            break
        lines.append(f"{action.decision} {action.answer}")
        thought.play(action)
    return lines


def answer_to(letter, person, random: Random) -> str:
    """One reply to every question of the letter."""
    _, ident = addresses.verify(letter.extra_headers["Reply-To"])
    printed = reply_addresses.by_ident.first(ident).facts
    games = [Game.objects.get(pk=table["game"]) for table in (printed, *printed.get("others", []))]
    return "\n".join(f"{number} {line}" for number, game in enumerate(games, 1) for line in lines_of_turn(game, person, random))


@pytest.mark.parametrize("seed", range(DEPTH))
def test_six_games_at_two_sittings_a_day_bring_ten_letters_a_day_at_most(seed, captains, post):
    anne, mary = captains
    random, days = Random(seed), []
    for number, slug in enumerate(EDITIONS):
        game = table_of(slug, captains if number % 2 else captains[::-1], random)
        Game.objects.filter(pk=game.pk).update(name=slug.title())
    opponent, newest = Opponent(mary, random), None
    for step in range(DAYS * 24 * 60 // MINUTES):
        hour, minute = divmod(step * MINUTES % (24 * 60), 60)
        if (hour, minute) == (0, 0):
            days.append(Counter())
        opponent.play()
        Heartbeat.objects.update_or_create(pk=1, defaults={"at": timezone.now() - timedelta(seconds=15)})
        tasks.sweep()
        came = [letter for letter in post.letters(MINUTES) if letter.to == [anne.email]]
        newest = [newest, *came][-1]
        if hour in SITTINGS and minute == 0 and newest and (text := answer_to(newest, anne, random)):
            post.answer(newest, text)
            came += [letter for letter in mail.outbox if letter.to == [anne.email]]
            newest = [newest, *came][-1]
        days[-1].update(feedback(letter)[0] for letter in came)
    assert max(day.total() for day in days) <= MOST_A_DAY, days
    assert min(game.number for game in Game.objects.all()) > 6
