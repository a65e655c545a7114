"""Who takes a chair where only orders dispute is asked for theirs there and then, whichever way leads to it."""

import pytest

from games.clocks.due_times import Calendar
from games.clocks.paces import DAY, Steady
from games.clocks.terms import Terms
from games.editions.errors import NotAllowed
from games.mail.grammar.reply_grammar import speaks
from games.matchmaking import seeks
from games.models import Game, Hand, Seek
from games.play import acting, standing_orders
from games.tables import lobby
from games.tables.rematch import rematch
from tests.games.disputes import crew, sail_too_far
from tests.letters import receipt
from tests.reading import alert, has, opening, part, section, text

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
NEW = {"seats": "3", "bots": "0", "level": "easy", "pace": "86400", "open_to_all": "False"}
TOLD = {"order-dispute": "certain", "order-dispute_ratio": "25"}
KEPT = {"dispute": "certain", "dispute_ratio": 25}


def given(game: Game, person) -> dict:
    return Hand.objects.get(player__game=game, player__user=person).orders


@pytest.fixture
def waiting(anne):
    """A table for two at which Anne sits."""
    return lobby.create(anne, "buccaneer", {}, seats=2, place="bombay", name="Port Royal", open_to_all=True)


# -- a chair ----------------------------------------------------------------------------------------------
def test_who_takes_the_last_chair_is_asked_before_the_game_begins(waiting, mary, client, sign_in, golden):
    page = sign_in(client, mary).get(f"/games/{waiting.pk}/").content.decode()
    assert golden("pages/room", part(page, "div.first-orders p"))
    assert '<select name="order-dispute"' in page
    assert '<option value="never" selected>' in page
    client.post(f"/games/{waiting.pk}/join/", {"place": "cadiz"} | TOLD)
    waiting.refresh_from_db()
    assert (waiting.status, given(waiting, mary)) == ("running", KEPT)
    sail_too_far(waiting)
    assert crew(waiting, 0) == ()
    assert waiting.moves.get(decision="dispute").by == "standing"


def test_who_comes_by_the_link_is_asked_too(waiting, mary, client, sign_in):
    page = sign_in(client, mary).get(f"/join/{waiting.join_token}/").content.decode()
    assert '<select name="order-dispute"' in page
    client.post(f"/games/{waiting.pk}/join/", {"token": waiting.join_token} | TOLD)
    assert given(waiting, mary) == KEPT


def test_an_order_that_is_not_offered_gives_no_chair_and_what_was_said_stands_in_the_form(waiting, mary, client, sign_in, golden):
    answer = sign_in(client, mary).post(f"/games/{waiting.pk}/join/", {"order-dispute": "sometimes", "order-dispute_ratio": "25"})
    assert answer.status_code == 422
    assert golden("pages/room", alert(answer))
    assert '<option value="25" selected>' in answer.content.decode()
    assert not waiting.players.filter(user=mary).exists()


@pytest.mark.parametrize(("slug", "options"), [("buccaneer", {"disputes": 24}), ("buccaneer", {"oversail": "refuse"}), ("bounty", {})])
def test_elsewhere_no_orders_are_asked_with_a_chair(anne, mary, client, sign_in, slug, options):
    game = lobby.create(anne, slug, options, seats=2, open_to_all=True)
    assert 'name="order-' not in sign_in(client, mary).get(f"/games/{game.pk}/").content.decode()


# -- a new table ------------------------------------------------------------------------------------------
def test_who_makes_a_table_is_asked_in_the_same_form(anne, client, sign_in, golden):
    page = sign_in(client, anne).get("/tables/new/buccaneer/")
    assert golden("pages/new-table", part(page, "div.first-orders p"))
    client.post("/tables/new/buccaneer/", NEW | TOLD)
    assert given(Game.objects.get(), anne) == KEPT


def test_a_table_that_is_made_without_them_asks_first(anne, client, sign_in, golden):
    answer = sign_in(client, anne).post("/tables/new/buccaneer/", NEW)
    assert answer.status_code == 422
    assert golden("pages/new-table", part(answer, "ul.errorlist li"))
    assert not Game.objects.exists()


def test_the_form_asks_as_soon_as_the_options_call_for_it_and_no_longer(anne, client, sign_in):
    sign_in(client, anne)
    asks = {
        slug: 'name="order-dispute"' in client.get(f"/tables/new/{slug}/").content.decode()
        for slug in ("buccaneer", "buccaneer-classic", "buccaneer-family", "bounty", "piracy", "trade-winds")
    }
    assert asks == dict.fromkeys(asks, False) | {"buccaneer": True}
    bluff = client.post("/tables/new/buccaneer-classic/terms/", NEW | {"option-oversail": "bluff"}).content.decode()
    assert '<details id="first-orders" data-hx-swap-oob="true">' in bluff
    assert '<select name="order-dispute"' in bluff
    shown = client.post("/tables/new/buccaneer-classic/terms/", NEW | TOLD | {"option-oversail": "bluff"}).content.decode()
    assert "first-orders" not in shown, "what somebody has just opened or chosen is left alone"
    waits = client.post("/tables/new/buccaneer/terms/", NEW | TOLD | {"option-disputes": "24"}).content.decode()
    assert 'data-hx-swap-oob="true" hidden>' in waits
    assert "<select" not in waits
    assert client.post("/tables/new/buccaneer/", NEW | {"option-disputes": "24"}).status_code == 302


