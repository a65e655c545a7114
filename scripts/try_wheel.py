"""`make try-wheel`: build the wheel, install it in empty environments as docs/packages.md says, and play.

First without extras: no Django is there, every module of the rules is imported, the quickstart of docs/rules-in-python.md runs,
and its record is verified. Then the site, as a town installs it: the lock, the wheel, `buccaneer serve`, and a guest who
plays a turn by HTTP.
"""

import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.cookiejar import CookieJar
from pathlib import Path
from typing import NamedTuple, TypeVar
from urllib.parse import urlencode

from selectolax.lexbor import LexborHTMLParser

ROOT = Path(__file__).resolve().parent.parent
RULES = ("engine", "kit", "rulesets", "formats", "standalone")
EVERY_MODULE = f"""
import importlib, importlib.util, pkgutil, games
assert not importlib.util.find_spec("django"), "Django is installed, so this proves nothing"
names = [name for folder in {RULES} for _, name, _ in pkgutil.walk_packages([f"{{games.__path__[0]}}/{{folder}}"], f"games.{{folder}}.")]
print(len([importlib.import_module(name) for name in names if not name.endswith("pettingzoo_env")]), "modules imported without Django")
"""
ENVIRONMENTS = """
from pettingzoo.test import api_test, seed_test
from games.rulesets import all_rulesets
from games.standalone.pettingzoo_env import env
for slug in all_rulesets():
    api_test(env(slug), num_cycles=300)
    seed_test(lambda: env(slug), num_cycles=300)
    print(slug, "passes api_test and seed_test")
"""
TEST_TOOLS = ("pytest", "ruff", "mypy", "hypothesis", "playwright", "pettingzoo", "hatchling", "coverage", "djlint")
T = TypeVar("T")
STARTS_IN = 300
"""Seconds that the site may take to start, or a bot to play, on a busy machine."""


class Wrong(Exception):
    """An artefact does not do what its page says; the message says what it did."""


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        try:
            wheel = build(Path(folder) / "dist")
            try_rules(Path(folder) / "rules", wheel)
            try_site(Path(folder) / "site", wheel)
        except Wrong as fault:
            print(f"NO  {fault}")
            return 1
    return 0


def build(folder: Path) -> Path:
    """Build the wheel into this folder and return its path. Raise Wrong with hatchling's output."""
    shutil.rmtree(folder, ignore_errors=True)
    done = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    if done.returncode:
        raise Wrong(f"The wheel could not be built:\n{done.stdout}")
    [wheel] = folder.glob("*.whl")
    return wheel


class Place:
    """An empty environment in a separate folder, with no checkout in its path or working folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir()
        outside = {name: value for name, value in os.environ.items() if name in ("PATH", "LANG") or name.startswith("PIP_")}
        self.env = {**outside, "HOME": str(folder / "home"), "PIP_NO_INPUT": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
        self.run(sys.executable, "-m", "venv", "own")

    def run(self, program: str, *words: str | Path) -> str:
        """Run a program of the environment in its folder and return its output. Raise Wrong with that if it fails."""
        own = self.folder / "own" / "bin" / program
        done = subprocess.run([own if own.exists() else program, *words], cwd=self.folder, env=self.env, capture_output=True, text=True)
        if done.returncode:
            raise Wrong(f"{program} {' '.join(map(str, words))[:200]}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
        return done.stdout


def try_rules(folder: Path, wheel: Path) -> None:
    """Try the rules alone, then with PettingZoo."""
    place = Place(folder)
    place.run("pip", "install", "-q", wheel)
    say("the rules alone", place.run("python", "-c", EVERY_MODULE))
    [quickstart] = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "rules-in-python.md").read_text(), re.DOTALL)
    say("its quickstart", place.run("python", "-c", quickstart))
    say("its record", place.run("buccaneer-rules", "verify", "game.json"))
    say("a game of its bots", place.run("buccaneer-rules", "playout", "--ruleset", "trade-winds"))
    place.run("pip", "install", "-q", f"{wheel}[pettingzoo]")
    say("PettingZoo", "\n".join(line for line in place.run("python", "-c", ENVIRONMENTS).splitlines() if "passes" in line))


def try_site(folder: Path, wheel: Path) -> None:
    """Install the site as a town does, and play a turn."""
    place = Place(folder)
    place.run("pip", "install", "-q", "--require-hashes", "-r", ROOT / "requirements.lock")
    place.run("pip", "install", "-q", "--no-deps", wheel)
    place.run("pip", "check")
    names = {line.partition("==")[0].lower() for line in place.run("pip", "freeze").splitlines()}
    if leaked := names & set(TEST_TOOLS):
        raise Wrong(f"The site's environment has test tools: {', '.join(sorted(leaked))}.")
    say("the site", f"{len(names)} packages, no test tools")
    with serving(place) as address:
        say("a guest", play_a_turn(address))
        for path, kind in (("static/css/base.css", "text/css"), ("share.png", "image/png"), ("rules/piracy/", "text/html")):
            Browser(address).get(path, kind)
            say(path, kind)
    verified = place.run("buccaneer", "verify")
    if not re.search(r"^ok  1 games with [1-9]\d* moves", verified):
        raise Wrong(f"The turn was not stored: {verified}")
    say("buccaneer verify", verified)
    data = folder / "home" / ".local" / "share" / "buccaneer"
    if not (data / "buccaneer.sqlite3").exists():
        raise Wrong(f"The database is not in {data}.")
    say("its data", "in the home folder of its user")


def say(title: str, words: str) -> None:
    print(f"ok  {title}: " + "\n      ".join(words.strip().splitlines()), flush=True)


@contextmanager
def serving(place: Place) -> Iterator[str]:
    """Run `buccaneer serve` on a free port of this machine; yield its address once it answers."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [str(place.folder / "own" / "bin" / "buccaneer"), "serve"]
    process = subprocess.Popen(command, cwd=place.folder, env={**place.env, "PORT": str(port)}, stdout=subprocess.DEVNULL)
    try:
        address = f"http://127.0.0.1:{port}/"
        until(lambda: answers(address) or process.poll() is not None, "the site has not started")
        yield address
    finally:
        process.terminate()
        process.wait(30)


