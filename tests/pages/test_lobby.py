"""From the front page to the first move: guests, the lobby, a new table, links and invitations."""

from datetime import timedelta
from urllib.parse import quote

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.models import Friendship, Game, Player, Seek
from games.play import acting
from games.rulesets import all_rulesets
from games.tables import lobby
from tests.pages.conftest import seen_text
from tests.reading import alert, flash, has, headings, links, part

pytestmark = pytest.mark.one_database


def test_a_newcomer_is_sailing_after_one_button(client, db, golden):
    assert golden("pages/home", part(client.get("/"), "section.hero button.main"))
    reply = client.post("/play/", {"time_zone": "Europe/Lisbon"})
    game = Game.objects.get()
    assert reply["Location"] == f"/games/{game.pk}/"
    assert golden("pages/table", part(client.get(reply["Location"]), "div.question h2"))
    assert User.objects.get().time_zone == "Europe/Lisbon"


@pytest.mark.parametrize("slug", all_rulesets())
def test_every_game_is_one_button_away_from_the_front_page_and_from_its_rules(client, db, slug, golden):
    button = f"/play/{slug}/"
    assert f'formaction="{button}"' in client.get("/").content.decode()
    assert f'action="{button}"' in client.get(f"/rules/{slug}/").content.decode()
    page = client.post(button, follow=True)
    game = Game.objects.get()
    assert (game.ruleset, game.status, game.players.exclude(bot="").count()) == (slug, "running", game.rules.usual_seats - 1)
    assert golden("pages/table", part(page, "header.table-head h1"))


def test_the_host_passes_the_link_on_with_a_button(as_anne, anne):
    game = lobby.create(anne, "buccaneer", seats=3)
    page = as_anne.get(f"/games/{game.pk}/").content.decode()
    assert f"/join/{game.join_token}/" in page
    assert '<button type="button" data-share="link">' in page
    assert "js/share.js" in page


def test_an_invitation_is_declined_on_its_page_and_its_host_sees_that_nobody_is_asked_any_more(client, sign_in, anne, mary, golden):
    """Until then only a letter could say no."""
    game = lobby.create(anne, "buccaneer", seats=3)
    lobby.invite(game.pk, anne, "Mary")
    sign_in(client, mary)
    button = f'form[action="/games/{game.pk}/decline/"] button'
    assert has(client.get(f"/games/{game.pk}/"), button)
    page = client.post(f"/games/{game.pk}/decline/", follow=True)
    assert golden("pages/lobby", flash(page))
    assert not has(page, f'a[href="/games/{game.pk}/"]')
    assert client.post(f"/games/{game.pk}/decline/").status_code == 404
    sign_in(client, anne)
    page = client.get(f"/games/{game.pk}/")
    assert not has(page, "button[name=invitation]")
    assert not has(page, button)


def test_a_game_that_is_not_on_offer_makes_no_guest(client, db):
    assert client.post("/play/ludo/").status_code == 404
    assert not User.objects.exists()


def test_a_guest_is_told_how_to_keep_the_game(client, db, golden):
    client.post("/play/")
    assert golden("pages/my-games", part(client.get("/my/"), "aside.banner"))


def test_the_guests_banner_can_be_put_away_and_leads_back(client, db):
    client.post("/play/")
    answer = client.post("/account/no-banner/", {"next": "/my/?x=1"})
    assert answer["Location"] == "/my/?x=1"
    assert not has(client.get("/my/"), "aside.banner")
    for nonsense in ("https://example.org/", "//example.org", "x", ""):
        assert client.post("/account/no-banner/", {"next": nonsense})["Location"] == "/"


def test_only_a_form_starts_a_game(client, db):
    assert client.get("/play/").status_code == 405


FORM = {
    "seats": "3",
    "bots": "1",
    "level": "easy",
    "place": "genoa",
    "pace": "86400",
    "open_to_all": "True",
    "name": "Slow and steady",
    "option-oversail": "refuse",
}


def test_one_form_makes_a_table(as_anne, anne):
    reply = as_anne.post("/tables/new/buccaneer/", FORM)
    game = Game.objects.get()
    assert reply["Location"] == f"/games/{game.pk}/"
    assert (game.owner, game.seats, game.pace, game.open_to_all, game.options["oversail"]) == (anne, 3, 86400, True, "refuse")
    assert game.players.get(user=anne).place == "genoa"
    assert game.players.exclude(bot="").count() == 1


