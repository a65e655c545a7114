"""What comes of an order, tried or played: in positions from play, it tells its captain nothing of what others hold and have ordered."""

import re
from dataclasses import replace
from functools import partial
from itertools import count
from random import Random

import pytest
from django.db import transaction
from django.utils import timezone

from games.engine import Action, Dice, RulesError
from games.engine.random_play import random_bot
from games.history import films
from games.mail.grammar.reply_grammar import understood
from games.mail.replies.dry_run import Asked, run_dry
from games.models import Game, Hand, Move
from games.play import acting, standing_orders
from games.play.session import Session
from games.queries import journal, table_view
from games.queries.table_view import TableView
from games.rulesets import all_rulesets
from harness.simulation.chances import some_orders
from harness.simulation.leaks import change_what_is_secret, change_wishes, deal_anew
from notifications.models import Notice
from tests.games.unknown import SEEDS, lines_for, turn_in_words
from tests.in_play import in_play

pytestmark = [pytest.mark.django_db, pytest.mark.one_database, pytest.mark.long]
RULESETS = list(all_rulesets())
POSITIONS = [seed + 100 * number for seed in SEEDS for number in range(2)]
NUMBERS = re.compile(r"\d+")
"""Numbers of rows in keys: a database that counts on after a rollback gives others."""
OTHERS = 2
"""So many other deals and wishes are held against the real ones."""
MOST = 4
"""So many orders are tried, and so many actions played, in each position."""


@pytest.fixture
def people(anne, mary, make_person, time_machine):
    time_machine.move_to(timezone.now(), tick=False)
    return [anne, mary, make_person("Grace")]


@pytest.fixture(params=POSITIONS)
def at(request, slug, people):
    """(game, seat) of a position in which Anne is asked."""
    return in_play(slug, people, request.param)


@pytest.fixture(params=RULESETS)
def slug(request):
    return request.param


def same_whatever(game: Game, seat: int, look, random: Random, change=change_what_is_secret) -> None:
    """`look()` gives the same with whatever others hold and have ordered; all is put back."""
    first = put_back(look)
    for _ in range(OTHERS):
        mark = transaction.savepoint()
        change(game, seat, random)
        assert put_back(look) == first
        transaction.savepoint_rollback(mark)


def put_back(look):
    """What it gives; what it changes is undone."""
    mark = transaction.savepoint()
    found = look()
    transaction.savepoint_rollback(mark)
    return found


def table_of(game: Game, user):
    return table_view.table(Game.objects.get(pk=game.pk), user)


# -- tried ------------------------------------------------------------------------------------------
def asked_of(game: Game, seat: int, table: TableView) -> Asked:
    """As in answer to a letter of this moment."""
    asked = Asked(Session.load(game.pk), seat, {})
    asked.printed, asked.is_fresh = {"codes": dict(asked.present)}, True
    return asked


def told(game: Game, seat: int, table: TableView, lines: list[str]) -> tuple:
    """All that a dry run of these lines shows."""
    asked = asked_of(game, seat, table)
    done = run_dry(asked, [understood(line) for line in lines], dry=True)
    steps = [(step.action, step.choice, step.is_up_to_others) for step in done.steps]
    problem = done.problem and (done.problem.reason, done.problem.text)
    return steps, problem, done.stop, done.rest, asked.thought.view.to_json(), asked.open()


def test_a_dry_run_of_any_order_is_the_same_whatever_others_hold_and_have_ordered(at, people):
    game, seat = at
    random, table = Random(game.pk), table_of(game, people[0])
    lines = lines_for(game, seat, table, random)
    letters = [[line, *random.sample(lines, min(2, len(lines)))] for line in random.sample(lines, min(MOST, len(lines)))]
    letters += [turn for _ in range(2 * MOST) if (turn := turn_in_words(game, seat, random))]
    same_whatever(game, seat, lambda: [told(game, seat, table, letter) for letter in letters], random)


def test_what_orders_would_say_is_the_same_whatever_others_hold_and_have_ordered(at, people, monkeypatch):
    game, seat = at
    random, names = Random(game.pk), [person.name for person in people]
    wishes = [some_orders(game.rules.orders, random) for _ in range(2)]

    def tried():
        ticks = count(0, 0.01)
        monkeypatch.setattr(standing_orders, "perf_counter", lambda: next(ticks))  # a clock that goes as fast as one looks at it
        return [standing_orders.try_orders(Game.objects.get(pk=game.pk), seat, wish, names) for wish in wishes]

    same_whatever(game, seat, tried, random)


# -- played -----------------------------------------------------------------------------------------
def actions_of(table: TableView, random: Random) -> list[Action]:
    """Some of what may be said now."""
    found = [action for decision in table.decisions for _ in range(3) if (action := random_bot(None, [decision], random.randrange))]
    return random.sample(found, min(MOST, len(found)))


def foreseen(game: Game, seat: int, table: TableView, action: Action):
    """The step of a thought that plays this."""
    asked = asked_of(game, seat, table)
    events = asked.thought.play(action)
    return any(event.reveals for event in events), asked.thought.is_up_to_others()


