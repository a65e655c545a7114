"""What happened is shown moving, in a real browser: it shows, it ends, it hides nothing, and nothing is lost by it."""

import pytest
from playwright.sync_api import expect

from games.engine import Action
from games.models import Game
from games.play import acting
from games.tables import lobby
from tests.pages.conftest import Seats
from tests.pages.test_journeys import click_on, sign_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

WATCH = """window.shifted = []; window.went = [];
new PerformanceObserver(list => shifted.push(...list.getEntries().flatMap(shift => shift.sources.map(from => from.node?.className ?? "?"))))
    .observe({type: "layout-shift", buffered: true});
const animate = Element.prototype.animate;
Element.prototype.animate = function(frames, more) {
    if (this.dataset.ship) went.push([this.dataset.ship, ...frames.map(frame => frame.translate)]);
    return animate.call(this, frames, more);
};"""
"""Notes what shifts on a page, and which ships move."""
SAID, STEPS = ".motion-said", ".motion-steps"


@pytest.fixture
def table(make_person) -> Seats:
    """Anne (seat 0, Bombay, on turn) and Mary (seat 1, London)."""
    anne, mary = make_person("Anne"), make_person("Mary")
    game = lobby.create(anne, "buccaneer", seats=2, place="bombay", name="The Crossed Keys")
    lobby.join(game.pk, mary, place="london", token=game.join_token)
    return Seats(game)


def play(table: Seats, seat: int, *answers: tuple[str, str]) -> None:
    """Answer one question after the other, as from another browser."""
    for decision, said in answers:
        acting.act(table.pk, Action(seat, decision, said), table.game.number, "player")


def come(page, table: Seats, seat: int) -> None:
    """Open the table as that player."""
    sign_in(page, table.game.players.get(seat=seat).user)
    page.goto(table.address)


def sail(page) -> None:
    """Anne sails to T17 with two clicks; the second one answers with what moves."""
    click_on(page, page.get_by_role("button", name="Sail to T17").first)
    page.get_by_role("button", name="Head west").click()


@pytest.mark.parametrize("width", [1280, 360])
def test_a_ship_sails_from_where_it_was_with_a_sentence_and_then_lies_where_it_is(page, table, width):
    page.set_viewport_size({"width": width, "height": 800})
    page.add_init_script(WATCH)
    come(page, table, 0)
    sail(page)
    said = page.locator(SAID)
    expect(said).to_contain_text("T17")
    expect(said).to_have_count(0)
    assert page.evaluate("went") == [["0", "100px 0px", "0px 0px"]]
    assert page.locator(".motion-ink, .motion-bar, [data-ship][style]").count() == 0


HIDDEN = """selector => [...document.querySelectorAll(selector)].every((element) => {
    for (let part = element; part; part = part.parentElement) if (getComputedStyle(part).opacity === "0") return true;
})"""
OVERLAPS = """() => {
    const [said, chart] = [".motion-bar", ".board-window"].map((name) => document.querySelector(name).getBoundingClientRect());
    return said.bottom > chart.top + 1 && said.top < chart.bottom - 1 && said.right > chart.left + 1 && said.left < chart.right - 1;
}"""
ASKED = ".board-squares button, .asked button"


@pytest.mark.parametrize("width", [1280, 360])
def test_while_something_moves_nothing_is_asked_and_no_caption_lies_on_the_board(page, table, width):
    page.set_viewport_size({"width": width, "height": 800})
    come(page, table, 1)
    play(table, 0, ("sail", "T17"), ("heading", "W"), ("end", "yes"))
    page.locator(".board-squares button").first.wait_for()
    page.get_by_role("button", name="Replay").click()
    page.locator(STEPS).wait_for()
    assert page.evaluate(HIDDEN, ASKED)
    assert not page.evaluate(OVERLAPS)
    page.get_by_role("button", name="Skip").click()
    assert not page.evaluate(HIDDEN, ASKED)


def test_a_click_while_something_moves_ends_it_at_once_and_counts(page, table):
    come(page, table, 0)
    sail(page)
    page.locator(SAID).wait_for()
    number = int(page.locator("#live").get_attribute("data-number"))
    page.get_by_role("button", name="End the turn").dispatch_event("click")
    assert page.locator(SAID).count() == 0
    page.wait_for_function("number => Number(document.querySelector('#live').dataset.number) > number", arg=number)
    assert Game.objects.get().turn == 1


def test_what_another_does_moves_on_my_page_too(page, table):
    come(page, table, 1)
    play(table, 0, ("sail", "T17"), ("heading", "W"))
    expect(page.locator(SAID)).to_contain_text("Anne")
    page.keyboard.press("Escape")
    expect(page.locator(SAID)).to_have_count(0)


def test_on_coming_back_the_replay_starts_by_itself_once_and_can_be_paused_stepped_and_skipped(page, table):
    page.add_init_script(WATCH)
    come(page, table, 1)
    page.goto("/")
    play(table, 0, ("sail", "T17"), ("heading", "W"), ("end", "yes"))
    page.goto(table.address)
    page.get_by_role("button", name="Pause").click()
    expect(page.locator(STEPS)).to_have_attribute("data-of", "0 of 1")
    page.get_by_role("button", name="Next", exact=True).click()
    expect(page.locator(STEPS)).to_have_attribute("data-of", "1 of 1")
    expect(page.get_by_role("button", name="Next", exact=True)).to_be_disabled()
    page.get_by_role("button", name="Back", exact=True).click()
    page.get_by_role("button", name="Skip").click()
    expect(page.locator(STEPS)).to_have_count(0)
    assert page.evaluate("shifted") == []
    page.reload()
    page.get_by_role("button", name="Replay").wait_for()
    assert page.locator(STEPS).count() == 0
    page.get_by_role("button", name="Replay").click()
    expect(page.locator(SAID)).to_have_attribute("aria-live", "polite")


