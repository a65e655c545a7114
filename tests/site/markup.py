"""What is wrong with the markup of a page: syntax, ids that are not one, what points nowhere, what has no name, headings out of order."""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from xml.etree.ElementTree import Element

import html5lib

HEADING = re.compile(r"h[1-6]")
FIELDS = ("input", "select", "textarea")
POINTERS = ("for", "aria-labelledby", "aria-describedby", "aria-controls")


def faults(page: str) -> set[str]:
    """Everything that is wrong with this page, as sentences."""
    parser = html5lib.HTMLParser(namespaceHTMLElements=False)
    tree = list(parser.parse(page).iter())
    elements = [element for element in tree if isinstance(element.tag, str)]
    found = {f"{error} {facts}" for _, error, facts in parser.errors}
    return found.union(faults_of_ids(elements), nameless(elements), faults_of_headings(elements))


def faults_of_ids(elements: list[Element]) -> Iterator[str]:
    """Ids that several have, and what points at one that nobody has."""
    ids = Counter(found for element in elements if (found := element.get("id")) is not None)
    yield from (f"{count} have the id {name}" for name, count in ids.items() if count > 1)
    for element in elements:
        pointed = [name for pointer in POINTERS for name in element.get(pointer, "").split()]
        pointed += [href[1:] for href in (element.get("href", ""),) if href.startswith("#")]
        yield from (f"<{element.tag}> points at #{name}, which is not there" for name in pointed if name not in ids)


def nameless(elements: list[Element]) -> Iterator[str]:
    """Links, buttons and fields that say nothing to those who hear the page."""
    labels = [element for element in elements if element.tag == "label"]
    labelled = {label.get("for") for label in labels}
    inside = {id(field) for label in labels for field in label.iter()}
    for element in elements:
        says = element.get("aria-label") or element.get("aria-labelledby") or element.get("title")
        if element.tag in ("a", "button") and not (says or "".join(element.itertext()).strip()):
            yield f"a nameless {element.tag} {element.attrib}"
        is_hidden = element.get("type") in ("hidden", "submit")
        if element.tag in FIELDS and not (says or is_hidden or element.get("id") in labelled or id(element) in inside):
            yield f"a nameless field {element.attrib}"
        if element.tag == "img" and element.get("alt") is None:
            yield f"a picture without words {element.attrib}"


def faults_of_headings(elements: list[Element]) -> Iterator[str]:
    """Not one heading of the page, or one further down than its place."""
    levels = [int(element.tag[1]) for element in elements if HEADING.fullmatch(element.tag)]
    if levels.count(1) != 1:
        yield f"{levels.count(1)} headings of the first order"
    yield from (f"a heading of order {lower} follows one of order {upper}" for upper, lower in pairwise(levels) if lower > upper + 1)
