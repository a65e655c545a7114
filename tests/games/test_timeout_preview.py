"""What a captain is told beforehand of their time running out is what comes of it."""

import pytest

from games.clocks.paces import Steady
from games.clocks.terms import USUAL_TURN, Terms
from games.deadlines import absences
from games.models import Game, Move
from games.play import standing_orders as orders
from games.play.order_log import answer_words
from games.queries import table_view
from games.rulesets import all_rulesets
from games.tables import lobby
from games.timeouts import expiring
from tests.games.conftest import At, two_people
from tests.games.toy import TOY

pytestmark = [pytest.mark.one_database, pytest.mark.django_db]


def told(game: Game, user) -> str:
    """The sentence about the question that is open for this captain."""
    table = table_view.table(game, user)
    return expiring.timeout_sentence(table, next(found for found in table.decisions if not found.optional))


def test_without_wishes_it_is_what_is_quietest_to_the_end_of_the_turn(at, anne, golden):
    assert golden("pages/table", told(at.game, anne))


def test_of_a_question_off_turn_only_its_answer_is_told(at, anne, mary, golden):
    orders.save_orders(at.pk, 1, {"defend": "ask"})
    at.act(0, "steer", "raid")
    assert golden("pages/table", told(at.game, mary))


def test_orders_that_say_more_than_the_quietest_are_named(at, anne, monkeypatch, golden):
    monkeypatch.setattr(TOY, "react", lambda view, decision, orders: "north")
    orders.save_orders(at.pk, 0, {"defend": "ask"})
    assert golden("pages/table", told(at.game, anne))


def test_a_captain_who_never_gave_orders_is_not_told_of_orders_of_theirs(at, anne, monkeypatch):
    monkeypatch.setattr(TOY, "react", lambda view, decision, orders: "north")
    assert told(at.game, anne) == "we play for you: north."


def test_a_helmsman_whom_the_captain_wants_is_told(at, anne, golden):
    orders.save_orders(at.pk, 0, {}, "helmsman")
    assert golden("pages/table", told(at.game, anne))


def test_a_helmsman_whom_the_table_wants_is_told(anne, mary, golden):
    game = two_people(anne, mary, clock=Terms(Steady(USUAL_TURN), helmsman=True))
    assert golden("pages/table", told(game, anne))


def test_a_helmsman_answers_nothing_off_turn(at, mary, golden):
    orders.save_orders(at.pk, 1, {"defend": "ask"}, "helmsman")
    at.act(0, "steer", "raid")
    assert golden("pages/table", told(at.game, mary))


def test_a_turn_is_played_as_the_last_one_once_there_was_one(at, anne, golden):
    orders.save_orders(at.pk, 0, {}, "again")
    assert golden("pages/table", told(at.game, anne))
    at.act(0, "steer", "north")
    at.act(0, "dig", "no")
    at.turn(1)
    assert golden("pages/table", told(at.game, anne))


def test_leave_that_takes_itself_is_told_first(at, anne, golden):
    absences.choose_automatic(anne, True)
    assert golden("pages/table", told(at.game, anne))


@pytest.mark.parametrize("slug", sorted(all_rulesets()))
@pytest.mark.parametrize("fallback", ["default", "again", "helmsman"])
def test_in_every_edition_what_was_told_is_what_is_played(slug, fallback, later, anne, mary, golden):
    rules = all_rulesets()[slug]
    game = lobby.create(anne, slug, {}, seats=2, open_to_all=True)
    lobby.join(game.pk, mary)
    seat = At(game).wait().seat
    captain = (anne, mary)[seat]
    orders.save_orders(game.pk, seat, {}, fallback)
    at = At(game)
    table = table_view.table(at.game, captain)
    [decision] = [found for found in table.decisions if not found.optional]
    sentence = told(at.game, captain)
    for _ in range(8):
        later(hours=12)
    first = Move.objects.filter(game=game, seat=seat, by="clock").order_by("number").first()
    if fallback == "helmsman":
        assert golden("pages/table", sentence)
    else:
        assert sentence.endswith(f": {answer_words(table.rules, decision, first.answer, table.names)}.")
    assert first.decision == decision.name
    assert rules.orders or "standing orders" not in sentence
