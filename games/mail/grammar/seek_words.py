"""Read a matchmaking search from one line: “bounty or piracy for 4, weekly”. The page's defaults fill in the rest."""

import re
from typing import Any

from games.editions.errors import NotAllowed
from games.engine import StandingOrder
from games.mail.grammar import order_words
from games.mail.grammar.reply_grammar import past, plain
from games.mail.grammar.table_words import BETWEEN, SEATS, count, names_of
from games.matchmaking.seek_form import SeekForm
from games.matchmaking.seeks import PACES, first_orders
from games.play import standing_orders
from games.rulesets import on_offer

OR = re.compile(rf"{BETWEEN.pattern}(?:or +)?")
ANYTHING, NOTHING = "anything", "nothing"


def wish_of(words: str) -> dict[str, Any]:
    """Return the arguments of `seeks.seek`. Raise NotAllowed for words that are no search."""
    rulesets: list[str] = []
    paces: list[int] = []
    least: int | None = None
    words, orders = order_words.parted_by(named_orders(), words)
    text, position = words.replace("-", " ") + ",", 0
    known = sorted(games() + steady_paces(), key=lambda pair: -len(pair[0]))
    while (position := past(OR, text, position)) < len(text):
        seats = SEATS.match(text, position)
        name, value = next(((name, value) for name, value in known if text.startswith((f"{name} ", f"{name},"), position)), ("", None))
        if seats:
            least, position = count(seats[1]), seats.end()
        elif name:
            if isinstance(value, int):
                paces.append(value)
            else:
                rulesets.extend(value or ())
            position += len(name)
        else:
            raise NotAllowed("unread-words", f"We did not understand “{text[position:-1][:60]}”, so nothing was noted.")
    if not rulesets:
        raise NotAllowed("unread-words", f"Say at least one game, or “{ANYTHING}”; so far nothing was noted.")
    usual, asked = SeekForm().fields, first_orders(rulesets)
    if orders and not asked:
        raise NotAllowed("unread-words", "None of these games asks for orders with a chair, so nothing was noted.")
    return {
        "rulesets": list(dict.fromkeys(rulesets)), "paces": list(dict.fromkeys(paces)) or usual["paces"].initial,
        "least": usual["least"].initial if least is None else least, "orders": order_words.understood(asked, orders),
    }  # fmt: skip


def named_orders() -> list[StandingOrder]:
    """Return the first orders of all editions on offer."""
    return [order for rules in on_offer().values() for order in standing_orders.orders_asked_first(rules)]


def games() -> list[tuple[str, list[str] | int]]:
    """Return (name, slugs) for each name of each edition, and for “anything”."""
    offered = on_offer().values()
    return [(ANYTHING, [rules.slug for rules in offered]), *((name, [rules.slug]) for rules in offered for name in names_of(rules))]


def steady_paces() -> list[tuple[str, list[str] | int]]:
    """Return (name, seconds) of each pace."""
    return [(plain(preset.name).replace("-", " "), seconds) for seconds, preset in PACES.items()]
