"""The few kinds of question that every game asks.

A decision is computed from the state and never stored. Each decision carries a `default` (the answer when
time runs out) and knows every legal answer: `check` accepts exactly the legal answers, `answers` lists them,
`sample` draws one. `options` lists an item once per copy: ("B1", "B1") for two B1 cards.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from typing import Any, ClassVar

from .facts import IllegalAction, freeze

Below = Callable[[int], int]
"""A source of random numbers for bots: `below(n)` returns a number from 0 to n - 1."""


SITE: Any = None
"""The seat of the site, held by no captain. A decision of this seat only waits for time to pass; the site answers with the default.

`facts["hours"]` is the waiting time in hours; if it is 0, the site answers as soon as all standing orders have answered.
"""


@dataclass(slots=True)
class Decision:
    """One question to one seat.

    `default`   the legal answer that is played when time runs out.
    `optional`  the game does not wait for an answer, and no clock runs (a trade before sailing, an answer in a reaction window).
    `reaction`  the seat is not on turn; standing orders answer at once if they can.
    `facts`     JSON-ready details for sentences and pages; only what this seat may know.
    """

    kind: ClassVar[str] = ""
    seat: int
    name: str
    default: Any = None
    optional: bool = field(default=False, kw_only=True)
    reaction: bool = field(default=False, kw_only=True)
    facts: dict[str, Any] = field(default_factory=dict, kw_only=True)

    def check(self, answer: Any) -> Any:
        """Return the answer in canonical form. Raise IllegalAction if the answer is not offered."""
        raise NotImplementedError

    def answers(self) -> Iterator[Any]:
        """Yield every legal answer in canonical form. Pick and Deal may have very many answers, so take only as many as needed."""
        raise NotImplementedError

    def sample(self, below: Below) -> Any:
        """Return one legal answer drawn with `below`."""
        some = list(islice(self.answers(), 200))
        return some[below(len(some))]


@dataclass(slots=True)
class Choose(Decision):
    """Choose exactly one of `options`."""

    kind: ClassVar[str] = "choose"
    options: tuple[str, ...] = ()

    def check(self, answer: Any) -> Any:
        if not isinstance(answer, str) or answer not in self.options:
            raise IllegalAction("not-offered", "That is not among the choices.")
        return answer

    def answers(self) -> Iterator[Any]:
        return iter(self.options)

    def sample(self, below: Below) -> Any:
        return self.options[below(len(self.options))]


@dataclass(slots=True)
class Place(Choose):
    """Choose one square of the board by name ("M9", "Bombay"), or a word offered along with the squares ("stay")."""

    kind: ClassVar[str] = "place"


@dataclass(slots=True)
class Confirm(Choose):
    """Confirm something; the only answer is "yes"."""

    kind: ClassVar[str] = "confirm"
    options: tuple[str, ...] = ("yes",)


@dataclass(slots=True)
class Words(Choose):
    """Enter a line in an edition's own notation ("BB G4; E E N E"); a subclass parses the line."""

    kind: ClassVar[str] = "words"
    heading: ClassVar[str] = "Your words:"
    """The words that a receipt puts before the quoted line."""

    def matches(self, line: str) -> bool:
        """Return whether the line looks like an answer to this question, legal or not, even if the line does not name the question."""
        raise NotImplementedError

    def to_try(self, line: str) -> str:
        """Return the part of a line that can be previewed before it is played."""
        return line


@dataclass(slots=True)
class Amount(Decision):
    """Choose a whole number from `least` to `most`."""

    kind: ClassVar[str] = "amount"
    least: int = 0
    most: int = 0

    def check(self, answer: Any) -> Any:
        if isinstance(answer, str) and answer.lstrip("-").isdecimal() and len(answer) < 10:
            answer = int(answer)
        if not isinstance(answer, int) or isinstance(answer, bool):
            raise IllegalAction("malformed", "Answer with a whole number.")
        if not self.least <= answer <= self.most:
            raise IllegalAction("not-offered", f"Answer with a number from {self.least} to {self.most}.")
        return answer

    def answers(self) -> Iterator[Any]:
        return iter(range(self.least, self.most + 1))

    def sample(self, below: Below) -> Any:
        return self.least + below(self.most - self.least + 1)


def items(answer: Any, options: tuple[str, ...]) -> tuple[str, ...]:
    """Return `answer` as a tuple in the order of `options`. Raise IllegalAction if an item is not available."""
    answer = freeze(answer)
    if isinstance(answer, str):
        answer = (answer,)
    if not isinstance(answer, tuple) or len(answer) > len(options) or not all(isinstance(item, str) for item in answer):
        raise IllegalAction("malformed", "Answer with a list of the things you choose.")
    wanted, chosen = Counter(answer), []
    for option in options:
        if wanted[option] > 0:
            wanted[option] -= 1
            chosen.append(option)
    if len(chosen) != len(answer):
        raise IllegalAction("not-there", "You named something that you cannot choose here.")
    return tuple(chosen)


def subsets(options: tuple[str, ...], most: int) -> Iterator[tuple[str, ...]]:
    """Yield every distinct selection of at most `most` of `options`, smallest first; equal items are interchangeable."""
    seen: set[tuple[str, ...]] = {()}
    layer: list[tuple[tuple[str, ...], int]] = [((), 0)]
    yield ()
    for _ in range(min(most, len(options))):
        wider = []
        for chosen, start in layer:
            for index in range(start, len(options)):
                taken = (*chosen, options[index])
                if taken not in seen:
                    seen.add(taken)
                    wider.append((taken, index + 1))
                    yield taken
        layer = wider


