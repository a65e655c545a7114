"""What may be written to the desk of the site, pure: one line that wants something of us, such as “join 12” or “new piracy”.

Like all orders these stand alone at the head of a letter, and no line of any letter of ours is one of them.
"""

import re
import unicodedata
from dataclasses import dataclass

from games.engine import Ruleset
from games.reply_grammar import AROUND, SINGLE, plain
from games.rulesets import on_offer

NUMBERED = re.compile(r"#?([0-9]{1,9})(?: (.{1,150}))?")
TERMS = re.compile(r"[\w ,.;’'&+/-]{1,190}")
"""Of such signs is what may be said of a new table: no quotation marks and no brackets, as our letters have them about its name."""
YES = re.compile(r"yes(?:,? please)?(?:[ ,.;:!-]+call me[ :]+(.{1,100}))?", re.IGNORECASE)
"""A stranger opens an account, perhaps under a name."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """One thing that somebody wants: a word, the number of a table, and what else he wrote."""

    word: str
    number: int = 0
    rest: str = ""


def wanted(words: str) -> Wanted | None:
    """What a line (as `reply_grammar` tidies it) wants; None for anything else."""
    word, _, rest = words.partition(" ")
    if word in ("tables", "games"):
        return None if rest else Wanted(word)
    if word == "new":
        return Wanted(word, rest=rest) if edition_in(rest) and TERMS.fullmatch(rest) else None
    found = NUMBERED.fullmatch(rest) if word in ("join", "leave", "invite") else None
    if found is None or bool(found[2]) not in ALLOWED[word]:
        return None
    return Wanted(word, int(found[1]), found[2] or "")


def names_of(rules: Ruleset) -> list[str]:
    """What an edition may be called in a letter, the shortest first."""
    called = (rules.slug.replace("-", " "), rules.name, f"{rules.name} {rules.edition}")
    return sorted({plain(name).replace("-", " ") for name in called}, key=len)


def edition_in(words: str) -> tuple[Ruleset, str] | None:
    """The edition that is named first, and its name as it stands there."""
    there = f"{words.replace('-', ' ')} "
    named = [(name, rules) for rules in on_offer().values() for name in names_of(rules) if there.startswith((f"{name} ", f"{name},"))]
    if not named:
        return None
    name, rules = max(named, key=lambda pair: len(pair[0]))
    return rules, name


ALLOWED = {"join": (False, True), "leave": (False,), "invite": (True,)}
"""May, or must, something stand behind the number?"""


def is_order(words: str) -> bool:
    """Does this line want something, at the desk or in answer to a letter that takes one word?"""
    return words in SINGLE or wanted(words) is not None or YES.fullmatch(words) is not None


def as_written(raw: str, before: str) -> str:
    """What a person wrote behind these words, in his own capitals; "" when nothing did."""
    line = " ".join(unicodedata.normalize("NFKC", raw).split())
    found = re.search(rf"{before}[ :]+(.+)$", line, re.IGNORECASE)
    return found[1].strip(AROUND) if found else ""
