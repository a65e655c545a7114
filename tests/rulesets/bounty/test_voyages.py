"""Planned voyages on the site: standing orders sail them when the turn comes, the journal says so, and the captain is asked in time."""

from collections import Counter
from itertools import count

import pytest
from django.db import transaction

from games.engine import Action
from games.models import Game, Seed
from games.play import acting, standing_orders
from games.play.session import Session
from games.play.settling import settle
from games.rulesets import get_ruleset
from games.rulesets.bounty.cards import pack
from games.rulesets.bounty.chart import SQUARES
from games.rulesets.bounty.state import STEPS
from games.tables import lobby
from tests.positions import store
from tests.reading import part
from tests.rulesets.bounty.test_on_the_site import loaded

pytestmark = [pytest.mark.one_database, pytest.mark.django_db]
RULES = get_ruleset("bounty")
SAIL = {"voyage": "sail", "route": ["Cocoa Bay", "Sugar Quay"]}


@pytest.fixture
def game(anne, mary, jack):
    """Return a game of Anne (seat 0), Mary and Jack; Mary has planned a voyage."""
    table = lobby.create(anne, "bounty", seats=3, place="red", open_to_all=True, name="The Sound")
    lobby.join(table.pk, mary, place="blue")
    lobby.join(table.pk, jack, place="green")
    standing_orders.save_orders(table.pk, 1, SAIL)
    return Game.objects.get(pk=table.pk)


def on_turn(game, seat, throw, at="B6", hold=()):
    """Put this seat on turn on that square with this cargo and this throw; later throws are fixed."""
    Seed.objects.filter(game=game).update(secret=b"the sea is calm today, all night")
    state = loaded(game)
    state.draws = 1000
    state.turn, state.agenda = seat, STEPS.all([("next", seat), ("sail", seat, seat, throw)])
    state.at[:], state.bankrupt = [SQUARES["D13"]] * 3, ()
    state.at[seat], state.holds[seat] = SQUARES[at], tuple(hold)
    state.visited[seat] = tuple(int(card[0]) - 1 for card in hold)
    state.packs = [tuple(sorted((Counter(pack(port)) - Counter(hold)).elements())) for port in range(7)]
    store(game, state)


@transaction.atomic
def go_on(game):
    """Do what the site does after every move; return the moves it made."""
    session = Session.load(game.pk)
    settle(session)
    session.save()
    return [(move.seat, move.decision, move.answer, move.by) for move in session.moves]


def test_a_planned_voyage_goes_on_as_soon_as_the_turn_comes(game):
    on_turn(game, 1, 4)
    moves = go_on(game)
    assert moves[:2] == [(1, "sail", "A4", "standing"), (1, "buy", "buy", "standing")]
    assert all(seat == 1 for seat, *_ in moves)
    game.refresh_from_db()
    assert game.turn == 2
    assert [wait.seat for wait in game.waits.filter(closed_at=None)] == [2]


def test_a_planned_voyage_goes_on_whatever_the_card_on_top_is(game):
    on_turn(game, 1, 4, hold=("5-P",))
    assert go_on(game)[:2] == [(1, "sail", "A4", "standing"), (1, "buy", "buy", "standing")]


def test_a_pirate_attacks_by_order_as_soon_as_the_turn_comes(game):
    standing_orders.save_orders(game.pk, 1, SAIL | {"pirate": "attack", "prize": 1})
    on_turn(game, 1, 4, hold=("5-P",))
    state = loaded(Game.objects.get(pk=game.pk))
    state.at[0], state.holds[0] = SQUARES["B8"], ("6-18",)
    store(game, state)
    assert go_on(game) == [(1, "attack", "B8", "standing")]
    assert loaded(Game.objects.get(pk=game.pk)).known[1] == "pirate"


def test_without_such_orders_nothing_is_played(game):
    on_turn(game, 0, 4)
    assert go_on(game) == []


def test_who_plays_themselves_goes_on_playing(game):
    on_turn(game, 1, 6)
    acting.act(game.pk, Action(1, "sail", "D8"), game.number)
    assert not game.moves.filter(seat=1, by="standing").exists()


def test_the_page_of_orders_says_what_they_do_and_keeps_them(client, sign_in, mary, game, golden):
    sign_in(client, mary)
    assert golden("pages/orders", part(client.get(f"/games/{game.pk}/orders/"), "p.prose"))
    sent = {"voyage": "sail", "route": ["Pearl Sound", "Nutmeg Haven", ""], "laden": "2", "course": "voyage", "borrow": "never"}
    sent |= {"enough": "plan", "near": "on", "pirate": "hunt", "warship": "attack", "prize": "2", "range": "12"}
    assert client.post(f"/games/{game.pk}/orders/", sent).status_code == 302
    assert standing_orders.orders_of(game, 1) == sent | {"route": ["Pearl Sound", "Nutmeg Haven"], "laden": 2, "prize": 2, "range": 12}
    for wrong in ({"route": ["Atlantis"]}, {"laden": "6"}, {"voyage": "<b>"}):
        assert client.post(f"/games/{game.pk}/orders/", sent | wrong).status_code == 422
    assert standing_orders.orders_of(game, 1)["route"] == ["Pearl Sound", "Nutmeg Haven"]


def test_trying_the_orders_shows_the_voyage(client, sign_in, mary, game, monkeypatch):
    ticks = count()
    monkeypatch.setattr(standing_orders, "perf_counter", lambda: next(ticks) / 100)
    sign_in(client, mary)
    on_turn(game, 1, 4)
    page = client.get(f"/games/{game.pk}/orders/try/").content.decode()
    assert "Cocoa Bay (A4)" in page
