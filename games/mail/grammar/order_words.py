"""The standing orders asked for with a chair, as words in a letter: the name of an order, then its answer."""

import re
from collections.abc import Iterable

from django.utils.text import get_text_list

from games.engine import Ruleset, StandingOrder
from games.errors import NotAllowed
from games.mail.grammar.reply_grammar import past, plain
from games.play import standing_orders

BETWEEN = re.compile(r"(?:[ ,;]|and\b)*")
PREFIX = "order-"
"""The prefix of an order's key in the fields of a form."""
NONE_ASKED = "No orders are asked for with a chair at this table, so nothing was done."


def name_of(order: StandingOrder) -> str:
    """Return the name of an order in letters."""
    return order.key.replace("_", " ")


def readings(known: Iterable[StandingOrder]) -> list[tuple[str, str, str]]:
    """Return (words, key, answer) for everything that may be said, longest first: an order's name with an answer or its label."""
    found = {
        (words if words.startswith(f"{name_of(order)} ") else f"{name_of(order)} {words}", order.key, str(value))
        for order in known
        for value, label in order.choices
        for words in (plain(str(value)).replace("-", " "), plain(label).replace("-", " "))
    }
    return sorted(found, key=lambda reading: (-len(reading[0]), reading))


def parted(rules: Ruleset, words: str) -> tuple[str, str]:
    """Split tidied words into (what comes before the orders, the orders), if this edition ever asks for orders."""
    return parted_by(standing_orders.orders_asked_first(rules), words)


def parted_by(known: Iterable[StandingOrder], words: str) -> tuple[str, str]:
    """Split tidied words in the same way, by the names of these orders."""
    names = "|".join(re.escape(name_of(order)) for order in known)
    found = re.search(rf"(?:^|(?<=[ ,;]))(?:{names})(?![\w-]).*", words) if names else None
    return (without_joint(words[: found.start()]), found[0]) if found else (words, "")


def without_joint(words: str) -> str:
    """Return the words without trailing commas, spaces and “and”, in one pass however many there are."""
    kept = [found.end() for found in re.finditer("[^ ,;]+", words) if found[0] != "and"]
    return words[: kept[-1]] if kept else ""


def understood(known: Iterable[StandingOrder], words: str) -> dict[str, str]:
    """Return the orders in tidied words, as {key: answer} for `play.standing_orders`. Raises NotAllowed for what is not in `known`."""
    known = tuple(known)
    if words and not known:
        raise NotAllowed("unread-words", NONE_ASKED)
    found: dict[str, str] = {}
    said, at, offered = " ".join(re.sub("[-:]", " ", words).split()), 0, readings(known)
    while (at := past(BETWEEN, said, at)) < len(said):
        match = next(((name, key, value) for name, key, value in offered if re.match(rf"{re.escape(name)}(?![\w.])", said[at:])), None)
        if match is None:
            raise NotAllowed("unread-words", f"We did not understand “{said[at:][:60]}”, so nothing was done. {choices_of(known)}")
        at += len(match[0])
        found[match[1]] = match[2]
    return found


def choices_of(known: Iterable[StandingOrder]) -> str:
    """Return sentences that say what may be written."""
    words = {order: [str(value) if isinstance(value, str) else plain(label) for value, label in order.choices] for order in known}
    return " ".join(
        f"After “{name_of(order)}” write {get_text_list([f'“{word}”' for word in said], 'or')}." for order, said in words.items()
    )


def example(known: Iterable[StandingOrder], before: str, invites: str = "You may add yours here") -> str:
    """Return an example of the first order after the words `before`, with its other answers; "" if no order is asked for."""
    order = next(iter(known), None)
    if order is None:
        return ""
    return f"{invites}, as in “{before} {some_answer(order)}”. {choices_of([order])}"


def some_answer(order: StandingOrder) -> str:
    """Return an order with an answer that is not the usual one: its name, then the answer."""
    return f"{name_of(order)} {next(value for value, _ in order.choices if value != order.default)}"
