"""Parse commands to the site: a line such as “join 12” at the head of a letter. No line of the site's letters may be a command."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache

from games.editions.errors import NotAllowed
from games.mail.grammar import order_words
from games.mail.grammar.reply_grammar import SINGLE, is_quoted, speaks, understood
from games.mail.grammar.table_words import NOTHING, named_orders, parse_table, wish_of
from games.rulesets import on_offer

NUMBER = r"(?:table )?#?([0-9]{1,9})"
WITH_NUMBER = re.compile(rf"(join|leave|start) {NUMBER}(?: (.{{1,100}}))?")
WITH_NAME = re.compile(rf"(?:(invite) (.{{1,150}}) to|(remove) (.{{1,150}}) from) {NUMBER}")
SETTING = re.compile(r"quiet (?:off|(?:from )?\d)|letters (?:on|each|daily|every|only|reminders)\b")
"""The beginning of a command that sets the times of letters. The code that carries out the command checks the rest."""
YES = re.compile(r"yes(?:,? please)?(?:[ ,.;:!-]+call me[ :]+(.{1,100}))?", re.IGNORECASE)
"""A stranger's “yes” that opens an account, with an optional name."""


@dataclass(frozen=True, slots=True)
class Command:
    word: str
    number: int = 0
    rest: str = ""


def parse_command(words: str) -> Command | None:
    """Parse a line tidied by `reply_grammar` as a command, legal or not; return None for other text."""
    words = words.rstrip(" ?")
    if words in ("tables", "games", "back", "start"):
        return Command(words)
    if words == "help new" or words.startswith(("new ", "find ", "away ", "zone ", "help new ")) or SETTING.match(words):
        word, _, rest = words.partition(" ")
        return Command(word, rest=rest)
    if match := WITH_NAME.fullmatch(words):
        return Command(match[1] or match[3], int(match[5]), match[2] or match[4])
    match = WITH_NUMBER.fullmatch(words)
    return Command(match[1], int(match[2]), match[3] or "") if match and not (match[1] != "join" and match[3]) else None


@lru_cache(maxsize=4096)
def is_order(words: str) -> bool:
    """Return whether a line is a command or a one-word answer. Every line that the site sends is checked, so that none is an order."""
    command = parse_command(words)
    if command is None:
        return words in SINGLE
    try:
        if command.word == "new":
            return bool(parse_table(command.rest, command.rest))
        if command.word == "find":
            return command.rest == NOTHING or bool(wish_of(command.rest))
    except NotAllowed:
        return False
    place, _orders = order_words.parted(named_orders(), command.rest)
    return command.word != "join" or not place or place in places()


@lru_cache(maxsize=4096)
def words_of_ours(line: str) -> str | None:
    """Return the tidied words of a line that the site sends; None if any reply would read the line as an order."""
    return None if speaks(line, is_order) else understood(line).words


def is_risky(line: str, fits: Callable[[str], bool]) -> bool:
    """Return whether a reply that quotes this line of the site would be an order. `fits(words)`: whether words name an open option."""
    words = words_of_ours(line)
    return words is None or (fits(words) and not is_quoted(line))


@cache
def places() -> frozenset[str]:
    return frozenset(name.casefold() for rules in on_offer().values() for place in rules.places for name in place)
