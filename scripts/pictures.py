"""`python scripts/pictures.py`: take the pictures of a table in docs/images again, from a game that is played in Chromium.

The picture of a letter comes from `LETTERS=FOLDER python -m pytest tests/leagues/gallery_of_letters.py`.
"""

import base64
import io
import sys
import tempfile
from itertools import pairwise
from pathlib import Path
from typing import Any

import lighthouse
import play_in_browser
import servers
from PIL import Image
from playwright.sync_api import Page, sync_playwright

IMAGES = Path(__file__).resolve().parent.parent / "docs" / "images"
CARD = "/play/buccaneer/"
TURNS = 14
"""Our answers before the pictures are taken."""
WIDTH, COLOURS, STEP = 600, 64, 150
"""Of the animation: pixels, colours, and the fewest milliseconds between two pictures."""

SHADES = 128
"""Colours in the picture of a table."""


def animated(page: Page) -> None:
    """Film the replay of events since our last turn."""
    frames: list[tuple[float, bytes]] = []
    session = page.context.new_cdp_session(page)

    def take(event: dict[str, Any]) -> None:
        frames.append((event["metadata"]["timestamp"], base64.b64decode(event["data"])))
        session.send("Page.screencastFrameAck", {"sessionId": event["sessionId"]})

    session.on("Page.screencastFrame", take)
    box = page.locator("#board").bounding_box()
    session.send("Page.startScreencast", {"format": "png"})
    page.locator("[data-replay]").first.evaluate("button => button.click()")  # without scrolling to it
    page.wait_for_function("() => document.querySelector('.motion-bar')")
    page.wait_for_function("() => !document.querySelector('.motion-bar')")
    session.send("Page.stopScreencast")
    session.remove_listener("Page.screencastFrame", take)
    session.detach()
    if box:
        save(frames, (box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]))


def save(frames: list[tuple[float, bytes]], part: tuple[float, float, float, float]) -> None:
    """Write these pictures, each with its time in seconds, as a small GIF of this part of the page."""
    images: list[Image.Image] = []
    times: list[float] = []
    for second, data in frames:
        if times and (second - times[-1]) * 1000 < STEP:
            continue
        cut = Image.open(io.BytesIO(data)).convert("RGB").crop(part)
        small = cut.resize((WIDTH, round(WIDTH * cut.height / cut.width)))
        palette = images[0] if images else small.quantize(COLOURS)
        images.append(small.quantize(palette=palette, dither=Image.Dither.NONE))  # unchanged parts cost nothing
        times.append(second)
    lasts = [round((after - second) * 1000) for second, after in pairwise(times)] + [2500]
    images[0].save(IMAGES / "turn.gif", save_all=True, append_images=images[1:], duration=lasts, loop=0, optimize=True)


def main() -> int:
    """Play until there is something to see; write table.png and turn.gif."""
    with lighthouse.site() as site, sync_playwright() as driver, tempfile.TemporaryDirectory() as folder:
        flags = [flag for flag in lighthouse.FLAGS if flag != "--headless"]
        browser = driver.chromium.launch(executable_path=servers.chromium(), args=flags)
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        run = play_in_browser.Run(page, Path(folder), "pictures")
        page.goto(site, timeout=180_000)
        page.locator(f'button[formaction="{CARD}"]').click()
        page.locator("#live").wait_for()
        for _ in range(TURNS):
            page.wait_for_function(play_in_browser.READY)
            run.press(run.hinted())
        page.wait_for_function(play_in_browser.READY)
        page.locator('form[action*="no-banner"] button').click()
        page.wait_for_load_state()
        page.wait_for_function("() => !document.querySelector('.motion-bar')")
        page.evaluate("scrollTo(0, 0)")
        data = page.screenshot()
        Image.open(io.BytesIO(data)).convert("RGB").quantize(SHADES).save(IMAGES / "table.png", optimize=True)
        animated(page)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
