"""Answers of standing orders, computed only from their captain's view (rulings I-1 to I-11, with examples in the scenarios)."""

from collections.abc import Sequence
from typing import Any

from games.engine import Choose, Decision, Pick
from games.kit.bot import Reaction, gain, loss, seat_of
from games.kit.crew_game.crew import VALUE, best_to_lose, fighting, sailing, without
from games.kit.heading import HEADINGS
from games.rulesets.buccaneer.seen import View

from .cards import CHARTS, HOLD, TREASURE
from .orders import orders_of
from .sea import nearest_coast, toward
from .state import points

CERTAIN = 3
"""The highest number on a crew card, and so the most squares that one card can add."""


def react(view: View, decision: Decision, orders: dict[str, Any]) -> Any:
    """Return the answer of these standing orders for the seat of `view`. None means: ask the player, or skip an optional decision."""
    answer = REACTIONS.get(decision.name)
    if answer is None:
        return None if decision.optional else decision.default
    wish = {order.key: order.default for order in orders_of(view.public.edition)} | orders
    return answer(view, decision, wish)


def home_of(view: View, seat: int) -> str:
    """Return the slug of a captain's home port, by which orders name the captain."""
    return view.public.sea.slugs[view.public.homes[seat]]


def intercept(view: View, decision: Decision, wish: dict[str, Any]) -> Any:
    """Choose whether to attack a passing ship (I-1), by opponent, cargo, the captain's strength and the opponent's number of crew."""
    who, facts = home_of(view, decision.facts["other"]), decision.facts
    if who in wish["attack_spare"] or facts["crew"] > wish["crew_at_most"]:
        return "pass"
    laden = points(tuple(facts["cargo"])) >= wish["laden_from"]
    strong = fighting(view.hand) >= wish["strong_from"]
    attack = {"never": False, "laden-strong": laden and strong, "laden": laden, "strong": strong, "always": True}
    return "attack" if attack[wish["attack_passing"]] or who in wish["attack_foes"] else "pass"


def spoils(view: View, decision: Decision, wish: dict[str, Any]) -> Any:
    worth = points(tuple(decision.facts["cargo"]))
    return "treasure" if wish["spoils"] and worth >= wish["spoils"] else "two-crew"


def ranked(view: View, pieces: Any, wish: dict[str, Any]) -> list[str]:
    """Return treasure in ascending order of preference: the pieces to keep come last."""
    if wish["keep"] == "list":
        place = {kind: -index for index, kind in enumerate(wish["keep_list"])}
        return sorted(pieces, key=lambda piece: (place.get(piece, -len(TREASURE)), TREASURE[piece]))
    if wish["keep"] == "sets":
        home = view.public.homes[seat_of(view)]
        lying = (*view.public.docks[home], *view.public.zones[home])
        return sorted(pieces, key=lambda piece: (lying.count(piece), TREASURE[piece]))
    return sorted(pieces, key=TREASURE.__getitem__)


def keep(view: View, decision: Choose | Pick, wish: dict[str, Any]) -> Any:
    return tuple(sorted(ranked(view, decision.options, wish)[-HOLD:]))


def lose_treasure(view: View, decision: Choose | Pick, wish: dict[str, Any]) -> Any:
    """Choose the treasure to lose (I-5): the piece that the captain would keep last."""
    return tuple(ranked(view, decision.options, wish)[:1])


def crew_loss(view: View, decision: Pick, wish: dict[str, Any]) -> Any:
    return those_who_go(decision.options, decision.most, wish, view.fresh)


