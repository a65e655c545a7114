"""Answers given in advance, and orders tried out: what acts while a captain is away."""

import pytest

from games.editions.errors import NotAllowed
from games.models import Move, Player
from games.play import standing_orders
from notifications.models import Notice
from tests.reading import part

pytestmark = pytest.mark.django_db


def test_answers_in_advance_are_played_the_moment_the_turn_comes(at):
    standing_orders.save_queue(at.pk, 1, [("steer", "north", False), ("dig", "yes", False)])
    at.turn(0)
    assert list(Move.objects.filter(game=at.pk, seat=1).order_by("number").values_list("answer", "by")) == [
        ("north", "standing"),
        ("yes", "standing"),
    ]
    assert at.wait().seat == 0
    assert Player.objects.get(game=at.pk, seat=1).hand.queue == []


def test_an_answer_in_advance_that_is_not_offered_is_dropped_with_all_after_it(at):
    standing_orders.save_queue(at.pk, 1, [("steer", "nowhere", False), ("dig", "yes", False)])
    at.turn(0)
    assert not Move.objects.filter(game=at.pk, seat=1).exists()
    assert at.wait().seat == 1
    assert Player.objects.get(game=at.pk, seat=1).hand.queue == []


def test_an_answer_in_advance_can_hold_only_if_one_was_left_in_peace(at):
    standing_orders.save_queue(at.pk, 1, [("steer", "north", True)])
    at.act(0, "steer", "raid")  # standing orders of seat 1 yield
    at.act(0, "dig", "no")
    assert not Move.objects.filter(game=at.pk, seat=1, decision="steer").exists()


def test_on_turn_one_plays_and_gives_nothing_in_advance(at, golden):
    with golden.refused("refusals/clock", NotAllowed):
        standing_orders.save_queue(at.pk, 0, [("steer", "north", False)])
    with golden.refused("refusals/clock", NotAllowed):
        standing_orders.save_queue(at.pk, 1, [("steer", "north", False)] * 4)


def test_orders_can_be_tried_without_changing_anything_or_telling_anybody(at, client, sign_in, mary, golden):
    before = (Move.objects.count(), Notice.objects.count(), at.game.public)
    answer = sign_in(client, mary).get(f"/games/{at.pk}/orders/try/")
    assert answer.status_code == 200
    assert golden("pages/orders", part(answer, "main h1"))
    assert part(answer, "main li", 3)  # what would be asked is drawn by chance
    assert (Move.objects.count(), Notice.objects.count(), at.game.public) == before
