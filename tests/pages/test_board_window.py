"""On a phone the window of the board shows the own ship and what is offered, in Chromium and in Firefox."""

from random import Random
from urllib.parse import urlsplit

import pytest
from django.db import transaction
from django.test import Client
from playwright.sync_api import expect

from games.engine import Action
from games.engine.play import waiting_for
from games.mail.answered import new_answers
from games.mail.letter_parts import answer_page
from games.models import Game
from games.play import acting
from games.play.session import Session
from games.play.settling import settle
from games.queries import table_view
from games.rulesets import all_rulesets
from games.tables import arranged, chat, lobby
from harness.simulation.chances import an_action
from tests.firefox import firefox
from tests.pages.test_journeys import sign_in
from tests.pages.test_lesson import CONTROLS, LESSONS, values

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SIZE = {"width": 360, "height": 740}
EDITIONS = sorted(slug for slug in all_rulesets() if slug != "nim")
SEEN = """(() => {
    const frame = document.querySelector(".board-window").getBoundingClientRect();
    const isSeen = (square) => {
        const box = square.getBoundingClientRect();
        return box.left > frame.left - 1 && box.right < frame.right + 1 && box.top > frame.top - 1 && box.bottom < frame.bottom + 1;
    };
    const squares = [...document.querySelectorAll(".board-squares button")];
    return {ships: [...document.querySelectorAll(".board-here")].map(isSeen), seen: squares.filter(isSeen).length, all: squares.length};
})()"""
OUTSIDE = """(() => {
    const frame = document.querySelector(".board-window").getBoundingClientRect();
    const isOutside = (square) => {
        const { x, y, width, height } = square.getBoundingClientRect();
        return x + width / 2 < frame.left || x + width / 2 > frame.right || y + height / 2 < frame.top || y + height / 2 > frame.bottom;
    };
    const counted = [...document.querySelectorAll(".board-outside button")].map((button) => parseInt(button.ariaLabel));
    const outside = [...document.querySelectorAll(".board-squares button")].filter(isOutside).length;
    return { counted: counted.reduce((sum, count) => sum + count, 0), outside, buttons: counted.length };
})()"""
IS_SHOWN = """(value) => {
    const square = document.querySelector(`.board-squares button[value="${value}"]`);
    if (!square) return null;
    const [box, frame] = [square, document.querySelector(".board-window")].map((part) => part.getBoundingClientRect());
    return box.left > frame.left - 1 && box.right < frame.right + 1 && box.top > frame.top - 1 && box.bottom < frame.bottom + 1;
}"""
OFFERS = "([controls, values]) => values.every((value) => [...document.querySelectorAll(controls)].some((part) => part.value === value))"
BRING = "document.querySelector('.board-outside button').click()"
WHOLE = "document.querySelector('#board-closer').click()"
AT_REST = "!document.body.classList.contains('is-moving')"

NUMBER = "document.querySelector('#live').dataset.number"
CONFIRM = "document.querySelector('#confirm dialog:modal button')?.click()"
PRESS = "document.querySelector('.board-squares button').click()"


class Chromium:
    """A page of Chromium with the few words that Firefox has here."""

    def __init__(self, page):
        self.page = page

    def open(self, address):
        self.page.goto(address)

    def value(self, script):
        return self.page.evaluate(f"() => {script}")

    def wait_for(self, script):
        self.page.wait_for_function(f"() => {script}")


@pytest.fixture(params=["chromium", pytest.param("firefox", marks=pytest.mark.firefox)])
def phone(request, live_site, anne):
    """Anne's phone, signed in."""
    if request.param == "chromium":
        page = request.getfixturevalue("page")
        page.set_viewport_size(SIZE)
        sign_in(page, anne)
        yield Chromium(page)
        return
    with firefox() as fox:
        fox.size(**SIZE)
        client = Client()
        client.force_login(anne, backend="allauth.account.auth_backends.AuthenticationBackend")
        fox.sign_in(client.cookies["sessionid"].value)
        yield fox