def test_a_table_has_no_bots_unless_they_are_asked_for(as_anne):
    form = as_anne.get("/tables/new/bounty/").context["form"]
    values = {name: form[name].value() for name in form.fields}
    as_anne.post("/tables/new/bounty/", {name: value for name, value in values.items() if value is not None} | {"level": "easy"})
    game = Game.objects.get()
    assert (game.status, game.seats, game.players.count()) == ("open", 4, 1)


def test_bots_only_take_every_other_chair_whatever_else_the_form_says(as_anne):
    as_anne.post("/tables/new/buccaneer/", FORM | {"open_to_all": "bots", "bots": "0", "place": ""})
    game = Game.objects.get()
    assert (game.status, game.open_to_all, game.players.exclude(bot="").count()) == ("running", False, 2)


@pytest.mark.parametrize("slug", ["buccaneer", "bounty"])
def test_a_captain_chooses_what_this_edition_lets_them_choose(as_anne, anne, slug, golden):
    assert golden("pages/new-table", part(as_anne.get(f"/tables/new/{slug}/"), "label[for=id_place]"))
    game = lobby.create(anne, slug, seats=3, open_to_all=True)
    assert golden("pages/room", part(as_anne.get(f"/games/{game.pk}/"), "label[for=place]"))


@pytest.mark.parametrize(
    "wrong",
    [
        {"seats": "9"},
        {"seats": "x"},
        {"bots": "3"},
        {"pace": "1"},
        {"level": "godlike"},
        {"place": "atlantis"},
        {"name": "x" * 61},
        {"option-oversail": "maybe"},
    ],
)
def test_a_table_that_cannot_be_is_not_made_and_the_form_says_why(as_anne, wrong):
    page = as_anne.post("/tables/new/buccaneer/", FORM | wrong)
    assert page.status_code == 422
    assert 'class="errorlist' in page.content.decode()
    assert not Game.objects.exists()


def test_every_option_of_the_edition_is_explained_in_the_form(as_anne):
    from games.rulesets import get_ruleset

    text = seen_text(as_anne.get("/tables/new/buccaneer/"))
    for option in get_ruleset("buccaneer").options:
        assert option.sentence.replace("'", "&#39;") in text


def test_there_is_no_form_for_an_edition_that_is_not_on_offer(as_anne):
    assert as_anne.get("/tables/new/monopoly/").status_code == 404


def test_an_open_table_stands_in_the_lobby_and_can_be_joined(client, anne, mary, sign_in, golden):
    game = lobby.create(anne, "buccaneer", seats=3, open_to_all=True, name="All welcome")
    assert golden("pages/lobby", part(client.get("/lobby/"), "main h2"))
    sign_in(client, mary)
    assert golden("pages/room", part(client.get(f"/games/{game.pk}/"), "#live button.main"))
    client.post(f"/games/{game.pk}/join/", {"place": "venice"})
    assert game.players.get(user=mary).place == "venice"


def test_a_private_table_is_in_nobodys_lobby_and_its_link_opens_it(client, anne, mary, sign_in, golden):
    game = lobby.create(anne, "buccaneer", seats=3, name="Hush")
    sign_in(client, mary)
    assert "Hush" not in seen_text(client.get("/lobby/"))
    assert client.get(f"/games/{game.pk}/").status_code == 404
    assert golden("pages/room", part(client.get(f"/join/{game.join_token}/"), "#live button.main"))
    client.post(f"/games/{game.pk}/join/", {"token": game.join_token})
    assert game.players.filter(user=mary).exists()


def test_an_invitation_link_offers_a_stranger_the_chair_as_a_guest(client, anne, golden):
    game = lobby.create(anne, "buccaneer", seats=3)
    page = client.get(f"/join/{game.join_token}/")
    assert golden("pages/room", part(page, "#live button.main"))
    assert [link for link in links(page) if link.endswith(f"?next=/join/{game.join_token}/") and "main" not in link]
    chair = {"token": game.join_token, "place": "venice", "as": "guest", "time_zone": "Europe/Lisbon"}
    assert client.post(f"/games/{game.pk}/join/", chair).url == f"/games/{game.pk}/"
    guest = game.players.get(place="venice").user
    assert (guest.is_guest, guest.time_zone) == (True, "Europe/Lisbon")
    assert client.get(f"/games/{game.pk}/").wsgi_request.user == guest


def test_a_public_table_offers_a_stranger_the_chair_as_a_guest(client, anne):
    game = lobby.create(anne, "buccaneer", seats=3, open_to_all=True)
    assert has(client.get(f"/games/{game.pk}/"), 'button[value="guest"]')
    client.post(f"/games/{game.pk}/join/", {"as": "guest"})
    assert game.players.filter(user__is_guest=True).exists()