def those_who_go(cards: tuple[str, ...], count: int, wish: dict[str, Any], joining: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Return the `count` cards that the captain would give up first. `joining` holds the cards that replace them."""
    if wish["crew_loss"] == "fighting":
        return best_to_lose(cards, count, lambda rest: (fighting((*rest, *joining)), sailing((*rest, *joining))))
    return tuple(sorted(cards, key=lambda card: rank_of(card, wish))[:count])


def rank_of(card: str, wish: dict[str, Any]) -> tuple[int, int, str]:
    """Return a sort key for giving up a card: the card with the lowest key goes first."""
    return going(card, wish), VALUE[card], card


def going(card: str, wish: dict[str, Any]) -> int:
    """Return a sort key by the captain's order alone: the card with the lowest key goes first."""
    if wish["crew_loss"] == "list":
        return wish["loss_list"].index(card) if card in wish["loss_list"] else len(VALUE)
    return int({"black": "B", "red": "R"}.get(wish["crew_loss"]) == card[0])


def docked_loss(view: View, decision: Pick, wish: dict[str, Any]) -> Any:
    """Choose the cards to lose from hand and docks (I-6, I-7): one place before the other, and in each place in the captain's order."""
    hand = tuple(card for card in decision.options if card[0] != "@")
    docked = tuple(card[1:] for card in decision.options if card[0] == "@")
    from_docks = min(decision.most, len(docked)) if wish["docks_first"] else max(0, decision.most - len(hand))
    ashore = those_who_go(docked, from_docks, wish | {"crew_loss": ASHORE.get(wish["crew_loss"], wish["crew_loss"])})
    return (*those_who_go(hand, decision.most - from_docks, wish), *("@" + card for card in ashore))


ASHORE = {"fighting": "lowest"}
"""The order for docked crew: docked crew does not fight, so a captain who wants to stay strong gives up the lowest."""


def reduction(view: View, decision: Decision, wish: dict[str, Any]) -> Any:
    """Choose the crew to drop for cards 16 and 17: of all ways to reach the total, the one that best fits the captain's order."""
    if wish["crew_loss"] == "fighting":
        return decision.default
    return min(decision.answers(), key=lambda cards: sorted(rank_of(card, wish) for card in cards))


def best(view: View, decision: Choose | Pick, wish: dict[str, Any]) -> Any:
    """Choose which of several equal pieces or crew cards to lose (R-20)."""
    return one_of(view, decision.options, wish)


def one_of(view: View, items: Sequence[str], wish: dict[str, Any]) -> str:
    """Return the piece or card in hand that the captain would give up first."""
    if items[0] in TREASURE:
        return ranked(view, items, wish)[0]
    if wish["crew_loss"] == "fighting":
        return max(items, key=lambda card: fighting(without(view.hand, (card,))))
    return min(items, key=lambda card: rank_of(card, wish))


def flee(view: View, decision: Choose | Pick, wish: dict[str, Any]) -> Any:
    """Choose where to flee (I-4): to the first goal within reach, else as near to the first goal as possible."""
    plan = wish["flee_plan"] if wish["flee"] == "plan" else (wish["flee"],)
    if wish["flee"] == "ask":
        return None
    if wish["flee"] == "sensible" or not plan:
        return decision.default
    sea = view.public.sea
    squares = {name: sea.squares[name] for name in decision.options}
    for goal in plan:
        if goal == "away":
            return farthest(view, decision, squares)
        reached = sorted(name for name, square in squares.items() if square in goal_squares(view, goal, squares.values()))
        if reached:
            return reached[0]
    goals = goal_squares(view, plan[0], ())
    if not goals or wish["flee"] in ("coast", "flat"):
        return farthest(view, decision, squares)
    return min(squares, key=lambda name: (min(sea.distances(goal).get(squares[name], 999) for goal in goals), name))


def goal_squares(view: View, goal: str, reach: Any) -> frozenset[int]:
    public, sea = view.public, view.public.sea
    if goal == "home":
        return frozenset((sea.harbours[public.homes[seat_of(view)]],))
    if goal == "coast":
        return sea.coast
    if goal == "flat":
        return sea.flat_coast if public.flat else frozenset()
    if goal == "anchor":
        return frozenset((sea.anchor,)) if any(card in CHARTS for card in public.kept[seat_of(view)]) else frozenset()
    if goal == "port":
        return frozenset(sea.harbours)
    if goal == "safe":
        return frozenset(square for square in reach if not threatened(view, square))
    return frozenset()


def threatened(view: View, square: int) -> bool:
    """Return whether another ship could reach this square on its next turn if all its crew cards were threes."""
    public, sea = view.public, view.public.sea
    if square in sea.port_at:
        return False
    for seat, position in enumerate(public.at):
        if seat != seat_of(view) and position >= 0:
            rays = sea.rays[position] if position in sea.port_at else (sea.rays[position][public.heading[seat]],)
            if any(square in ray[: CERTAIN * public.crew_counts[seat]] for ray in rays):
                return True
    return False


def farthest(view: View, decision: Decision, squares: dict[str, int]) -> str:
    public, foe = view.public, decision.facts["other"]
    far = public.sea.distances(public.at[seat_of(view) if foe in public.gone else foe])
    return max(squares, key=lambda name: (far.get(squares[name], 0), name))


def flee_heading(view: View, decision: Decision, wish: dict[str, Any]) -> Any:
    """Choose the heading after a flight (I-4)."""
    if wish["flee"] == "ask":
        return None
    public, sea, way = view.public, view.public.sea, wish["flee_heading"]
    square = sea.squares[decision.facts["square"]]
    if way == "home":
        return HEADINGS[toward(sea, square, sea.harbours[public.homes[seat_of(view)]])]
    if way == "coast":
        return HEADINGS[toward(sea, square, nearest_coast(sea, square))]
    if way == "away":
        return HEADINGS[(toward(sea, square, public.at[seat_of(view)]) + 4) % 8]
    return decision.default


def dispute(view: View, decision: Choose | Pick, wish: dict[str, Any]) -> Any:
    """Choose whether to dispute (I-10, I-11). While a window is open, captains dispute by hand; orders answer when the window closes."""
    squares, crew, who = decision.facts["squares"], decision.facts["crew"], home_of(view, decision.facts["other"])
    if decision.facts.get("window") or who in wish["dispute_trust"]:
        return None
    sure, suspect = squares > CERTAIN * crew, 10 * squares >= wish["dispute_ratio"] * crew
    wanted = {"never": False, "certain": sure, "suspicious": suspect, "always": True}[wish["dispute"]]
    if not wanted and who not in wish["dispute_foes"]:
        return None
    pieces = [stake for stake in decision.options if stake in TREASURE]
    crew_cards = [stake for stake in decision.options if stake in VALUE]
    first, second = (pieces, crew_cards) if wish["stake"] == "treasure" else (crew_cards, pieces)
    stakes = first or second
    return one_of(view, stakes, wish) if stakes else decision.default


REACTIONS: dict[str, Reaction] = {
    "intercept": intercept, "spoils": spoils, "keep": keep, "surrender": crew_loss, "lose-crew": crew_loss, "exchange": crew_loss,
    "give": docked_loss, "fever": docked_loss, "flee": flee, "flee-heading": flee_heading, "gain": gain, "loss": loss,
    "lose-treasure": lose_treasure, "reduce": reduction, "best": best, "dispute": dispute,
}  # fmt: skip