def open_asked(phone, site, slug, anne, mary):
    """Open a new table at which Anne is asked for a square first; return what is seen of the board."""
    for _ in range(40):
        game = lobby.create(anne, slug, seats=2, name="The Sound")
        lobby.join(game.pk, mary, token=game.join_token)
        if game.waits.get().seat == game.players.get(user=anne).seat:
            phone.open(f"{site}/games/{game.pk}/")
            phone.wait_for(AT_REST)
            if (first := phone.value(SEEN))["all"]:
                return first
        phone.open("about:blank")  # no socket asks for a table that is gone
        game.delete()
    raise AssertionError("Anne was never asked for a square")


def is_well_placed(found):
    """Return whether the own ship is seen, and all squares, or as many as a window of this size holds around it."""
    return found["ships"] == [True] and (found["seen"] == found["all"] or found["seen"] >= 8)


def test_the_window_shows_the_own_ship_and_what_is_offered_first_and_after_a_move(phone, live_site, anne, mary, subtests):
    for slug in EDITIONS:
        with subtests.test(slug):
            first = open_asked(phone, live_site, slug, anne, mary)
            assert is_well_placed(first), first
            phone.value(PRESS)
            phone.wait_for(f"({CONFIRM}, {NUMBER} !== '0' && {AT_REST})")
            assert is_well_placed(after := phone.value(SEEN)), after


def test_squares_outside_the_window_are_counted_below_it_and_a_press_brings_them(phone, live_site, anne, mary, subtests):
    for slug in EDITIONS:
        with subtests.test(slug):
            open_asked(phone, live_site, slug, anne, mary)
            first = phone.value(OUTSIDE)
            assert first["counted"] == first["outside"]
            if first["outside"]:
                phone.value(BRING)
                phone.wait_for(f"(({{ counted, outside }}) => counted === outside && counted !== {first['counted']})({OUTSIDE})")
            phone.value(WHOLE)
            phone.wait_for(f"(({{ buttons, outside }}) => !buttons && !outside)({OUTSIDE})")


@pytest.mark.parametrize(("slug", "lesson"), LESSONS, ids=[f"{slug}-{lesson.slug}" for slug, lesson in LESSONS])
def test_every_step_of_a_lesson_that_asks_for_a_square_shows_it_in_the_window(page, anne, slug, lesson):
    page.set_viewport_size(SIZE)
    page.emulate_media(reduced_motion="reduce")
    sign_in(page, anne)
    game = arranged.open_lesson(anne, slug, lesson.slug)
    page.goto(f"/games/{game.pk}/")
    missed = []
    for step in lesson.steps:
        expect(page.locator("#lesson-title")).to_have_text(step.title)
        page.wait_for_function(OFFERS, arg=[CONTROLS, sorted(values(step.answer))])
        page.wait_for_function(f"() => {AT_REST}")
        if page.evaluate(IS_SHOWN, str(step.answer)) is False:
            missed.append(step.title)
        game.refresh_from_db()
        acting.act(game.pk, Action(game.players.get(user=anne).seat, step.decision, step.answer), game.number)
    assert missed == []


def test_talk_leaves_the_window_where_its_reader_scrolled_it(page, live_site, anne, mary):
    page.set_viewport_size(SIZE)
    sign_in(page, anne)
    open_asked(Chromium(page), live_site, "buccaneer", anne, mary)
    scrolled = "document.querySelector('.board-window').scrollTop"
    page.evaluate(f"{scrolled} += 60")
    top = page.evaluate(scrolled)
    chat.post_line(Game.objects.get().pk, mary, "Ahoy")
    page.get_by_text("Ahoy").first.wait_for()
    assert page.evaluate(scrolled) == top
    assert page.locator(".board-outside button").count()
    page.locator(".board-closer-label").click()
    chat.post_line(Game.objects.get().pk, mary, "Land!")
    page.get_by_text("Land!").first.wait_for()
    assert not page.locator("#board-closer").is_checked()


@pytest.fixture
def touching(browser, live_site, anne):
    """A page of a phone with a touch screen, signed in as Anne."""
    with browser.new_context(base_url=live_site, viewport=SIZE, has_touch=True, is_mobile=True) as context:
        page = context.new_page()
        sign_in(page, anne)
        yield page


