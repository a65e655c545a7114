"""Forms as a person finds them on a page: whatever the site offers to press, somebody presses some day."""

from collections import defaultdict
from random import Random
from typing import NamedTuple
from urllib.parse import urljoin

from selectolax.lexbor import LexborHTMLParser, LexborNode

WORDS = ("Ahoy!", "A fine wind today", "Who has the rum?", "", "3", "play 2", "https://sea.example/", "🏴‍☠️ <b>arr</b>")
LEFT_ALONE = ("/account/", "/move/", "/letters/", "/mailbox/", "/u/", "/records/", "/first-voyage/", "/what-if/", "/report/", "/offline/")
"""Where nothing is pressed: moves have a way of their own, and nobody here signs out or deletes their account."""


class Form(NamedTuple):
    """One form of a page: where it goes, and a legal way to fill it in."""

    action: str
    fields: dict[str, list[str]]


def forms_of(markup: str, page: str, chance: Random, secret: str) -> list[Form]:
    """Return the forms that a page posts. `secret` is what they write where nobody else may read it: in their notes."""
    found = []
    for node in LexborHTMLParser(markup).css("form"):
        buttons = [one.attributes for one in node.css("button, input[type=submit]") if one.attributes.get("type") != "button"]
        pressed = chance.choice([one for one in buttons if "disabled" not in one] or [{}])
        action = urljoin(page, pressed.get("formaction") or node.attributes.get("action") or page)
        if (node.attributes.get("method") or "").lower() != "post" or any(part in action for part in LEFT_ALONE):
            continue
        fields = filled_in(node, chance, secret if "/notes/" in action else "")
        if name := pressed.get("name"):
            fields.setdefault(name, []).append(pressed.get("value") or "")
        found.append(Form(action, fields))
    return found


def filled_in(form: LexborNode, chance: Random, secret: str) -> dict[str, list[str]]:
    """Return values for its fields: what is there already, or anything that may be chosen."""
    fields, radios = defaultdict[str, list[str]](list), defaultdict[str, list[str]](list)
    for node in form.css("input[name], select[name], textarea[name]"):
        name, kind = node.attributes["name"] or "", (node.attributes.get("type") or node.tag or "").lower()
        given = node.attributes.get("value") or ""
        if "disabled" in node.attributes or kind in ("submit", "file", "image"):
            continue
        if kind == "radio":
            radios[name].append(given)
        elif kind == "checkbox":
            fields[name].extend([given or "on"] if chance.random() < 0.5 else [])
        elif node.tag == "select":
            offered = [one.attributes.get("value") or "" for one in node.css("option") if "disabled" not in one.attributes]
            fields[name].extend([chance.choice(offered)] if offered else [])
        elif kind in ("hidden", "date", "datetime-local", "number", "email") or given:
            fields[name].append(given)
        else:
            fields[name].append(secret or chance.choice(WORDS))
    return fields | {name: [chance.choice(values)] for name, values in radios.items()}
