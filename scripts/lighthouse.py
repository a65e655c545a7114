"""`python scripts/lighthouse.py`: measure the main pages with Lighthouse, on phone and desktop, and fail below a score of 95.

The script starts a separate site, where a guest begins a game of each edition. A busy machine only lowers a score, so the best of five
tries counts. Arguments: parts of page names, to measure only matching pages.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import servers
from playwright.sync_api import Page, sync_playwright

PROGRAM = servers.NPM / "lighthouse" / "node_modules" / "lighthouse" / "cli" / "index.js"
CATEGORIES = ("performance", "accessibility", "best-practices")
LEAST, TRIES = 95, 5
FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update",
    "--disable-sync",
)  # fmt: skip
CARDS = 'button[formaction^="/play/"]'
DEVICES: dict[str, tuple[str, ...]] = {"phone": (), "desk": ("--preset=desktop",)}


def pages(browser: Page, site: str) -> Iterator[tuple[str, str]]:
    """Yield the names and URLs of the main pages; after the first page, begin a game of each edition as a guest."""
    yield "landing", site
    browser.goto(site)
    for number in range(browser.locator(CARDS).count()):
        browser.goto(site)
        browser.locator(CARDS).nth(number).click()
        browser.locator("#live").wait_for()
    yield "table", browser.url
    yield "my games", f"{site}my/"
    browser.goto(f"{site}tables/new/")
    new_table = browser.locator('a[href^="/tables/new/"]').first.get_attribute("href") or ""
    yield "rules", f"{site}rules/{new_table.split('/')[3]}/"
    yield "new table", f"{site}{new_table[1:]}"


def scores(address: str, port: int, device: tuple[str, ...]) -> dict[str, int]:
    """Measure a page once; return the score of each category. With VERBOSE=1, print the audits that lower the scores."""
    with tempfile.TemporaryDirectory() as folder:
        result = Path(folder) / "result.json"
        command = ["node", str(PROGRAM), address, "--quiet", "--output=json", f"--output-path={result}", f"--port={port}"]
        done = subprocess.run([*command, f"--only-categories={','.join(CATEGORIES)}", *device])
        if done.returncode:  # Lighthouse's own failure on a busy machine; the next try may succeed
            return dict.fromkeys(CATEGORIES, 0)
        report = json.loads(result.read_text())
    if os.environ.get("VERBOSE") == "1":
        for audit in report["audits"].values():
            if audit.get("score") is not None and audit["score"] < 0.9:
                print(f"    {audit['score']:.2f} {audit['id']}: {audit.get('displayValue', '')}", flush=True)
    return {name: round(100 * (report["categories"][name]["score"] or 0)) for name in CATEGORIES}


def best(address: str, port: int, device: tuple[str, ...]) -> dict[str, int]:
    """Measure a page until every category has reached LEAST, at most TRIES times; return the best score of each category."""
    high = dict.fromkeys(CATEGORIES, 0)
    for _ in range(TRIES):
        now = scores(address, port, device)
        high = {name: max(high[name], now[name]) for name in CATEGORIES}
        if min(high.values()) >= LEAST:
            break
    return high


def lacking() -> str:
    """Install Lighthouse; return why it cannot run on this machine, or ""."""
    return servers.install_npm("lighthouse") if servers.chromium() else "Chromium is not installed"


def main(*wanted: str) -> int:
    if why := lacking():
        print(f"Lighthouse cannot run: {why}.")
        return 1
    low, port = [], servers.free_port()
    with servers.site() as site, sync_playwright() as driver, tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        flags = [*FLAGS, f"--remote-debugging-port={port}"]
        chromium = driver.chromium.launch_persistent_context(profile, executable_path=servers.chromium(), args=flags)
        for name, address in pages(chromium.new_page(), site):
            for device, options in DEVICES.items() if not wanted or any(part in name for part in wanted) else ():
                high = best(address, port, options)
                print(f"{name:<10} {device:<6}", ", ".join(f"{title} {score}" for title, score in high.items()), flush=True)
                low += [f"{name} on a {device}"] if min(high.values()) < LEAST else []
        chromium.close()
    print(f"Below {LEAST}: {'; '.join(low)}." if low else f"All at {LEAST} or more.")
    return 1 if low else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
