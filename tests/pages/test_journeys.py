"""The whole way, by a real person in a real browser: signing up, a table with bots, twenty turns, a letter, the end."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.utils import timezone
from playwright.sync_api import expect

from accounts.models import User
from games.announcements import notices
from games.engine import commitment
from games.models import Game, Seed
from games.tables import lobby
from notifications.models import Delivery, LocalLetter
from notifications.tasks import sweep
from tests.pages.conftest import Seats, click_on, open_and_hear

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TURNS = 20
LONG = 60_000
"""Milliseconds: a busy machine gets a minute for what is waited for."""
RELOADS = 300
"""How often a person loads the mailbox again before they give up."""
KNOWN = b"a quiet sea, and easy captains...".ljust(32)[:32]
"""Always the same weather, so that no bot is home with its treasure before the twenty turns are over."""


def sign_up(page, name: str = "Grace") -> None:
    """Sign up by e-mail, with the letter that lies in the site's own mailbox."""
    page.goto("/")
    page.get_by_role("link", name="Sign up", exact=True).click()
    page.get_by_label("E-mail").fill(f"{name.lower()}@example.org")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill("shiver-me-timbers-77")
    page.locator("main button").click()
    page.goto("/mailbox/")
    page.locator("main article a").first.click()
    page.goto(page.frame_locator(".letter-frame").get_by_role("link", name="Confirm my address").get_attribute("href"))
    page.get_by_role("button", name="Yes, that is me").click()
    page.get_by_role("link", name=name).wait_for()


def sign_in(page, user: User) -> None:
    """Be that person from now on."""
    from django.test import Client

    client = Client()
    client.force_login(user, backend="allauth.account.auth_backends.AuthenticationBackend")
    page.goto("/")
    page.context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": page.url}])


def my_turn(page) -> None:
    """Wait until the page itself says that it is my turn, or that it is over."""
    page.locator(".state .yours, .result").first.wait_for()


def send(page, button) -> None:
    """Press a button of a plain form, and wait for the page that comes of it."""
    with page.expect_navigation(timeout=LONG):
        button.click()


def answer_anything(page) -> None:
    """Whatever a card asks: the first answer that is enough."""
    question = page.locator(".asked > .question:not(details)").first
    chips = question.locator(".chip")
    if chips.count():
        least = int(question.locator("[data-pile]").get_attribute("data-least") or 1)
        for index in range(least):
            chips.nth(index).click()
    click_on(page, question.locator("button:enabled").first)


def take_a_turn(page) -> None:
    """Sail to the first square on offer and end the turn, answering whatever comes in between."""
    my_turn(page)
    for _ in range(12):
        if page.locator(".result").count():
            return
        done = page.locator(".controls > form:not(#undo) button")
        if done.count():
            ends = done.first.inner_text() == "End the turn"
            click_on(page, done.first)
            if ends:
                return
        elif page.locator(".board-squares button").count():
            click_on(page, page.locator(".board-squares button").first)
        else:
            answer_anything(page)
    pytest.fail("a turn did not come to its end")


def sail_for(page, rounds: int) -> None:
    """Turn after turn until so many rounds have gone by; a card may give her a second turn in one of them."""
    for _ in range(rounds + 10):
        if Game.objects.get().round > rounds:
            break
        take_a_turn(page)
    my_turn(page)
    assert Game.objects.get().round > rounds


def test_a_newcomer_signs_up_plays_twenty_turns_reads_a_letter_and_wins(page, monkeypatch):
    monkeypatch.setattr(notices, "TURN_DELAY", timedelta(0))
    monkeypatch.setattr(Seed, "draw", lambda: (KNOWN, commitment(KNOWN)))
    sign_up(page)
    page.goto("/tables/new/buccaneer/")
    page.get_by_label("Captains in all", exact=True).select_option("3")
    page.get_by_label("Bots among them", exact=True).select_option("2")
    page.get_by_label("Strength of the bots").select_option("easy")
    page.get_by_text("Name and options").click()
    page.get_by_label("Your home port").select_option("bombay")
    page.get_by_role("button", name="Make the table").click()
    sail_for(page, TURNS)
    game = Game.objects.get()
    read_the_letter(page, game)
    bring_it_home(page, Seats(game))
    assert "You" in page.locator(".result").inner_text() or "Grace" in page.locator(".result li.mine").inner_text()
    assert Game.objects.get().outcome.winners == (0,)


