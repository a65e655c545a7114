"""The table on one screen: board, question, hand, scores and talk without scrolling, in a real browser."""

import pytest

from games.engine import Action
from games.models import Game
from games.play import acting
from games.queries import table_view
from games.rulesets import on_offer
from games.tables import chat, lobby
from tests.pages.conftest import CHART, Seats, click_on
from tests.pages.test_journeys import sign_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

WIDE = ((1280, 800), (1366, 768), (1920, 1080))
PARTS = (
    ".table-board .board",
    ".scores",
    ".news",
    ".asked > *",
    ".asked form *",
    ".hand-part",
    ".controls",
    ".controls > form *",
    ".talk input",
)
LOWEST = """parts => Math.max(...parts.flatMap(part => [...document.querySelectorAll(part)])
    .filter(found => found.checkVisibility() && !found.closest('details:not([open]) > :not(summary)'))
    .map(found => found.getBoundingClientRect().bottom))"""
OUTSIDE = """() => [...document.querySelectorAll('#live button[name=answer], #live button[name=line]')]
    .filter(button => button.checkVisibility() && !button.closest('details:not([open]), .asked, .controls, .board-squares')).length"""
"""Answers that are pressed elsewhere than on the board, in the question or beside Undo."""

HEADINGS = """scrolled => {
    document.querySelector('.news').scrollTop = -scrolled;
    const boxes = [...document.querySelectorAll('.news h2')].map(heading => heading.getBoundingClientRect());
    return boxes.slice(1).map((box, index) => box.top - boxes[index].bottom);
}"""


@pytest.mark.parametrize("slug", sorted(on_offer()))
def test_at_a_desk_everything_that_matters_is_on_one_screen(page, anne, slug):
    game = lobby.play_now(anne, slug)
    chat.post_line(game.pk, anne, "Fair winds to all of you")
    sign_in(page, anne)
    for width, height in WIDE:
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"/games/{game.pk}/")
        assert page.evaluate(LOWEST, PARTS) <= height
        assert page.evaluate(OUTSIDE) == 0


QUESTIONS = 8


@pytest.mark.parametrize("slug", sorted(on_offer()))
def test_every_answer_of_each_question_is_on_the_screen_at_a_desk(page, anne, slug):
    game = lobby.play_now(anne, slug)
    chat.post_line(game.pk, anne, "Fair winds to all of you")
    sign_in(page, anne)
    for _ in range(QUESTIONS):
        seen = table_view.table(Game.objects.get(pk=game.pk), anne)
        if not seen.decisions:
            break
        for width, height in WIDE[:2]:
            page.set_viewport_size({"width": width, "height": height})
            page.goto(f"/games/{game.pk}/")
            assert page.evaluate(LOWEST, PARTS) <= height, seen.decisions
            assert page.evaluate(OUTSIDE) == 0
        asked = next((decision for decision in seen.decisions if not decision.optional), seen.decisions[0])
        acting.act(game.pk, Action(seen.seat, asked.name, asked.default), seen.number, "player")


def test_a_trade_of_a_full_ship_and_the_end_of_the_turn_beside_it_are_on_the_screen(page, anne, mary):
    game = lobby.create(anne, "buccaneer", seats=2, place="bombay")
    lobby.join(game.pk, mary, place="london", token=game.join_token)
    table = Seats(game)
    table.put(0, "D8", hold=("G", "M"), hand=("B1", "B1", "B2", "B3", "R1", "R2"))
    table.head(0, "W")
    table.lay("Genoa", ("D", "B1", "R2"))
    acting.act(table.pk, Action(0, "sail", "Genoa"), 0, "player")
    sign_in(page, anne)
    for width, height in WIDE[:2]:
        page.set_viewport_size({"width": width, "height": height})
        page.goto(table.address)
        assert page.locator(".asked .chip").count() > 10
        assert page.evaluate(LOWEST, PARTS[:-1]) <= height


def test_to_stay_where_one_is_stands_with_the_question_and_one_press_does_it(page, anne):
    game = lobby.play_now(anne, "buccaneer")
    sign_in(page, anne)
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"/games/{game.pk}/")
    click_on(page, page.locator(".asked .question").get_by_role("button", name="Stay where you are"))
    page.get_by_role("button", name="End the turn").wait_for()
    assert Game.objects.get(pk=game.pk).public["at"][0] == CHART.squares["Bombay"]


def test_a_guest_has_everything_that_matters_on_one_screen_too(page, live_site):
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto("/")
    page.locator('button[formaction="/play/trade-winds/"]').click()
    page.wait_for_url("**/games/**")  # with its style sheets
    page.locator(".banner").wait_for()
    assert page.evaluate(LOWEST, PARTS) <= 800


@pytest.mark.parametrize("slug", sorted(on_offer()))
def test_on_a_phone_news_board_and_question_begin_on_the_first_screen_and_nothing_lies_beside_it(page, anne, slug):
    game = lobby.play_now(anne, slug)
    sign_in(page, anne)
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"/games/{game.pk}/")
    tops = page.evaluate(
        "['.scores', '.news', '#board', '.asked, .controls'].map(part => document.querySelector(part).getBoundingClientRect().top)"
    )
    assert tops == sorted(tops)
    assert tops[-1] < 740
    assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_the_newest_talk_is_the_one_in_sight(page, anne):
    game = lobby.play_now(anne)
    for number in range(9):
        chat.post_line(game.pk, anne, f"Line {number}")
    sign_in(page, anne)
    page.goto(f"/games/{game.pk}/")
    seen = page.evaluate("""() => {
        const box = document.querySelector('.talk .since').getBoundingClientRect();
        return [...document.querySelectorAll('.talk li')].filter(line => line.getBoundingClientRect().bottom <= box.bottom + 1
            && line.getBoundingClientRect().top >= box.top - 1).map(line => line.textContent.trim());
    }""")
    assert seen
    assert "Line 8" in seen[-1]


def test_long_words_and_the_compass_leave_everything_on_one_screen(page, anne):
    game = lobby.play_now(anne, "buccaneer")
    Seats(game).put(0, hand=("B1", "B1", "B2", "R1", "R2", "R2"))
    chat.post_line(game.pk, anne, "Fair winds to all of you")
    sign_in(page, anne)
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"/games/{game.pk}/")
    assert page.locator(".orders-first").count() == 1
    assert page.evaluate(LOWEST, PARTS) <= 800
    click_on(page, page.locator(".board-squares button").first)
    page.locator(".rose").wait_for()
    assert page.evaluate(LOWEST, PARTS) <= 800


def test_no_two_headings_of_the_news_stand_on_each_other(page, anne):
    game = lobby.play_now(anne, "buccaneer")
    sign_in(page, anne)
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"/games/{game.pk}/")
    click_on(page, page.locator(".board-squares button").first)
    page.locator(".rose button").first.click()
    page.locator(".news h2").nth(1).wait_for()
    for scrolled in range(0, 120, 5):
        gaps = page.evaluate(HEADINGS, scrolled)
        assert min(gaps) >= 0
