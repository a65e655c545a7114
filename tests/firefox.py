"""Debian's Firefox, driven by WebDriver BiDi, which it speaks itself: Playwright and ChromeDriver do not drive it."""

import itertools
import json
import re
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from websockets.sync.client import connect

FIREFOX = "/usr/bin/firefox-esr"
LISTENS = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
PATIENCE = 60
"""Seconds until a page that does not come, or says something else, fails its test."""


class Firefox:
    """One window of a headless Firefox."""

    def __init__(self, socket: Any):
        self.socket, self.numbers = socket, itertools.count(1)
        self.ask("session.new", capabilities={})
        self.window = self.ask("browsingContext.getTree")["contexts"][0]["context"]

    def ask(self, method: str, **params: Any) -> dict[str, Any]:
        """Send a command and return its result. Raises AssertionError with what Firefox says of it."""
        number = next(self.numbers)
        self.socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while (answer := json.loads(self.socket.recv(PATIENCE))).get("id") != number:
            continue
        assert answer["type"] == "success", answer
        return answer["result"]

    def size(self, width: int, height: int) -> None:
        """Make the page this large, in CSS pixels."""
        self.ask("browsingContext.setViewport", context=self.window, viewport={"width": width, "height": height})

    def sign_in(self, session: str) -> None:
        """Send this session's cookie to the site on this machine from now on."""
        cookie = {"name": "sessionid", "value": {"type": "string", "value": session}, "domain": "127.0.0.1"}
        self.ask("storage.setCookie", cookie=cookie)

    def open(self, address: str) -> None:
        """Load a page."""
        self.ask("browsingContext.navigate", context=self.window, url=address, wait="complete")

    def value(self, script: str) -> Any:
        """Return what an expression of JavaScript gives, through JSON."""
        told = self.ask("script.evaluate", expression=f"JSON.stringify({script})", target={"context": self.window}, awaitPromise=True)
        assert told["type"] == "success", told
        return json.loads(told["result"].get("value", "null"))

    def wait_for(self, script: str) -> None:
        """Wait until an expression of JavaScript is true."""
        until = time.monotonic() + PATIENCE
        while not self.value(script):
            assert time.monotonic() < until, script
            time.sleep(0.1)


@contextmanager
def firefox() -> Iterator[Firefox]:
    """Start a Firefox with an empty profile, and end it afterwards."""
    with tempfile.TemporaryDirectory() as profile:
        command = [FIREFOX, "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0", "about:blank"]
        process = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
        try:
            address = next(found[1] for line in process.stderr or () if (found := LISTENS.search(line)))
            with connect(f"{address}/session", max_size=None) as socket:
                yield Firefox(socket)
        finally:
            process.kill()
            process.wait()