def test_a_room_no_longer_asks_for_the_orders_that_came_with_the_form(anne, client, sign_in):
    sign_in(client, anne)
    made = client.post("/tables/new/buccaneer/", NEW | TOLD)
    assert not has(client.get(made["Location"]), "p.card a.button.main[href$='/orders/']")
    silent = lobby.create(anne, "buccaneer", seats=3)
    assert has(client.get(f"/games/{silent.pk}/"), "p.card a.button.main[href$='/orders/']")


# -- a rematch --------------------------------------------------------------------------------------------
@pytest.fixture
def over(waiting, anne, mary):
    """A game of Anne and Mary that has ended; both gave orders."""
    lobby.join(waiting.pk, mary, place="cadiz", orders={"dispute": "always"})
    Hand.objects.filter(player__game=waiting, player__user=anne).update(
        orders={"dispute": "certain", "dispute_foes": ["cadiz"], "flee": "home", "old": 1}
    )
    acting.resign(waiting.pk, 0)
    return Game.objects.get(pk=waiting.pk)


def test_orders_come_along_to_a_rematch_without_what_means_nothing_there(over, anne, mary):
    again = rematch(over.pk, anne)
    assert given(again, anne) == {"dispute": "certain", "flee": "home"}
    lobby.join(again.pk, mary)
    assert given(again, mary) == {"dispute": "always"}
    assert Game.objects.get(pk=again.pk).status == "running"


@pytest.mark.parametrize("page", ["", "story/"])
def test_the_form_for_a_rematch_asks_with_the_orders_of_the_game_before(over, anne, mary, client, sign_in, page):
    shown = sign_in(client, anne).get(f"/games/{over.pk}/{page}").content.decode()
    assert '<option value="certain" selected>' in shown
    client.post(f"/games/{over.pk}/rematch/", {"order-dispute": "suspicious", "order-dispute_ratio": "20"})
    again = over.rematches.get()
    assert given(again, anne) == {"dispute": "suspicious", "dispute_ratio": 20, "flee": "home"}
    shown = sign_in(client, mary).get(f"/games/{again.pk}/").content.decode()
    assert '<option value="always" selected>' in shown


# -- company ----------------------------------------------------------------------------------------------
WISH = {"rulesets": ["buccaneer", "bounty"], "least": "2", "paces": [str(2 * DAY)]}


def test_who_looks_for_company_is_asked_before_there_is_any(anne, mary, client, sign_in, golden):
    page = sign_in(client, anne).get("/find-players/")
    assert golden("pages/find-players", part(page, "div.first-orders p"))
    client.post("/find-players/", WISH | TOLD)
    assert '<option value="certain" selected>' in client.get("/find-players/").content.decode()
    game = seeks.seek(mary, ["buccaneer"], [2 * DAY], 2, {"dispute": "always"})
    assert (given(game, anne), given(game, mary)) == (KEPT, {"dispute": "always"})


def test_company_at_a_table_that_waits_brings_its_orders(anne, mary):
    clock = Terms(Steady(2 * DAY), Calendar(anne.time_zone))
    game = lobby.create(anne, "buccaneer", {}, 2 * DAY, seats=2, open_to_all=True, clock=clock)
    assert seeks.seek(mary, ["buccaneer"], [2 * DAY], 2, KEPT) == game
    assert given(game, mary) == KEPT


def test_company_at_a_game_that_asks_for_no_orders_begins_without(anne, mary):
    seeks.seek(anne, ["buccaneer", "bounty"], [2 * DAY], 2, KEPT)
    assert given(seeks.seek(mary, ["bounty"], [2 * DAY], 2), anne) == {}


def test_orders_that_no_game_of_the_search_asks_for_are_refused(anne, golden):
    with golden.refused("refusals/orders", NotAllowed):
        seeks.seek(anne, ["bounty"], [2 * DAY], 2, KEPT)


# -- letters ----------------------------------------------------------------------------------------------
@pytest.fixture
def invitation(post, anne, mary):
    """A letter to Mary, with which the last chair can be taken."""
    game = lobby.create(anne, "buccaneer", {}, seats=2, place="bombay", name="Port Royal")
    lobby.invite(game.pk, anne, mary.name)
    [letter] = post.letters()
    return letter


@pytest.mark.parametrize("line", ["join", "Yes", "Yes, please!"])
def test_a_newcomer_may_say_only_yes_and_is_asked_for_the_order_in_the_receipt(post, invitation, mary, golden, line):
    assert "dispute" not in text(invitation)
    assert golden("letters/invitation", section(invitation, 1))
    kept, game = post.answer(invitation, line), Game.objects.get()
    assert (kept.state, game.status, given(game, mary)) == ("applied", "running", {})
    assert standing_orders.orders_of(game, game.players.get(user=mary).seat)["dispute"] == "never"
    assert golden("letters/invitation-receipt", opening(receipt()))


