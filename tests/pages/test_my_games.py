"""My games: pictures, scores, talk that is new, the number that waits, and how it keeps up by itself."""

import re

import pytest
from django.conf import settings
from django.utils.formats import date_format
from django.utils.timezone import localtime

from games.kit.ink import NIGHT, Ink
from games.models import ChatLine, Game, Player, Wait
from games.moderation import blocks
from games.play import acting
from games.tables import chat, lobby
from games.timeouts import seats
from games.web import lists
from tests.pages.conftest import answer
from tests.pages.test_journeys import sign_in as sign_in_by_page
from tests.reading import headings, part, tree

pytestmark = pytest.mark.one_database


def copies(game: Game, most: int) -> None:
    """So many more games like this one, of the same people; every second one waits for the one on turn."""
    facts = {field.attname: getattr(game, field.attname) for field in Game._meta.concrete_fields if field.name not in ("id", "join_token")}
    made = Game.objects.bulk_create([Game(**facts, join_token=f"copy {number}") for number in range(most)])
    for model, tables in ((Player, made), (Wait, made[::2])):
        rows = list(model.objects.filter(game=game).values())
        model.objects.bulk_create([model(**{**row, "id": None, "game_id": table.pk}) for table in tables for row in rows])


def row(client, game: Game) -> str:
    return part(client.get("/my/"), f"#game-{game.pk}")


def title(page) -> str:
    return tree(page).css_first("title").text()


def picture(client, game: Game):
    return client.get(f"/games/{game.pk}/board/{game.number}.svg")


# -- the list -------------------------------------------------------------------------------------
def test_a_game_says_who_plays_how_it_stands_and_for_whom_it_waits(as_anne, client, table, mary, sign_in, golden):
    table.put(0, "T17")
    Game.objects.filter(pk=table.pk).update(scores=[7, 4])
    assert golden("pages/my-games", row(as_anne, table.game))
    assert golden("pages/my-games", row(sign_in(client, mary), table.game))


def test_my_turns_come_first_then_other_running_games_tables_without_players_and_ended_ones(as_anne, anne, mary, table, golden):
    lobby.create(anne, "buccaneer", seats=3, name="Not yet")
    for name, owner, other in (("Over", anne, mary), ("Hers", mary, anne)):
        game = lobby.create(owner, "buccaneer", seats=2, name=name)
        lobby.join(game.pk, other, token=game.join_token)
        if name == "Over":
            acting.resign(game.pk, 1)
    assert golden("pages/my-games", headings(as_anne.get("/my/")))


@pytest.mark.parametrize("most", [60, 500])
def test_long_lists_are_folded_and_cost_few_queries(as_anne, table, most, django_assert_max_num_queries):
    copies(table.game, most)
    as_anne.get("/my/")
    shown = []
    for asked in ({}, {"only": "waiting"}, {"only": "waiting", "page": 999}):
        with django_assert_max_num_queries(20):
            shown.append(len(tree(as_anne.get("/my/", asked)).css("#games li[id]")))
    waiting = 1 + most // 2
    assert shown == [lists.SHOWN["waiting"] + lists.SHOWN["running"], min(lists.PAGE, waiting), waiting % lists.PAGE]


@pytest.mark.parametrize("asked", [{"only": "x"}, {"only": "over", "page": "-1"}, {"only": "waiting", "page": "²"}, {"page": "9" * 40}])
def test_nonsense_in_the_address_shows_a_list(as_anne, table, asked):
    assert as_anne.get("/my/", asked).status_code == 200


def test_a_person_without_games_reads_how_to_begin(as_anne, golden):
    assert golden("pages/my-games", part(as_anne.get("/my/"), "section.first-steps"))


# -- talk -----------------------------------------------------------------------------------------
def unread(client, game: Game) -> int:
    found = tree(client.get("/my/")).css_first(f"#game-{game.pk} .talk")
    return int(re.match(r"\d+", found.text())[0]) if found else 0


