"""Trade Winds on the site: a whole game over the pages, nonsense refused, letters with its board, places kept apart."""

import random

import pytest
from django.core import mail
from django.test import Client

from games.editions.errors import NotAllowed
from games.engine import Deal
from games.models import Game, Move
from games.play import bots, standing_orders
from games.queries import past, table_view
from games.rulesets import get_ruleset, on_offer
from games.tables import lobby
from tests.letters import sweep
from tests.reading import has

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
RULES = get_ruleset("trade-winds")
BACKEND = "accounts.backends.AuthenticationBackend"


@pytest.fixture
def game(anne, mary):
    """Return a game of Anne and Mary, who got the link from her, against two bots."""
    table = lobby.create(anne, "trade-winds", {}, seats=4, bots=("strong", "middle"), place="green", name="The Doldrums")
    lobby.join(table.pk, mary, token=table.join_token)
    return Game.objects.get(pk=table.pk)


def browser(person):
    client = Client(headers={"HX-Request": "true"})
    client.force_login(person, backend=BACKEND)
    return client


def asked(pk):
    """Return (player, their required question, all their questions) for the player the game waits for."""
    game = Game.objects.get(pk=pk)
    wait = game.waits.filter(closed_at=None).first()
    player = game.players.get(seat=wait.seat)
    decisions = table_view.table(game, player.user).decisions
    return player, next(decision for decision in decisions if not decision.optional), decisions


def form(game, decision, said):
    values = {"answer": list(said) if isinstance(said, tuple) else said}
    if isinstance(decision, Deal):
        values = {"give": list(said[0]), "take": list(said[1])}
    return {"seen": game.number, "decision": decision.name, "sure": "yes", **values}


def test_a_game_with_a_friend_and_two_bots_goes_to_its_end_over_the_pages(game, anne, mary):
    clients = {anne.pk: browser(anne), mary.pk: browser(mary)}
    chance = random.Random(3)
    for count in range(600):
        bots.play_on(game.pk)
        game = Game.objects.get(pk=game.pk)
        if game.outcome is not None:
            break
        player, decision, decisions = asked(game.pk)
        view = RULES.view(past.state_at(game, game.number), player.seat)
        action = RULES.bots["strong"](view, decisions, chance.randrange)
        decision = next(one for one in decisions if one.name == action.decision)
        if count % 5 == 0:
            assert clients[player.user_id].get(f"/games/{game.pk}/").status_code == 200
        page = clients[player.user_id].post(f"/games/{game.pk}/move/", form(game, decision, action.answer))
        assert page.status_code == 200, page.content.decode()[:500]
    assert game.outcome is not None
    assert game.outcome.reason in ("treasure", "rounds")
    assert browser(anne).get(f"/games/{game.pk}/").status_code == 200
    for part in ("history", "story"):
        assert browser(mary).get(f"/games/{game.pk}/{part}/", headers={"HX-Request": ""}).status_code == 200


@pytest.mark.parametrize(
    ("decision", "said", "status"),
    [
        ("sail", {"answer": "Z99"}, 422),
        ("sail", {"answer": ["A1", "B1"]}, 422),
        ("trade", {"give": ["B3"] * 10_000, "take": ["D"]}, 400),
        ("trade", {"give": ["B3"] * 50, "take": ["D"]}, 422),
        ("spoils", {"answer": "treasure"}, 422),
        ("no such thing", {"answer": "<script>"}, 422),
    ],
)
def test_nonsense_is_refused_and_changes_nothing(game, anne, mary, decision, said, status):
    bots.play_on(game.pk)
    player, _, _ = asked(game.pk)
    before = Move.objects.filter(game=game).count()
    seen = Game.objects.get(pk=game.pk).number
    page = browser(player.user).post(f"/games/{game.pk}/move/", {"seen": seen, "decision": decision, **said})
    assert page.status_code == status
    assert Move.objects.filter(game=game).count() == before


def test_another_seat_and_a_stale_page_are_refused(game, anne, mary):
    bots.play_on(game.pk)
    player, decision, _ = asked(game.pk)
    other = mary if player.user == anne else anne
    number = Game.objects.get(pk=game.pk).number
    refused = browser(other).post(f"/games/{game.pk}/move/", {"seen": number, "decision": decision.name, "answer": decision.default})
    assert refused.status_code == 422
    answer = {"seen": number, "decision": decision.name, "answer": decision.default}
    assert browser(player.user).post(f"/games/{game.pk}/move/", answer).status_code == 200
    answer["answer"] = "another"
    assert browser(player.user).post(f"/games/{game.pk}/move/", answer).status_code == 409


def test_a_letter_shows_the_caribbean_and_nothing_that_others_hold(game, anne, mary, time_machine):
    from datetime import timedelta

    from django.utils import timezone

    bots.play_on(game.pk)
    player, _, _ = asked(game.pk)
    time_machine.move_to(timezone.now() + timedelta(minutes=3))
    mail.outbox.clear()
    sweep()
    letter = next(one for one in mail.outbox if one.to == [player.user.email])
    assert "Pirate Island" in letter.body
    assert [part for part in letter.message().walk() if part.get_content_type() == "image/png"]
    state = past.state_at(Game.objects.get(pk=game.pk), Game.objects.get(pk=game.pk).number)
    text = letter.body.split("Your crew")[0]
    assert "black" not in text.split("Ships")[1]
    assert len(state.hands) == 4


def test_standing_orders_have_a_form_of_their_own(game, anne):
    page = browser(anne).get(f"/games/{game.pk}/orders/")
    assert page.status_code == 200
    assert has(page, "[name=free_turn]")
    player = game.players.get(user=anne)
    standing_orders.save_orders(game.pk, player.seat, {"free_turn": "ask"})


def test_with_four_captains_nobody_shares_a_side(anne, mary):
    game = lobby.create(anne, "trade-winds", {}, seats=4, place="blue")
    with pytest.raises(NotAllowed) as refused:
        lobby.join(game.pk, mary, place="yellow", token=game.join_token)
    assert refused.value.code == "place-barred"
    lobby.join(game.pk, mary, token=game.join_token)
    assert game.players.get(user=mary).place == "purple"


def test_with_five_captains_a_side_may_be_shared_but_not_if_fewer_begin(anne, mary):
    game = lobby.create(anne, "trade-winds", {}, seats=5, place="blue")
    lobby.join(game.pk, mary, place="yellow", token=game.join_token)
    with pytest.raises(NotAllowed) as refused:
        lobby.start(game.pk, anne)
    assert refused.value.code == "place-barred"
    lobby.change_place(game.pk, mary, "red")
    assert lobby.start(game.pk, anne).status == Game.Status.RUNNING


def test_the_rules_page_shows_its_pictures_and_drafts_are_not_on_offer(client):
    page = client.get("/rules/trade-winds/")
    assert page.status_code == 200
    assert page.content.decode().count("<figure>") >= 6
    assert all(rules.status != "draft" for rules in on_offer().values())