def test_the_button_for_guests_makes_none_at_a_table_they_may_not_see(client, anne):
    game, other = (lobby.create(anne, "buccaneer", seats=3) for _ in range(2))
    for token in ("", "nonsense", other.join_token):
        assert client.post(f"/games/{game.pk}/join/", {"as": "guest", "token": token}).status_code == 404
    assert not User.objects.filter(is_guest=True).exists()


def test_too_many_guests_of_one_network_are_sent_back_to_the_link(client, anne, monkeypatch):
    game = lobby.create(anne, "buccaneer", seats=3)
    monkeypatch.setattr("allauth.core.ratelimit.consume", lambda *_args, **_kwargs: False)
    page = client.post(f"/games/{game.pk}/join/", {"as": "guest", "token": game.join_token})
    assert page.status_code == 429
    assert f"?next=/join/{game.join_token}/" in page.content.decode()


def test_members_whose_session_ended_do_not_become_guests(client, anne):
    game = lobby.create(anne, "buccaneer", seats=3)
    assert client.post(f"/games/{game.pk}/join/", {"token": game.join_token}).url.startswith("/account/login/")
    assert not User.objects.filter(is_guest=True).exists()


def test_a_wrong_link_is_no_table(client, anne, mary, sign_in):
    game = lobby.create(anne, "buccaneer", seats=3)
    sign_in(client, mary)
    for token in ("nonsense", "x" * 500, "\x00", "☠"):
        assert client.get(f"/join/{quote(token)}/").status_code == 404
        assert client.post(f"/games/{game.pk}/join/", {"token": token}).status_code == 404


def test_a_link_to_a_game_that_has_started_says_so(client, table, jack, sign_in, golden):
    page = sign_in(client, jack).get(f"/join/{table.game.join_token}/")
    assert page.status_code == 410
    assert golden("pages/too-late", part(page, "main h1"))


def test_a_taken_home_port_is_refused_in_a_sentence(client, anne, mary, sign_in, golden):
    game = lobby.create(anne, "buccaneer", seats=3, open_to_all=True, place="venice")
    page = sign_in(client, mary).post(f"/games/{game.pk}/join/", {"place": "venice"})
    assert page.status_code == 422
    assert golden("pages/room", alert(page))


def test_the_host_invites_adds_a_bot_and_starts(as_anne, anne, mary):
    game = lobby.create(anne, "buccaneer", seats=4)
    address = f"/games/{game.pk}/"
    assert as_anne.post(f"{address}invite/", {"who": "mary"}).status_code == 302
    assert game.invitations.get().user == mary
    assert as_anne.post(f"{address}start/").status_code == 422
    as_anne.post(f"{address}invite/", {"bot": "easy"})
    assert as_anne.post(f"{address}start/").status_code == 302
    assert Game.objects.get().status == "running"


@pytest.mark.parametrize("who", ["nobody by that name", "not@an address", "", "x" * 300])
def test_an_invitation_to_nobody_is_refused_in_a_sentence(as_anne, anne, who):
    game = lobby.create(anne, "buccaneer", seats=4)
    assert as_anne.post(f"/games/{game.pk}/invite/", {"who": who}).status_code == 422
    assert not game.invitations.exists()


def test_leaving_an_own_table_gives_it_up(as_anne, anne):
    game = lobby.create(anne, "buccaneer", seats=4)
    as_anne.post(f"/games/{game.pk}/leave/")
    assert Game.objects.get().status == "cancelled"


def test_the_lobby_needs_few_queries_however_many_tables_there_are(
    client, anne, mary, django_assert_max_num_queries, django_capture_on_commit_callbacks
):
    for host in [anne] * 5 + [mary] * 4:
        lobby.create(host, "buccaneer", seats=4, open_to_all=True, bots=("easy", "easy"))
    with django_capture_on_commit_callbacks(execute=True):  # a task counts what it shows of captains and tables
        client.get("/lobby/")
    with django_assert_max_num_queries(10):
        client.get("/lobby/")


def test_anyone_who_waits_at_a_table_is_taken_to_the_board_when_the_game_starts(as_anne, anne):
    game = lobby.create(anne, "buccaneer", seats=4, bots=("easy",))
    assert f'data-page="/games/{game.pk}/?room"' in as_anne.get(f"/games/{game.pk}/").content.decode()
    lobby.start(game.pk, anne)
    assert as_anne.get(f"/games/{game.pk}/?room", HTTP_HX_REQUEST="true")["HX-Refresh"] == "true"


