"""A table in plain text: the sea as letters, ships, ports, islands, crew and kept cards."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from games.kit.text_board import OFFERED, STARRED, game_over, paragraph

from .crew import fighting, sailing
from .ships import who

Listed = Callable[[Sequence[str]], str]
"""`listed(codes)` returns things in words, or "" if there are none."""


def heading(view: Any, names: Sequence[str], sailing_now: int, more: str = "") -> str:
    """Return a heading with the round, the captain on turn and `more` about the turn, or with the winners of a finished game."""
    public = view.public
    if public.ended is not None:
        return game_over(min(public.round, public.options["round_limit"]), [who(seat, names) for seat in public.ended[0]])
    return paragraph(f"Round {public.round}. It is {who(sailing_now, names)}'s turn (ship {sailing_now + 1}){more}.")


def letters(columns: int, indent: str) -> str:
    return (indent + "".join(f"{letter:<2}" for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:columns])).rstrip()


def row(label: object, squares: Iterable[int], signs: Mapping[int, str]) -> str:
    """Return one row of the sea without ships, two characters per square. `signs` maps squares to letters; other squares get "#"."""
    return (f"{label:>2} " + "".join(f"{signs.get(square, '#'):<2}" for square in squares)).rstrip()


def marked(rows: Iterable[str], marks: Iterable[tuple[int, int, str]]) -> list[str]:
    """Return the rows of the sea with marks added, each given as (row, square in the row, characters)."""
    lines = list(rows)
    for number, square, mark in marks:
        begin = 3 + 2 * square
        line = lines[number].ljust(begin + 2)
        lines[number] = f"{line[:begin]}{two_ships('', mark):<2}{line[begin + 2 :]}".rstrip()
    return lines


def ships_by_square(view: Any) -> dict[int, str]:
    marks: dict[int, str] = {}
    for seat, square in enumerate(view.public.at):
        if square >= 0 and seat not in view.public.gone:
            marks[square] = marks.get(square, "") + str(seat + 1)
    return marks


def two_ships(square: str, ships: str | None) -> str:
    """Return a square as at most two characters: the square's sign, or the numbers of the ships there."""
    if ships is None:
        return square
    return ships if len(ships) <= 2 else ships[0] + "+"


def starred(signs: Mapping[int, str], ships: Mapping[int, str], offered: Collection[int]) -> dict[int, str]:
    """Return the two characters of each square that has ships or is offered; offered squares have a star."""
    marks = dict(ships)
    for square in offered:
        there = two_ships(signs.get(square, "#"), ships.get(square))
        marks[square] = OFFERED if there == "." else ("+" if len(there) > 1 else there) + OFFERED
    return marks


def key_to_stars(offered: Collection[str]) -> str:
    """Return a line that explains the star, or "" if no square is offered."""
    return paragraph(STARRED.format(next(iter(offered)))) if offered else ""


def ports(view: Any, names: Iterable[str], docks: Sequence[Sequence[str]], listed: Listed) -> str:
    """Return the docks and safety zones, in the order of the port names in `names`."""
    owned = {home for seat, home in enumerate(view.public.homes) if seat not in view.public.gone}
    lines = ["Ports"]
    for index, name in enumerate(names):
        zone = f"safety zone {listed(view.public.zones[index]) or 'empty'}" if index in owned else "trading only"
        lines.append(paragraph(f"{name}: docks {listed(docks[index]) or 'empty'}; {zone}.", "   "))
    return "\n".join(lines)


def ships(view: Any, ship: Callable[[int], str]) -> str:
    return "Ships\n" + "\n".join(paragraph(f"{seat + 1}  {ship(seat)}", "   ") for seat in range(len(view.public.homes)))


def islands(lines: Iterable[str]) -> str:
    return "Islands\n" + "\n".join(paragraph(line, "   ") for line in lines)


def own_cards(view: Any, titles: Mapping[str, str], face: Callable[[str], str]) -> str:
    kept_cards = [] if view.seat is None else view.public.kept[view.seat]
    lines = [paragraph(f"{titles[code]}: {face(code).removeprefix('Keep this card. ')}", "   ") for code in kept_cards]
    return "\n".join(["Your cards", *lines]) if lines else ""


def own_crew(view: Any, listed: Listed) -> str:
    if view.seat is None:
        return ""
    drawn = f" Drawn, but not yet yours: {listed(view.fresh)}." if view.fresh else ""
    strengths = f"Sailing strength {sailing(view.hand)}, fighting strength {fighting(view.hand)}."
    return "Your crew\n" + paragraph(f"{listed(view.hand) or 'nobody'}. {strengths}{drawn}", "   ")
