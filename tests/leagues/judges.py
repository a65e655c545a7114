"""Judges of pages: the Nu checker and axe, as scripts/npm brings them, and what only a browser can measure."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.depth import DEPTH

PACKAGES = Path(__file__).resolve().parents[2] / "scripts" / "npm" / "judges" / "node_modules"
WIDE, PHONE, CLOSE = (1280, 800), (360, 740), (320, 200)
"""A desk, a phone, and the desk at 400 %."""
SIGHTS = ((WIDE, "light"), (PHONE, "dark")) if DEPTH == 1 else tuple((size, light) for size in (WIDE, PHONE) for light in ("light", "dark"))
RULES = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
AXE = """rules => axe.run(document, {resultTypes: ['violations'], runOnly: rules, preload: false, iframes: false}).then(({violations}) =>
    violations.flatMap(({id, nodes}) => nodes.map(node => `${id}: ${node.html.slice(0, 300)} ${node.failureSummary}`)))"""
SHIFTS = """window.shifts = 0; new PerformanceObserver(list => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifts += entry.value;
}).observe({type: 'layout-shift', buffered: true});"""

DRAWN = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(shifts), 20))))"


class Nu:
    """The Nu checker, which reads all these pages in one process while other judges are at work."""

    def __init__(self, folder: Path, pages: dict[str, bytes]):
        self.names = {f"{number:04}.html": address for number, address in enumerate(pages)}
        for name, address in self.names.items():
            (folder / name).write_bytes(pages[address])
        jar = PACKAGES / "vnu-jar" / "build" / "dist" / "vnu.jar"
        java = ["java", "-jar", str(jar), "--format", "json", "--exit-zero-always", str(folder)]
        self.process = subprocess.Popen(java, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)

    def faults(self) -> list[str]:
        """Everything it says, with the address of the page."""
        said = json.loads(self.process.communicate()[1])["messages"]
        return [f"{self.names[line['url'].rpartition('/')[2]]}: {line['message']} {line.get('extract', '')}" for line in said]


def faults_in_browser(browser: Any, site: str, addresses: list[str]) -> list[str]:
    """Look at each page in each way; return what axe says, what can be scrolled sideways and what shifts."""
    found, axe = [], (PACKAGES / "axe-core" / "axe.min.js").read_text()
    with browser.new_context(reduced_motion="reduce") as context:
        context.add_init_script(SHIFTS)
        tab = context.new_page()
        for (width, height), light in SIGHTS:
            tab.set_viewport_size({"width": width, "height": height})
            tab.emulate_media(color_scheme=light)
            if (width, height) == PHONE:  # as on a slow line: the fonts of the device, which are wider
                tab.route("**/*.woff2", lambda route: route.abort())
            for address in addresses:
                tab.goto(site + address)
                found += [f"{address} at {width}, {light}: {fault}" for fault in faults_in_sight(tab, axe, (width, height))]
    return found


def faults_in_sight(tab: Any, axe: str, size: tuple[int, int]) -> Iterator[str]:
    """What is wrong with the page that is open."""
    tab.evaluate(axe)
    yield from tab.evaluate(AXE, RULES)
    if shift := tab.evaluate(DRAWN):  # by now all that came late has moved what it moves
        yield f"the page shifts by {shift}"
    for width, height in (size, CLOSE) if size == PHONE else (size,):
        tab.set_viewport_size({"width": width, "height": height})
        if (wide := tab.evaluate("document.documentElement.scrollWidth")) > width:
            yield f"{wide} wide on a screen of {width}"
    tab.set_viewport_size({"width": size[0], "height": size[1]})
