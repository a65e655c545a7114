"""Talk as it arrives on open pages, in a real browser: in a waiting room, and among spectators but not with players."""

import pytest
from playwright.sync_api import expect

from games.tables import chat, lobby
from tests.pages.conftest import open_and_hear
from tests.pages.test_journeys import sign_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("status", ["room", "table"])
def test_talk_and_a_join_between_the_page_and_its_socket_are_not_missed(page, anne, mary, jack, status):
    game = lobby.create(anne, "bounty", seats=2 if status == "table" else 3, open_to_all=True)
    lobby.join(game.pk, mary)
    sign_in(page, anne)
    page.route("**/js/live.js", lambda route: (missed(game, mary, jack), route.continue_()))
    page.goto(f"/games/{game.pk}/")
    page.get_by_text("Who else comes?").wait_for()
    if status == "room":
        page.locator("#board").wait_for()


def missed(game, mary, jack) -> None:
    """What happens after the page was made and before its script opens a socket."""
    game.refresh_from_db()
    chat.post_line(game.pk, mary, "Who else comes?")
    if game.status == "open":
        lobby.join(game.pk, jack)


def test_a_line_reaches_the_others_who_may_read_it_and_nobody_else(page, live_site, anne, mary, jack, make_person):
    grace = make_person("Grace")
    game = lobby.create(anne, "bounty", seats=2, open_to_all=True)
    sign_in(page, anne)
    open_and_hear(page, f"/games/{game.pk}/")
    page.get_by_label("Say something").fill("Who else comes?")
    page.get_by_role("button", name="Send", exact=True).click()
    page.get_by_text("Who else comes?").wait_for()
    assert page.title().startswith(game.name)
    expect(page.get_by_label("Say something")).to_have_value("")
    lobby.join(game.pk, mary)
    page.locator("#board").wait_for()
    with page.context.browser.new_context(base_url=live_site) as context:
        watching = context.new_page()
        sign_in(watching, jack)
        open_and_hear(watching, f"/games/{game.pk}/")
        watching.get_by_text("Who else comes?").wait_for()
        chat.post_as_spectator(game.pk, grace, "She bluffs")
        watching.get_by_text("She bluffs").wait_for()
        watching.get_by_label("Say something to other spectators").fill("I think so, too")
        watching.get_by_role("button", name="Send", exact=True).click()
        watching.get_by_text("I think so, too").wait_for()
    assert page.get_by_text("She bluffs").count() == 0


@pytest.fixture
def own_turn(page, anne, mary):
    """Anne's turn at a table with Mary, open before her."""
    game = lobby.create(anne, "buccaneer", seats=2, place="bombay")
    lobby.join(game.pk, mary, token=game.join_token)
    sign_in(page, anne)
    open_and_hear(page, f"/games/{game.pk}/")
    page.locator(".state .yours").wait_for()
    return game


def test_after_a_line_of_talk_the_next_one_can_be_typed_at_once(page, own_turn):
    page.get_by_label("Say something").fill("Ahoy")
    page.keyboard.press("Enter")
    page.locator(".lines", has_text="Ahoy").wait_for()
    page.keyboard.type("nine knots")  # N would be the key for the next game
    expect(page.get_by_label("Say something")).to_have_value("nine knots")
    page.get_by_role("button", name="Send", exact=True).click()
    page.locator(".lines", has_text="nine knots").wait_for()
    expect(page.get_by_role("button", name="Send", exact=True)).to_be_focused()
    assert page.url.endswith(f"/games/{own_turn.pk}/")


def test_what_is_typed_while_a_line_is_on_its_way_stays(page, own_turn):
    on_their_way = []
    page.route("**/say/", lambda route: on_their_way.append(route))
    page.get_by_label("Say something").fill("Ahoy")
    page.keyboard.press("Enter")
    page.wait_for_timeout(100)
    page.get_by_label("Say something").fill("Who else comes?")
    on_their_way[0].continue_()
    page.locator(".lines", has_text="Ahoy").wait_for()
    expect(page.get_by_label("Say something")).to_have_value("Who else comes?")


@pytest.mark.parametrize("width", [1280, 360])
def test_who_reads_far_below_the_board_stays_there_when_others_talk(page, own_turn, mary, width):
    page.set_viewport_size({"width": width, "height": 600})
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    assert page.evaluate("scrollY") > 500
    chat.post_line(own_turn.pk, mary, "No hurry")
    page.locator(".lines", has_text="No hurry").wait_for(state="attached")
    page.wait_for_timeout(300)
    assert page.evaluate("scrollY") > 500
    assert page.evaluate("document.activeElement === document.body")