def test_no_declines_an_invitation(post, invitation, mary):
    assert post.answer(invitation, "No, thanks.").reason == "decline"
    assert not Game.objects.get().players.filter(user=mary).exists()


def test_the_answer_to_an_invitation_takes_an_order(post, invitation, mary):
    assert not any(speaks(line, lambda words: words.startswith("join")) for line in invitation.body.split("\n"))
    kept = post.answer(invitation, "Join dispute certain, dispute ratio 25")
    game = Game.objects.get()
    assert (kept.state, game.status, given(game, mary)) == ("applied", "running", KEPT)


@pytest.mark.parametrize(
    "line", ["join cadiz, dispute always", "join Cadiz dispute whatever may be too far", "join cadiz and dispute: always"]
)
def test_a_place_and_an_order_stand_behind_one_word(post, invitation, mary, line):
    game = Game.objects.get()
    assert post.answer(invitation, line).state == "applied"
    assert (game.players.get(user=mary).place, given(game, mary)) == ("cadiz", {"dispute": "always"})


def test_a_wrong_word_in_an_order_is_told_and_gives_no_chair(post, invitation, mary, golden):
    kept = post.answer(invitation, "join dispute sometimes")
    assert (kept.state, Game.objects.get().players.filter(user=mary).exists()) == ("refused", False)
    assert golden("letters/invitation-receipt", opening(receipt()))


def test_an_order_that_the_table_does_not_ask_for_is_told_and_gives_no_chair(post, anne, mary, golden):
    game = lobby.create(anne, "buccaneer", {"disputes": 24}, seats=2)
    lobby.invite(game.pk, anne, mary.name)
    [letter] = post.letters()
    assert golden("letters/invitation", section(letter, 1))
    assert post.answer(letter, "join dispute certain").state == "refused"
    assert golden("letters/invitation-receipt", opening(receipt()))


def test_a_mail_command_takes_the_order_with_a_chair_a_table_or_a_search(post, anne, mary, jack, golden):
    game = lobby.create(anne, "buccaneer", {}, seats=3, place="bombay", open_to_all=True)
    post.write(mary.email, f"join {game.pk} cadiz, dispute certain")
    assert given(game, mary) == {"dispute": "certain"}
    post.write(jack.email, f"join {game.pk} dispute sometimes")
    assert golden("letters/receipt-command", opening(receipt()))
    assert not game.players.filter(user=jack).exists()
    post.write(jack.email, "new buccaneer without bots dispute always called Tortuga")
    assert given(Game.objects.get(name="Tortuga"), jack) == {"dispute": "always"}


def test_a_search_by_letter_is_told_how_to_add_the_order(post, jack, golden):
    post.write(jack.email, "find buccaneer for 2")
    assert golden("letters/receipt-command", opening(receipt()))
    post.write(jack.email, "find buccaneer for 2 dispute certain")
    assert golden("letters/receipt-command", opening(receipt()))
    assert Seek.objects.get().orders == {"dispute": "certain"}


def test_again_by_letter_begins_with_the_orders_of_the_game_before(over, post, anne, mary):
    [letter] = [letter for letter in post.letters(minutes=20) if letter.to == [anne.email]]
    post.answer(letter, "again")
    again = over.rematches.get()
    assert given(again, anne) == {"dispute": "certain", "flee": "home"}


def test_again_by_letter_begins_no_game_for_who_has_never_given_the_order(over, post, anne, mary, golden):
    Hand.objects.filter(player__game=over, player__user=mary).update(orders={})
    [letter] = [letter for letter in post.letters(minutes=20) if letter.to == [mary.email] and "again" in letter.body]
    again = rematch(over.pk, anne)
    assert post.answer(letter, "again").reason == "orders-first"
    assert golden("letters/receipt-over", opening(receipt()))
    again.refresh_from_db()
    assert (again.status, again.players.count()) == ("open", 1)
    rematch(over.pk, mary, {"dispute": "never"})
    again.refresh_from_db()
    assert (again.status, given(again, mary)) == ("running", {"dispute": "never"})
    Hand.objects.filter(player__game=again).update(orders={})
    assert post.answer(letter, "again").state == "applied", "who plays already is told so, whatever they have ordered"


# -- what begins at one button ----------------------------------------------------------------------------
def test_who_plays_at_once_against_bots_sails_first_and_is_asked_before_anybody_can_be_disputed(anne, client, sign_in, golden):
    game = lobby.play_now(anne)
    assert (game.turn, game.number) == (game.players.get(user=anne).seat, 0)
    page = sign_in(client, anne).get(f"/games/{game.pk}/").content.decode()
    assert golden("pages/table", part(page, "p.orders-first"))
    assert f'href="/games/{game.pk}/orders/"' in page
