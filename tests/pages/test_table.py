"""The page of a running game: what it shows, what one can do on it, and what it refuses."""

import gzip
import re
from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Move
from games.tables import chat, lobby
from tests.pages.conftest import answer, seen_text
from tests.people import PASSWORD
from tests.reading import alert, flash, has, headings, links, part

pytestmark = pytest.mark.one_database

HTMX = {"HTTP_HX_REQUEST": "true"}


def test_the_page_asks_the_captain_on_turn_where_to_sail(as_anne, table, golden):
    page = as_anne.get(table.address)
    assert golden("pages/table", part(page, "b.yours"))
    assert golden("pages/table", part(page, "div.question h2"))
    assert 'value="W17"' in page.content.decode()


def test_anyone_who_is_not_on_turn_reads_who_is_waited_for(client, mary, sign_in, table, golden):
    page = sign_in(client, mary).get(table.address)
    assert golden("pages/table", part(page, "p.state"))
    assert not has(page, "div.question h2")


def test_a_move_posted_by_htmx_gets_the_living_part_alone(as_anne, table):
    part = as_anne.post(f"{table.address}move/", answer(table, "sail", "T17"), **HTMX)
    html = part.content.decode()
    assert part.status_code == 200
    assert html.lstrip().startswith('<div id="live"')
    assert "<html" not in html
    assert 'value="NW"' in html


def test_without_scripts_a_move_leads_back_to_the_page(as_anne, table):
    reply = as_anne.post(f"{table.address}move/", answer(table, "sail", "T17"))
    assert (reply.status_code, reply["Location"]) == (302, table.address)


def test_a_square_that_is_not_offered_is_refused_in_a_sentence_and_nothing_changes(as_anne, table):
    reply = as_anne.post(f"{table.address}move/", answer(table, "sail", "A1"), **HTMX)
    assert reply.status_code == 422
    assert 'role="alert"' in reply.content.decode()
    assert table.game.number == 0


def test_a_page_drawn_before_the_newest_move_gets_409_and_the_table_as_it_is(as_anne, table, golden):
    old = answer(table, "sail", "T17")
    as_anne.post(f"{table.address}move/", old)
    reply = as_anne.post(f"{table.address}move/", old | {"answer": "S17"}, **HTMX)
    assert reply.status_code == 409
    assert golden("pages/table", alert(reply))
    assert f'data-number="{table.game.number}"' in reply.content.decode()
    assert table.game.number == 1


def test_a_button_pressed_twice_is_one_move_and_no_reproach(as_anne, table, golden):
    twice = answer(table, "sail", "T17")
    replies = [as_anne.post(f"{table.address}move/", twice, **HTMX) for _ in range(2)]
    assert [reply.status_code for reply in replies] == [200, 200]
    assert 'role="alert"' not in replies[1].content.decode()
    assert golden("pages/table", part(replies[1], "div.question h2"))
    assert table.game.number == 1


def test_a_deal_pressed_twice_is_made_once_whatever_the_order_of_its_goods(as_anne, table):
    table.put(0, "Cadiz", hand=("B1", "B1", "B2"))
    table.lay("Cadiz", ("R2", "R2"))
    deal = {"seen": table.game.number, "decision": "trade", "kind": "deal", "give": ["B1", "B2", "B1"], "take": ["R2", "R2"]}
    replies = [as_anne.post(f"{table.address}move/", deal | {"give": give}) for give in (deal["give"], ["B2", "B1", "B1"])]
    assert [reply.status_code for reply in replies] == [302, 302]
    assert table.game.number == 1
    swapped = deal | {"give": deal["take"], "take": deal["give"]}
    assert as_anne.post(f"{table.address}move/", swapped).status_code == 409


def test_a_move_that_was_taken_back_is_not_passed_off_as_played(as_anne, table):
    old = answer(table, "sail", "T17")
    as_anne.post(f"{table.address}move/", old)
    as_anne.post(f"{table.address}undo/", {"seen": 1})
    assert as_anne.post(f"{table.address}move/", old, **HTMX).status_code == 409
    assert table.game.number == 2


