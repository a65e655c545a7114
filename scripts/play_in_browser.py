"""`python scripts/play_in_browser.py FOLDER`: play each edition to its end in Chromium by clicking, and save a series of screenshots.

The script starts a separate site. A guest presses "Play now" for each game card on the front page, at desktop and phone size, in light
and dark, and plays against bots: half of the time as a hint says, otherwise by a random button of the board or question. A run fails on
an error in the console, a status of 400 or above, a page that scrolls sideways, a table that gets stuck, or a game that does not end.
More arguments: parts of run names, such as `piracy` or `360-dark`; only runs whose names contain all of them are played.
"""

import contextlib
import random
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import lighthouse
import servers
from playwright.sync_api import Browser, ConsoleMessage, Error, Locator, Page, Response, sync_playwright

SIZES = {"1280": {"width": 1280, "height": 800}, "360": {"width": 360, "height": 740}}
THEMES = ("light", "dark")
MOST_CLICKS = 1500
EACH = 12
"""Clicks between two screenshots, after a screenshot for each of the first FIRST clicks."""
FIRST = 12
PATIENCE, SOON, TRIES = 60_000, 10_000, 6
"""The most milliseconds to wait for a change at a table, and for a button or a hint; and the most attempts to answer."""
ASKED = ".board-squares button, .asked > .question:not(details) button:enabled, .controls > form:not(#undo) button"
READY = "() => document.querySelector('.result') || (document.querySelector('.state .yours') && !document.querySelector('.htmx-request'))"
MOVED = (
    "before => document.querySelector('#live').dataset.number !== before || document.querySelector('#confirm dialog:modal button:enabled')"
)
TOO_WIDE = "document.documentElement.scrollWidth > innerWidth"


class Run:
    """One game in one browser window, with the faults and screenshots recorded while it is played."""

    def __init__(self, page: Page, folder: Path, seed: str) -> None:
        self.page, self.folder, self.chance = page, folder, random.Random(seed)  # noqa: S311
        self.faults: list[str] = []
        self.clicks = 0
        folder.mkdir(parents=True, exist_ok=True)
        page.set_default_timeout(PATIENCE)
        page.on("console", self.hear)
        page.on("pageerror", lambda error: self.faults.append(f"script: {error}"))
        page.on("response", self.judge)

    def hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.faults.append(f"console: {message.text}")

    def judge(self, answer: Response) -> None:
        if answer.status >= 400:
            self.faults.append(f"{answer.status} from {answer.url}")

    def look(self, name: str = "") -> None:
        """Save a screenshot if one is due, and record a fault if the page is too wide."""
        if self.page.evaluate(TOO_WIDE):
            self.faults.append(f"sideways scrolling after {self.clicks} clicks on {self.page.url}")
        if name or self.clicks < FIRST or self.clicks % EACH == 0:
            self.page.screenshot(path=self.folder / f"{self.clicks:04}{name and '-'}{name}.png", full_page=bool(name))

    def play(self, site: str, path: str) -> None:
        """Play from the front page to the end of the game."""
        self.page.goto(site)
        self.look("landing")
        self.page.locator(f'button[formaction="{path}"]').click()
        self.page.locator("#live").wait_for()
        while self.clicks < MOST_CLICKS and not self.faults:
            self.page.wait_for_function(READY)
            self.look()
            if self.page.locator(".result").count():
                self.end()
                return
            self.answer()
        if not self.faults:
            self.faults.append(f"not at its end after {MOST_CLICKS} clicks")

    def end(self) -> None:
        """Save screenshots of the end of the game and of its story."""
        self.look("end")
        self.page.get_by_role("link", name="The story of this game").click()
        self.page.wait_for_load_state()
        self.look("story")

    def answer(self) -> None:
        """Answer the question once, at random or by the hint; try again if the table is redrawn meanwhile."""
        for _ in range(TRIES):
            with contextlib.suppress(Error):
                own = self.own_choice() if self.chance.random() < 0.5 else None
                self.press(own or self.hinted())
                return
        raise Error("no button could be pressed")

    def hinted(self) -> Locator:
        """Return the button of the best hint; ask for hints if none is shown."""
        best = self.page.locator("section#hint button").first
        if not best.count():
            self.page.locator("a#hint").click(timeout=SOON)
            best.wait_for(timeout=SOON)
        return best

    def own_choice(self) -> Locator | None:
        """Return a random button of the question; None if there is none, or if goods must be chosen first."""
        if self.page.locator(".asked > .question:not(details) .chip").count():
            return None
        shown = [button for button in self.page.locator(ASKED).all() if button.is_visible()]
        return self.chance.choice(shown) if shown else None

    def press(self, control: Locator) -> None:
        """Press the button, and "Confirm" if the page asks; wait until the table has changed."""
        before = self.page.locator("#live").get_attribute("data-number")
        for button in (control, self.page.locator("#confirm dialog:modal button")):
            if button is control or button.count():
                button.click(timeout=SOON)
                self.clicks += 1
                self.page.wait_for_function(MOVED, arg=before)


def runs(cards: list[str], wanted: list[str]) -> Iterator[tuple[str, str, str, str]]:
    """Yield the name, path, size and theme of each run whose name contains all the wanted parts."""
    for path, size, theme in product(cards, SIZES, THEMES):
        name = "-".join([*path.strip("/").split("/")[1:], size, theme])
        if all(part in name for part in wanted):
            yield name, path, size, theme


def complaints(browser: Browser, site: str, path: str, folder: Path, size: str, theme: str) -> list[str]:
    """Play one game; return its faults."""
    is_phone = size == "360"
    look: dict[str, Any] = {"viewport": SIZES[size], "color_scheme": theme, "has_touch": is_phone, "is_mobile": is_phone}
    with browser.new_context(**look) as context:
        run = Run(context.new_page(), folder, folder.name)
        try:
            run.play(site, path)
        except Error as error:
            lines = str(error).splitlines()
            run.faults.append("; ".join([f"after {run.clicks} clicks", lines[0], *[line.strip() for line in lines[-4:]]]))
            with contextlib.suppress(Error):
                run.look("fault")
        print(f"{folder.name}: {run.clicks} clicks{''.join(f'; {fault}' for fault in run.faults)}", flush=True)
        return run.faults


def play_all(folder: Path, *wanted: str) -> int:
    """Play every wanted run; return 1 if a run failed or none was played, else 0."""
    with servers.site() as site, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=servers.chromium(), args=lighthouse.FLAGS)
        page = browser.new_page()
        page.goto(site)
        cards = [card.get_attribute("formaction") or "" for card in page.locator(lighthouse.CARDS).all()]
        failures = [complaints(browser, site, path, folder / name, size, theme) for name, path, size, theme in runs(cards, list(wanted))]
        browser.close()
    print(f"{len(failures)} games played, {sum(map(bool, failures))} with faults.")
    return 1 if any(failures) or not failures else 0


if __name__ == "__main__":
    sys.exit(play_all(Path(sys.argv[1]), *sys.argv[2:]))
