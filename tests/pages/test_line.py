"""When the line or the site fails, the page says so and tries again; a click is neither lost nor played twice."""

import pytest
from playwright.sync_api import expect

from games.engine import Action
from games.models import Game, Move
from games.play import acting
from games.tables import lobby
from tests.pages.test_journeys import sign_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LINE = ".line-state"
ANSWERED = "number => Number(document.querySelector('#live').dataset.number) > number"


@pytest.fixture
def game(make_person) -> Game:
    anne, mary = make_person("Anne"), make_person("Mary")
    game = lobby.create(anne, "buccaneer", seats=2, place="bombay")
    lobby.join(game.pk, mary, place="london", token=game.join_token)
    return Game.objects.get(pk=game.pk)


@pytest.fixture
def tab(browser, live_site, game):
    """Anne's table, in a browser that may complain in its console: requests fail here."""
    with browser.new_context(viewport={"width": 1280, "height": 900}, base_url=live_site) as context:
        tab = context.new_page()
        tab.set_default_timeout(60_000)
        sign_in(tab, game.players.get(seat=0).user)
        yield tab


def click_a_square(tab):
    """Choose where to sail."""
    tab.get_by_role("button", name="Sail to T17").first.click()


def chosen() -> int:
    """How often the question where to sail was answered."""
    return Move.objects.filter(decision="sail").count()


def test_a_click_without_a_line_is_kept_said_and_sent_when_the_line_is_back(tab, game):
    tab.goto(f"/games/{game.pk}/")
    tab.context.set_offline(True)
    click_a_square(tab)
    expect(tab.locator(LINE)).to_contain_text("Your click is kept")
    assert chosen() == 0
    tab.context.set_offline(False)
    tab.wait_for_function(ANSWERED, arg=0)
    expect(tab.locator(f"{LINE} span")).to_have_text("")
    assert chosen() == 1


def test_a_move_that_was_played_while_its_answer_was_lost_is_played_once_and_not_refused(tab, game):
    tab.goto(f"/games/{game.pk}/")
    lost = []

    def lose_the_first(route):
        if lost:
            route.continue_()
        else:
            lost.append(route.fetch().status)
            route.abort()

    tab.route("**/move/", lose_the_first)
    click_a_square(tab)
    tab.wait_for_function(ANSWERED, arg=0)
    assert (lost, chosen(), tab.locator("[role=alert]").count()) == ([200], 1, 0)


def test_after_faults_of_the_site_a_button_sends_the_click_again(tab, game):
    tab.goto(f"/games/{game.pk}/")
    faults = []

    def fail_thrice(route):
        if len(faults) > 2:
            route.continue_()
        else:
            faults.append(route.fulfill(status=500, body="<h1>Oops</h1>", content_type="text/html"))

    tab.route("**/move/", fail_thrice)
    click_a_square(tab)
    expect(tab.locator(f"{LINE} span")).to_have_text("Something went wrong on our side. Your click is kept.", timeout=60_000)
    assert tab.locator("#live .chart").count() == 1
    tab.get_by_role("button", name="Try again now").click()
    tab.wait_for_function(ANSWERED, arg=0)
    assert (len(faults), chosen()) == (3, 1)


def test_a_page_that_is_no_table_does_not_take_its_place(tab, game):
    tab.goto(f"/games/{game.pk}/")
    tab.route("**/move/", lambda route: route.fulfill(status=403, body="<h1>No</h1>", content_type="text/html"))
    click_a_square(tab)
    tab.get_by_role("button", name="Load the page again").wait_for()
    assert tab.locator("#live .chart").count() == 1
    tab.unroute("**/move/")
    tab.get_by_role("button", name="Load the page again").click()
    expect(tab.locator(f"{LINE} span")).to_have_text("")


def test_no_page_of_errors_stands_within_the_table(tab, game):
    tab.goto(f"/games/{game.pk}/")
    parts = {"ledger/": "#own-ledger a", "rules/": ".table-head a:text('Rules')"}
    for address, link in parts.items():
        tab.route(f"**/{address}*", lambda route: route.fulfill(status=404, body="<!doctype html><h1>No</h1>", content_type="text/html"))
        tab.click(link)
        tab.get_by_role("button", name="Load the page again").wait_for()
        assert tab.locator("h1").count() == 1
        assert tab.locator(link).count() == 1


def test_without_a_socket_the_page_says_so_and_keeps_up(tab, game):
    tab.route_web_socket("**/ws/**", lambda socket: socket.close())
    tab.goto(f"/games/{game.pk}/")
    expect(tab.locator(LINE)).to_contain_text("The live connection is lost", timeout=60_000)
    acting.act(game.pk, Action(0, "sail", "T17"), 0, "player")
    tab.get_by_role("button", name="Try again now").click()
    tab.wait_for_function(ANSWERED, arg=0)


def test_a_live_connection_that_was_lost_for_long_is_back_within_twelve_seconds_of_the_site(tab, game):
    lost = [True]
    tab.route_web_socket("**/ws/**", lambda socket: socket.close() if lost[0] else socket.connect_to_server())
    tab.clock.install()
    tab.goto(f"/games/{game.pk}/")
    for _ in range(20):
        tab.clock.run_for(30_000)
    expect(tab.locator(LINE)).to_contain_text("The live connection is lost")
    lost[0] = False
    tab.clock.run_for(12_000)
    expect(tab.locator(f"{LINE} span")).to_have_text("")


def relayed(tab, silent):
    """Relay the sockets of a page and return them; while `silent[0]`, what the site sends to the first one is lost."""
    sockets = []

    def relay(socket):
        sockets.append(socket)
        is_first = len(sockets) == 1
        socket.connect_to_server().on_message(lambda message: None if is_first and silent[0] else socket.send(message))

    tab.route_web_socket("**/ws/**", relay)
    return sockets


WAKES = ["dispatchEvent(new Event('online'))", "document.dispatchEvent(new Event('visibilitychange'))", ""]


@pytest.mark.parametrize("wake", WAKES, ids=["another network", "after sleep", "silence alone"])
def test_a_page_whose_socket_is_open_here_and_dead_there_keeps_up(tab, game, wake):
    silent = [False]
    sockets = relayed(tab, silent)
    tab.clock.install()
    tab.goto(f"/games/{game.pk}/")
    tab.locator(LINE).wait_for(state="attached")
    for _ in range(100):
        if sockets:
            break
        tab.wait_for_timeout(50)
    silent[0] = True
    acting.act(game.pk, Action(0, "sail", "T17"), 0, "player")
    tab.clock.run_for(70_000 if not wake else 40_000)
    tab.evaluate(wake)
    tab.wait_for_function(ANSWERED, arg=0)
    assert len(sockets) == 2


def test_my_games_keep_up_when_their_socket_is_dead(tab, game):
    silent = [False]
    sockets = relayed(tab, silent)
    tab.clock.install()
    tab.goto("/my/")
    for _ in range(100):
        if sockets:
            break
        tab.wait_for_timeout(50)
    silent[0] = True
    tab.clock.run_for(70_000)
    for _ in range(100):
        if len(sockets) == 2:
            return
        tab.wait_for_timeout(50)
    raise AssertionError("no socket was opened anew")