def after(game: Game, user, action: Action, known: tuple[bool, bool]):
    """What its captain is told of an action that was played: all of it, where nothing was shown and nobody else may answer."""
    move = acting.act(game.pk, action, game.number)
    seen = journal.for_seat(move, action.seat)
    reveals, is_up_to_others = known
    if reveals:
        return seen.decision, seen.by
    if is_up_to_others:
        return seen.decision, seen.by, seen.answer, seen.events
    table = table_of(game, user)
    waits = [(wait.seat, wait.asked_at, wait.due_at) for wait in table.waits]
    notices = list(Notice.objects.filter(user=user).order_by("pk").values_list("kind", "not_before", "expires_at"))
    moves = [(one.seat, one.by, one.decision, one.answer, one.events) for one in journal.moves_for(table.game, action.seat)][-3:]
    return table.view.to_json(), table.decisions, table.number, table.can_undo, waits, notices, moves


def test_what_nobody_else_may_answer_is_told_alike_whatever_others_hold_and_have_ordered(at, people):
    game, seat = at
    random, table = Random(game.pk), table_of(game, people[0])
    for action in actions_of(table, random):
        known = foreseen(game, seat, table, action)
        same_whatever(game, seat, partial(after, game, people[0], action, known), random, deal_and_wish)


def deal_and_wish(game: Game, seat: int, random: Random) -> None:
    """The present is changed; the past stays, and is compared."""
    deal_anew(game, seat, random)
    change_wishes(game, seat, random)


def test_a_letter_with_a_wrong_line_plays_and_says_the_same_whatever_others_hold_and_have_ordered(at, people, post):
    game, seat = at
    random, table = Random(game.pk), table_of(game, people[0])
    lines = turn_in_words(game, seat, random) or random.sample(lines_for(game, seat, table, random), 1)
    lines = lines[: known_lines(game, seat, table, lines)]
    [asking] = [letter for letter in post.letters(90) if letter.to == [people[0].email]]

    def played():
        kept = post.answer(asking, "\n".join((*lines, "77 ZZ")))
        own = Move.objects.filter(game=game, number__gt=game.number, by="mail").values_list("decision", "answer")
        return kept.state, kept.reason, kept.facts.get("played"), kept.facts["problem"], list(own)

    same_whatever(game, seat, played, random, deal_and_wish)


def known_lines(game: Game, seat: int, table: TableView, lines: list[str]) -> int:
    """So many of these lines go up to the first one that shows something new or that others may answer."""
    return len(run_dry(asked_of(game, seat, table), [understood(line) for line in lines]).steps)


def test_orders_that_say_what_goes_without_saying_are_not_noticed(at, people):
    game, seat = at
    random, table = Random(game.pk), table_of(game, people[0])

    def written_down(game, seat, random):
        for player in game.players.exclude(seat=seat):
            Hand.objects.filter(player=player).update(orders=standing_orders.orders_of(game, player.seat))

    def all_of_it(action):
        after(game, people[0], action, (True, True))
        table = table_of(game, people[0])
        moves = [(one.number, one.seat, one.by, one.decision, one.made_at, told) for one, told in journal.journal(table.game, seat)]
        waits = [(wait.seat, wait.asked_at, wait.due_at) for wait in table.waits]
        return (
            moves,
            waits,
            table.can_undo,
            table.view.to_json(),
            sorted((NUMBERS.sub("", key), at) for key, at in Notice.objects.values_list("key", "not_before")),
        )

    for action in actions_of(table, random)[:2]:
        same_whatever(game, seat, partial(all_of_it, action), random, written_down)


# -- films ------------------------------------------------------------------------------------------
def test_a_film_of_a_game_that_runs_shows_no_more_than_its_captain_knew(at, people, monkeypatch):
    game, seat = at
    names, scenes = [person.name for person in people], list(films.scenes(game))
    before = films.frames(game, seat, names)
    deal = game.rules.redeal_hidden
    dealt = [(number, deal(state, seat, Dice(b"%d" % number)), hidden(events, seat)) for number, state, events in scenes]
    monkeypatch.setattr(films, "scenes", lambda game: dealt)
    assert [(str(frame.svg), *frame[1:]) for frame in films.frames(game, seat, names)] == [(str(frame.svg), *frame[1:]) for frame in before]


def hidden(events, seat: int) -> list:
    """The same facts, with others where only others may know them."""
    return [event if event.seen_by(seat) else replace(event, facts={"cards": ("another",), "ship": 99}) for event in events]


# -- what all of this stands on -----------------------------------------------------------------------
def test_another_deal_hangs_on_nothing_that_is_dealt_anew(at):
    game, seat = at
    rules, state = game.rules, Session.load(game.pk).state
    for reader in (seat, None):
        other = rules.redeal_hidden(state, reader, Dice(b"other"))
        assert rules.dump(rules.redeal_hidden(other, reader, Dice(b"x"))) == rules.dump(rules.redeal_hidden(state, reader, Dice(b"x")))


def test_what_is_played_in_thought_goes_the_same_way_in_every_deal(at, people):
    game, _ = at
    table, random = table_of(game, people[0]), Random(game.pk)
    for action in actions_of(table, random):
        ways = [way(game.rules, Session.load(game.pk).state, action, b"%d" % number) for number in range(OTHERS)]
        assert ways == ways[:1] * OTHERS


def way(rules, state, action: Action, deal: bytes):
    """What its captain sees of this in one deal: nothing, where it shows something new."""
    asked = rules.redeal_hidden(state, action.seat, Dice(deal))
    try:
        played = standing_orders.Hypothetical(rules, asked, action.seat, Dice(deal))
        if any(event.reveals for event in played.play(action)):
            return "reveals"
    except RulesError as refusal:
        return refusal.code, refusal.text
    return played.view.to_json(), played.is_up_to_others(), [] if played.is_up_to_others() else played.open()
