"""Write answers as words, and read them back. The question decides how words are read, so a list needs no special sign.

    sail M9 · keep gold, rum · keep nothing · trade gold for black 1, black 3 · stake 4

An edition's face may have `words`: names for the codes of its cards and goods.
"""

import json
import re
from collections.abc import Iterable, Sequence
from typing import Any

from games.engine import Action, Amount, Choose, Deal, Decision, IllegalAction, NotYourDecision, Pick, Ruleset
from games.kit.parts import face_of

NOTHING, FOR = "nothing", " for "
PLAIN = re.compile(r"[\w@'’&*+./-]+(?: [\w@'’&*+./-]+)*")
THING = re.compile(r'\s*+("(?:[^"\\]|\\.)*"|(?:(?! for |[,"]).)+)')
CLOSING = re.compile(r"\s*(,|for |$)")
"""Two patterns, matched in turn, so that neither backtracks into the other, and time grows linearly with the text. (One pattern with
a possessive group would do the same, but CPython before 3.11.5 matches such groups wrongly.)"""
MOST_PARTS = 200


def spoken(rules: Ruleset, name: str, code: str) -> str:
    """Return the word for one item in an answer to the decision `name`, in quotation marks if the word could be misread."""
    face = face_of(rules)
    word = code if name in face.squares_asked else face.words.get(code, code)
    is_plain = PLAIN.fullmatch(word) and FOR not in f" {word} " and word != NOTHING
    return word if is_plain else json.dumps(word)


def write_answer(rules: Ruleset, name: str, answer: Any) -> str:
    """Return an answer to the decision `name` in words."""
    if answer is None:
        return ""
    if isinstance(answer, int):
        return str(answer)
    if isinstance(answer, str):
        return spoken(rules, name, answer)
    if len(answer) == 2 and all(isinstance(part, list | tuple) for part in answer):
        return FOR.join(pile(rules, name, part) for part in answer)
    return pile(rules, name, answer)


def pile(rules: Ruleset, name: str, codes: Iterable[str]) -> str:
    return ", ".join(spoken(rules, name, code) for code in codes) or NOTHING


def read_answer(rules: Ruleset, decision: Decision, text: str, names: list[str] | None = None) -> Any:
    """Return the answer that `text` gives to a decision. Raise IllegalAction if the text is unreadable; `check` refuses other answers.

    With `names`, also accept the labels that players see.
    """
    if isinstance(decision, Choose) and not decision.options:
        return unquoted(text.strip())
    piles = split(text)
    if isinstance(decision, Deal):
        if len(piles) == 1 and not (decision.give and decision.take):
            piles = [piles[0], [NOTHING]] if decision.give else [[NOTHING], piles[0]]
        if len(piles) != 2:
            raise IllegalAction("malformed", "A deal is written as what you give, “for”, and what you take.")
        return tuple(
            codes(rules, decision, part, options, names) for part, options in zip(piles, (decision.give, decision.take), strict=True)
        )
    if len(piles) != 1:
        raise IllegalAction("malformed", "Only a deal has “for” in it.")
    if isinstance(decision, Amount):
        return decision.check(text.strip())
    if isinstance(decision, Pick):
        return codes(rules, decision, piles[0], decision.options, names)
    if isinstance(decision, Choose) and len(piles[0]) == 1:
        return meaning(rules, decision, piles[0][0], decision.options, names)
    raise IllegalAction("malformed", "Answer with one of the choices.")


def split(text: str) -> list[list[str]]:
    """Split the text into piles of items, which keep their quotation marks."""
    piles: list[list[str]] = [[]]
    position, closing = 0, ","
    while closing:
        thing = THING.match(text, position)
        end = CLOSING.match(text, thing.end()) if thing else None
        if thing is None or end is None or sum(map(len, piles)) >= MOST_PARTS:
            raise IllegalAction("malformed", "These words cannot be read.")
        piles[-1].append(thing[1].strip())
        position, closing = end.end(), end[1]
        if closing == "for ":
            piles.append([])
    return piles


def unquoted(word: str) -> str:
    """Return a word without its quotation marks, or unchanged if it has no quotation marks or is not valid JSON."""
    try:
        text = json.loads(word) if word.startswith('"') else word
    except ValueError:
        return word
    return text if isinstance(text, str) else word