def test_a_line_of_talk_sent_twice_is_said_once(as_anne, table, mary):
    for text in ("Ahoy", "Ahoy", "Ahoy there"):
        as_anne.post(f"{table.address}say/", {"text": text})
    chat.post_line(table.pk, mary, "Ahoy there")
    assert [line.text for line in table.game.chat.order_by("pk")] == ["Ahoy", "Ahoy there", "Ahoy there"]


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"seen": "0"},
        {"seen": "0", "decision": "sail"},
        {"seen": "zero", "decision": "sail", "answer": "T17"},
        {"seen": "-1", "decision": "sail", "answer": "T17"},
        {"seen": "9" * 30, "decision": "sail", "answer": "T17"},
        {"seen": "0", "decision": "<b>sail</b>", "answer": "T17"},
        {"seen": "0", "decision": "sail", "answer": ["T17", "S17"]},
        {"seen": "0", "decision": ["sail", "end"], "answer": "T17"},
        {"seen": "0", "decision": "sail", "answer": "x" * 5000},
        {"seen": "0", "decision": "sail", "give": "D", "take": "U"},
        {"seen": "0", "decision": "sail", "answer": "T17\x00"},
        {"seen": "0", "decision": "sail", "answer": ["B1"] * 300},
    ],
)
def test_a_form_that_makes_no_sense_is_refused_in_a_sentence_and_nothing_changes(as_anne, table, sent):
    reply = as_anne.post(f"{table.address}move/", sent, **HTMX)
    assert reply.status_code == 422
    assert 'class="problem"' in reply.content.decode()
    assert table.game.number == 0


def test_a_megabyte_of_answer_is_refused_before_it_is_read(as_anne, table):
    reply = as_anne.post(f"{table.address}move/", answer(table, "sail", "x" * 1_000_000))
    assert reply.status_code in (400, 413)
    assert table.game.number == 0


def test_nobody_moves_for_another_seat(client, mary, sign_in, table):
    reply = sign_in(client, mary).post(f"{table.address}move/", answer(table, "sail", "T17"), **HTMX)
    assert reply.status_code == 422
    assert table.game.number == 0


READ = ("", "orders/", "history/", "history/0/")
DO = ("move/", "undo/", "say/", "resign/", "invite/", "start/", "leave/", "join/")


@pytest.mark.parametrize("what", [*READ, *DO])
def test_for_a_stranger_there_is_no_such_table(client, jack, sign_in, table, what):
    sign_in(client, jack)
    send = client.get if what in READ else client.post
    assert send(table.address + what).status_code == 404


def test_a_visitor_who_is_not_signed_in_is_sent_to_sign_in_and_learns_nothing(client, table):
    private, nothing = client.get(table.address), client.get("/games/999/")
    assert (private.status_code, nothing.status_code) == (404, 404)
    assert seen_text(private) == seen_text(nothing)
    assert client.post(f"{table.address}move/", {}).status_code == 302


def test_anyone_who_comes_to_their_table_before_signing_in_comes_back_to_it_afterwards(client, table, anne):
    page = client.get(f"{table.address}?from=letter").content.decode()
    door = re.search(r'<main.*?href="(/account/login/[^"]+)"', page, re.DOTALL)[1]
    signed_in = client.post(door, {"login": anne.email, "password": PASSWORD})
    assert signed_in.url == f"{table.address}?from=letter"
    assert client.get(signed_in.url).status_code == 200


def test_a_page_that_is_not_there_leads_on(as_anne):
    page = as_anne.get("/nothing/<b>here/").content.decode()
    assert "/my/" in links(page)
    assert "next=" not in page


def test_undo_takes_the_course_back(as_anne, table, golden):
    as_anne.post(f"{table.address}move/", answer(table, "sail", "T17"))
    page = as_anne.post(f"{table.address}undo/", {"seen": 1}, **HTMX)
    assert golden("pages/table", part(page, "div.question h2"))
    assert Move.objects.filter(game_id=table.pk, decision="undo").count() == 1


