"""The browser of all tests that need one, and pages as they were answered, served to it from memory."""

import mimetypes
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from django.contrib.staticfiles import finders

CHROMIUM = "/usr/bin/chromium"
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip


@pytest.fixture(scope="session")
def browser():
    """Debian's Chromium."""
    from playwright.sync_api import sync_playwright

    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    with sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield chromium
        chromium.close()


class FromMemory(BaseHTTPRequestHandler):
    """Answers with the server's pages by path, and with our static files."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        path = self.path.partition("?")[0]
        body, status, kept = self.server.pages.get(path, b""), 200, "no-store"
        if path.startswith("/static/") and (file := finders.find(path.removeprefix("/static/"))):
            with open(file, "rb") as static:
                body, kept = static.read(), "max-age=600"
        elif not body:
            status = 404
        self.send_response(status)
        self.send_header("Content-Type", mimetypes.guess_type(path)[0] or "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", kept)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_said: object) -> None:
        """Say nothing."""


class Server(ThreadingHTTPServer):
    """A site of saved pages. A browser that goes on to the next page before it has all of one is no fault."""

    pages: dict[str, bytes]

    def handle_error(self, *_request: object) -> None:
        """Say nothing."""


@contextmanager
def served(pages: dict[str, bytes]) -> Iterator[str]:
    """Serve these pages by their paths; give the address of the site."""
    server = Server(("127.0.0.1", 0), FromMemory)
    server.pages = pages
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
