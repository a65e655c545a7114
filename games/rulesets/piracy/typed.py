"""Typed orders: a whole turn in one line, like "BB G4; E E N E; END". A typed order can do nothing that clicks cannot.

An order may end after any part, but must finish every voyage that it begins. An order is played completely or not at all.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, ClassVar

from games.engine import Decision, Dice, IllegalAction, RulesError, Words
from games.engine.decisions import Below

from .chart import DIRECTIONS
from .context import PHASES, GameContext
from .course import stroll
from .state import State, ship_word, ship_words
from .typed_parts import EVENT_WORDS, LAPSE, WAITING, Part, answer, give_answer

LONGEST_ORDER, MOST_WORDS = 300, 90
END = "END"
DIAGONALS = {"NE": ("N", "E"), "NW": ("N", "W"), "SE": ("S", "E"), "SW": ("S", "W")}
"""Two directions in one word. A ship sails the directions one after the other."""
KNOWN = frozenset((END, "FIRE", "TAKE", "PUSH", *"0123456789", *EVENT_WORDS, *WAITING, LAPSE, *DIRECTIONS, *DIAGONALS))
SPACES = str.maketrans("(),", "   ")
A_SQUARE = re.compile(r"(?:[A-Z][0-9]{1,2}|[NESW])(?:[+][0-9]{0,2})?")
DEFAULT_WORDS = {"pass": "PASS", "stay": "STAY", "stop": "", "hold": ""}
"""Default answer that is neither a square nor a ship -> its word in an order; "" if the order needs no word."""


@dataclass(slots=True)
class Order(Words):
    """A typed order. `check` tries the order on a copy of `state`. `asked` is the question that the order answers first."""

    kind: ClassVar[str] = "order"
    heading: ClassVar[str] = "Your orders:"
    state: Any = field(default=None, compare=False, repr=False)
    asked: Any = field(default=None, compare=False, repr=False)

    def check(self, answer: Any) -> Any:
        parts = parts_of(answer)
        try:
            carry_out(GameContext(self.state.copy(), Dice(b"")), self.seat, parts, ending=False)
        except RulesError as refusal:
            raise IllegalAction(refusal.code, refusal.text, refusal.law) from None
        return "; ".join(" ".join(part) for part in parts)

    def answers(self) -> Iterator[str]:
        yield from self.ready()

    def sample(self, below: Below) -> Any:
        asked = self.asked
        if asked.name == "sail" and asked.default not in ("pass", "stay"):
            ship, cause, remaining = asked.voyage
            return " ".join(stroll(self.state, ship, cause, remaining, below))
        if asked.name == "monster":
            return f"{self.state.event.upper()} {asked.sample(below)}"
        return next(usual_parts(self.state))

    def ready(self) -> list[str]:
        """Return example orders: the default for the rest of the turn, in full and with only the last square of the voyage."""
        parts = list(usual_parts(self.state))
        end = [END] if self.state.die else []
        whole, short = ("; ".join([*parts[:-1], last, *end]) for last in (parts[-1], in_short(parts[-1])))
        return [whole, short] if short != whole and self.takes(short) else [whole]

    def matches(self, line: str) -> bool:
        """Return whether `line` looks like an order, valid or not: all its words occur in orders, and it is not a single direction."""
        words = line.upper().translate(SPACES).replace(";", " ").replace(" +", "+").split()
        known = {*KNOWN, *ship_words(self.state.owner, self.state.colours)}
        return all(word in known or A_SQUARE.fullmatch(word) for word in words) and not (len(words) == 1 and words[0] in DIRECTIONS)

    def to_try(self, line: str) -> str:
        """Return an order without END, for a preview: the end of a turn would draw the next event."""
        return "; ".join(" ".join(part) for part in parts_of(line) if part != [END]) or line

    def takes(self, order: str) -> bool:
        try:
            self.check(order)
        except IllegalAction:
            return False
        return True


def order_offer(state: State, asked: Decision) -> Order:
    return Order(asked.seat, "order", None, (), state, asked, optional=True)


def parts_of(answer: Any) -> list[list[str]]:
    """Return the words of each part of an order. Raise IllegalAction if the text is not an order."""
    if not isinstance(answer, str) or len(answer) > LONGEST_ORDER:
        raise IllegalAction("malformed", "An order is one line of at most 300 letters, like BB G4; E E N E.", "T1")
    parts = [part.upper().translate(SPACES).replace(" +", "+").split() for part in answer.split(";")]
    parts = [[word for typed in part for word in DIAGONALS.get(typed, (typed,))] for part in parts if part]
    if not parts or sum(map(len, parts)) > MOST_WORDS:
        raise IllegalAction("malformed", "Write an order part by part, like BB G4; E E N E.", "T1")
    if [END] in parts[:-1]:
        raise IllegalAction("malformed", "END is the last word of an order: nothing can be done after it.", "T1")
    return parts


def carry_out(context: GameContext, seat: int, parts: list[list[str]], ending: bool = True) -> None:
    """Play the parts of an order one after the other. Without `ending`, do not end the turn, so that no event is drawn."""
    for part in parts:
        hold_fire(context, seat)
        if context.state.ended is not None:
            return
        if part == [END]:
            if ending or PHASES.ask(context.state)[0].name != "end":
                give_answer(context, seat, "end", "yes")
            return
        Part(context, seat, part).play()
    hold_fire(context, seat)


def hold_fire(context: GameContext, seat: int) -> None:
    state = context.state
    if state.ended is None and state.agenda[-1].kind == "sail" and (asked := PHASES.ask(state)[0]).name == "fire":
        answer(context, asked, "hold")


def usual_parts(state: State) -> Iterator[str]:
    """Yield the default event and voyage as parts of an order, but nothing that depends on an unknown roll."""
    context = GameContext(state.copy(), Dice(b""))
    while context.state.ended is None and context.state.agenda[-1].kind != "end":
        is_last = state.die == 0 and context.state.agenda[-1].kind == "event"
        yield " ".join(usual_part(context))
        if is_last:
            return


def usual_part(context: GameContext) -> list[str]:
    """Return the words of the default answers up to the next part, and play these answers in `context`."""
    state, words = context.state, [context.state.event.upper()] if context.state.agenda[-1].kind == "event" else []
    while True:
        asked = PHASES.ask(state)[0]
        default = asked.default
        word = DEFAULT_WORDS.get(default, default)
        if asked.name == "ship" and default not in DEFAULT_WORDS:
            word = ship_word(state, int(default))
        words += [word] if word else []
        answer(context, asked, default)
        if state.ended is not None or state.agenda[-1].kind in ("move", "end"):
            return words


def in_short(part: str) -> str:
    """Return a part of an order with only the last of its squares."""
    words = part.split()
    squares = [word for word in words if word[-1].isdecimal() and word[:-1].isalpha() and len(word[:-1]) == 1]
    return " ".join(word for word in words if word not in squares[:-1])
