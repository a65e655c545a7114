"""Tables for the tests of pages, and a whole site for those in a real browser."""

import re
import socket
import threading

import pytest

from games.kit.heading import NUMBER
from games.models import Game, Hand
from games.rulesets.buccaneer.editions import ONLINE
from games.tables import lobby

CHART = ONLINE.sea


class Seats:
    """A running game of two people, whose position a test may set as it likes."""

    def __init__(self, game: Game):
        self.pk = game.pk

    @property
    def game(self) -> Game:
        return Game.objects.get(pk=self.pk)

    @property
    def address(self) -> str:
        return f"/games/{self.pk}/"

    def put(self, seat: int, square: str = "", hold: tuple = (), hand: tuple = ()) -> None:
        """A ship on a square, with this in its hold and hand."""
        game = self.game
        if square:
            game.public["at"][seat] = CHART.squares[square]
        if hold:
            game.public["holds"][seat] = list(hold)
        game.save(update_fields=["public"])
        if hand:
            row = Hand.objects.get(player__game=game, player__seat=seat)
            row.secrets["hands"] = list(hand)
            row.save(update_fields=["secrets"])

    def head(self, seat: int, heading: str) -> None:
        """A ship pointing that way."""
        game = self.game
        game.public["heading"][seat] = NUMBER[heading]
        game.save(update_fields=["public"])

    def lay(self, port: str, goods: tuple) -> None:
        """These goods on the docks of a port."""
        game = self.game
        game.public["docks"][[harbour.name for harbour in CHART.ports].index(port)] = list(goods)
        game.save(update_fields=["public"])


@pytest.fixture
def table(anne, mary) -> Seats:
    """Anne (seat 0, Bombay, on turn) and Mary (seat 1, London) at a private table of Buccaneer."""
    game = lobby.create(anne, "buccaneer", seats=2, place="bombay", name="The Crossed Keys")
    lobby.join(game.pk, mary, place="london", token=game.join_token)
    return Seats(game)


@pytest.fixture
def as_anne(client, anne, sign_in):
    return sign_in(client, anne)


def answer(table: Seats, decision: str, said="", **more) -> dict:
    """What the page's form sends."""
    return {"seen": table.game.number, "decision": decision, "answer": said, **more}


def seen_text(response) -> str:
    """The page as people read it, without markup."""
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())


# -- a real site and a real browser ---------------------------------------------------------------
def open_and_hear(page, address: str) -> None:
    """Open a page and wait until its socket was greeted: from now on it hears of everything."""
    heard: list[object] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: heard.append(frame)))
    page.goto(address)
    for _ in range(600):
        if heard:
            return
        page.wait_for_timeout(100)
    raise AssertionError("no greeting came")


def click_on(page, control) -> None:
    """Press something, confirm it if that is asked, and wait for the table to have moved on."""
    before = page.locator("#live").get_attribute("data-number")
    box = "document.querySelector('#confirm dialog:modal button:enabled')"
    for pressed in (control, page.locator("#confirm dialog:modal button")):
        if pressed is control or pressed.count():
            pressed.click()
            page.wait_for_function(f"number => document.querySelector('#live').dataset.number !== number || {box}", arg=before)


@pytest.fixture
def live_site(transactional_db, settings):
    """The site as `make run` starts it, on a free port: web server, worker and sockets in threads of this process."""
    import uvicorn

    from buccaneer_site.celery import app
    from buccaneer_site.embedded import EmbeddedWorker, Lifespan

    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen(64)
    address = f"http://127.0.0.1:{listener.getsockname()[1]}"
    settings.ALLOWED_HOSTS = ["127.0.0.1"]
    settings.SITE_URL, settings.CSRF_TRUSTED_ORIGINS = address, [address]
    settings.EMAIL_BACKEND = "notifications.mailbox.EmailBackend"
    app.conf.task_always_eager = False
    from buccaneer_site.asgi import application

    up = threading.Event()
    config = uvicorn.Config(Lifespan(application, EmbeddedWorker(app), up.set), lifespan="on", log_config=None, timeout_graceful_shutdown=3)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    assert up.wait(120)
    yield address
    server.should_exit = True
    thread.join(120)
    listener.close()


@pytest.fixture
def page(browser, live_site):
    """An empty page on the live site; the test fails when the browser complained about anything."""
    with browser.new_context(viewport={"width": 1280, "height": 900}, base_url=live_site) as context:
        tab = context.new_page()
        complaints: list[str] = []
        tab.on("console", lambda message: message.type in ("error", "warning") and complaints.append(message.text))
        tab.on("pageerror", lambda error: complaints.append(str(error)))
        tab.set_default_timeout(60_000)
        yield tab
        assert complaints == []
