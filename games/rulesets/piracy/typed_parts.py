"""One part of a typed order: the event, or a voyage with its shot. Each word is played as if it had been clicked."""

from itertools import pairwise
from typing import Any

from games.engine import Decision, IllegalAction, Place

from . import laws
from .chart import ANCHORAGE, DIRECTIONS, NOWHERE
from .context import PHASES, GameContext
from .course import Course, next_squares, through
from .state import ship_words

EVENT_WORDS = {"BB": "bb", "SM": "sm", "BREEZE": "breeze", "SIREN": "siren"}
NEXT = Place(0, "sail")
"""The question that the next square of a voyage answers."""
PASS, STAY, LAPSE = "PASS", "STAY", "LAPSE"
WAITING = {PASS: "pass", STAY: "stay"}


def give_answer(context: GameContext, seat: int, name: str, value: Any) -> None:
    """Play an answer to the question `name` as if it had been clicked. Raise NotYourDecision if that question is not open."""
    decision = next((asked for asked in PHASES.ask(context.state) if asked.name == name), None)
    if decision is None:
        raise laws.not_asked(context.state, seat, name)
    answer(context, decision, value)


def answer(context: GameContext, decision: Decision, value: Any) -> None:
    """Check and play an answer to an open decision. Raise IllegalAction if the answer is not legal."""
    try:
        checked = decision.check(value)
    except IllegalAction as refusal:
        raise laws.why_not(context.state, decision, value, refusal) from None
    PHASES.answer(context, decision, checked)
    PHASES.advance(context)