def answers(address: str, probe: str = "healthz") -> bool:
    try:
        with urllib.request.urlopen(address + probe, timeout=5):  # noqa: S310  this machine's own
            return True
    except OSError:
        return False


def until(holds: Callable[[], T], otherwise: str, seconds: float = STARTS_IN) -> T:
    """Call `holds` until its result is true, and return that. Raise Wrong after this many seconds."""
    limit = time.monotonic() + seconds
    while not (result := holds()):
        if time.monotonic() > limit:
            raise Wrong(f"After {seconds:g} seconds {otherwise}.")
        time.sleep(0.2)
    return result


class Form(NamedTuple):
    """A form of a page: its address, its hidden fields, and the answers that it offers."""

    action: str
    hidden: dict[str, str]
    answers: list[str]


def forms_of(page: str) -> list[Form]:
    """Return the forms of a page."""
    forms = []
    for node in LexborHTMLParser(page).css("form"):
        hidden = {field.attributes["name"] or "": field.attributes.get("value") or "" for field in node.css("[type=hidden][name]")}
        answers = [answer for field in node.css("[name=answer]") if (answer := field.attributes.get("value"))]
        forms.append(Form(node.attributes.get("action") or "", hidden, answers))
    return forms


class Browser:
    """A minimal browser: cookies, pages and forms. `path` is its current page."""

    def __init__(self, address: str) -> None:
        self.address, self.path, self.jar = address, "", CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))

    def get(self, path: str, kind: str = "text/html", fields: dict[str, str] | None = None) -> str:
        """Return the page (or post a form to it). Raise Wrong if the answer is a refusal or of another kind."""
        try:
            with self.opener.open(self.address + path.lstrip("/"), urlencode(fields).encode() if fields else None, timeout=60) as answer:
                self.path = answer.url.removeprefix(self.address)
                if answer.headers.get_content_type() != kind:
                    raise Wrong(f"{path} is {answer.headers.get_content_type()}, not {kind}")
                return str(answer.read(), errors="replace")
        except urllib.error.HTTPError as refusal:
            raise Wrong(f"{path}: {refusal.code} {refusal.read()[:300]!r}") from refusal

    def cookie(self, name: str) -> str:
        return next((cookie.value or "" for cookie in self.jar if cookie.name == name), "")


def play_a_turn(address: str) -> str:
    """Be a guest, sail against bots, answer the first question; return the move. Raise Wrong."""
    browser = Browser(address)
    start = next(form for form in forms_of(browser.get("")) if form.action == "/play/")
    browser.get(start.action, fields=start.hidden)
    table = browser.path

    def asked() -> list[Form]:
        return [form for form in forms_of(browser.get(table)) if form.action.endswith("/move/") and form.answers]

    question = until(asked, "no question is asked at the table")[0]
    browser.get(question.action, fields={**question.hidden, "answer": question.answers[0], "sure": "yes"})
    return f"played {question.hidden['decision']} {question.answers[0]} at {table}"


if __name__ == "__main__":
    sys.exit(main())
