"""Describe each offered square: the next step, the end of a voyage, a stop on the way, or danger."""

from collections.abc import Sequence
from typing import NamedTuple

from games.engine import Decision, Place

from .board import MONSTERS
from .course import Course
from .seen import View
from .state import ship_word


class Offer(NamedTuple):
    """One offered square. `kind` is step, end or way; `risky`: a ship would be captured there; `aim`: it could fire from there.

    `path` holds the squares to it; `crowded`: ships of others are there already.
    """

    option: str
    square: int
    kind: str
    risky: bool
    words: str
    path: tuple[int, ...]
    crowded: bool = False
    aim: bool = False


def reach(view: View, decision: Decision | None, names: Sequence[str] = ()) -> list[Offer]:
    """Return every square offered to the reader, in reading order."""
    if not isinstance(decision, Place) or decision.seat != view.seat:
        return []
    chart = view.chart
    if not isinstance(decision, Course):
        squares = [chart.squares[option] for option in decision.options]
        return [offer(view, names, square, "end", ()) for square in squares]
    within_reach, nexts = decision.reach(), {chart.squares[option] for option in decision.options if option in chart.squares}
    remaining, exact = decision.facts["left"], view.public.options["exact_shot"]  # with the exact roll, a shot is unknown beforehand
    armed = decision.facts["cause"] in ("die", "breeze") and view.public.balls[decision.seat] > 0 and not exact
    ways = {square: ("way", path) for square, path in within_reach.ways.items()}
    ways |= {square: ("end", path) for square, path in within_reach.ends.items()}
    ways |= {square: ("end" if remaining == 1 or chart.land[square] else "step", (square,)) for square in nexts}
    offers = {square: offer(view, names, square, kind, path, armed) for square, (kind, path) in ways.items()}
    return [offers[square] for square in sorted(offers)]


def offer(view: View, names: Sequence[str], square: int, kind: str, path: tuple[int, ...], armed: bool = False) -> Offer:
    chart, public = view.chart, view.public
    ships = [ship for ship, position in enumerate(public.pos) if position == square]
    there = [chart.place(square)] if chart.place(square) else []
    there += [ship_of(view, ship, names) for ship in ships]
    there += [MONSTERS[number] for number, position in enumerate(public.monsters) if position == square and not chart.land[position]]
    there += [f"{public.loose[square]} coins" if public.loose[square] > 1 else "a coin"] if square in public.loose else []
    verb = {"step": "One square to", "end": "Go to", "way": "Stop on the way at"}[kind]
    foes = any(public.owner[ship] != view.seat for ship in ships)
    aim = bool(armed and path and foes and not chart.land[square])
    words = (
        f"{verb} {chart.name(square)}" + (f", {len(path)} squares" if len(path) > 1 else "") + (f": {', '.join(there)}" if there else "")
    )
    caught = bool(ships) if not path else square in public.monsters and not chart.land[square]
    return Offer(chart.name(square), square, kind, caught, f"{words}; you may fire there" if aim else words, path, foes, aim)


def ship_of(view: View, ship: int, names: Sequence[str]) -> str:
    """Return the words for a ship: "Mary's ship"; with two ships each, "Mary's ship BLUE2"."""
    fleet = view.public.owner.count(view.public.owner[ship]) > 1
    return f"{who(view.public.owner[ship], names)}'s ship" + (f" {ship_word(view.public, ship)}" if fleet else "")


def who(seat: int, names: Sequence[str]) -> str:
    """Return a player's name, or the number of the seat if no name is known."""
    return str(names[seat]) if seat < len(names) else f"captain {seat + 1}"