class Part:
    """One part of an order: the event, or the voyage."""

    def __init__(self, context: GameContext, seat: int, words: list[str]):
        self.context, self.seat, self.words, self.all = context, seat, list(words), words
        self.asked: Decision | None = None
        self.began = False
        """True once this part has sailed, so that the open question belongs to the next part."""

    def refused(self, code: str, text: str, law: str) -> IllegalAction:
        """Return a refusal that quotes the letters and digits of this part of the order."""
        words = "".join(sign for sign in " ".join(self.all)[:40] if sign.isalnum() or sign in " +")
        return IllegalAction(code, f"In “{words}”: {text[0].lower()}{text[1:]}" if words else text, law)

    def play(self) -> None:
        state = self.context.state
        first = self.words[0]
        if first in EVENT_WORDS:
            if EVENT_WORDS[first] != state.event or state.agenda[-1].kind != "event":
                raise self.refused("other-event", "That is not the event of this stage.", "T4")
            self.words.pop(0)
            if state.event in ("bb", "sm"):
                word = self.words[0] if self.words else ""
                self.nothing_more()
                give_answer(self.context, self.seat, "monster", word)
                return
        elif first == LAPSE:
            if state.event not in ("bb", "sm") or state.agenda[-1].kind == "event":
                raise self.refused("must-move-monster", "The monster has somewhere to go, so it must be moved.", "E7")
            self.nothing_more()
            return
        elif state.agenda[-1].kind == "event":
            raise self.refused("event-first", "The event comes before the voyage.", "T4")
        self.sail()

    def nothing_more(self) -> None:
        """Raise IllegalAction if this part has more than one word left."""
        if rest := " ".join(self.words[1:])[:20]:
            raise IllegalAction("malformed", f"“{rest}” is too much here; separate the parts of an order by semicolons.", "T1")

    def sail(self) -> None:
        """Read and play [ship] path [FIRE ship [TAKE k] [PUSH path]], or a word for doing nothing."""
        self.asked = asked = PHASES.ask(self.context.state)[0]
        word = WAITING.get(self.words[0]) if self.words else None
        if word:
            self.nothing_more()
            if asked.name not in ("ship", "sail"):
                raise laws.not_asked(self.context.state, self.seat, "sail")
            answer(self.context, asked, word)
            return
        if self.words and (ship := self.ship(self.words[0])) is not None:
            self.words.pop(0)
            if asked.name == "ship":
                answer(self.context, asked, str(ship))
            elif asked.name == "sail" and asked.facts["ship"] != ship:
                raise self.refused("other-ship", "That ship is not the one that sails now.", "T6")
        elif asked.name == "ship":
            raise self.refused("which-ship", "Name the ship that sails first.", "T6")
        self.path(("FIRE",))
        if self.words:
            self.shot()

    def ship(self, word: str) -> int | None:
        state = self.context.state
        known = ship_words(state.owner, state.colours)
        ship = known.index(word) if word in known else None
        return None if ship is None or state.owner[ship] in state.gone else ship

    def path(self, until: tuple[str, ...]) -> None:
        """Sail square by square up to a word in `until`, or to the end of the part, where no squares may be left to sail."""
        sailed = False
        self.spell_out()
        while self.words and self.words[0] not in until:
            word, _, count = self.words.pop(0).partition("+")
            self.one_square(word)
            sailed = True
            if count or f"{word}+" in self.all:
                self.take(count)
        if not self.words and (remaining := self.squares_left()):
            rest = "is one square" if remaining == 1 else f"are {remaining} squares"
            raise self.refused("must-sail-on", f"There {rest} still to sail.", "M3")
        if self.words and not sailed and until == ("FIRE",):
            raise self.refused("must-arrive", "A shot needs a ship that has just arrived.", "K1")

    def spell_out(self) -> None:
        """Replace squares that are not adjacent by all squares of one path through them."""
        state = self.context.state
        until = self.words.index("FIRE") if "FIRE" in self.words else len(self.words)
        voyage = self.voyage()
        if voyage is None or until < 2:
            return
        points, square = [], state.pos[voyage[0]]
        for word in self.words[:until]:
            name = word.partition("+")[0]
            points.append(state.chart.beside(square, name) if name in DIRECTIONS else state.chart.squares.get(name, NOWHERE))
            square = points[-1]
            if square == NOWHERE:
                return
        if all(end in state.chart.ways(start) for start, end in pairwise((state.pos[voyage[0]], *points))):
            return
        path = through(state, *voyage, tuple(points), until == len(self.words))
        if path:
            self.words[:until] = self.named(path, points)

    def voyage(self) -> tuple[int, str, int] | None:
        """Return (ship, cause, squares left) of the current voyage."""
        step = self.context.state.agenda[-1] if self.context.state.agenda else None
        if step and step.kind == "sail":
            return step.ship, step.cause, step.left
        return self.asked.voyage if isinstance(self.asked, Course) else None

    def named(self, path: tuple[int, ...], points: list[int]) -> list[str]:
        """Return the names of a path's squares. Squares written in the order keep the numbers of coins to take there."""
        named_points, words = iter(zip(points, self.words, strict=False)), []
        point, word = next(named_points)
        for square in path:
            name = self.context.state.chart.names[square]
            if square == point:
                name += "".join(word.partition("+")[1:])
                point, word = next(named_points, (NOWHERE, ""))
            words.append(name)
        return words

    def one_square(self, word: str) -> None:
        state = self.context.state
        if state.ended is not None:
            return
        step = state.agenda[-1]
        if step.kind == "sail" and step.left:
            word = self.square(word, step.ship)
            if state.chart.squares.get(word) in next_squares(state, step.ship, step.cause, step.left):
                self.began = True
                PHASES.answer(self.context, NEXT, word)
                PHASES.advance(self.context)
                return
        asked: Any = PHASES.ask(state)[0] if step.kind == "sail" or self.began or self.asked is None else self.asked
        if asked.name != "sail" or (step.kind == "move" and self.began):
            raise self.refused("voyage-over", f"The voyage is over before {word[:6]}.", "M3")
        self.began = True
        word = self.square(word, asked.facts["ship"])
        square = state.chart.squares.get(word)
        if square in state.chart.ways(state.pos[asked.facts["ship"]]) and word not in asked.options:
            raise IllegalAction(*laws.sail_refusal(state, asked, word))  # never sail a detour to a square beside the ship
        answer(self.context, asked, word)

    def square(self, word: str, ship: int) -> str:
        """Return the square next to the ship if `word` is a direction, else `word` itself."""
        if word not in DIRECTIONS:
            return word
        chart, position = self.context.state.chart, self.context.state.pos[ship]
        square = chart.beside(position, word)
        if square == NOWHERE and position == ANCHORAGE:
            raise self.refused("anchorage-first", "From the anchorage a ship sails east, to the wharf.", "M6")
        if square == NOWHERE:
            raise self.refused("off-the-chart", "There is no square on that side.", "M1")
        return chart.names[square]

    def squares_left(self) -> int:
        state = self.context.state
        if state.ended is not None or state.agenda[-1].kind != "sail":
            return 0
        asked = PHASES.ask(state)[0]
        if isinstance(asked, Course) and "stop" not in asked.options:
            return asked.voyage[2]
        if asked.name == "sail":
            give_answer(self.context, self.seat, "sail", "stop")
        return 0

    def take(self, count: str) -> None:
        if not count.isdecimal() or len(count) > 2:
            raise self.refused("malformed", "After the plus, write how many coins to take.", "L2")
        names = [asked.name for asked in PHASES.ask(self.context.state)] if self.context.state.ended is None else []
        name = next((name for name in ("take", "pool") if name in names), None)
        if name is not None:
            give_answer(self.context, self.seat, name, int(count))
        elif int(count):
            raise self.refused("nothing-to-take", "No coins can be taken there.", "L2")

    def shot(self) -> None:
        """Read and play FIRE ship [TAKE k] [PUSH path]."""
        words = self.words
        words.pop(0)
        ship = self.ship(words.pop(0)) if words else None
        if ship is None:
            raise self.refused("malformed", "After FIRE, name the ship to fire at.", "K4")
        give_answer(self.context, self.seat, "fire", str(ship))
        asked = PHASES.ask(self.context.state)[0]
        if words[:1] == ["TAKE"]:
            count = words[1] if len(words) > 1 and words[1].isdecimal() and len(words[1]) < 3 else ""
            del words[:2]
            if not count:
                raise self.refused("malformed", "After TAKE, write how many coins.", "K6")
            if asked.name == "loot" or int(count):
                give_answer(self.context, self.seat, "loot", int(count))
        elif asked.name == "loot":
            give_answer(self.context, self.seat, "loot", asked.default)
        if words[:1] == ["PUSH"]:
            words.pop(0)
            self.began = False
        elif words:
            raise self.refused("malformed", "After the shot, write PUSH and where the other ship goes.", "K7")
        self.path(())
