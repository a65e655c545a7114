"""Read a captain's words ("sail M9", "trade G for B3 B1") as an action, and write an answer in these words."""

from typing import Any

from games.engine import Action, Deal, Decision, Pick, Place
from games.kit.heading import HEADINGS
from games.rulesets.buccaneer.laws import LAW
from games.rulesets.buccaneer.state import State
from tests.scenario_language.crew_game.said import parse_deal, parse_one, split_first_word
from tests.scenario_language.crew_game.said import write_answer as write_in_words
from tests.scenario_language.crew_game.words import heading
from tests.scenario_language.words import items, unknown

from . import words

ALSO = {"take": ("stow", "for ")}
"""Another beginning -> the decision, and the beginning of its answer."""

SHIPS = ("attack", "victim", "partner")
PILES = ("salvage", "maroon", "chart", "land-john", "hire-john", "keep", "surrender", "treasure", "lose-treasure", "lose-crew",
         "give", "reduce", "exchange", "fever")  # fmt: skip
DEALS = ("trade", "stow")
PLACES = ("sail", "flee", "berth")
POINTS = ("heading", "flee-heading")


def parse_action(state: State, seat: int, text: str, decisions: list[Decision]) -> Action:
    """Return the action: the first word is the decision, the rest its answer; "stow for B3" takes, "stow B3" leaves."""
    name, rest = split_first_word(text, ALSO)
    if name not in LAW:
        raise unknown("thing to say", name, ("undo", "leave", "default", *ALSO, *LAW))
    decision = next((asked for asked in decisions if (asked.seat, asked.name) == (seat, name)), None)
    return Action(seat, name, parse_answer(state, seat, name, rest, decision))


def parse_answer(state: State, seat: int, name: str, text: str, decision: Decision | None) -> Any:
    """Return the answer in the engine's form, if it is well formed. The rules decide whether it is legal."""
    if name in DEALS or isinstance(decision, Deal):
        return parse_deal(text, words.goods)
    if name in PILES or isinstance(decision, Pick):
        return items(text, {**words.GOODS, **words.DOCKED})
    if name in PLACES or isinstance(decision, Place):
        return parse_place(state, seat, text)
    if name in POINTS:
        return HEADINGS[heading(text)]
    if name in SHIPS:
        return "no" if text.lower() in ("no", "nobody", "") else str(words.seat_of(state, text))
    if name == "port-ahead":
        return state.sea.ports[words.port(state.sea, text)].name
    if name in ("best", "dispute", "safe"):
        return "nothing" if text.lower() in ("nothing", "") else parse_one(text, words.goods)
    return text.lower().replace(" ", "-") or "yes"


def parse_place(state: State, seat: int, text: str) -> str:
    """Return a square, "turn" for the ship's own square, or "stay"."""
    if text.lower() == "stay":
        return "stay"
    square = state.at[seat] if text.lower() == "turn" else words.find_square(state.sea, text)
    return text if square is None else state.sea.names[square]


def write_answer(state: State, decision: Decision, answer: Any) -> str:
    """Return an answer or one option in the words of scenario files."""
    return write_in_words(decision, answer, SHIPS, lambda seat: words.captain(state, seat))
