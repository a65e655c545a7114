"""Threads of a web process make one page after the other; one that waits holds up nobody for long."""

from threading import Event, Thread

from buccaneer_site.asgi import OneAtATime


class Pages:
    """A WSGI application whose page `/slow` takes until it is let go."""

    def __init__(self):
        self.began, self.go, self.made = Event(), Event(), []

    def __call__(self, environ, start_response):
        if environ["PATH_INFO"] == "/slow":
            self.began.set()
            self.go.wait(10)
        if environ["PATH_INFO"] == "/broken":
            raise ValueError("no such page")
        self.made.append(environ["PATH_INFO"])
        return [b"page"]


def asked_for(site, path: str) -> Thread:
    thread = Thread(target=site, args=({"PATH_INFO": path}, None))
    thread.start()
    return thread


def test_a_page_waits_for_the_one_that_is_being_made():
    pages = Pages()
    site = OneAtATime(pages, patience=10)
    slow = asked_for(site, "/slow")
    assert pages.began.wait(10)
    quick = asked_for(site, "/quick")
    quick.join(0.05)
    assert pages.made == []
    pages.go.set()
    for thread in (slow, quick):
        thread.join(10)
    assert pages.made == ["/slow", "/quick"]


def test_a_page_that_waits_for_a_mail_server_does_not_stop_the_others():
    pages = Pages()
    site = OneAtATime(pages, patience=0.001)
    slow = asked_for(site, "/slow")
    assert pages.began.wait(10)
    for _ in range(3):
        assert site({"PATH_INFO": "/quick"}, None) == [b"page"]
    assert pages.made == ["/quick"] * 3
    pages.go.set()
    slow.join(10)
    assert pages.made[-1] == "/slow"


def test_a_page_that_fails_gives_its_turn_back():
    site = OneAtATime(Pages(), patience=10)
    broken = Thread(target=failing, args=(site,))
    broken.start()
    broken.join(10)
    quick = asked_for(site, "/quick")
    quick.join(5)
    assert not quick.is_alive()


def failing(site) -> None:
    try:
        site({"PATH_INFO": "/broken"}, None)
    except ValueError:
        return
