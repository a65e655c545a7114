"""Browsers for a site in this process, and the forms on its pages."""

from collections import defaultdict
from random import Random
from typing import Any, NamedTuple
from urllib.parse import urljoin

from django.test import Client
from django.test.client import ClientHandler
from selectolax.lexbor import LexborHTMLParser, LexborNode

from accounts.models import User
from games.engine import Deal, Decision, Pick

BACKEND = "accounts.backends.AuthenticationBackend"
WORDS = ("Ahoy!", "A fine wind today", "Who has the rum?", "", "3", "play 2", "https://sea.example/", "🏴‍☠️ <b>arr</b>")
LEFT_ALONE = ("/account/", "/move/", "/letters/", "/mailbox/", "/u/", "/records/", "/first-voyage/", "/what-if/", "/report/", "/offline/")
"""Parts of paths whose forms are skipped: moves are posted separately, and nobody may sign out or delete their account by chance."""
OFFERED_VALUES = ("hidden", "date", "datetime-local", "number", "email")


class Browser(Client):
    """A test client that raises only errors of its own requests, since other clients may send requests in the middle of them."""

    def __init__(self, handler: ClientHandler | None = None):
        super().__init__()
        self.handler = handler or self.handler
        self.defaults["town.browser"] = str(id(self))

    def store_exc_info(self, **signal: Any) -> None:
        """Store an error if it belongs to a request of this client, which raises the error after the response."""
        if signal["request"].META.get("town.browser") == str(id(self)):
            super().store_exc_info(**signal)


def browser(user: User, handler: ClientHandler | None = None) -> Browser:
    """Return a browser in which this person is signed in, and whose requests go to the handler if one is given."""
    client = Browser(handler)
    client.force_login(user, backend=BACKEND)
    return client


def posted(decision: Decision, answer: Any) -> dict[str, Any]:
    """Return an answer to a decision as form data."""
    if isinstance(decision, Deal):
        return {"decision": decision.name, "kind": "deal", "give": list(answer[0]), "take": list(answer[1])}
    return {"decision": decision.name, "answer": list(answer) if isinstance(decision, Pick) else answer}


class Form(NamedTuple):
    """A form on a page: its URL, and valid values of its fields."""

    action: str
    fields: dict[str, list[str]]


def forms_of(markup: str, page: str, chance: Random, secret: str) -> list[Form]:
    """Return the forms that a page can post, filled in at random. `secret` goes into private notes, which nobody else may read."""
    forms = []
    for node in LexborHTMLParser(markup).css("form"):
        buttons = [button.attributes for button in node.css("button, input[type=submit]") if button.attributes.get("type") != "button"]
        pressed = chance.choice([button for button in buttons if "disabled" not in button] or [{}])
        action = urljoin(page, pressed.get("formaction") or node.attributes.get("action") or page)
        if (node.attributes.get("method") or "").lower() != "post" or any(part in action for part in LEFT_ALONE):
            continue
        fields = filled_in(node, chance, secret if "/notes/" in action else "")
        if name := pressed.get("name"):
            fields.setdefault(name, []).append(pressed.get("value") or "")
        forms.append(Form(action, fields))
    return forms


def filled_in(form: LexborNode, chance: Random, secret: str) -> dict[str, list[str]]:
    """Return values for the fields of a form: current values, random options, or random words."""
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
            offered = [option.attributes.get("value") or "" for option in node.css("option") if "disabled" not in option.attributes]
            fields[name].extend([chance.choice(offered)] if offered else [])
        elif kind in OFFERED_VALUES or given:
            fields[name].append(given)
        else:
            fields[name].append(secret or chance.choice(WORDS))
    return fields | {name: [chance.choice(values)] for name, values in radios.items()}
