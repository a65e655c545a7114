"""Ships, the way they came, and the squares that are offered."""

from collections.abc import Iterable, Sequence

from games.engine import Decision
from games.kit.heading import SPOKEN
from games.kit.svg import around, num, safe

from .cards import NAMES
from .drawing_ink import Ink, middle
from .drawing_reach import Reach, who
from .drawing_symbols import use
from .sea import Sea
from .seen import View


def ships(view: View, ink: Ink, names: Sequence[str] = ()) -> str:
    """Every ship where it lies: two on a square side by side, several in a harbour fanned out."""
    crowds: dict[int, list[int]] = {}
    for seat, square in enumerate(view.public.at):
        if square >= 0 and seat not in view.public.gone:
            crowds.setdefault(square, []).append(seat)
    parts = []
    for square, seats in crowds.items():
        x, y = middle(view.public.sea, square)
        size = crowd_size(len(seats), square in view.public.sea.port_at)
        for place, seat in enumerate(seats):
            dx, dy = beside(place, len(seats))
            parts.append(ship(view, ink, seat, x + dx, y + dy, size, names))
    return f'<g font-size="7.5" font-weight="bold">{"".join(parts)}</g>'


def crowd_size(count: int, harbour: bool) -> float:
    """How large ships are drawn: smaller in a harbour, and smaller the more of them share a square."""
    most = 0.9 if harbour else 1.25
    return most if count == 1 else max(0.45, 0.95 - 0.08 * count) if count > 2 else min(most, 0.85)


def beside(place: int, count: int) -> tuple[float, float]:
    """Where the ship lies within its square."""
    if count == 1:
        return 0, 0
    if count == 2:
        return (-7, 7)[place], 0
    return around(0, 0, 8, place / count)


def ship(view: View, ink: Ink, seat: int, x: float, y: float, size: float, names: Sequence[str]) -> str:
    """One ship with its number on the stern; light around the one on turn, a dark number on one's own."""
    public = view.public
    heading = public.heading[seat]
    light = f'<circle r="12" fill="{ink.gold}" fill-opacity=".3" stroke="{ink.gold}" stroke-width="1.8"/>' if seat == public.turn else ""
    kind = "ship" if public.crew_counts[seat] else "wreck"
    hull = f'<use href="#bc-{kind}" fill="{ink.ports[public.sea.paints[public.homes[seat]]]}"' + (
        f' transform="rotate({heading * 45})"/>' if heading else "/>"
    )
    return (
        f'<g data-ship="{seat}" transform="translate({num(x)} {num(y)}) scale({size:.2g})">'
        f"<title>{safe(ship_words(view, seat, names))}</title>{light}{hull}"
        f"{figure(seat, heading, ink, seat == view.seat)}{cargo(public.holds[seat])}</g>"
    )


def figure(seat: int, heading: int, ink: Ink, mine: bool) -> str:
    """The number of a ship, upright on its stern."""
    x, y = around(0, 0, 4, heading / 8 + 0.5)
    disc, digit = ("mine", ink.paper) if mine else ("disc", ink.dark)
    return f'{use(disc, *(round(place, 1) + 0 for place in (x, y)))}<text x="{num(x)}" y="{num(y + 2.7)}" fill="{digit}">{seat + 1}</text>'


def cargo(hold: tuple[str, ...]) -> str:
    """Treasure aboard, under the stern where it hides nothing."""
    step = 8.5
    return "".join(use(item, (place - (len(hold) - 1) / 2) * step, 11) for place, item in enumerate(hold))


def ship_words(view: View, seat: int, names: Sequence[str] = ()) -> str:
    """Everything that is openly known of a ship, as one line."""
    public = view.public
    aboard = ", ".join(NAMES[item] for item in public.holds[seat]) or "nothing"
    crew = f"{public.crew_counts[seat]} crew" if public.crew_counts[seat] else "no crew"
    turn = " (on turn)" if seat == public.turn else ""
    return (
        f"Ship {seat + 1}, {who(seat, names)} of {public.sea.ports[public.homes[seat]].name}{turn}: at {public.sea.names[public.at[seat]]}, "
        f"heading {SPOKEN[public.heading[seat]]}, {crew}, aboard {aboard}"
    )


def wakes(since: Iterable[tuple], view: View, ink: Ink) -> str:
    """The last voyages as dotted lines in the colours of their ships. Squares may be named or numbered."""
    parts, sea = [], view.public.sea
    for start, end, seat in since:
        start, end = sea.squares.get(start, start), sea.squares.get(end, end)
        if start in sea.names and end in sea.names and start != end:
            (x1, y1), (x2, y2) = middle(sea, start), middle(sea, end)
            path = f'd="M{x1} {y1}L{x2} {y2}" stroke-dasharray="0 5.5" stroke-linecap="round"'
            parts.append(f'<path {path} stroke="{ink.dark}" stroke-width="3.6"/>')
            parts.append(f'<path {path} stroke="{ink.ports[sea.paints[view.public.homes[seat]]]}" stroke-width="2.4"/>')
    return "".join(parts)


def course(view: View, decision: Decision | None, ink: Ink) -> str:
    """The voyage that is being settled (whom to attack, which way to point): a broken line to its end."""
    if decision is None or decision.kind != "choose" or decision.seat != view.seat:
        return ""
    sea = view.public.sea
    start, end = view.public.at[decision.seat], sea.squares.get(decision.facts.get("square"))
    if end is None or start in (-1, end):
        return ""
    (x1, y1), (x2, y2) = middle(sea, start), middle(sea, end)
    return (
        f'<g fill="none" stroke="{ink.mark}" stroke-width="2" data-course="{sea.names[end]}"><path d="M{x1} {y1}L{x2} {y2}" '
        f'stroke-dasharray="6 4"/><circle cx="{x2}" cy="{y2}" r="10" fill="{ink.mark}" fill-opacity=".16"/></g>'
    )


def mark_symbols(ink: Ink) -> str:
    """The signs on squares that are offered: each kind has a shape of its own."""
    return (
        f'<g id="bc-near"><rect x="-9" y="-9" width="18" height="18" rx="3" fill="{ink.mark}" fill-opacity=".16"/><circle r="3.2" fill="{ink.mark}"/></g>'
        f'<g id="bc-far" fill="none" stroke="{ink.risk}"><circle r="4.2" stroke-width="1.4" stroke-dasharray="2.2 1.6"/></g>'
        f'<g id="bc-foe" fill="none" stroke="{ink.risk}" stroke-width="1.8"><path d="M-9-5V-9H-5M5-9H9V-5M9 5V9H5M-5 9H-9V5"/></g>'
        f'<g id="bc-turn" fill="none" stroke="{ink.mark}" stroke-width="1.8"><circle r="13" stroke-dasharray="14 6.4"/></g>'
    )


def marks(sea: Sea, places: Iterable[Reach]) -> str:
    """The squares that are offered."""
    return "".join(use(place.kind, *middle(sea, place.square)) for place in places)
