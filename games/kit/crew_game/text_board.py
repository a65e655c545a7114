"""A table in plain text: ships, ports, crew and kept cards."""

from collections.abc import Callable, Iterable, Sequence

from games.kit.text_board import paragraph

from .crew import fighting, sailing

Listed = Callable[[Sequence[str]], str]
"""`listed(codes)`: things in words, "" for none."""


def two_ships(square: str, ships: str | None) -> str:
    """A square in at most two characters: its own sign, or the numbers of the ships there."""
    if ships is None:
        return square
    return ships if len(ships) <= 2 else ships[0] + "+"


def port(name: str, docks: Sequence[str], zone: Sequence[str] | None, listed: Listed) -> str:
    """A port's docks and safety zone; None: nobody's home."""
    safe = "trading only" if zone is None else f"safety zone {listed(zone) or 'empty'}"
    return paragraph(f"{name}: docks {listed(docks) or 'empty'}; {safe}.", "   ")


def own_cards(faces: Iterable[tuple[str, str]]) -> str:
    """What the cards say that one keeps: (title, words on its face) of each."""
    lines = [paragraph(f"{title}: {words.removeprefix('Keep this card. ')}", "   ") for title, words in faces]
    return "\n".join(["Your cards", *lines]) if lines else ""


def own_crew(hand: Sequence[str], fresh: Sequence[str], listed: Listed) -> str:
    """The crew in one's own hand, and what was drawn and is not yet in it; for its owner only."""
    drawn = f" Drawn, but not yet yours: {listed(fresh)}." if fresh else ""
    strengths = f"Sailing strength {sailing(hand)}, fighting strength {fighting(hand)}."
    return "Your crew\n" + paragraph(f"{listed(hand) or 'nobody'}. {strengths}{drawn}", "   ")
