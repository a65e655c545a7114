"""`make try-wheel`: build the wheel, install it in new virtual environments as docs/packages.md says, and play.

First the wheel is installed without extras: Django must be missing, every module of the rules is imported, the quickstart in
docs/rules-in-python.md runs, and the game record that it writes is verified. Then the site is installed as a host would install it:
the lock, the wheel, and `buccaneer serve`; a guest plays a turn over HTTP.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import requests
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
STARTS_IN = 300
"""Seconds that a busy machine may take to start the site, and bots to play until the guest's turn."""


class Wrong(Exception):
    """The wheel does not do what its documentation says; the message says what it did."""


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
    """Build the wheel in a new folder; return the wheel's path. Raise Wrong with hatchling's output if the build fails."""
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
    """A new virtual environment in a separate folder; neither PATH nor the working folder contains the checkout."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir()
        outside = {name: value for name, value in os.environ.items() if name in ("PATH", "LANG") or name.startswith("PIP_")}
        self.env = {**outside, "HOME": str(folder / "home"), "PIP_NO_INPUT": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
        self.run(sys.executable, "-m", "venv", "own")

    def run(self, program: str, *words: str | Path) -> str:
        """Run a program of the virtual environment in its folder; return the output. Raise Wrong with the output if the program fails."""
        own = self.folder / "own" / "bin" / program
        done = subprocess.run([own if own.exists() else program, *words], cwd=self.folder, env=self.env, capture_output=True, text=True)
        if done.returncode:
            raise Wrong(f"{program} {' '.join(map(str, words))[:200]}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
        return done.stdout


def try_rules(folder: Path, wheel: Path) -> None:
    """Install and try the rules alone, then with PettingZoo. Raise Wrong at the first failure."""
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
    """Install the site as a host would, and play a turn. Raise Wrong at the first failure."""
    import servers  # imported here because tests import this file for `build`

    place = Place(folder)
    place.run("pip", "install", "-q", "--require-hashes", "-r", ROOT / "requirements.lock")
    place.run("pip", "install", "-q", "--no-deps", wheel)
    place.run("pip", "check")
    names = {line.partition("==")[0].lower() for line in place.run("pip", "freeze").splitlines()}
    if leaked := names & set(TEST_TOOLS):
        raise Wrong(f"The site's environment has test tools: {', '.join(sorted(leaked))}.")
    say("the site", f"{len(names)} packages, no test tools")
    port = servers.free_port()
    with servers.running(
        [str(folder / "own" / "bin" / "buccaneer"), "serve"], port, STARTS_IN, cwd=folder, env={**place.env, "PORT": str(port)}
    ):
        address = f"http://127.0.0.1:{port}"
        say("a guest", play_a_turn(address))
        for path, kind in (("/static/css/base.css", "text/css"), ("/share.png", "image/png"), ("/rules/piracy/", "text/html")):
            get(requests.Session(), address + path, kind)
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


def play_a_turn(address: str) -> str:
    """Begin a game against bots as a guest, and answer the first question; return a description of the move. Raise Wrong if that fails."""
    browser = requests.Session()
    begin, fields, _ = next(form for form in forms_of(get(browser, address).text) if form[0] == "/play/")
    table = post(browser, address + begin, fields).url
    limit = time.monotonic() + STARTS_IN
    while not (asked := [form for form in forms_of(get(browser, table).text) if form[0].endswith("/move/") and form[2]]):
        if time.monotonic() > limit:
            raise Wrong("no question is asked at the table")
        time.sleep(0.2)
    move, fields, answers = asked[0]
    post(browser, address + move, {**fields, "answer": answers[0], "sure": "yes"})
    return f"played {fields['decision']} {answers[0]} at {table}"


def get(browser: requests.Session, url: str, kind: str = "text/html") -> requests.Response:
    """Return the response for a URL. Raise Wrong if it is an error or has another content type than `kind`."""
    return checked(browser.get(url, timeout=60), kind)


def post(browser: requests.Session, url: str, fields: dict[str, str]) -> requests.Response:
    return checked(browser.post(url, fields, timeout=60), "text/html")


def checked(answer: requests.Response, kind: str) -> requests.Response:
    found = answer.headers.get("content-type", "").partition(";")[0]
    if not answer.ok or found != kind:
        raise Wrong(f"{answer.url}: {answer.status_code} {found} {answer.text[:300]!r}")
    return answer


def forms_of(page: str) -> list[tuple[str, dict[str, str], list[str]]]:
    """Return (action, hidden fields, offered answers) for each form on a page."""
    forms = []
    for node in LexborHTMLParser(page).css("form"):
        hidden = {field.attributes["name"] or "": field.attributes.get("value") or "" for field in node.css("[type=hidden][name]")}
        answers = [answer for field in node.css("[name=answer]") if (answer := field.attributes.get("value"))]
        forms.append((node.attributes.get("action") or "", hidden, answers))
    return forms


if __name__ == "__main__":
    sys.exit(main())
