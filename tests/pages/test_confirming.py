"""A move that one may regret is asked about once more, and every move for those who want that; nothing is played before."""

import re
from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone

from accounts import api_keys
from games.models import Game
from games.tables.arranged import open_lesson
from notifications.tasks import sweep
from tests.letters import answer_by_button
from tests.pages.conftest import answer
from tests.reading import alert, fields, has, links, part, tree

pytestmark = pytest.mark.one_database

HTMX = {"HTTP_HX_REQUEST": "true"}
BOX = "#confirm dialog"


@pytest.fixture
def weak(table):
    """Anne's crew is worth three squares; N17 is too far."""
    table.put(0, hand=("B3",))
    return table


@pytest.fixture
def careful(anne):
    """Anne wants to confirm each move."""
    anne.confirm_moves = True
    anne.save()


def test_without_scripts_a_bluff_is_asked_about_on_the_page_and_its_form_plays_it(as_anne, weak, golden):
    page = as_anne.post(f"{weak.address}move/", answer(weak, "sail", "N17"))
    assert (page.status_code, weak.game.number) == (200, 0)
    assert golden("pages/confirm", part(page, BOX))
    assert links(page, BOX) == [weak.address]
    assert as_anne.post(f"{weak.address}move/", {**fields(page, BOX), "answer": "N17"}).status_code == 302
    assert weak.game.moves.get(number=1).answer == "N17"


@pytest.mark.parametrize("named", ["move", "undo", "resign", "say", "spectators/say"])
def test_the_address_of_an_answer_leads_back_to_the_table_when_it_is_loaded_again(as_anne, weak, named):
    again = as_anne.get(f"{weak.address}{named}/")
    assert (again.status_code, again["Location"], weak.game.number) == (302, weak.address, 0)


def test_htmx_gets_the_box_alone_for_its_place_over_the_table(as_anne, weak):
    box = as_anne.post(f"{weak.address}move/", answer(weak, "sail", "N17"), **HTMX)
    assert (box.headers["HX-Retarget"], weak.game.number) == ("#confirm", 0)
    assert [node.tag for node in tree(box).css("body > *")] == ["dialog"]
    assert fields(box, "form") | {"csrfmiddlewaretoken": ""} == {
        "csrfmiddlewaretoken": "", "seen": "0", "decision": "sail", "answer": "N17", "sure": "yes",
    }  # fmt: skip


def test_an_honest_way_is_sailed_at_once(as_anne, weak):
    assert as_anne.post(f"{weak.address}move/", answer(weak, "sail", "W17"), **HTMX).status_code == 200
    assert weak.game.number == 1


def test_who_wants_to_confirm_each_move_is_asked_about_each(as_anne, careful, table, golden):
    for move in (answer(table, "sail", "T17"), {"seen": 0, "line": "sail T17"}):
        page = as_anne.post(f"{table.address}move/", move)
        assert table.game.number == 0
        assert golden("pages/confirm", part(page, BOX))
    assert as_anne.post(f"{table.address}move/", {"seen": 0, "line": "sail T17", "sure": "yes"}).status_code == 302
    assert table.game.number == 1


def test_things_that_were_ticked_are_sent_again_by_the_box(as_anne, careful, table):
    table.put(0, "Cadiz", hand=("B1", "B1", "B2"))
    table.lay("Cadiz", ("R2", "R2"))
    deal = {"seen": 0, "decision": "trade", "kind": "deal", "give": ["B1", "B2", "B1"], "take": ["R2", "R2"]}
    page = as_anne.post(f"{table.address}move/", deal)
    sent = [
        (node.attributes["name"], node.attributes["value"]) for node in tree(page).css(f"{BOX} input[name=give], {BOX} input[name=take]")
    ]
    assert sorted(sent) == [("give", "B1"), ("give", "B1"), ("give", "B2"), ("take", "R2"), ("take", "R2")]


def test_what_someone_typed_is_text_in_the_box(as_anne, careful, table):
    page = as_anne.post(f"{table.address}move/", {**answer(table, "sail", "T17"), '"><b>': "<script>"}).content.decode()
    assert "<script>" not in re.sub(r"<script src=[^>]*>", "", page)


@pytest.mark.parametrize(("sent", "status"), [({"answer": "A1"}, 422), ({"seen": "7"}, 409), ({"decision": "end", "answer": "yes"}, 422)])
def test_what_is_refused_is_refused_without_a_question(as_anne, careful, table, sent, status):
    reply = as_anne.post(f"{table.address}move/", answer(table, "sail", "T17") | sent)
    assert (reply.status_code, has(reply, BOX)) == (status, False)
    assert alert(reply)