def test_talk_is_new_until_one_looks_at_the_table(as_anne, anne, mary, table):
    for line in ("Ahoy", "Ahoy again"):
        chat.post_line(table.pk, mary, line)
    chat.post_line(table.pk, anne, "My own line")
    assert unread(as_anne, table.game) == 2
    as_anne.get(table.address)
    assert unread(as_anne, table.game) == 0
    chat.post_line(table.pk, mary, "One more")
    assert unread(as_anne, table.game) == 1


def test_words_taken_away_and_those_of_people_one_blocks_are_not_new_talk(as_anne, anne, mary, table):
    chat.post_line(table.pk, mary, "Ahoy")
    ChatLine.objects.update(text="")
    assert unread(as_anne, table.game) == 0
    chat.post_line(table.pk, mary, "Ahoy again")
    blocks.block(anne, mary)
    assert unread(as_anne, table.game) == 0


def test_in_chairs_from_before_it_was_noted_old_talk_counts_as_read(as_anne, anne, mary, table):
    Player.objects.update(read_talk_to=None)
    chat.post_line(table.pk, mary, "Ahoy")
    assert unread(as_anne, table.game) == 0
    as_anne.get(table.address)
    chat.post_line(table.pk, mary, "Ahoy again")
    assert unread(as_anne, table.game) == 1


# -- pictures -------------------------------------------------------------------------------------
def test_the_small_picture_is_the_same_for_everyone_at_the_table_and_may_be_kept(as_anne, client, mary, sign_in, table):
    table.put(0, "T17", hold=("D",), hand=("B1",))
    mine, hers = picture(as_anne, table.game), picture(sign_in(client, mary), table.game)
    assert mine.content == hers.content
    assert mine["Content-Type"] == "image/svg+xml"
    assert mine["Cache-Control"] == "private, max-age=31536000, immutable"
    assert f'src="/games/{table.pk}/board/{table.game.number}.svg"' in client.get("/my/").content.decode()


def test_small_pictures_have_the_colours_of_the_stylesheet_by_day_and_by_night(client, as_anne, table):
    styles = (settings.BASE_DIR / "static" / "css" / "board.css").read_text()
    both = {name: (getattr(Ink(), name), night) for name, night in NIGHT.items()}
    assert both == {name: (day, night) for name, day, night in re.findall(r"--c-(\w+): light-dark\((#\w+), (#\w+)\)", styles)}
    for drawn in (picture(as_anne, table.game), client.get("/pictures/bounty.svg")):
        text = drawn.content.decode()
        assert text.startswith('<svg style="color-scheme:light dark" ')
        assert f'fill="light-dark({Ink().sea},{NIGHT["sea"]})"' in text
        assert not any(f'"{day}"' in text for day, _ in both.values())


def test_another_number_leads_to_the_newest_picture(as_anne, table):
    as_anne.post(f"{table.address}move/", answer(table, "sail", "T17"))
    assert as_anne.get(f"{table.address}board/0.svg")["Location"] == f"{table.address}board/{table.game.number}.svg"
    assert as_anne.get(f"{table.address}board/99.svg")["Cache-Control"] == "private, no-store"


def test_there_is_no_picture_for_strangers_and_none_before_the_game_begins(client, as_anne, anne, jack, sign_in, table):
    waiting = lobby.create(anne, "buccaneer", seats=3)
    assert picture(as_anne, waiting).status_code == 404
    assert "/pictures/buccaneer.svg" in as_anne.get("/my/").content.decode()
    assert picture(sign_in(client, jack), table.game).status_code == 404


# -- how many wait --------------------------------------------------------------------------------
def test_the_number_that_waits_stands_in_the_title_and_in_the_navigation_of_every_page(as_anne, table):
    for address in ("/my/", "/lobby/", table.address):
        page = as_anne.get(address)
        assert title(page).startswith("(1) ")
        assert tree(page).css_first("#waiting b").text() == "1"
    assert as_anne.get("/my/waiting/").json() == 1
    assert 'data-waiting="1"' in as_anne.get(table.address, headers={"HX-Request": "true"}).content.decode()


