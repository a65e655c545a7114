"""The parts of the simulated town by themselves."""

from datetime import timedelta
from smtplib import SMTPRecipientsRefused
from types import SimpleNamespace

import pytest
from django.core.mail import EmailMultiAlternatives
from django.utils import timezone

from games.engine import Action, Amount
from games.mail.grammar.reply_codes import answer_of
from games.mail.grammar.reply_grammar import read_block
from games.models import Game, Move, Pause, Player, Wait
from games.rulesets import get_ruleset
from harness.simulation import invariants, ledgers, letters
from harness.simulation.clock import Chance
from harness.simulation.invariants import Invariants
from harness.simulation.letters import Letter, reply
from harness.simulation.people import Journal
from harness.simulation.post_office import Office
from harness.simulation.weather import FAULTS, UnknownFault, Weather
from notifications.inbound import reply_addresses
from notifications.inbound.parser_process import read_message
from notifications.models import Delivery, Notice, State

pytestmark = pytest.mark.one_database

NAMES = ["Anne", "Mary"]
ORIGINAL = Letter(
    body="It is your turn.\n\n[1 HZ]  North\n[2 JP]  East",
    sender="letters@town.example",
    subject="[Port Royal] Table 1",
    message_id="<d.1@town>",
)


@pytest.mark.parametrize("program", letters.PROGRAMS)
def test_the_site_reads_what_each_mail_program_writes(program):
    _, raw = letters.answer(program, "2 JP", ORIGINAL, "anne@example.org", "r-x@in.town.example", 1)
    found = read_message(raw)
    block = read_block(found["text"], lambda words: False)
    assert (found["sender"], found["problem"], len(block.lines), block.problem) == ("anne@example.org", "", 1, "")


def test_how_much_is_said_by_a_number_behind_the_code():
    rules, asked = get_ruleset("piracy"), Amount(0, "loot", 2, 0, 5, facts={"ship": 1})
    letter = Letter(kind="turn", body=f"[1 HZ]  {rules.ask(asked, NAMES)}\n", game=1)
    said = reply(rules, letter, asked, Action(0, "loot", 3), NAMES)
    assert said == "1 HZ: 3"
    assert asked.check(answer_of(rules, asked, None, said.partition(": ")[2], NAMES)) == 3


def test_a_letter_without_a_link_to_its_table_belongs_to_the_game_of_its_thread():
    headers = {"References": "<m.g.7.1@town.example>"}
    message = EmailMultiAlternatives("It is your turn.", "Answer now.", "letters@town.example", ["anne@example.org"], headers=headers)
    assert Letter.of(message, "anne@example.org").game == 7


def test_weather_of_one_seed_is_the_same_and_names_what_it_does_not_know():
    first, again = (Weather.forecast("all", Chance(7), 0, 60) for _ in range(2))
    assert first.spans == again.spans
    assert Weather.forecast("relay, late", Chance(7), 0, 1).faults == {"relay", "late"}
    assert set(first.faults) == set(FAULTS)
    with pytest.raises(UnknownFault):
        Weather.forecast("relay,locusts", Chance(7), 0, 1)


@pytest.fixture
def played_for(anne):
    """A move that was played for Anne a day after the question, whose turn letter was cancelled."""
    now = timezone.now()
    game = Game.objects.create(ruleset="piracy", name="Table", owner=anne, seats=2, pace=86400)
    Player.objects.create(game=game, user=anne, seat=0)
    wait = Wait.objects.create(
        game=game, seat=0, since_number=1, turn_key="1", asked_at=now - timedelta(days=1), due_at=now, allowance=86400
    )
    told(anne, f"turn:{wait.pk}", State.CANCELLED)
    return Move(game=game, number=2, seat=0, by="clock", decision="monster", made_at=now), wait


def told(user, key: str, state: str) -> Delivery:
    notice = Notice.objects.create(kind="turn", user=user, key=key, not_before=timezone.now())
    return Delivery.objects.create(notice=notice, transport="email", state=state, not_before=timezone.now())