def test_the_page_says_what_is_played_when_nothing_is_answered(as_anne, table, golden):
    page = as_anne.get(table.address)
    assert golden("pages/table", part(page, "p.state"))
    assert golden("pages/table", part(page, "p.if-not"))


def test_a_game_without_questions_off_turn_speaks_of_no_standing_orders(as_anne, anne, mary, golden):
    game = lobby.create(anne, "piracy", seats=2)
    lobby.join(game.pk, mary, token=game.join_token)
    assert golden("pages/table-piracy", part(as_anne.get(f"/games/{game.pk}/"), "header nav"))
    assert golden("pages/orders", headings(as_anne.get(f"/games/{game.pk}/orders/")))


def test_undo_with_nothing_to_take_back_is_refused(as_anne, table):
    assert as_anne.post(f"{table.address}undo/", {"seen": 0}, **HTMX).status_code == 422


def test_what_happened_in_this_turn_stands_on_the_page_with_the_card_that_was_drawn(as_anne, table, golden):
    table.put(0, "Q12", hand=("B3", "R3", "R2"))
    as_anne.post(f"{table.address}move/", answer(table, "sail", "O12"))
    page = as_anne.post(f"{table.address}move/", answer(table, "heading", "N"), **HTMX)
    assert golden("pages/table", part(page, "ol.this-turn li"))
    assert 'class="chance-card"' in page.content.decode()


def test_a_captain_in_a_foreign_port_is_offered_a_deal_in_two_piles(as_anne, table):
    table.put(0, "Cadiz", hold=("G",), hand=("B1", "B2", "R3"))
    table.lay("Cadiz", ("D", "R1"))
    html = as_anne.get(table.address).content.decode()
    assert 'data-pile="give"' in html
    assert 'data-pile="take"' in html
    reply = as_anne.post(
        f"{table.address}move/", {"seen": 0, "decision": "trade", "kind": "deal", "give": ["G", "B1"], "take": ["D"]}, **HTMX
    )
    assert reply.status_code == 200
    assert table.game.public["holds"][0] == ["D"]


def test_an_uneven_deal_is_refused_with_both_totals(as_anne, table, golden):
    table.put(0, "Cadiz", hold=("G",), hand=("B1", "B2", "R3"))
    table.lay("Cadiz", ("D", "R1"))
    reply = as_anne.post(f"{table.address}move/", {"seen": 0, "decision": "trade", "kind": "deal", "give": ["G"], "take": ["D"]}, **HTMX)
    assert reply.status_code == 422
    assert golden("pages/table", alert(reply))


def test_a_deal_with_nothing_in_it_is_refused(as_anne, table):
    table.put(0, "Cadiz", hold=("G",), hand=("B1", "B2", "R3"))
    table.lay("Cadiz", ("D", "R1"))
    reply = as_anne.post(f"{table.address}move/", {"seen": 0, "decision": "trade", "kind": "deal"}, **HTMX)
    assert reply.status_code == 422
    assert table.game.number == 0


def test_the_other_hand_is_on_no_page(as_anne, table):
    table.put(1, hand=("B3", "B3", "B3", "B3"))
    table.put(0, hand=("R1",))
    html = as_anne.get(table.address).content.decode()
    assert "crew-red" in html
    assert "crew-black" not in html
    assert "4 cards" in html


def test_what_is_said_at_the_table_is_never_markup(as_anne, table):
    page = as_anne.post(f"{table.address}say/", {"text": "<script>alert(1)</script> Ahoy"}, **HTMX)
    assert page.status_code == 200
    assert "&lt;script&gt;alert(1)" in page.content.decode()


@pytest.mark.parametrize("text", ["", "   ", "x" * 501, "\x00"])
def test_talk_that_is_empty_or_too_long_is_refused(as_anne, table, text):
    assert as_anne.post(f"{table.address}say/", {"text": text}, **HTMX).status_code == 422


