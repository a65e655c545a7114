"""Parse the standing orders in a letter that takes a chair: each order's name, followed by an answer."""

import re
from collections.abc import Iterable

from django.utils.text import get_text_list

from games.editions.errors import NotAllowed
from games.engine import StandingOrder
from games.mail.grammar.reply_grammar import past, plain

BETWEEN = re.compile(r"(?:[ ,;]|and\b)*")
PREFIX = "order-"
"""The prefix of an order's key in the fields of a form."""


def name_of(order: StandingOrder) -> str:
    return order.key.replace("_", " ")


def readings(known: Iterable[StandingOrder]) -> list[tuple[str, str, str]]:
    """Return (words, key, answer) for every accepted phrase, longest first. A phrase is an order's name and an answer or its label."""
    phrases = {
        (words if words.startswith(f"{name_of(order)} ") else f"{name_of(order)} {words}", order.key, str(value))
        for order in known
        for value, label in order.choices
        for words in (plain(str(value)).replace("-", " "), plain(label).replace("-", " "))
    }
    return sorted(phrases, key=lambda reading: (-len(reading[0]), reading))


def parted(known: Iterable[StandingOrder], words: str) -> tuple[str, str]:
    """Split tidied words at the first name of a known order; return (words before the orders, orders)."""
    names = "|".join(re.escape(name_of(order)) for order in known)
    match = re.search(rf"(?:^|(?<=[ ,;]))(?:{names})(?![\w-]).*", words) if names else None
    if match is None:
        return words, ""
    before = words[: match.start()]
    ends = [word.end() for word in re.finditer("[^ ,;]+", before) if word[0] != "and"]
    return before[: ends[-1]] if ends else "", match[0]


def understood(known: Iterable[StandingOrder], words: str) -> dict[str, str]:
    """Return the orders in tidied words as {key: answer}. Raise NotAllowed for words that are not in `known`."""
    known = tuple(known)
    if words and not known:
        raise NotAllowed("unread-words", "No orders are asked for with a chair at this table, so nothing was done.")
    answers: dict[str, str] = {}
    text, position, offered = " ".join(re.sub("[-:]", " ", words).split()), 0, readings(known)
    while (position := past(BETWEEN, text, position)) < len(text):
        rest = text[position:]
        reading = next((reading for reading in offered if re.match(rf"{re.escape(reading[0])}(?![\w.])", rest)), None)
        if reading is None:
            raise NotAllowed("unread-words", f"We did not understand “{rest[:60]}”, so nothing was done. {choices_of(known)}")
        words, key, value = reading
        position += len(words)
        answers[key] = value
    return answers


def choices_of(known: Iterable[StandingOrder]) -> str:
    choices = {order: [str(value) if isinstance(value, str) else plain(label) for value, label in order.choices] for order in known}
    return " ".join(
        f"After “{name_of(order)}” write {get_text_list([f'“{word}”' for word in words], 'or')}." for order, words in choices.items()
    )


def example(known: Iterable[StandingOrder], before: str, invites: str = "You may add yours here") -> str:
    """Return a sentence with an example of the first known order after the words `before`; "" if no order is known."""
    order = next(iter(known), None)
    if order is None:
        return ""
    return f"{invites}, as in “{before} {some_answer(order)}”. {choices_of([order])}"


def some_answer(order: StandingOrder) -> str:
    return f"{name_of(order)} {next(value for value, _ in order.choices if value != order.default)}"