def objections(move: Move, **known: dict) -> list[str]:
    """What the town says about this move, where its relay knows of these letters."""
    office = SimpleNamespace(**{"taken": {}, "refused": {}, "bounced": {}} | known)
    return list(Invariants(SimpleNamespace(now=0), SimpleNamespace(faults=()), office, Journal(), {}).was_told(move, 0, "a move"))


def test_a_question_that_came_with_a_receipt_counts_as_told_and_one_that_came_with_nothing_does_not(played_for, anne):
    move, wait = played_for
    assert "the letter left never" in objections(move)[0]
    reply_addresses.new_row(anne, "game", {"wait": wait.pk, "receipt": "re:1"})
    receipt = told(anne, "re:1", State.SENT)
    assert objections(move, taken={f"<{receipt.message_id}@town>": [move.made_at.timestamp() - 86000]}) == []
    assert objections(move, taken={f"<{receipt.message_id}@town>": [move.made_at.timestamp() - 60]})


def test_a_question_in_two_letters_is_doubled_and_one_that_went_within_another_is_not(anne):
    rows = [told(anne, key, State.SENT) for key in ("turn:7", "again:7:1")]
    Notice.objects.update(facts={"wait": 7})
    went = {f"<{row.message_id}@town>": (anne.email, 0.0) for row in rows}
    assert "2 letters about wait 7" in next(invariants.doubled(went))
    Delivery.objects.filter(pk=rows[1].pk).update(last_code="with-another")
    assert list(invariants.doubled(went)) == []


def test_a_letter_that_the_relay_refused_for_good_holds_nobody_up(played_for):
    move, wait = played_for
    refused = Delivery.objects.get(notice__key=f"turn:{wait.pk}")
    assert objections(move, refused={f"<{refused.message_id}@town>": move.made_at.timestamp() - 86000}) == []


@pytest.mark.parametrize(("days", "is_given_up"), [([1, 2, 3, 4], False), ([1, 2, 3, 4, 4], False), ([1, 2, 3, 4, 5], True)])
def test_an_address_that_refused_letters_on_five_days_can_be_given_up_and_no_other(days, is_given_up):
    weather = SimpleNamespace(
        strikes=lambda fault, one_in: fault == "refusals", is_down=lambda *_: False, chance=SimpleNamespace(choice=lambda codes: codes[-1])
    )
    office = Office(SimpleNamespace(now=0.0), weather)
    for day in days:
        office.clock.now = day * 86400.0
        for to in ("full@post.example", f"once-{day}@post.example"):
            with pytest.raises(SMTPRecipientsRefused):
                office.take(EmailMultiAlternatives("It is your turn.", "", "letters@town.example", [to]))
    assert list(office.bounced) == ["full@post.example"] * is_given_up


def test_a_turn_is_held_no_longer_than_its_time_its_grace_spare_time_and_what_stops_its_clock(played_for, anne):
    _, wait = played_for
    held = timedelta(seconds=86400 + wait.patience + 60 * 3600)
    assert list(ledgers.turns_held(wait.asked_at + held, 0)) == []
    assert "seat 0 of game" in next(ledgers.turns_held(wait.asked_at + held + timedelta(hours=1), 0))
    assert list(ledgers.turns_held(wait.asked_at + held + timedelta(hours=1), 7200)) == [], "the post was away"
    Pause.objects.create(user=anne, reason=Pause.Reason.VACATION, begin=wait.asked_at, end=wait.asked_at + timedelta(days=9))
    assert list(ledgers.turns_held(wait.asked_at + held + timedelta(days=7), 0)) == []
    assert list(ledgers.turns_held(wait.asked_at + held + timedelta(days=7, hours=1), 0)), "no more than a week of leave counts"


def test_no_game_goes_on_after_the_last_round_its_table_agreed_on(played_for):
    move, _ = played_for
    move.game.status, move.game.options, move.game.round = Game.Status.RUNNING, {"round_limit": 20}, 20
    assert list(ledgers.endings(move.game)) == []
    move.game.round = 21
    assert "was to have 20" in next(ledgers.endings(move.game))
    move.game.version = 99
    assert list(ledgers.endings(move.game)) == [], "only newer code knows how long it is"