def read_the_letter(page, game: Game) -> None:
    """Away from the table for a while: a letter says that it is her turn in this very game, and leads back to it.

    On a busy machine she may have been away before, so that there are more letters: the newest is the one of this turn.
    """
    page.goto("/mailbox/")
    cache.clear()  # she is not looking at the table any more
    Delivery.objects.filter(state="pending").update(not_before=timezone.now())
    sweep()
    letter = letter_of_this_turn(page, game)
    page.locator(f'a[href$="/mailbox/{letter.pk}/"]').first.click()
    assert "/letters/answer/" in page.locator(".letter-text").first.text_content()
    page.goto(f"/games/{game.pk}/")


def letter_of_this_turn(page, game: Game) -> LocalLetter:
    """Load the mailbox again until the worker has sent the letter, as people do."""
    of_turns = Delivery.objects.filter(notice__kind="turn", notice__facts__game=game.pk, state="sent")
    for _ in range(RELOADS):
        page.goto("/mailbox/")
        sent = of_turns.order_by("pk").last()
        letter = sent and LocalLetter.objects.filter(message_id__contains=sent.message_id).first()
        if letter and page.locator(f'a[href$="/mailbox/{letter.pk}/"]').count():
            return letter
    pytest.fail("no letter of this turn came")


def bring_it_home(page, table: Seats) -> None:
    """Two diamonds before the harbour and eleven points on the docks: the last turn, by clicking."""
    table.put(0, "X17", hold=("D", "D"), hand=("B1", "R1"))
    table.head(0, "E")
    table.lay("Bombay", ("D", "G", "M"))
    page.reload()
    click_on(page, page.get_by_role("button", name="Sail to Bombay").first)
    offer = page.locator("details[id^=offer-stow]")
    if not offer.evaluate("element => element.open"):
        offer.locator("summary").click()
    for chip in offer.locator("[data-pile=give] .chip", has_text="Diamond").all():
        chip.click()
    assert offer.locator(".total").inner_text() == "2 to move"
    offer.get_by_role("button", name="Move these").click()
    page.locator(".result").wait_for()


def test_a_turn_is_played_with_the_keyboard_alone(page, make_person):
    anne = make_person("Anne")
    sign_in(page, anne)
    game = lobby.play_now(anne)
    page.goto(f"/games/{game.pk}/")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    press_until(page, "Sail to")
    page.locator(".rose").wait_for()
    press_until(page, "Head ")
    page.get_by_role("button", name="End the turn").wait_for()
    press_until(page, "End the turn")
    page.wait_for_function("() => Number(document.querySelector('#live').dataset.number) > 2")
    assert Game.objects.get(pk=game.pk).number > 2


FOCUSED = """(found => found.matches("a, button, input, summary")
    ? [found.ariaLabel, found.title, found.innerText, found.labels?.[0]?.innerText].join(" ") : "")(document.activeElement)"""
"""The words of the control that has the focus."""


def press_until(page, words: str, key: str = "Enter") -> None:
    """Tab on until the focus is on a control with these words, and press it."""
    for _ in range(120):
        if words in page.evaluate(FOCUSED):
            page.keyboard.press(key)
            return
        page.keyboard.press("Tab")
    pytest.fail(f"the keyboard never reached: {words}")


def test_two_people_see_each_other_move_and_talk_at_once_and_typed_text_stays(page, browser, live_site, make_person):
    anne, mary = make_person("Anne"), make_person("Mary")
    game = lobby.create(anne, "buccaneer", seats=2, place="bombay")
    lobby.join(game.pk, mary, token=game.join_token)
    sign_in(page, anne)
    with browser.new_context(base_url=live_site) as context:
        other = context.new_page()
        sign_in(other, mary)
        for tab in (page, other):
            tab.goto(f"/games/{game.pk}/")
        page.get_by_label("Say something").fill("half a sent")
        other.get_by_label("Say something").fill("Ahoy")
        other.get_by_role("button", name="Send").click()
        page.locator(".lines", has_text="Ahoy").wait_for()
        assert page.get_by_label("Say something").input_value() == "half a sent"
        expect(other.get_by_label("Say something")).to_have_value("", timeout=LONG)
        take_a_turn(page)
        other.locator(".state .yours").wait_for()
        other.locator(".news", has_text="Anne sailed").wait_for()
        expect(other).to_have_title(f"(1) Your turn · {game.name} · Buccaneer", timeout=LONG)
        expect(page).to_have_title(f"{game.name} · Buccaneer", timeout=LONG)