@dataclass(slots=True)
class Pick(Decision):
    """Choose from `least` to `most` of `options`.

    If `worth` is given, it maps items to values, and the total value must be at least `low` and at most `high` (None: no limit).
    If `room` is given, at most `room` of the chosen items may be in `cargo`.
    """

    kind: ClassVar[str] = "pick"
    options: tuple[str, ...] = ()
    least: int = 0
    most: int = 0
    worth: Mapping[str, int] | None = None
    low: int | None = None
    high: int | None = None
    cargo: tuple[str, ...] = ()
    room: int | None = None

    def problem(self, chosen: tuple[str, ...]) -> IllegalAction | None:
        """Return the refusal if these items cannot be chosen together, else None."""
        if len(chosen) < self.least:
            return IllegalAction("too-few", f"Choose at least {self.least}.")
        if len(chosen) > self.most:
            return IllegalAction("too-many", f"Choose at most {self.most}.")
        if self.worth is not None:
            total = sum(self.worth[item] for item in chosen)
            if self.high is not None and total > self.high:
                return IllegalAction("worth-too-much", f"That is worth {total}; at most {self.high} is allowed.")
            if self.low is not None and total < self.low:
                return IllegalAction("worth-too-little", f"That is worth {total}; at least {self.low} is needed.")
        if self.room is not None and sum(self.cargo.count(item) for item in chosen) > self.room:
            return IllegalAction("no-room", f"There is room for {self.room} more.")
        return None

    def check(self, answer: Any) -> Any:
        chosen = items(answer, self.options)
        refusal = self.problem(chosen)
        if refusal:
            raise refusal
        return chosen

    def answers(self) -> Iterator[Any]:
        for chosen in subsets(self.options, self.most):
            if self.problem(chosen) is None:
                yield chosen


@lru_cache(maxsize=4096)
def reachable(pile: tuple[str, ...], cargo: tuple[str, ...], worth: tuple[tuple[str, int], ...]) -> frozenset[tuple[int, int]]:
    """Return (total worth, number of cargo items) for every non-empty selection from a pile."""
    values, totals = dict(worth), {(0, 0)}
    for item in pile:
        totals |= {(total + values[item], count + cargo.count(item)) for total, count in totals}
    return frozenset(totals - {(0, 0)})


@dataclass(slots=True)
class Deal(Decision):
    """Exchange goods: `give` lists what the seat may hand over, `take` what the seat may receive; an answer is (given, taken).

    With `even`, both piles must be worth the same; with `may_overpay`, the given pile may be worth more. `room` is the free space
    in the hold (cargo that is given adds to the space), or None if no hold is involved. `cargo` lists an item once for each unit of
    space that the item takes up.
    """

    kind: ClassVar[str] = "deal"
    give: tuple[str, ...] = ()
    take: tuple[str, ...] = ()
    worth: Mapping[str, int] = field(default_factory=dict)
    even: bool = True
    cargo: tuple[str, ...] = ()
    room: int | None = None
    may_overpay: bool = field(default=False, kw_only=True)

    def problem(self, give: tuple[str, ...], take: tuple[str, ...]) -> IllegalAction | None:
        """Return the refusal if this deal is not allowed, else None."""
        if not give and not take:
            return IllegalAction("too-few", "Choose something to move.")
        if self.even:
            gives, takes = (sum(self.worth[item] for item in pile) for pile in (give, take))
            if gives != takes and not (self.may_overpay and gives > takes > 0):
                return IllegalAction("unequal", f"You give {gives} and take {takes}; both must be worth the same.")
        if self.room is not None:
            more = sum(map(self.cargo.count, take)) - sum(map(self.cargo.count, give))
            if more > self.room:
                return IllegalAction("no-room", f"There is room aboard for {self.room} more.")
        return None

    def check(self, answer: Any) -> Any:
        answer = freeze(answer)
        if isinstance(answer, dict):
            answer = (answer.get("give", ()), answer.get("take", ()))
        if not isinstance(answer, tuple) or len(answer) != 2:
            raise IllegalAction("malformed", "A deal names what is given and what is taken.")
        give, take = items(answer[0], self.give), items(answer[1], self.take)
        refusal = self.problem(give, take)
        if refusal:
            raise refusal
        return give, take

    def possible(self) -> bool:
        """Return whether any deal is legal. Callers must not offer a Deal without a legal answer."""
        if not self.even:
            return any(self.problem((), (item,)) is None for item in self.take) or bool(self.give)
        gives, takes = (reachable(pile, self.cargo, tuple(self.worth.items())) for pile in (self.give, self.take))
        room = len(self.take) if self.room is None else self.room
        return any(
            taken - given <= room and (worth == price or (self.may_overpay and worth > price))
            for worth, given in gives
            for price, taken in takes
        )

    def answers(self) -> Iterator[Any]:
        """Yield the legal deals of up to four items a side, or of any size if no small deal is legal; `check` accepts deals of any size."""
        some = self._answers(4)
        first = next(some, None)
        if first is None:
            yield from self._answers(max(len(self.give), len(self.take)))
        else:
            yield first
            yield from some

    def _answers(self, most: int) -> Iterator[Any]:
        """Yield every legal deal of at most `most` items a side."""
        by_worth: dict[int, list[tuple[str, ...]]] = {}
        for give in subsets(self.give, most):
            by_worth.setdefault(self.value(give), []).append(give)
        everything = [pile for piles in by_worth.values() for pile in piles]
        for take in subsets(self.take, most):
            piles = everything if self.may_overpay or not self.even else by_worth.get(self.value(take), [])
            for give in piles:
                if self.problem(give, take) is None:
                    yield give, take

    def value(self, pile: tuple[str, ...]) -> int:
        """Return the total worth of a pile; an item without an entry in `worth` counts 0."""
        return sum(self.worth.get(item, 0) for item in pile)
