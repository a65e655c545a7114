"""Without a line the games are there as last seen, on devices of those who chose it, and a move is sent once if it still fits."""

import pytest
from playwright.sync_api import expect

from accounts.devices import COOKIE
from games.engine import Action
from games.models import Move
from games.play import acting
from games.tables import lobby
from tests.pages.test_journeys import sign_in

BANNER = "#offline"
KEPT = "caches.open('kept').then(cache => cache.keys()).then(keys => keys.map(key => new URL(key.url).pathname))"
WAITS = "localStorage.getItem('move that waits')"


def wipes(answer) -> bool:
    """Does this answer let the browser delete what it keeps?"""
    return answer.headers.get("Clear-Site-Data") == '"storage"' and answer.cookies[COOKIE].value == ""


@pytest.mark.one_database
@pytest.mark.django_db
def test_nothing_is_kept_until_it_is_asked_for(as_anne, table):
    for address in ("/my/", "/account/profile/", table.address):
        page = as_anne.get(address)
        assert COOKIE not in page.cookies
        assert 'name="keeps-here"' not in page.content.decode()
    as_anne.post("/offline/keep-here/", {"keep": "yes"})
    assert 'name="keeps-here"' in as_anne.get(table.address).content.decode()


@pytest.mark.one_database
@pytest.mark.django_db
@pytest.mark.parametrize("leave", ["/account/logout/", "/offline/keep-here/"])
def test_signing_out_and_turning_it_off_delete_what_is_kept(as_anne, leave):
    as_anne.post("/offline/keep-here/", {"keep": "yes"})
    assert not wipes(as_anne.get("/my/"))
    assert wipes(as_anne.post(leave))


@pytest.mark.one_database
@pytest.mark.django_db
def test_what_is_kept_for_one_person_is_deleted_when_another_comes_or_the_session_has_ended(client, anne, mary, sign_in):
    sign_in(client, anne).post("/offline/keep-here/", {"keep": "yes"})
    kept = client.cookies[COOKIE].value
    assert wipes(sign_in(client, mary).get("/my/"))
    client.logout()
    client.cookies[COOKIE] = kept
    assert wipes(client.get("/"))


@pytest.mark.one_database
@pytest.mark.django_db
def test_the_list_for_an_installed_app_names_games_and_shows_no_table_and_no_hand(as_anne, table, golden):
    table.put(0, hand=("B3", "R2"))
    page = as_anne.get("/offline/")
    assert "chart" not in page.content.decode()
    assert "crew-card" not in page.content.decode()
    assert page.cookies[COOKIE].value.endswith("-list")
    as_anne.post("/offline/keep-here/", {"keep": "yes"})
    assert COOKIE not in as_anne.get("/offline/").cookies, "the choice of whole tables stands"


def is_kept(tab, part: str) -> None:
    """Wait until something with this in its name is kept."""
    for _ in range(200):
        if any(part in name for name in tab.evaluate(KEPT)):
            return
        tab.wait_for_timeout(100)
    raise AssertionError(part)


@pytest.fixture
def tab(browser, live_site, anne, mary):
    """Anne's table on a device that keeps it."""
    game = lobby.create(anne, "buccaneer", seats=2, place="bombay")
    lobby.join(game.pk, mary, place="london", token=game.join_token)
    with browser.new_context(viewport={"width": 1280, "height": 900}, base_url=live_site) as context:
        tab = context.new_page()
        tab.set_default_timeout(60_000)
        sign_in(tab, anne)
        tab.goto("/account/profile/")
        tab.get_by_role("button", name="Keep my games on this device").click()
        tab.address = f"/games/{game.pk}/"
        tab.goto(tab.address)
        is_kept(tab, tab.address)
        is_kept(tab, "motion")
        tab.goto(tab.address)
        tab.wait_for_function("navigator.serviceWorker.controller !== null")
        tab.wait_for_timeout(700)  # until the browser's driver knows the worker, too
        yield tab


def choose_offline(tab, meanwhile=lambda: None):
    """Look at the kept table, choose where to sail, and leave the page; `meanwhile` happens on the site."""
    tab.context.set_offline(True)
    tab.goto(tab.address)
    expect(tab.locator(BANNER)).to_contain_text("You are offline. This is how it looked at")
    meanwhile()
    tab.get_by_role("button", name="Sail to T17").first.click()
    tab.wait_for_function(WAITS)
    tab.goto("/my/")
    expect(tab.locator(BANNER)).to_contain_text("Your last move is kept")


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_move_made_without_a_line_is_sent_when_it_is_back_and_signing_out_deletes_everything(tab):
    choose_offline(tab)
    tab.context.set_offline(False)
    expect(tab.locator(BANNER)).to_contain_text("was sent")
    assert Move.objects.filter(decision="sail").count() == 1
    assert tab.evaluate(WAITS) is None
    tab.get_by_role("button", name="Sign out").click()
    tab.wait_for_url("**/")
    assert tab.evaluate("caches.keys()") == []
    assert tab.evaluate("localStorage.length") == 0


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_move_that_no_longer_fits_is_not_sent(tab):
    number = int(tab.address.split("/")[2])
    choose_offline(tab, lambda: acting.act(number, Action(0, "sail", "S17"), 0))
    tab.context.set_offline(False)
    expect(tab.locator(BANNER)).to_contain_text("was not sent")
    assert list(Move.objects.filter(decision="sail").values_list("answer", flat=True)) == ["S17"]


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_the_browser_sends_a_move_that_was_made_without_a_line_while_no_page_of_ours_is_open(tab):
    choose_offline(tab)
    tab.wait_for_function("caches.match('/move-that-waits/')")
    tab.goto("about:blank")
    session = tab.context.new_cdp_session(tab)
    known: list[dict] = []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda event: known.extend(event["registrations"]))
    session.send("ServiceWorker.enable")
    while not known:
        tab.wait_for_timeout(100)
    tab.context.set_offline(False)
    registration = known[-1]
    session.send("ServiceWorker.dispatchSyncEvent", {
        "origin": registration["scopeURL"].rstrip("/"), "registrationId": registration["registrationId"],
        "tag": "move that waits", "lastChance": False,
    })  # fmt: skip
    for _ in range(100):
        if Move.objects.filter(decision="sail").exists():
            break
        tab.wait_for_timeout(100)
    assert Move.objects.filter(decision="sail").count() == 1
    tab.goto("/my/")
    expect(tab.locator(BANNER)).to_contain_text("was sent")
    assert Move.objects.filter(decision="sail").count() == 1