def test_where_nothing_waits_no_number_is_shown(client, mary, sign_in, table):
    page = sign_in(client, mary).get("/lobby/")
    assert not title(page).startswith("(")
    assert "hidden" in tree(page).css_first("#waiting").attributes
    assert client.get("/my/waiting/").json() == 0


def test_who_is_signed_out_has_no_games_that_wait(client, table):
    assert client.get("/my/waiting/").json() == 0
    assert tree(client.get("/lobby/")).css_first("#waiting") is None


def test_a_seat_that_a_bot_plays_does_not_wait_for_its_owner(as_anne, table):
    Player.objects.filter(game=table.pk, seat=0).update(mode=Player.Mode.BOT)
    assert as_anne.get("/my/waiting/").json() == 0
    assert as_anne.get("/next/")["Location"] == "/my/"


# -- in a browser ---------------------------------------------------------------------------------
@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_my_games_keep_up_by_themselves_and_are_walked_through_by_keys(page, make_person):
    anne, mary = make_person("Anne"), make_person("Mary")
    first, second = games = [lobby.create(anne, "bounty", seats=2, name=name) for name in ("Bounty Bay", "Port Royal")]
    sign_in_by_page(page, anne)
    with page.expect_websocket():
        page.goto("/my/")
    assert not page.locator("#waiting, #next").first.is_visible()
    for game in games:
        lobby.join(game.pk, mary, token=game.join_token)
    page.locator(f"h2:has-text('Your turn') + ul #game-{first.pk}, h2:has-text('Waiting for others') + ul #game-{first.pk}").wait_for()
    chat.post_line(second.pk, mary, "Ahoy")
    page.locator(f"#game-{second.pk} .talk").wait_for()
    chat.mark_read(Player.objects.get(game=second, user=anne), second.chat.last().pk)  # on another page
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.locator(f"#game-{second.pk} .talk").wait_for(state="detached")
    acting.resign(first.pk, seat_of(first, mary))
    page.locator(f"h2:has-text('Finished') + ul #game-{first.pk}").wait_for()
    waits = Wait.objects.filter(game=second, closed_at=None, seat=1 - seat_of(second, mary)).count()
    assert page.title().startswith("(1) ") == page.locator("#next").is_visible() == bool(waits)
    for key in ("j", "j", "k"):
        page.keyboard.press(key)
    assert page.evaluate("document.activeElement.closest('li').id") == f"game-{second.pk}"
    page.keyboard.press("?")
    page.locator("details.keys[open]").wait_for()
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/games/{second.pk}/")


def seat_of(game: Game, person) -> int:
    return Player.objects.get(game=game, user=person).seat


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_at_a_table_digits_choose_enter_confirms_and_n_opens_the_next_game(page, make_person):
    anne = make_person("Anne")
    here, there = lobby.play_now(anne), lobby.play_now(anne)
    sign_in_by_page(page, anne)
    page.goto(f"/games/{here.pk}/", wait_until="networkidle")
    page.keyboard.press("2")
    with page.expect_response(f"**/games/{here.pk}/move/"):
        page.keyboard.press("Enter")
    page.locator("#live:not([data-number='0'])").wait_for()
    assert page.title().startswith("(2) ")
    page.keyboard.press("n")
    page.wait_for_url(f"**/games/{there.pk}/")


def test_a_game_that_stands_still_says_when_it_is_closed_and_not_that_there_is_all_the_time(as_anne, table):
    Player.objects.filter(game=table.pk).update(mode=Player.Mode.AWAY)
    seats.check_stalled(table.game, list(table.game.players.all()))
    end = Wait.objects.get(game=table.pk, closed_at=None).next_at
    said = " ".join(row(as_anne, table.game).split())
    assert f"It stands still. Play, or it is closed on {date_format(localtime(end), 'D j M')}" in said
