"""Parse a request for a new table (“piracy for 4 with 2 bots, weekly”) or a search (“bounty or piracy for 4, weekly”)."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from games.clocks.terms import PRESETS
from games.editions.errors import NotAllowed
from games.engine import Ruleset, StandingOrder
from games.mail.grammar import order_words
from games.mail.grammar.order_words import PREFIX
from games.mail.grammar.reply_grammar import as_written, in_own_capitals, past, plain
from games.matchmaking.seeks import PACES, SeekForm, first_orders
from games.play import standing_orders
from games.play.controllers import bot_levels
from games.rulesets import on_offer

Reading = tuple[re.Pattern[str], Callable[[re.Match[str]], dict[str, Any]]]
"""A pattern, and a function that turns a match into form fields."""

NUMBERS = {word: number for number, word in enumerate(("no", "one", "two", "three", "four", "five", "six", "seven", "eight"))} | {"a": 1}
COUNT = rf"(?:[0-9]{{1,2}}|{'|'.join(NUMBERS)})"
SEATS = re.compile(rf"for ({COUNT})(?: captains| players)?\b")
NO_BOTS = re.compile(r"without (?:any )?bots?\b")
OPEN = re.compile(r"open(?: to (?:all|anyone|everyone))?\b")
POLITE = ("please", "thanks")
BETWEEN = re.compile(rf"(?:[ ,;.:!]|and\b|\b(?:{'|'.join(POLITE)})\b)*")
WITH = re.compile(r"(?:with|against|invite) ")
AND = re.compile(r",? and |, ?")
CALLED = re.compile(r"called ([\w ,.;’'&+!/-]+)")
"""A table name, without quotation marks and brackets, because the site's letters put these around names."""
MIN_UNNAMED_CHOICE = 4
"""The minimum length of a choice that needs no option name: “hoard” is long enough, “one” is not."""


class TableRequest(NamedTuple):
    rules: Ruleset
    fields: dict[str, Any]


def parse_table(words: str, raw: str) -> TableRequest:
    """Parse a request for a new table; `raw` is the line before tidying. Raise NotAllowed for unknown words."""
    words = words.replace("-", " ")
    named = edition_in(words)
    if named is None:
        raise NotAllowed("unknown-edition", "There is no game of this name here, so no table was made.")
    name, rules = named
    return TableRequest(rules, understood(rules, words[len(name) :], raw))


def edition_in(words: str) -> tuple[str, Ruleset] | None:
    """Return the longest edition name at the start of the words, and the edition; None if the words begin with no edition name."""
    named = [(name, rules) for rules in on_offer().values() for name in names_of(rules) if f"{words} ".startswith((f"{name} ", f"{name},"))]
    return max(named, key=lambda pair: len(pair[0]), default=None)


def names_of(rules: Ruleset) -> list[str]:
    """Return the names of an edition as letters write them, shortest first."""
    called = (rules.slug.replace("-", " "), rules.name, f"{rules.name} {rules.edition}")
    return sorted({plain(name).replace("-", " ") for name in called}, key=len)


def understood(rules: Ruleset, rest: str, raw: str) -> dict[str, Any]:
    """Return the form's fields from the words after an edition's name. Raise NotAllowed for unknown words."""
    fields: dict[str, Any] = {}
    known, position = list(readings(rules)), 0
    while (position := past(BETWEEN, rest, position)) < len(rest):
        if CALLED.fullmatch(rest, position):
            return fields | {"name": as_written(raw, "called")}
        reading = next(((match, means) for pattern, means in known if (match := pattern.match(rest, position))), None)
        if reading is not None:
            match, means = reading
            fields |= means(match)
            position = match.end()
        elif (start := past(WITH, rest, position)) > position or ("bots" in fields and rest[:position].endswith(" and ")):
            position = end_of_names(known, rest, start)
            written = in_own_capitals(raw, rest[start:])
            names = [name.strip() for name in AND.split(written[: len(written) - len(rest) + position]) if name.strip()]
            fields["invited"] = list({name.casefold(): name for name in names}.values())
        else:
            unread = in_own_capitals(raw, rest[position:])
            signs = " A name may have letters, figures and , ; . ’ & + ! / - in it." if unread.casefold().startswith("called ") else ""
            raise NotAllowed("unread-words", f"We did not understand “{unread[:60]}”, so no table was made.{signs}")
    return fields