def test_a_part_of_the_page_that_comes_late_does_not_undo_a_newer_one(page, make_person):
    anne = make_person("Anne")
    game = lobby.create(anne, "buccaneer", seats=2, bots=("easy",), place="bombay")
    sign_in(page, anne)
    page.goto(f"/games/{game.pk}/")
    here = page.locator("#live").get_attribute("data-number")
    ask = f"htmx.ajax('GET', '/games/{game.pk}/', {{ target: '#live', swap: 'outerMorph' }})"
    old = page.evaluate(f"fetch('/games/{game.pk}/', {{ headers: {{ 'HX-Request': 'true' }} }}).then(found => found.text())")
    newer = old.replace(f'data-number="{here}"', f'data-number="{int(here) + 5}"')
    for body, shown in ((newer, 5), (old, 5), (newer.replace("data-page", "data-again data-page"), 5)):
        page.route(f"**/games/{game.pk}/", lambda route, _, body=body: route.fulfill(body=body, content_type="text/html"))
        page.evaluate(ask)
        assert page.locator("#live").get_attribute("data-number") == str(int(here) + shown)
    assert page.locator("#live[data-again]").count() == 1


def test_what_is_ticked_stays_ticked_when_somebody_talks(page, make_person):
    anne, mary = make_person("Anne"), make_person("Mary")
    game = lobby.create(anne, "buccaneer", seats=2, place="bombay")
    lobby.join(game.pk, mary, place="london", token=game.join_token)
    seats = Seats(game)
    seats.put(0, "Cadiz", hold=("G",), hand=("B1", "B2"))
    seats.lay("Cadiz", ("D", "R1"))
    sign_in(page, anne)
    page.goto(f"/games/{game.pk}/")
    offer = page.locator("details[id^=offer-trade]")
    offer.locator("summary").click()
    offer.locator(".chip", has_text="Gold").click()
    from games.tables import chat

    chat.post_line(game.pk, mary, "No hurry")
    page.locator(".lines", has_text="No hurry").wait_for()
    assert offer.locator("input:checked").count() == 1
    assert "You give 4 too much" in offer.locator(".total").inner_text()


def test_notes_stay_while_they_are_written_and_others_act(page, make_person):
    anne, mary = make_person("Anne"), make_person("Mary")
    game = lobby.create(anne, "buccaneer", seats=2, place="bombay")
    lobby.join(game.pk, mary, place="london", token=game.join_token)
    sign_in(page, anne)
    page.goto(f"/games/{game.pk}/")
    page.locator("#notes summary").click()
    field = page.get_by_label("Your notes at this table")
    field.fill("Half a pl")
    from games.tables import chat

    chat.post_line(game.pk, mary, "Ahoy")
    page.locator(".lines", has_text="Ahoy").wait_for()
    assert field.input_value() == "Half a pl"
    page.get_by_role("button", name="Keep them").click()
    page.get_by_text("Kept.", exact=True).wait_for()
    page.reload()
    assert field.input_value() == "Half a pl"


def test_a_form_on_its_way_is_not_sent_again_until_one_comes_back(page):
    page.goto("/lobby/")
    send = "form.dispatchEvent(new SubmitEvent('submit', {bubbles: true, cancelable: true}))"
    back = "dispatchEvent(new PageTransitionEvent('pageshow'))"
    went = page.locator("main form[action='/play/']").evaluate(f"form => [{send}, {send}, {send}, {back}, {send}]")
    assert went == [True, False, False, True, True]


@pytest.mark.parametrize("width", [360, 1280])
def test_no_page_scrolls_sideways(page, make_person, width):
    anne = make_person("Anne")
    game = lobby.play_now(anne)
    sign_in(page, anne)
    page.set_viewport_size({"width": width, "height": 740})
    pages = ["/", "/lobby/", "/my/", "/tables/new/", "/rules/buccaneer/", "/account/profile/", "/mailbox/"]
    pages += [f"/games/{game.pk}/", f"/games/{game.pk}/orders/", f"/games/{game.pk}/history/"]
    for address in pages:
        page.goto(address)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, address