INSIDE = """() => {
    const [view, ship] = [".board-window", "[data-ship='0']"].map(found => document.querySelector(found).getBoundingClientRect());
    return ship.left > view.left && ship.right < view.right && ship.top > view.top && ship.bottom < view.bottom;
}"""
SCROLLED = "(({scrollLeft, scrollTop}) => [scrollLeft, scrollTop])(document.querySelector('.board-window'))"


def came_to_rest(page) -> list[int]:
    """Where the chart is, once it does not scroll any more."""
    seen = None
    while seen != (seen := page.evaluate(SCROLLED)):
        page.wait_for_timeout(300)
    return seen


def test_the_part_of_the_chart_that_a_phone_shows_follows_what_moves_and_comes_back(page, table):
    page.set_viewport_size({"width": 360, "height": 740})
    play(table, 0, ("sail", "T17"), ("heading", "W"), ("end", "yes"))
    come(page, table, 1)
    page.get_by_role("button", name="Skip").click()
    before = came_to_rest(page)
    assert not page.evaluate(INSIDE)
    page.get_by_role("button", name="Replay").click()
    page.wait_for_function(INSIDE)
    page.get_by_role("button", name="Skip").click()
    page.wait_for_function(f"before => `${{{SCROLLED}}}` === `${{before}}`", arg=before)


def test_nothing_moves_for_those_who_ask_for_reduced_motion_and_a_replay_is_stepped_through(page, table):
    page.emulate_media(reduced_motion="reduce")
    come(page, table, 1)
    play(table, 0, ("sail", "T17"), ("heading", "W"), ("end", "yes"))
    page.locator(".state .yours").wait_for()
    assert page.locator(SAID).count() == 0
    page.get_by_role("button", name="Replay").click()
    expect(page.locator(SAID)).to_contain_text("T17")
    assert page.evaluate("document.getAnimations().length") == 0
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_disabled()
    page.get_by_role("button", name="Skip").click()
    expect(page.locator(SAID)).to_have_count(0)


def test_a_move_taken_back_glides_back(page, table):
    come(page, table, 0)
    sail(page)
    page.locator(SAID).wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Undo").click()
    page.locator(".board-squares, .rose").first.wait_for()
    expect(page.locator(SAID)).to_have_count(0)
    assert page.locator("[data-ship][style]").count() == 0


def test_the_history_and_a_thought_move_too(page, table):
    play(table, 0, ("sail", "T17"), ("heading", "W"))
    come(page, table, 0)
    page.goto(f"{table.address}history/2/")
    expect(page.locator(SAID)).to_contain_text("T17")
    page.keyboard.press("Escape")
    page.goto(f"{table.address}what-if/")
    click_on(page, page.get_by_role("button", name="End the turn"))
    page.locator(SAID).wait_for()


def test_the_history_plays_on_by_itself_until_something_is_pressed(page, table):
    play(table, 0, ("sail", "T17"), ("heading", "W"), ("end", "yes"))
    come(page, table, 0)
    page.goto(f"{table.address}history/1/")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url(f"**{table.address}history/3/")
    expect(page.get_by_role("button", name="Play", exact=True)).to_have_count(0)
    page.wait_for_function("sessionStorage.getItem('plays') === ''")  # a history that is opened later does not begin by itself
    page.clock.install(time=0)
    page.goto(f"{table.address}history/1/")
    page.clock.pause_at(60_000)
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url(f"**{table.address}history/2/")
    page.get_by_role("button", name="Stop").click()
    page.get_by_role("button", name="Play", exact=True).wait_for()
    page.clock.run_for(60_000)
    assert page.evaluate("sessionStorage.getItem('plays')") == ""
    assert page.url.endswith(f"{table.address}history/2/")


def test_without_scripts_the_table_is_complete_and_no_replay_is_offered(browser, live_site, table):
    play(table, 0, ("sail", "T17"), ("heading", "W"), ("end", "yes"))
    with browser.new_context(base_url=live_site, java_script_enabled=False) as context:
        page = context.new_page()
        come(page, table, 1)
        assert "T17" in page.locator(".news").inner_text()
        expect(page.locator(".replay")).to_be_hidden()
        page.locator(".board-squares button").first.click()
        page.wait_for_load_state()
        assert Game.objects.get().number > 3


def test_next_pressed_again_while_a_step_is_shown_goes_on_to_the_one_after(page, make_person):
    people = [make_person(name) for name in ("Anne", "Mary", "Jack")]
    game = lobby.create(people[0], "buccaneer", seats=3, place="bombay")
    for person, place in zip(people[1:], ("london", "venice"), strict=True):
        lobby.join(game.pk, person, place=place, token=game.join_token)
    table = Seats(game)
    play(table, 0, ("sail", "T17"), ("heading", "W"), ("end", "yes"))
    play(table, 1, ("sail", "I4"), ("heading", "N"), ("end", "yes"))
    come(page, table, 2)
    page.get_by_role("button", name="Pause").click()
    for _ in range(2):
        page.get_by_role("button", name="Next", exact=True).click()
    expect(page.locator(STEPS)).to_have_attribute("data-of", "2 of 2")