def test_a_move_that_was_played_already_is_not_asked_about_again(as_anne, careful, table):
    move = answer(table, "sail", "T17")
    as_anne.post(f"{table.address}move/", move | {"sure": "yes"})
    assert as_anne.post(f"{table.address}move/", move).status_code == 302
    assert table.game.number == 1


@pytest.mark.django_db
def test_a_lesson_is_not_held_up_by_questions(as_anne, careful, anne, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        game = open_lesson(anne, "buccaneer")
    number = Game.objects.get(pk=game.pk).number
    page = as_anne.get(f"/games/{game.pk}/")
    step = tree(page).css_first(".board-squares button")
    sent = {"seen": number, "decision": "sail", "answer": step.attributes["value"]}
    assert as_anne.post(f"/games/{game.pk}/move/", sent).status_code == 302


def test_programs_are_not_asked(client, anne, careful, weak):
    headers = {"Authorization": f"Bearer {api_keys.create_key(anne, 'mine')}"}
    said = {"seen": 0, "decision": "sail", "answer": "N17"}
    sent = client.post(f"/api/games/{weak.pk}/moves", said, content_type="application/json", headers=headers)
    assert (sent.status_code, weak.game.number) == (200, 1)


def test_what_if_asks_nothing_since_nothing_is_played(as_anne, careful, weak):
    page = as_anne.post(f"{weak.address}what-if/", answer(weak, "sail", "N17"), **HTMX)
    assert "HX-Retarget" not in page.headers
    assert not has(page, "dialog")


def test_the_page_of_a_link_in_a_letter_shows_the_warning_and_its_button_plays(client, weak, anne, settings, time_machine, golden):
    settings.REPLY_DOMAIN = "localhost"
    time_machine.move_to(timezone.now() + timedelta(minutes=3), tick=False)
    sweep()
    letter = next(one.alternatives[0].content for one in mail.outbox if one.to == [anne.email])
    board = re.search(r'href="http://[^/"]+(/letters/do/[^"]+)"[^>]*>Choose a square', letter)[1]
    page = client.get(board, follow=True)
    assert golden("pages/by-link", part(answer_by_button(client, page, "sail", "N17", sure=""), ".warning"))
    assert weak.game.number == 0
    assert answer_by_button(client, page, "sail", "N17").status_code == 200
    assert weak.game.number == 1


def test_an_offer_in_a_letter_has_its_warning_beside_it(anne, mary, weak, settings, time_machine, as_anne, golden):
    settings.REPLY_DOMAIN = "localhost"
    as_anne.post(f"{weak.address}move/", answer(weak, "sail", "stay"))
    weak.put(0, "Cadiz", hand=("B2",))
    weak.lay("Cadiz", ("R2",))
    time_machine.move_to(timezone.now() + timedelta(minutes=3), tick=False)
    sweep()
    lines = mail.outbox[-1].body.split("\n")
    place = next(index for index, line in enumerate(lines) if line.startswith("[") and "?" not in line)
    assert golden("letters/turn", "\n".join([re.sub(r"^\[.*?\]", "", lines[place]), lines[place + 1]]))


# -- the rules beside the table -------------------------------------------------------------------
def test_the_rules_open_beside_the_table_with_options_cards_and_every_law(as_anne, table):
    panel = as_anne.get(f"{table.address}rules/", **HTMX)
    assert [node.tag for node in tree(panel).css("body > *")] == ["dialog"]
    anchors = {node.attributes["id"] for node in tree(panel).css("[id]")}
    asked = {link.removeprefix("#") for link in links(panel, "dialog") if link.startswith("#")}
    assert asked <= anchors
    assert {"options", "pile-1", "law-16B", "rules-find"} <= anchors


@pytest.mark.parametrize(("law", "found"), [("16B", "law-16B"), ("99", None), ('"><script>', None), ("", None)])
def test_the_panel_begins_at_the_law_that_was_asked_for(as_anne, table, law, found):
    panel = as_anne.get(f"{table.address}rules/", {"law": law}, **HTMX)
    assert tree(panel).css_first("dialog").attributes.get("data-law") == found


def test_without_scripts_the_rules_are_a_page_in_a_tab_of_its_own(as_anne, table):
    link = tree(as_anne.get(table.address)).css_first("nav [data-hx-target='#rules']")
    assert (link.attributes["href"], link.attributes["target"]) == (f"{table.address}rules/", "_blank")
    assert has(as_anne.get(f"{table.address}rules/"), "h1")


@pytest.mark.django_db
def test_nobody_else_reads_the_rules_of_a_private_table(client, jack, sign_in, table):
    assert sign_in(client, jack).get(f"{table.address}rules/", **HTMX).status_code == 404