def test_a_link_opens_its_own_table_only(client, anne, mary, sign_in):
    one, other = (lobby.create(anne, "buccaneer", seats=3) for _ in range(2))
    sign_in(client, mary)
    assert client.post(f"/games/{other.pk}/join/", {"token": one.join_token}).status_code == 404


@pytest.mark.parametrize(
    "address", ["/games/99999999999999999999999/", "/games/1/history/99999999999999999999999/", "/next/?after=9999999"]
)
def test_numbers_beyond_all_measure_are_no_trouble(as_anne, address):
    assert as_anne.get(address).status_code in (302, 404)


@pytest.mark.parametrize(("act", "sent"), [("invite", {"who": "Jack"}), ("invite", {"bot": "easy"}), ("leave", {})])
def test_what_comes_too_late_for_a_table_at_sea_is_refused_above_its_board(as_anne, table, act, sent, golden):
    reply = as_anne.post(f"{table.address}{act}/", sent)
    assert reply.status_code == 422
    assert 'role="alert"' in reply.content.decode()
    assert golden("pages/table", alert(reply))
    assert golden("pages/table", part(reply, "div.question h2"))


def test_anyone_who_takes_a_chair_by_a_link_too_late_sees_nothing_of_the_table(client, jack, sign_in, table, golden):
    reply = sign_in(client, jack).post(f"{table.address}join/", {"token": table.game.join_token})
    assert reply.status_code == 410
    assert golden("pages/too-late", part(reply, "main h1"))


@pytest.fixture
def at_sea(anne, mary) -> Game:
    """Anne and Mary play where anyone may look on."""
    game = lobby.create(anne, "buccaneer", seats=2, open_to_all=True, name="The Crossed Keys")
    lobby.join(game.pk, mary)
    return game


def test_anyone_finds_tables_to_watch_and_their_story_afterwards(client, at_sea, golden):
    page = client.get("/lobby/")
    assert golden("pages/lobby", [*headings(page), part(page, "main ul.games")])
    assert f"/games/{at_sea.pk}/" in links(page)
    acting.end_as_it_stands(at_sea.pk, "agreed")
    page = client.get("/lobby/")
    assert golden("pages/lobby", [*headings(page), part(page, "main ul.games")])
    assert f"/games/{at_sea.pk}/story/" in links(page)
    assert client.get(f"/games/{at_sea.pk}/story/").status_code == 200


def test_tables_of_friends_and_those_that_sleep_are_shown_to_nobody_to_watch(client, at_sea, anne, mary):
    friends = lobby.create(anne, "buccaneer", seats=2, name="Among friends")
    lobby.join(friends.pk, mary, token=friends.join_token)
    Game.objects.filter(pk=at_sea.pk).update(stalled_at=timezone.now())
    quiet = client.get("/lobby/")
    assert not has(quiet, "main h2")
    acting.end_as_it_stands(friends.pk, "agreed")
    assert headings(client.get("/lobby/")) == headings(quiet)


def test_nobody_is_shown_their_own_table_to_watch(client, at_sea, anne, jack, sign_in, golden):
    assert not has(sign_in(client, anne).get("/lobby/"), "main h2")
    assert golden("pages/lobby", part(sign_in(client, jack).get("/lobby/"), "main h2"))


def test_the_lobby_needs_no_more_than_eighteen_reads_when_everything_is_there_and_nothing_was_counted(as_anne, anne, mary, jack):
    """A friend at tables and looking for a game, a request, an open chair, games to watch, and tables of many kinds."""
    now = timezone.now()
    Friendship.objects.create(user=mary, other=anne, agreed_at=now)
    Friendship.objects.create(user=jack, other=anne)
    Seek.objects.create(user=mary, rulesets=["buccaneer"], paces=[86400], least=2)
    for number, host in enumerate([mary, mary, mary, jack, jack, jack]):
        game = lobby.create(host, "buccaneer", seats=4, open_to_all=True, bots=("easy",))
        Game.objects.filter(pk=game.pk).update(pace=3600 * (number + 1))
    running = lobby.create(mary, "buccaneer", seats=2, open_to_all=True)
    lobby.join(running.pk, jack)
    Player.objects.filter(game=running, user=mary).update(mode=Player.Mode.OPEN, open_until=now + timedelta(days=1))
    cache.clear()
    with CaptureQueriesContext(connection) as asked:
        page = as_anne.get("/lobby/").content.decode()
    assert "Friends who want to play" in page
    assert sum(query["sql"].startswith("SELECT") for query in asked) <= 18
