"""The grammar of the site's command address: one line such as “join 12” or “new piracy”.

Like all orders, a command stands alone at the head of a letter, and no line of our own letters is one.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache

from games.errors import NotAllowed
from games.mail.grammar import order_words
from games.mail.grammar.reply_grammar import SINGLE, is_quoted, speaks, understood
from games.mail.grammar.seek_words import NOTHING, named_orders, wish_of
from games.mail.grammar.table_words import said_of
from games.rulesets import on_offer

NUMBER = r"(?:table )?#?([0-9]{1,9})"
WITH_NUMBER = re.compile(rf"(join|leave|start) {NUMBER}(?: (.{{1,100}}))?")
WITH_NAME = re.compile(rf"(?:(invite) (.{{1,150}}) to|(remove) (.{{1,150}}) from) {NUMBER}")
WISH = re.compile(r"quiet (?:off|(?:from )?\d)|letters (?:on|each|daily|every|only|reminders)\b")
"""How a wish about the hours of letters begins; whether it can be read is found out when it is carried out."""
YES = re.compile(r"yes(?:,? please)?(?:[ ,.;:!-]+call me[ :]+(.{1,100}))?", re.IGNORECASE)
"""A stranger's “yes” that opens an account, perhaps with a name."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A command: its word, the number of a table, and the rest of the line."""

    word: str
    number: int = 0
    rest: str = ""


def wanted(words: str) -> Wanted | None:
    """Parse a line (tidied by `reply_grammar`) as a command, possible or not; None for anything else."""
    words = words.rstrip(" ?")
    if words in ("tables", "games", "back", "start"):
        return Wanted(words)
    if words == "help new" or words.startswith(("new ", "find ", "away ", "zone ", "help new ")) or WISH.match(words):
        word, _, rest = words.partition(" ")
        return Wanted(word, rest=rest)
    if found := WITH_NAME.fullmatch(words):
        return Wanted(found[1] or found[3], int(found[5]), found[2] or found[4])
    found = WITH_NUMBER.fullmatch(words)
    return Wanted(found[1], int(found[2]), found[3] or "") if found and not (found[1] != "join" and found[3]) else None


@lru_cache(maxsize=4096)
def is_order(words: str) -> bool:
    """Would this line do something, as a command or as an answer of one word? Each line that we write is checked with this."""
    asked = wanted(words)
    if asked is None:
        return words in SINGLE
    if asked.word == "new":
        return makes_a_table(asked.rest)
    if asked.word == "find":
        return is_seek(asked.rest)
    place, _orders = order_words.parted_by(named_orders(), asked.rest)
    return asked.word != "join" or not place or place in places()


@lru_cache(maxsize=4096)
def words_of_ours(line: str) -> str | None:
    """Return the tidied words of a line that we write; None if it is an order in answer to any letter. Letters repeat most."""
    return None if speaks(line, is_order) else understood(line).words


def is_risky(line: str, fits: Callable[[str], bool]) -> bool:
    """Would this line of ours, alone, be taken for an order? `fits(words)`: do the words name an option that is open now?"""
    words = words_of_ours(line)
    return words is None or (fits(words) and not is_quoted(line))


def makes_a_table(words: str) -> bool:
    try:
        return bool(said_of(words, words))
    except NotAllowed:
        return False


def is_seek(words: str) -> bool:
    try:
        return words == NOTHING or bool(wish_of(words))
    except NotAllowed:
        return False


@cache
def places() -> frozenset[str]:
    """Return every place of every edition, by both its names."""
    return frozenset(name.casefold() for rules in on_offer().values() for place in rules.places for name in place)