def test_who_talks_too_much_in_one_minute_is_refused_until_it_is_over(as_anne, table, time_machine):
    for number in range(chat.MOST_A_MINUTE):
        assert as_anne.post(f"{table.address}say/", {"text": f"Ahoy {number}"}, **HTMX).status_code == 200
    assert as_anne.post(f"{table.address}say/", {"text": "Once more"}, **HTMX).status_code == 422
    time_machine.move_to(timezone.now() + timedelta(seconds=61))
    assert as_anne.post(f"{table.address}say/", {"text": "Once more"}, **HTMX).status_code == 200


def test_giving_up_needs_a_tick(as_anne, table):
    assert as_anne.post(f"{table.address}resign/", {}, **HTMX).status_code == 422
    assert as_anne.post(f"{table.address}resign/", {"sure": "yes"}, **HTMX).status_code == 200
    assert table.game.status == "over"


def test_what_was_sent_twice_because_its_answer_was_lost_is_done_once_and_not_refused(as_anne, table):
    as_anne.post(f"{table.address}move/", answer(table, "sail", "T17"), **HTMX)
    sent = {f"{table.address}undo/": {"seen": 1}, f"{table.address}say/": {"text": "Ahoy"}, f"{table.address}resign/": {"sure": "yes"}}
    for address, what in sent.items():
        for _ in range(2):
            page = as_anne.post(address, what, **HTMX)
            assert (page.status_code, has(page, "[role=alert]")) == (200, False), address
    assert [move.decision for move in Move.objects.order_by("number")] == ["setup", "sail", "undo", "resign"]
    assert table.game.chat.count() == 1


def test_the_end_shows_who_won_and_all_places(as_anne, table, golden):
    as_anne.post(f"{table.address}resign/", {"sure": "yes"})
    answer = as_anne.get(table.address)
    text = seen_text(answer)
    assert golden("pages/table", part(answer, "#result"))
    assert "Mary" in text


def test_who_is_signed_out_meanwhile_is_led_to_sign_in_by_the_page_itself_and_back_to_the_table(client, table, golden):
    seen = f"http://testserver{table.address}"
    reply = client.post(f"{table.address}move/", {}, **HTMX, headers={"HX-Current-URL": seen})
    assert (reply.status_code, reply["HX-Redirect"]) == (204, f"/account/login/?next={table.address}")
    assert golden("pages/table", flash(client.get(reply["HX-Redirect"])))


@pytest.mark.parametrize(
    ("pressed_on", "back"),
    [("http://testserver/lobby/?pace=1", "/lobby/%3Fpace%3D1"), ("http://elsewhere.example/", "/"), ("", "/"), ("//[", "/")],
)
def test_who_is_signed_out_meanwhile_comes_back_to_the_page_on_which_they_pressed(client, table, pressed_on, back):
    reply = client.post(f"{table.address}say/", {"text": "Ahoy"}, headers={"Referer": pressed_on})
    assert reply.url == f"/account/login/?next={back}"


def test_the_page_of_a_running_game_needs_few_queries(as_anne, table, django_assert_max_num_queries):
    as_anne.post(f"{table.address}move/", answer(table, "sail", "T17"))
    as_anne.post(f"{table.address}move/", answer(table, "heading", "W"))
    as_anne.get("/lobby/")  # whether letters are late is asked once a minute
    with django_assert_max_num_queries(16):
        as_anne.get(table.address)


def test_a_move_and_the_part_it_brings_need_few_queries(as_anne, table, django_assert_max_num_queries):
    sent = answer(table, "sail", "T17")
    with django_assert_max_num_queries(24):
        as_anne.post(f"{table.address}move/", sent, **HTMX)


def test_the_page_is_light(as_anne, table):
    assert len(gzip.compress(as_anne.get(table.address).content)) < 30_000


def test_a_public_table_may_be_watched_without_an_account_and_shows_no_hand(client, anne, mary):
    game = lobby.create(anne, "buccaneer", seats=2, open_to_all=True)
    lobby.join(game.pk, mary)
    page = client.get(f"/games/{game.pk}/")
    assert page.status_code == 200
    assert "crew-card" not in page.content.decode()
    assert not has(page, "div.question h2")
