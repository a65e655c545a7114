"""Parse a record into its heading and its moves, before any move is played."""

import json
import re
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from games.engine import RulesError, Ruleset, commitment
from games.formats.replay import MOST_UNDOS
from games.rulesets import get_ruleset, on_offer

from .words import seat_words, unquoted


class BadRecord(RulesError):
    """The record is refused. `line` counts from 1; the reason is a sentence."""

    def __init__(self, line: int, reason: str):
        super().__init__("bad-record", f"Line {line}: {reason}")
        self.line, self.reason = line, reason


FARTHEST_BACK = 2 * MOST_UNDOS
"""The most entries that an undo can go back: a seat at its limit of undos cannot go farther."""


def target(words: str) -> int:
    """Return the number of the move that an undo goes back to, or -1 if `words` is not such a number."""
    return int(words) if words.isdecimal() and words.isascii() and len(words) < 6 else -1


def must_be_few(moves: Sequence[Any]) -> None:
    """Raise BadRecord at the first move that exceeds the limit of undos."""
    recent: deque[int] = deque(maxlen=MOST_UNDOS)
    for move in moves:
        if move.decision != "undo":
            continue
        if len(recent) == MOST_UNDOS and recent[0] >= move.number - FARTHEST_BACK:
            raise BadRecord(move.line, f"Nobody takes back more than {MOST_UNDOS} of {FARTHEST_BACK} moves.")
        if not move.number - FARTHEST_BACK <= target(move.words) + 1 <= move.number:
            raise BadRecord(move.line, "There is no such move to go back to.")
        recent.append(move.number)


MOST_TEXT, MOST_MOVES, LONGEST_LINE, LONGEST_NAME = 200_000, 4_000, 1_000, 40
MEANT = re.compile(r'(?:[^;"]+|"(?:[^"\\]|\\.)*")*')
"""A line up to its comment; a ; inside quotation marks does not start a comment."""
HEX = re.compile(r"[0-9a-f]{64}")
DEAL = re.compile(r"#([0-9a-f]{8})")
MOVE = re.compile(r"([1-9][0-9]{0,3}) ([a-z0-9_-]{1,40}) ([a-z][a-z0-9_-]{0,39})(?: (.*?))? ?#([0-9a-f]{8})")
ONCE = ("record", "ruleset", "version", "first", "commitment", "seed", "deal")


@dataclass(slots=True)
class RecordedMove:
    """One move as written in a record. `line` is the number of its line."""

    line: int
    number: int
    seat: int | None
    decision: str
    words: str
    check: str


@dataclass(slots=True)
class Script:
    """A whole record, parsed but not yet played."""

    rules: Ruleset
    options: dict[str, Any]
    places: list[str]
    names: list[str]
    first: int
    seed: bytes
    dealt: tuple[int, str]
    moves: list[RecordedMove] = field(default_factory=list)
    end: tuple[int, str] = (0, "")


def parse(text: str) -> Script:
    """Return the parsed record. Raise BadRecord with the line and the reason."""
    if len(text) > MOST_TEXT:
        raise BadRecord(1, f"A record has at most {MOST_TEXT // 1000} thousand characters.")
    lines = [(number, clean(number, raw)) for number, raw in enumerate(text.removeprefix("\ufeff").split("\n"), 1)]
    lines = [(number, line) for number, line in lines if line]
    moves = [index for index, (_, line) in enumerate(lines) if line[0].isdecimal()]
    start = moves[0] if moves else len(lines)
    heading, rest = lines[:start], lines[start:]
    last = rest or heading
    ended = last.pop() if last and last[-1][1].startswith("End: ") else None
    script = read_heading(heading)
    if ended is None:
        raise BadRecord(lines[-1][0], "The record breaks off here: the line “End” is missing.")
    read_moves(script, rest)
    must_be_few(script.moves)
    script.end = (ended[0], ended[1].removeprefix("End: "))
    return script


def clean(number: int, raw: str) -> str:
    """Return a line without its comment. Raise BadRecord if the line is too long, unprintable, or has an open quotation mark."""
    if len(raw) > LONGEST_LINE:
        raise BadRecord(number, "This line is too long.")
    raw = raw.replace("\t", " ").strip()
    match = MEANT.match(raw)
    line, rest = (match[0].strip(), raw[match.end() :]) if match else ("", raw)
    if rest.startswith('"'):
        raise BadRecord(number, "A quotation mark is not closed here.")
    if not line.isprintable():
        raise BadRecord(number, "This line has characters that cannot be printed.")
    return line


def read_heading(lines: list[tuple[int, str]]) -> Script:
    heading: dict[str, tuple[int, str]] = {}
    for number, line in lines:
        key, colon, value = line.partition(": ")
        if not colon:
            raise BadRecord(number, "This is neither a line of the heading nor a move.")
        if key in heading:
            raise BadRecord(number, f"“{key}” stands here a second time.")
        heading[key] = (number, value)
    last = lines[-1][0] if lines else 1
    for key in ONCE:
        if key.capitalize() not in heading:
            raise BadRecord(last, f"The line “{key.capitalize()}” is missing from the heading.")
    return script_of(heading)


