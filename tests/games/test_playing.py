"""Playing an action: what is stored, who is refused, what may be taken back."""

import pytest

from games.editions.errors import NotAllowed, StalePage
from games.engine import Action, IllegalAction, NotYourDecision
from games.formats.replay import digest
from games.models import Checkpoint, Deck, Game, Hand, Move, Undo
from games.play import acting
from games.play import standing_orders as orders
from games.queries.past import state_at
from games.storage.snapshots import stored
from notifications.models import Notice


def test_a_move_is_written_down_and_the_game_goes_on_from_it(at):
    move = at.act(0, "steer", "north")
    assert (move.number, move.seat, move.decision, move.answer, move.by) == (1, 0, "steer", "north", "player")
    assert at.game.number == 1
    assert at.game.public["at"] == [1, 0]


def test_the_hash_of_a_move_is_that_of_what_is_stored(at):
    move = at.turn(0, dig="yes")
    assert move.hash == digest(stored(at.game))


def test_what_is_dug_lands_in_the_hand_row_and_leaves_the_pile_row(at):
    top = Deck.objects.get(game=at.pk, name="pile").cards[0]
    at.turn(0, dig="yes")
    assert Hand.objects.get(player__game=at.pk, player__seat=0).secrets["hand"][-1] == top
    assert top not in Deck.objects.get(game=at.pk, name="pile").cards


def test_the_game_row_holds_no_secret(at):
    at.turn(0, dig="yes")
    assert not {"hand", "hands", "pile"} & set(at.game.public)


def test_a_stale_page_is_refused_and_changes_nothing(at):
    at.act(0, "steer", "stay")
    with pytest.raises(StalePage):
        at.act(0, "dig", "yes", seen=0)
    assert at.game.number == 1


def test_a_page_from_the_future_is_refused(at):
    with pytest.raises(StalePage):
        at.act(0, "steer", "stay", seen=7)


def test_a_seat_that_is_not_asked_is_refused(at):
    with pytest.raises(NotYourDecision):
        at.act(1, "steer", "stay")
    assert at.game.number == 0


def test_an_answer_that_is_not_offered_is_refused(at):
    with pytest.raises(IllegalAction):
        at.act(0, "steer", {"$ne": 1})
    assert not Move.objects.filter(game=at.pk, number=1).exists()


def test_a_raid_is_answered_by_standing_orders_in_the_same_sitting(at):
    orders.save_orders(at.pk, 1, {"defend": "fight"})
    at.act(0, "steer", "raid")
    answered = Move.objects.get(game=at.pk, number=2)
    assert (answered.seat, answered.decision, answered.answer, answered.by) == (1, "defend", "fight", "standing")
    assert at.wait().seat == 0


def test_who_wants_to_be_asked_is_asked(at):
    orders.save_orders(at.pk, 1, {"defend": "ask"})
    at.act(0, "steer", "raid")
    assert (at.wait().seat, at.wait().turn_key) == (1, "1:0:reaction")
    at.act(1, "defend", "yield")
    assert at.wait().seat == 0


def test_a_dispute_by_standing_order_is_played_once(at):
    orders.save_orders(at.pk, 1, {"dispute": "always"})
    at.turn(0)
    assert list(Move.objects.filter(game=at.pk, decision="dispute").values_list("seat", "by")) == [(1, "standing")]


def test_a_move_is_taken_back_by_a_move_of_its_own(at):
    at.act(0, "boast", "yes")
    at.act(0, "steer", "north")
    acting.take_back(at.pk, 0, at.game.number)
    assert (at.game.number, at.game.public["at"], at.game.public["phase"]) == (3, [0, 0], "steer")
    assert Move.objects.get(game=at.pk, number=3).decision == "undo"
    acting.take_back(at.pk, 0, at.game.number)
    assert at.game.public["boasted"] is False


def test_a_move_taken_back_has_the_hash_of_the_earlier_one(at):
    at.act(0, "steer", "north")
    acting.take_back(at.pk, 0, 1)
    hashes = dict(Move.objects.filter(game=at.pk).values_list("number", "hash"))
    assert hashes[2] == hashes[0]


def test_nothing_is_taken_back_once_a_card_was_drawn(at):
    at.turn(0, dig="yes")
    with pytest.raises(NotAllowed):
        acting.take_back(at.pk, 0, at.game.number)


def test_nothing_is_taken_back_by_another_seat(at):
    at.act(0, "steer", "north")
    with pytest.raises(NotAllowed):
        acting.take_back(at.pk, 1, at.game.number)


def test_nothing_is_taken_back_after_a_raid_was_answered(at):
    at.act(0, "boast", "yes")
    at.act(0, "steer", "raid")
    assert Undo.objects.count() == 0
    with pytest.raises(NotAllowed):
        acting.take_back(at.pk, 0, at.game.number)


def test_taking_back_with_a_stale_page_is_refused(at):
    at.act(0, "steer", "north")
    with pytest.raises(StalePage):
        acting.take_back(at.pk, 0, 0)


def test_positions_to_go_back_to_are_gone_when_the_turn_has_passed(at):
    at.act(0, "boast", "yes")
    at.act(0, "steer", "north")
    assert Undo.objects.filter(game=at.pk).count() == 2
    at.act(0, "dig", "no")
    assert Undo.objects.filter(game=at.pk).count() == 0


