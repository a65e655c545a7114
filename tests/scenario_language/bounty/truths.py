"""Checks of a position of this game; each yields (expected, came, path) for a difference."""

from collections.abc import Callable, Mapping
from typing import Any

from games.rulesets.bounty.board import PORTS
from games.rulesets.bounty.state import State
from tests.scenario_language.shared.truths import Found, Truth, TruthOfOne, each, equal, ships
from tests.scenario_language.words import whole, yes_or_no

from . import words
from .given import REST, listed


def in_order(wanted: list[words.Wanted], came: tuple[str, ...], text: Any, *path: str) -> Found:
    """Check for these cards, in this order."""
    if len(wanted) != len(came) or not all(card.fits(code) for card, code in zip(wanted, came, strict=True)):
        yield text, ", ".join(came) or "nothing", path


def pile(which: str) -> TruthOfOne:
    """Return a check of a hold, the top card last, or of the cards under it, in any order."""

    def compare(state: State, ship: int, value: Any) -> Found:
        came, wanted = getattr(state, which)[ship], words.cards(value)
        if which == "holds":
            yield from in_order(wanted, came, value)
            return
        unmatched = list(came)
        for card in sorted(wanted, key=lambda wish: wish.port is None):
            fitting = next((wish for wish in unmatched if card.fits(wish)), None)
            if fitting is not None:
                unmatched.remove(fitting)
        if unmatched or len(wanted) != len(came):
            yield value, ", ".join(came) or "nothing"

    return compare


def visited(state: State, ship: int, value: Any) -> Found:
    wanted = sorted(words.port(name) for name in listed(value) if name != "nothing")
    if wanted != sorted(state.visited[ship]):
        yield value, [PORTS[port].name for port in state.visited[ship]]


def claims(state: State, ship: int, value: Any) -> Found:
    wanted = sorted(words.ship_name(state, words.ship_of(state, name)) for name in listed(value) if name != "nothing")
    yield from equal(wanted, sorted(words.ship_name(state, robber) for robbed, robber in state.claims if robbed == ship))


SHIP: dict[str, TruthOfOne] = {
    "at": lambda state, ship, value: equal(words.square_name(words.square(value)), words.square_name(state.at[ship])),
    "hold": pile("holds"),
    "loot": pile("loot"),
    "cards": lambda state, ship, value: equal(whole(value), len(state.holds[ship]) + len(state.loot[ship])),
    "role": lambda state, ship, value: equal(value, state.role(ship)),
    "known": lambda state, ship, value: equal("" if value in ("nothing", False) else value, state.known[ship]),
    "visited": visited,
    "claims": claims,
    "bankrupt": lambda state, ship, value: equal(yes_or_no(value), ship in state.bankrupt),
    "left": lambda state, ship, value: equal(yes_or_no(value), state.owners[ship] in state.gone),
}


def by_captain(values: Callable[[State], Any]) -> Truth:
    """Return a check of captain -> number."""
    return each("This", lambda state, name, value: equal(whole(value), values(state)[words.seat_of(state, name)]))


def pack(state: State, name: str, value: Any) -> Found:
    """Check how many cards are left at a port, or the cards on top ("8, pirate, ...")."""
    came = state.packs[words.port(name)]
    if isinstance(value, int):
        yield from equal(value, len(came))
        return
    parts = value if isinstance(value, list) else str(value).split(",")
    top = words.cards(parts[:-1] if str(parts[-1]).strip() == REST else parts)
    yield from in_order(top, came[: len(top)], value)


def chest(state: State, wanted: Any) -> Found:
    """Check how many cards are left in the Treasure Chest."""
    yield from equal(whole(wanted), len(state.chest))


def discarded(state: State, wanted: Any) -> Found:
    yield from equal(words.chest(wanted), state.discarded)


def commission(state: State, wanted: Any) -> Found:
    """Check which ship hunts which pirate; "nobody" while the card lies on Admiralty Island."""
    came = {words.ship_name(state, state.commission[0]): words.ship_name(state, state.commission[1])} if state.commission else "nobody"
    yield from equal(dict(wanted) if isinstance(wanted, Mapping) else wanted, came)


def ship(state: State, wanted: Any) -> Found:
    """Check which ship is asked."""
    came = state.agenda[-1].ship if state.agenda else None
    if came is None or words.ship_of(state, wanted) != came:
        yield wanted, "nobody" if came is None else words.ship_name(state, came)


def throw(state: State, wanted: Any) -> Found:
    """Check the throw of the asked ship."""
    step = state.agenda[-1] if state.agenda else None
    yield from equal(whole(wanted, 1), step.throw if step and step.kind == "sail" else "no throw")


TRUTHS: dict[str, Truth] = {
    "ships": ships(words.ship_of, SHIP),
    "purses": by_captain(lambda state: state.purses),
    "loans": by_captain(lambda state: state.loans),
    "packs": each("packs", pack),
    "chest": chest,
    "discarded": discarded,
    "commission": commission,
    "ship": ship,
    "throw": throw,
}