def script_of(heading: dict[str, tuple[int, str]]) -> Script:
    if heading["Record"][1] != "1":
        raise BadRecord(heading["Record"][0], "Only records of format 1 can be read here.")
    line, slug = heading["Ruleset"]
    rules = on_offer().get(slug)
    if rules is None:
        raise BadRecord(line, "There is no such game here.")
    line, version = heading["Version"]
    if version not in map(str, range(1, rules.version + 1)):
        raise BadRecord(line, f"The rules of this game are known here up to version {rules.version}; the record is of another one.")
    rules = get_ruleset(slug, int(version))
    places, names = seats_of(heading, rules)
    seed = seed_of(heading)
    options = options_of(heading, rules)
    if wrong := rules.unplayable(options, len(places)):
        raise BadRecord(line, wrong)
    for key, (line, _) in heading.items():
        if key.lower() not in ONCE and not key.startswith(("Seat ", "Option ")):
            raise BadRecord(line, "This line is not a part of the heading.")
    line, first = heading["First"]
    seats = seat_words(places)
    if first not in seats:
        raise BadRecord(line, "Nobody of that name sits at the table.")
    line, deal = heading["Deal"]
    match = DEAL.fullmatch(deal)
    if match is None:
        raise BadRecord(line, "Write a check of eight characters here.")
    return Script(rules, options, places, names, seats.index(first), seed, (line, match[1]))


def seats_of(heading: dict[str, tuple[int, str]], rules: Ruleset) -> tuple[list[str], list[str]]:
    rows = [(key.removeprefix("Seat "), *value) for key, value in heading.items() if key.startswith("Seat ")]
    places, names = [], []
    known = dict(rules.places)
    for _, line, value in rows:
        place, slash, name = value.partition(" / ") if known else ("", " / ", value)
        name = unquoted(name)
        if not slash or not name.isprintable() or not 0 < len(name) <= LONGEST_NAME:
            raise BadRecord(line, "A seat has a place and a name of at most 40 characters.")
        if known and (place not in known or place in places):
            raise BadRecord(line, "There is no such place, or somebody else sits there.")
        places.append(place)
        names.append(name)
    if known and any(place not in rules.places_left([other for other in places if other != place], len(rows)) for place in places):
        raise BadRecord(rows[0][1], "These places cannot be taken together at this table.")
    least, most = rules.seats
    if not least <= len(rows) <= most:
        raise BadRecord(heading["Ruleset"][0], f"This game is played by {least} to {most}.")
    for (label, line, _), word in zip(rows, seat_words(places), strict=True):
        if label != word:
            raise BadRecord(line, f"This seat is called “{word}”.")
    return places, names


def seed_of(heading: dict[str, tuple[int, str]]) -> bytes:
    """Return the seed. Raise BadRecord if the seed does not match the commitment."""
    for key in ("Commitment", "Seed"):
        if not HEX.fullmatch(heading[key][1]):
            raise BadRecord(heading[key][0], "Write sixty-four hexadecimal digits here.")
    seed = bytes.fromhex(heading["Seed"][1])
    if commitment(seed) != heading["Commitment"][1]:
        raise BadRecord(heading["Seed"][0], "The seed is not the one that was promised before the first move.")
    return seed


def options_of(heading: dict[str, tuple[int, str]], rules: Ruleset) -> dict[str, Any]:
    written = {key.removeprefix("Option "): value for key, value in heading.items() if key.startswith("Option ")}
    known = {option.key: option for option in rules.options}
    options = {}
    for key, (line, text) in written.items():
        if key not in known:
            raise BadRecord(line, "This game has no such option.")
        values = [value for value, _ in known[key].choices] or [True, False]
        match = [value for value in values if json.dumps(value) == text]
        if not match:
            raise BadRecord(line, "This option has no such choice.")
        options[key] = match[0]
    missing = next((key for key in known if key not in options), None)
    if missing is not None:
        raise BadRecord(heading["Ruleset"][0], f"The option “{missing}” is missing from the heading.")
    return options


def read_moves(script: Script, lines: list[tuple[int, str]]) -> None:
    seats = seat_words(script.places)
    for number, (line_number, line) in enumerate(lines, 1):
        match = MOVE.fullmatch(line)
        if match is None:
            raise BadRecord(line_number, "A move has a number, a captain, a question, an answer, and a check after #.")
        if int(match[1]) != number:
            raise BadRecord(line_number, f"Move {number} is expected here.")
        if number > MOST_MOVES:
            raise BadRecord(line_number, f"A record has at most {MOST_MOVES} moves.")
        if match[2] not in (*seats, "-"):
            raise BadRecord(line_number, "Nobody of that name sits at the table.")
        seat = None if match[2] == "-" else seats.index(match[2])
        script.moves.append(RecordedMove(line_number, number, seat, match[3], (match[4] or "").strip(), match[5]))