def test_a_checkpoint_is_kept_every_25_moves(at):
    for turn in range(30):
        at.turn(turn % 2)
    assert list(Checkpoint.objects.filter(game=at.pk).order_by("number").values_list("number", flat=True)) == [
        0,
        25,
        50,
    ]


def test_any_earlier_table_can_be_laid_out_again(at):
    seen = {}
    for turn in range(20):
        at.act(turn % 2, "steer", "north")
        acting.take_back(at.pk, turn % 2, at.game.number)
        at.turn(turn % 2, dig="yes" if turn % 3 else "no")
        seen[at.game.number] = digest(stored(at.game))
    game = at.game
    assert {number: digest(game.rules.dump(state_at(game, number))) for number in seen} == seen


def test_going_back_across_a_checkpoint_leaves_one_behind(at):
    for turn in range(12):
        at.turn(turn % 2)
    at.act(0, "boast", "yes")
    at.act(0, "steer", "north")
    assert at.game.number == 26
    acting.take_back(at.pk, 0, 26)
    acting.take_back(at.pk, 0, 27)
    game = at.game
    assert Checkpoint.objects.filter(game=game, number=28).exists()
    assert digest(game.rules.dump(state_at(game, 28))) == digest(stored(game))
    assert game.public["boasted"] is False


def test_the_last_move_ends_the_game_and_everyone_is_told(anne, mary):
    from games.tables import lobby
    from tests.games.conftest import At

    game = lobby.create(anne, "toy", {"rounds": 1}, seats=2)
    lobby.join(game.pk, mary, token=game.join_token)
    at = At(game)
    at.turn(0, dig="yes")
    at.turn(1)
    game.refresh_from_db()
    assert game.status == "over"
    assert game.outcome.reason == "rounds"
    assert not game.waits.filter(closed_at=None).exists()
    assert set(Notice.objects.filter(kind="over").values_list("user", flat=True)) == {anne.pk, mary.pk}
    with pytest.raises(NotAllowed):
        at.act(0, "steer", "stay")


def test_one_who_resigns_is_out_and_the_game_goes_on_or_ends(at):
    acting.resign(at.pk, 0)
    game = at.game
    assert game.status == Game.Status.OVER
    assert game.players.get(seat=0).resigned
    assert Move.objects.get(game=game, number=1).decision == "resign"


def test_a_game_can_be_ended_as_it_stands(at):
    acting.end_as_it_stands(at.pk, "agreed")
    assert at.game.outcome.reason == "agreed"


def test_standing_orders_take_only_what_is_offered(at):
    with pytest.raises(NotAllowed):
        orders.save_orders(at.pk, 0, {"defend": "<script>"})
    with pytest.raises(NotAllowed):
        orders.save_orders(at.pk, 0, {"gun": "yes"})
    assert orders.orders_of(at.game, 0) == {"defend": "yield", "dispute": "never"}


def test_only_the_secrets_that_changed_are_stored_again(anne, mary):
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from games.tables import lobby
    from tests.games.conftest import At

    game = lobby.create(anne, "buccaneer", seats=2, place="bombay")
    lobby.join(game.pk, mary, token=game.join_token)
    at = At(game)
    decision = next(d for d in game.rules.decisions(state_at(at.game, 0)) if not d.optional)
    with CaptureQueriesContext(connection) as queries:
        at.act(decision.seat, decision.name, decision.default)
    assert not [query for query in queries.captured_queries if 'INTO "games_deck"' in query["sql"]]
    assert sum('INTO "games_hand"' in query["sql"] for query in queries.captured_queries) <= 1


def test_a_move_costs_the_same_number_of_queries_late_as_early(at, django_assert_max_num_queries):
    for turn in range(40):
        at.turn(turn % 2)
    with django_assert_max_num_queries(18):
        at.act(0, "steer", "north", seen=at.game.number)


def test_an_order_that_is_not_offered_this_time_asks_the_person(at, toy, monkeypatch):
    monkeypatch.setattr(type(toy), "react", lambda self, view, decision, orders: "sing")
    at.act(0, "steer", "raid")
    assert at.wait().seat == 1
    assert at.game.number == 1


def test_taking_back_without_end_is_stopped(at, golden):
    for _ in range(acting.MOST_UNDOS):
        at.act(0, "steer", "north")
        acting.take_back(at.pk, 0, at.game.number)
    at.act(0, "steer", "north")
    with golden.refused("refusals/tables", NotAllowed):
        acting.take_back(at.pk, 0, at.game.number)
    assert Move.objects.filter(game=at.pk, decision="undo").count() == acting.MOST_UNDOS
    at.act(0, "dig", "no")
    assert at.wait().seat == 1


def test_what_a_captain_wishes_stays_at_hand_when_their_cards_change(at):
    orders.save_orders(at.pk, 0, {"defend": "fight"}, "helmsman")
    at.act(0, "steer", "stay")
    held = acting.act_in_session(at.pk, Action(0, "dig", "yes"), at.game.number)[1].players[0].hand
    assert (held.orders, held.fallback) == ({"defend": "fight"}, "helmsman")
    assert held.secrets == at.game.players.get(seat=0).hand.secrets
