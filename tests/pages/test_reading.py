"""Pages to read: my games, the next one, history, standing orders, the rules."""

from zoneinfo import ZoneInfo

import pytest

from games.models import Hand
from games.play import acting
from games.play.standing_orders import orders_on_offer
from games.tables import lobby
from tests.pages.conftest import answer, seen_text
from tests.reading import headings, part, tree

pytestmark = pytest.mark.one_database


def test_my_games_begin_with_those_that_wait_for_me_and_say_until_when(as_anne, anne, mary, table, golden):
    anne.time_zone = "Asia/Tokyo"
    anne.save()
    lobby.create(anne, "buccaneer", seats=3, name="Not yet")
    page = as_anne.get("/my/")
    assert golden("pages/my-games", headings(page))
    due = table.game.waits.get(closed_at=None).due_at.astimezone(ZoneInfo("Asia/Tokyo"))
    assert due.strftime("%H:%M") in part(page, "main")


def test_an_ended_game_says_how_it_ended_for_me(as_anne, table, golden):
    acting.resign(table.pk, 1)
    assert golden("pages/my-games", part(as_anne.get("/my/"), "#games p", 1))


def test_the_way_to_the_next_game_is_shown_while_one_waits(client, as_anne, table, mary, sign_in, golden):
    assert "hidden" not in tree(as_anne.get("/my/")).css_first("#next").attributes
    assert "hidden" in tree(sign_in(client, mary).get("/my/")).css_first("#next").attributes
    assert golden("pages/home", part(client.get("/"), "section.hero p.soft"))


def test_the_next_game_is_the_one_that_waits(as_anne, table):
    assert as_anne.get("/next/")["Location"] == table.address


@pytest.mark.parametrize("after", ["", "x", "-3", "9" * 40])
def test_with_no_game_waiting_the_next_one_is_my_list(client, mary, sign_in, table, after):
    assert sign_in(client, mary).get("/next/", {"after": after})["Location"] == "/my/"


def test_history_steps_through_the_game_move_by_move(as_anne, table, golden):
    as_anne.post(f"{table.address}move/", answer(table, "sail", "T17"))
    as_anne.post(f"{table.address}move/", answer(table, "heading", "W"))
    first = as_anne.get(f"{table.address}history/0/")
    assert f'rel="next" data-key="ArrowRight" href="{table.address}history/1/"' in first.content.decode()
    last = as_anne.get(f"{table.address}history/")
    assert golden("pages/history", part(last, "div.table-panel p", 1))
    assert f'rel="prev" data-key="ArrowLeft" href="{table.address}history/1/"' in last.content.decode()


def test_history_steps_over_what_the_reader_could_not_see(client, mary, sign_in, as_anne, table):
    as_anne.post(f"{table.address}move/", answer(table, "sail", "T17"))
    as_anne.post(f"{table.address}move/", answer(table, "heading", "W"))
    sign_in(client, mary)
    first, last = (client.get(f"{table.address}history/{number}/").content.decode() for number in (0, 2))
    assert f'data-key="ArrowRight" href="{table.address}history/2/"' in first
    assert f'data-key="ArrowLeft" href="{table.address}history/0/"' in last
    assert f'href="{table.address}history/1/"' not in first + last
    assert client.get(f"{table.address}history/1/").status_code == 200


def test_history_shows_nobody_what_they_could_not_know(client, mary, sign_in, as_anne, table, golden):
    as_anne.post(f"{table.address}move/", answer(table, "sail", "T17"))
    page = sign_in(client, mary).get(f"{table.address}history/1/")
    assert "T17" not in part(page, ".journal").replace("Bombay", "")
    assert golden("pages/history", part(page, ".table-panel .card"))


def test_a_move_that_is_not_there_yet_leads_to_the_newest(as_anne, table):
    assert as_anne.get(f"{table.address}history/99/")["Location"] == f"{table.address}history/0/"
    assert as_anne.get(f"{table.address}history/?to=zzz").status_code == 200


def test_the_seal_is_shown_from_the_start_and_the_secret_only_at_the_end(as_anne, table):
    secret = bytes(table.game.seed.secret).hex()
    before = as_anne.get(f"{table.address}history/").content.decode()
    assert table.game.commitment in before
    assert secret not in before
    acting.resign(table.pk, 1)
    assert secret in as_anne.get(f"{table.address}history/").content.decode()


def test_history_needs_few_queries(as_anne, table, django_assert_max_num_queries):
    with django_assert_max_num_queries(15):
        as_anne.get(f"{table.address}history/0/")


def test_standing_orders_say_in_plain_words_what_they_will_do(as_anne, table, golden):
    answer = as_anne.get(f"{table.address}orders/")
    text = seen_text(answer)
    for order in orders_on_offer(table.game, 0):
        assert order.question in text
    assert golden("pages/orders", part(answer, "div.choices label"))


def test_standing_orders_can_be_changed(as_anne, anne, table):
    as_anne.post(f"{table.address}orders/", {"attack_passing": "always"})
    assert Hand.objects.get(player__user=anne).orders["attack_passing"] == "always"
    assert 'value="always" checked' in as_anne.get(f"{table.address}orders/").content.decode()


def test_an_order_that_is_not_on_offer_is_refused_and_nothing_changes(as_anne, anne, table):
    assert as_anne.post(f"{table.address}orders/", {"attack_passing": "with cannons"}).status_code == 422
    assert Hand.objects.get(player__user=anne).orders == {}


def test_nobody_else_reads_my_orders(client, mary, sign_in, as_anne, anne, table):
    as_anne.post(f"{table.address}orders/", {"attack_passing": "always"})
    assert 'value="always" checked' not in sign_in(client, mary).get(f"{table.address}orders/").content.decode()


def test_the_rules_page_has_its_pictures(client, db):
    html = client.get("/rules/buccaneer/").content.decode()
    assert "[[picture" not in html
    assert html.count("<figure>") == html.count("</figure>") >= 7
    assert 'id="sealed-cards"' in html


def test_there_are_no_rules_of_a_game_that_is_not_here(client, db):
    assert client.get("/rules/chess/").status_code == 404


@pytest.mark.parametrize("address", ["/", "/lobby/", "/rules/buccaneer/", "/my/", "/tables/new/"])
def test_no_page_has_a_script_a_style_or_a_handler_of_its_own(as_anne, address):
    html = as_anne.get(address).content.decode()
    for inline in ("<style", " style=", " onclick=", "<script>", "javascript:"):
        assert inline not in html


def test_a_table_has_no_script_style_or_handler_of_its_own(as_anne, table):
    html = as_anne.get(table.address).content.decode()
    for inline in ("<style", " style=", " onclick=", "<script>", "javascript:"):
        assert inline not in html