def end_of_names(known: list[Reading], rest: str, start: int) -> int:
    """Return the end index of the captains' names that begin at `start`: the index of the next words with another meaning."""
    for gap in BETWEEN.finditer(rest, start + 1):
        after = gap.end()
        means_more = CALLED.match(rest, after) or any(pattern.match(rest, after) for pattern, _ in known)
        if gap[0] and (means_more or gap[0].rstrip(" .!").endswith(POLITE)):
            return gap.start()
    return len(rest)


def readings(rules: Ruleset) -> Iterator[Reading]:
    """Yield (pattern, function that turns a match into form fields), in order of precedence."""
    yield SEATS, lambda match: {"seats": count(match[1])}
    yield NO_BOTS, always("bots", 0)
    yield OPEN, always("open_to_all", "True")
    bots = re.compile(rf"(?:with |against )?(?:({COUNT}) )?(?:({'|'.join(bot_levels(rules))}) )?bots?\b")
    yield bots, lambda match: {"bots": count(match[1]), **({"level": match[2]} if match[2] else {})}
    for preset in PRESETS:
        yield re.compile(rf"{re.escape(plain(preset.name))}\b"), always("pace", preset.key)
    for words, key, value in order_words.readings(standing_orders.orders_asked_first(rules)):
        yield re.compile(rf"{re.escape(words)}(?![\w.])"), always(PREFIX + key, value)
    for words, key, value in choices(rules):
        yield re.compile(rf"{re.escape(words)}(?!\w)"), always(f"option-{key}", str(value))


def always(key: str, value: Any) -> Callable[[re.Match[str]], dict[str, Any]]:
    return lambda match: {key: value}


def choices(rules: Ruleset) -> list[tuple[str, str, Any]]:
    """Return (words, option, choice), longest first. The words are the option's name and the choice, or an unambiguous choice alone."""
    every = [(option, value, label) for option in rules.options for value, label in option.choices]
    alone = Counter(plain(str(value)) for _, value, _ in every)
    phrases = [(f"{option.label} {words}", option.key, value) for option, value, label in every for words in (str(value), label)]
    phrases += [
        (value, option.key, value)
        for option, value, _ in every
        if isinstance(value, str) and len(value) >= MIN_UNNAMED_CHOICE and alone[plain(value)] == 1
    ]
    tidied = [(plain(words).replace("-", " "), key, value) for words, key, value in phrases]
    return sorted(tidied, key=lambda choice: -len(choice[0]))


def count(word: str | None) -> int | None:
    """Parse a number in figures or words; return None, which means as many as fit, if no number is given."""
    return None if word is None else NUMBERS[word] if word in NUMBERS else int(word)


OR = re.compile(rf"{BETWEEN.pattern}(?:or +)?")
ANYTHING, NOTHING = "anything", "nothing"


def wish_of(words: str) -> dict[str, Any]:
    """Return the arguments of `seeks.seek` for a search in words. Raise NotAllowed for unknown words."""
    rulesets: list[str] = []
    paces: list[int] = []
    least: int | None = None
    words, orders = order_words.parted(named_orders(), words)
    text, position = words.replace("-", " ") + ",", 0
    known = seek_readings()
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
    return [order for rules in on_offer().values() for order in standing_orders.orders_asked_first(rules)]


def seek_readings() -> list[tuple[str, list[str] | int]]:
    """Return (name, slugs) for “anything” and each name of an edition, and (name, seconds) for each pace; longest name first."""
    offered = on_offer().values()
    names = [(name, [rules.slug]) for rules in offered for name in names_of(rules)]
    paces = [(plain(preset.name).replace("-", " "), seconds) for seconds, preset in PACES.items()]
    return sorted([(ANYTHING, [rules.slug for rules in offered]), *names, *paces], key=lambda pair: -len(pair[0]))
