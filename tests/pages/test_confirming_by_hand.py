"""Moves confirmed and rules read beside the table, in a real browser: by mouse and by keyboard."""

import pytest

from games.engine import Action
from games.models import Game
from games.play import acting
from games.tables import chat, lobby
from tests.pages.test_journeys import sign_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def at_table(page, make_person):
    """`at_table(slug, confirm)`: a page of Anne's own game against bots, on her turn."""

    def go(slug: str, confirm: bool):
        anne = make_person("Anne")
        anne.confirm_moves = confirm
        anne.save()
        game = lobby.play_now(anne, slug)
        sign_in(page, anne)
        page.goto(f"/games/{game.pk}/")
        page.locator(".state .yours").first.wait_for()
        return page

    return go


def number(page) -> int:
    return int(page.locator("#live").get_attribute("data-number"))


def middle(control) -> tuple[float, float]:
    box = control.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_move_is_confirmed_on_the_spot_that_was_pressed_and_cancelled_without_a_trace(at_table):
    page = at_table("buccaneer", confirm=True)
    began, button = number(page), page.get_by_role("button", name="Confirm")
    square = min(page.locator(".board-squares button").all(), key=lambda one: abs(middle(one)[0] - 640) + abs(middle(one)[1] - 450))
    x, y = middle(square)  # near the middle of the window: at its edge the box is pushed in
    page.mouse.dblclick(x, y)
    page.locator("#confirm button:enabled").wait_for()
    assert all(abs(one - other) < 2 for one, other in zip(middle(button), (x, y), strict=True))
    page.get_by_role("link", name="Cancel").click()
    assert not page.locator("#confirm dialog:modal").count()
    assert number(page) == began
    square.focus()
    page.keyboard.press("Enter")
    page.locator("#confirm button:focus").wait_for()
    page.keyboard.press("Enter")
    page.wait_for_function("began => Number(document.querySelector('#live').dataset.number) > began", arg=began)
    page.locator(".asked .question, .controls button").first.wait_for()
    assert not page.locator("#confirm dialog:modal").count()
    assert page.evaluate("document.activeElement !== document.body")


def test_a_double_click_on_confirm_presses_nothing_below_the_box(at_table):
    page = at_table("buccaneer", confirm=True)
    sent: list[str] = []
    page.on("request", lambda request: request.method == "POST" and sent.append(request.url))
    page.locator(".board-squares button").nth(8).click()
    button = page.locator("#confirm button:focus")
    button.wait_for()
    with page.expect_response("**/move/"):
        page.mouse.dblclick(*middle(button))
    page.wait_for_timeout(100)
    assert len(sent) == 2  # the square, and Confirm


def test_a_key_that_leads_elsewhere_does_not_drop_a_move_that_is_to_be_confirmed(at_table):
    page = at_table("buccaneer", confirm=True)
    page.locator(".board-squares button").nth(8).click()
    page.locator("#confirm button:focus").wait_for()
    for key in ("n", "1", "0"):
        page.keyboard.press(key)
    assert page.locator("#confirm button:focus").count() == 1
    assert page.url.rstrip("/").rpartition("/")[2].isdigit()


def test_a_box_that_asks_about_an_old_position_closes_once_the_table_has_moved_on(at_table):
    page = at_table("buccaneer", confirm=True)
    began, game = number(page), Game.objects.get()
    page.locator(".board-squares button").nth(8).click()
    page.locator("#confirm button:focus").wait_for()
    chat.post_line(game.pk, game.owner, "Wait")
    page.locator(".lines", has_text="Wait").wait_for(state="attached")
    assert page.locator("#confirm dialog:modal").count() == 1  # talk changes nothing
    acting.act(game.pk, Action(0, "sail", "W15"), began)
    page.wait_for_function("began => Number(document.querySelector('#live').dataset.number) > began", arg=began)
    assert page.locator("#confirm dialog:modal").count() == 0


def test_rules_are_searched_beside_the_table_and_a_refusal_opens_them_at_its_law(at_table):
    page = at_table("buccaneer", confirm=False)
    page.locator(".table-head a", has_text="Rules").click()
    page.locator(".rules-panel h2:focus").wait_for()
    everything = page.locator(".rules-panel li:visible").count()
    page.fill("#rules-find", "doubloons")
    assert 0 < page.locator(".rules-panel li:visible").count() < everything
    page.fill("#rules-find", "16b")
    assert page.locator(".rules-panel .found #law-16B").is_visible()
    page.keyboard.press("Escape")
    page.locator(".table-head a:focus", has_text="Rules").wait_for()  # a dialog tells that it has closed a moment later
    page.locator("#typing summary").click()
    page.fill("#line", "sail B9")
    page.route("**/move/", lambda route: route.fulfill(status=200, response=route.fetch()))  # Chromium complains of each 422
    page.keyboard.press("Enter")
    page.locator("[role=alert] a").first.click()
    page.locator(".rules-panel[data-law] .found").wait_for()
    assert page.url.rstrip("/").rpartition("/")[2].isdigit()