def codes(rules: Ruleset, decision: Decision, words: list[str], options: Iterable[str], names: list[str] | None) -> tuple[str, ...]:
    if words == [NOTHING]:
        return ()
    return tuple(meaning(rules, decision, word, options, names) for word in words)


def meaning(rules: Ruleset, decision: Decision, word: str, options: Iterable[str], names: list[str] | None) -> str:
    """Return the code that `word` stands for; return an unknown word unchanged."""
    known = {spoken(rules, decision.name, code): code for code in options}
    if names is None and decision.name in face_of(rules).squares_asked:
        known |= {spoken(rules, "", code): code for code in options}  # for records from before squares had their own names
    if word in known:
        return known[word]
    if word in known.values():
        return word
    if names is not None:
        lower = {code.casefold(): code for code in options} | {shown.casefold(): code for shown, code in known.items()}
        lower |= {rules.label(decision, code, names).casefold(): code for code in options}
        return lower.get(word.casefold(), word)
    return word


LONGEST_LINE = 300


def typed(rules: Ruleset, decisions: list[Decision], line: str, names: list[str]) -> Action:
    """Return the action in a line: "sail M9", or just "M9" if only one decision is required. Raise RulesError if there is none."""
    line = " ".join(line.split())
    if not line or len(line) > LONGEST_LINE or not line.isprintable():
        raise IllegalAction("malformed", "Write what you want to do, such as “sail M9”.")
    if not decisions:
        raise NotYourDecision("not-asked", "Nothing is asked of you now.")
    word, _, rest = line.partition(" ")
    for decision in decisions:
        if decision.name == word.casefold():
            return Action(decision.seat, decision.name, read_answer(rules, decision, rest or only(decision), names))
    required = [decision for decision in decisions if not decision.optional]
    if len(required) != 1:
        asked = ", ".join(f"“{decision.name}”" for decision in decisions)
        raise IllegalAction("malformed", f"Begin with one of the words {asked}.")
    return Action(required[0].seat, required[0].name, read_answer(rules, required[0], line, names))


def only(decision: Decision) -> str:
    """Return the only option of a question, for a line that names only the question; "" if there are several."""
    options: tuple[str, ...] = getattr(decision, "options", ())
    return options[0] if len(options) == 1 else ""


CHECK = 8
"""The number of hex digits of the table's hash after every move, by which a check finds the first changed line."""


def seat_words(places: Sequence[str]) -> list[str]:
    """Return the name of each seat: its place, or its number from 1 if the edition has no places."""
    named = all(places) and all(place.isascii() and place.replace("-", "").replace("_", "").isalnum() for place in places)
    return list(places) if named and not any(place.isdecimal() for place in places) else [str(seat + 1) for seat in range(len(places))]


def write(rules: Ruleset, record: dict[str, Any], names: Sequence[str]) -> str:
    """Return a record from `queries.record`, including the seed, as text."""
    seats = seat_words(record["places"])
    (_, _, _, _, dealt), *moves = record["moves"]
    lines = [
        f"; {rules.name}, {rules.edition or 'a board game'}. What follows a ; is a comment.",
        "Record: 1",
        f"Ruleset: {record['ruleset']}",
        f"Version: {record['version']}",
        *(f"Option {key}: {json.dumps(value)}" for key, value in sorted(record["options"].items())),
        *(
            f"Seat {seat}: {' / '.join(filter(None, (place, quoted(name))))}"
            for seat, place, name in zip(seats, record["places"], names, strict=True)
        ),
        f"First: {seats[record['first']]}",
        f"Commitment: {record['commitment']}",
        f"Seed: {record['seed']}",
        f"Deal: #{dealt[:CHECK]}",
        "",
        *(line(rules, seats, move) for move in moves),
        "",
        f"End: {record['outcome']['reason']}",
    ]
    return "\n".join(lines) + "\n"


def quoted(name: str) -> str:
    """Return a name, in quotation marks if it contains special characters of records."""
    return json.dumps(name, ensure_ascii=False) if set(name) & set(';"') or name != name.strip() else name


def line(rules: Ruleset, seats: list[str], move: Sequence[Any]) -> str:
    """Return the line of one move: number, seat, question, answer, and check."""
    number, seat, decision, answer, hashed = move
    parts = (str(number), "-" if seat is None else seats[seat], decision, write_answer(rules, decision, answer), f"#{hashed[:CHECK]}")
    return " ".join(filter(None, parts))