def test_without_scripts_a_turn_is_played_by_plain_forms(browser, live_site, make_person):
    anne = make_person("Anne")
    game = lobby.play_now(anne)
    with browser.new_context(base_url=live_site, java_script_enabled=False) as context:
        tab = context.new_page()
        sign_in(tab, anne)
        tab.goto(f"/games/{game.pk}/")
        send(tab, tab.get_by_role("button", name="Sail to W17").first)
        send(tab, tab.get_by_role("button", name="Head west, W", exact=True))
        send(tab, tab.get_by_role("button", name="End the turn"))
        assert "Where will you sail?" not in tab.locator("h1 ~ *").first.inner_text()
        assert tab.locator("#live").count() == 1
    assert Game.objects.get(pk=game.pk).moves.filter(seat=0, decision="end").exists()


def test_arrow_keys_step_through_a_game(page, make_person):
    anne = make_person("Anne")
    game = lobby.play_now(anne)
    sign_in(page, anne)
    page.goto(f"/games/{game.pk}/")
    take_a_turn(page)
    page.goto(f"/games/{game.pk}/history/1/")
    for key, number in (("ArrowRight", 2), ("ArrowRight", 3), ("ArrowLeft", 2), ("Home", 0)):
        page.keyboard.press(key)
        page.wait_for_url(f"**/history/{number}/")
    page.keyboard.press("End")
    page.wait_for_url(end := f"**/history/{Game.objects.get().number}/")
    page.get_by_label("To move").focus()
    page.keyboard.press("ArrowLeft")
    page.wait_for_url(end)


def test_anyone_who_waits_at_a_table_sees_others_come_and_go_at_once(page, make_person):
    anne, mary = make_person("Anne"), make_person("Mary")
    game = lobby.create(anne, "buccaneer", seats=3, place="bombay")
    sign_in(page, anne)
    open_and_hear(page, f"/games/{game.pk}/")
    page.get_by_label("Invite someone").fill("half a na")
    lobby.join(game.pk, mary, token=game.join_token)
    page.locator(".chairs", has_text="Mary").wait_for()
    assert page.get_by_label("Invite someone").input_value() == "half a na"
    lobby.leave(game.pk, mary)
    page.locator(".chairs li", has_text="Mary").wait_for(state="detached")


def test_a_stranger_with_a_link_opens_no_socket(page, make_person):
    anne, jack = make_person("Anne"), make_person("Jack")
    game = lobby.create(anne, "buccaneer", seats=3)
    sign_in(page, jack)
    opened, said = [], []
    page.on("websocket", lambda socket: opened.append(socket.url))
    page.on("console", lambda message: said.append(message.text))
    page.goto(f"/join/{game.join_token}/", wait_until="networkidle")
    assert "Take a chair" in page.content()
    assert opened == said == []


PRESSED = (
    "Sail to V14", "Head west", "End the turn", "Sail to O14", "Head east", "Treasure", ("A diamond", "Rum", "Choose these"),
    "End the turn", "Sail to V14", "Head north-east", "End the turn", "Sail to Bombay", ("A diamond", "Rum", "Move these"),
)  # fmt: skip
"""What each step of the first voyage asks one to press."""


def test_the_first_voyage_is_sailed_to_its_end_with_the_keyboard_alone(page, make_person):
    anne = make_person("Anne")
    sign_in(page, anne)
    page.goto("/")
    press_until(page, "Learn Buccaneer step by step")
    for number, pressed in enumerate(PRESSED, 1):
        page.get_by_text(f"step {number} of").wait_for()
        *ticked, button = (pressed,) if isinstance(pressed, str) else pressed
        page.get_by_role("button", name=button).first.wait_for()
        for item in ticked:
            press_until(page, item, "Space")
        press_until(page, button)
    page.get_by_role("heading", name="Well sailed").wait_for()
    assert Game.objects.get(owner=anne).scores[0] == 7


def test_the_first_voyage_needs_no_scripts(browser, live_site, make_person):
    anne = make_person("Anne")
    with browser.new_context(base_url=live_site, java_script_enabled=False) as context:
        tab = context.new_page()
        sign_in(tab, anne)
        tab.goto("/")
        send(tab, tab.get_by_role("button", name="Learn Buccaneer step by step"))
        send(tab, tab.get_by_role("button", name="Sail to V14").first)
        send(tab, tab.get_by_role("button", name="Head west, W", exact=True))
        send(tab, tab.get_by_role("button", name="End the turn"))
        assert "step 4 of" in tab.locator("#lesson").inner_text()