def test_a_tap_on_squares_too_small_for_a_finger_comes_closer_there_and_plays_nothing(touching, live_site, anne, mary):
    open_asked(Chromium(touching), live_site, "buccaneer", anne, mary)
    touching.locator(".board-closer-label").tap()
    square = touching.locator(".board-squares button").nth(5)
    name = square.get_attribute("title")
    square.tap()
    assert touching.evaluate(NUMBER) == "0"
    assert touching.locator("#board-closer").is_checked()
    tapped = touching.locator(f".board-squares button[title='{name}']").bounding_box()
    window = touching.locator(".board-window").bounding_box()
    assert tapped["width"] >= 24
    assert window["x"] <= tapped["x"] + tapped["width"] / 2 <= window["x"] + window["width"]
    assert window["y"] <= tapped["y"] + tapped["height"] / 2 <= window["y"] + window["height"]


def test_two_fingers_zoom_the_board_as_on_a_map(touching, live_site, anne, mary):
    open_asked(Chromium(touching), live_site, "buccaneer", anne, mary)
    wide = "document.querySelector('.board-sheet').offsetWidth"
    before, box = touching.evaluate(wide), touching.locator(".board-window").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    session = touching.context.new_cdp_session(touching)

    def touch(kind: str, *away: int) -> None:
        points = [{"x": x + side * far, "y": y, "id": side + 1} for far in away for side in (-1, 1)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", 100)
    for away in (90, 80, 70, 60):
        touch("touchMove", away)
    touch("touchEnd")
    zoomed = touching.evaluate(wide)
    assert zoomed < before
    chat.post_line(Game.objects.get().pk, mary, "Ahoy")
    touching.get_by_text("Ahoy").first.wait_for()
    assert touching.evaluate(wide) == zoomed
    assert touching.evaluate("visualViewport.scale") == 1


def test_the_page_of_a_letters_button_opens_its_window_at_the_own_ship_too(page, live_site, anne, mary):
    for _ in range(40):
        game = lobby.create(anne, "buccaneer", seats=2, name="The Sound")
        lobby.join(game.pk, mary, token=game.join_token)
        if game.waits.get().seat == game.players.get(user=anne).seat:
            break
    row, _ = new_answers(table_view.table(game.pk, anne), game.waits.get(), anne)
    page.set_viewport_size(SIZE)
    page.goto(urlsplit(answer_page(row)).path)
    page.wait_for_load_state("networkidle")
    assert is_well_placed(seen := page.evaluate(f"() => {SEEN}")), seen


def test_a_phone_turned_on_its_side_shows_the_whole_window_around_the_own_ship(page, live_site, anne, mary, subtests):
    sign_in(page, anne)
    for slug in EDITIONS:
        with subtests.test(slug):
            page.set_viewport_size(SIZE)
            open_asked(Chromium(page), live_site, slug, anne, mary)
            page.set_viewport_size({"width": 740, "height": 360})
            page.wait_for_function("() => document.querySelector('.board-window').clientHeight < innerHeight")
            page.wait_for_timeout(100)
            assert is_well_placed(seen := page.evaluate(f"() => {SEEN}")), seen


@transaction.atomic
def play_others(number, seat):
    """Play for the others until this seat is asked."""
    session = Session.load(number)
    while (asked := waiting_for(session.rules, session.state)).seat != seat:
        session.play(an_action(session.rules, session.state, asked, Random(1)), "player")
        settle(session)
    session.save()


def test_the_board_stays_in_view_when_the_next_turn_comes_by_itself(page, live_site, anne, mary):
    sign_in(page, anne)
    page.set_viewport_size(SIZE)
    open_asked(Chromium(page), live_site, "buccaneer", anne, mary)
    for button in (".board-squares button", ".rose button:enabled"):
        page.locator(button).first.click()
        page.locator(button).first.wait_for(state="detached")
    page.get_by_role("button", name="End the turn").click()
    page.locator("#asked:not(:has(*))").wait_for(state="attached")
    page.evaluate("document.querySelector('.board-window').scrollIntoView()")
    game = Game.objects.get()
    play_others(game.pk, game.players.get(user=anne).seat)
    page.evaluate("htmx.ajax('GET', location.href, {target: '#live', swap: 'outerMorph'})")
    page.locator(".board-asks").wait_for()
    page.wait_for_load_state("networkidle")
    top, bottom = page.evaluate("(({top, bottom}) => [top, bottom])(document.querySelector('.board-window').getBoundingClientRect())")
    assert top > -1
    assert bottom <= SIZE["height"]
