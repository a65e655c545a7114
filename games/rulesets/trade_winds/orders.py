"""Standing orders: decisions that a captain makes in advance for other captains' turns."""

from collections import Counter
from typing import Any

from games.engine import Choose, Decision, Pick, StandingOrder
from games.kit.bot import Reaction, gain, loss, seat_of
from games.kit.crew_game.crew import VALUE, fighting, without
from games.rulesets.trade_winds.seen import View

from .cards import TREASURE
from .chart import CHART, LANDING, NAMES, SIDE, SQUARES
from .state import points

ORDERS = (
    StandingOrder(
        "challenge", "Someone sails past my ship", "laden-strong",
        (("never", "Let everyone pass"), ("laden-strong", "Stop rich ships if I am strong"), ("laden", "Stop rich ships"),
         ("strong", "Stop anyone if I am strong"), ("always", "Stop everyone")),
        (("never", "I never stop a ship that sails past."),
         ("laden-strong", "I stop a ship that sails past if it is rich enough and I am strong enough."),
         ("laden", "I stop every ship that is rich enough."), ("strong", "I stop every ship while I am strong enough."),
         ("always", "I stop every ship that sails past.")),
    ),
    StandingOrder(
        "rich", "A ship is rich with", 5, ((1, "any treasure"), (3, "three points aboard"), (5, "five points aboard"), (8, "eight points aboard")),
        ((1, "Any treasure aboard makes a ship rich."), (3, "Three points aboard make a ship rich."),
         (5, "Five points aboard make a ship rich."), (8, "Eight points aboard make a ship rich.")),
    ),
    StandingOrder(
        "strong", "I am strong with", 5, ((3, "fighting strength 3"), (5, "fighting strength 5"), (7, "fighting strength 7"), (9, "fighting strength 9")),
        ((3, "I am strong with a fighting strength of three."), (5, "I am strong with a fighting strength of five."),
         (7, "I am strong with a fighting strength of seven."), (9, "I am strong with a fighting strength of nine.")),
    ),
    StandingOrder(
        "spoils", "I win a fight off turn", 3,
        ((1, "Take any treasure, else crew"), (3, "Treasure worth three or more, else crew"), (6, "Treasure worth six or more, else crew"), (99, "Always crew")),
        ((1, "If I win, I take the treasure aboard; if there is none, two crew cards."),
         (3, "If I win, I take treasure worth at least three; otherwise two crew cards."),
         (6, "If I win, I take treasure worth at least six; otherwise two crew cards."),
         (99, "If I win, I take two crew cards.")),
    ),
    StandingOrder(
        "keep", "More treasure than the ship carries", "dearest",
        (("dearest", "Lose as few points as possible"), ("sets", "Keep what makes three of a kind at home")),
        (("dearest", "I give back what costs me fewest points."), ("sets", "I keep kinds of which I have most at home and aboard.")),
    ),
    StandingOrder(
        "crew_loss", "I have to give up crew", "balance",
        (("balance", "What I miss least"), ("fighting", "Stay strong in a fight"), ("lowest", "Lowest first"), ("black", "Protect black"), ("red", "Protect red")),
        (("balance", "I give up the crew I miss least, for sailing and fighting together."),
         ("fighting", "I give up the crew whose loss leaves me strongest in a fight."), ("lowest", "I give up my lowest crew first."),
         ("black", "I give up red crew before black."), ("red", "I give up black crew before red.")),
    ),
    StandingOrder(
        "free_turn", "A fight leaves me a free turn", "sensible",
        (("sensible", "Home with treasure, else to my coast"), ("home", "Home if I can reach it"), ("coast", "To my coast if I can reach it"),
         ("decline", "Do without"), ("ask", "Ask me")),
        (("sensible", "With treasure aboard I sail home or towards it, otherwise to my side of Pirate Island if I can reach it. I attack nobody."),
         ("home", "I sail home if one move takes me there and no ship lies in my harbour, otherwise I stay."),
         ("coast", "I sail to a free square on my side of Pirate Island if one move takes me there, otherwise I stay."),
         ("decline", "I do without free turns."), ("ask", "The game waits for me; if I do not answer in time, I do without. Others notice the pause.")),
    ),
    StandingOrder(
        "gain", "A card offers treasure or crew", "four",
        (("four", "Treasure, if worth four or more"), ("treasure", "Treasure"), ("crew", "Crew")),
        (("four", "On a free turn I take treasure if the card allows four or more, otherwise crew."), ("treasure", "On a free turn I take treasure."),
         ("crew", "On a free turn I take crew.")),
    ),
    StandingOrder(
        "loss", "A card costs treasure or crew", "weigh",
        (("weigh", "Crew if enough is left, else treasure"), ("treasure", "Treasure"), ("crew", "Crew")),
        (("weigh", "On a free turn I lose crew if eight or more is left, otherwise treasure."), ("treasure", "On a free turn I lose treasure."),
         ("crew", "On a free turn I lose crew.")),
    ),
    StandingOrder(
        "salvage", "Goods are washed up beside me", True, ((True, "Take what I can carry"), (False, "Leave them")),
        ((True, "I take what is washed up beside my ship, as far as I can carry it."), (False, "I leave what is washed up beside my ship.")),
    ),
    StandingOrder(
        "check", "Someone sails too far", True, ((True, "Send the ship back"), (False, "Let it be")),
        ((True, "I check every move that is too far."), (False, "I let moves be that are too far.")),
    ),
)  # fmt: skip

DEFAULTS = {order.key: order.default for order in ORDERS}


def react(view: View, decision: Decision, orders: dict[str, Any]) -> Any:
    """Return the answer of standing orders for the seat of `view`; None to ask the player, or to skip an optional decision."""
    wish = {**DEFAULTS, **orders}
    answer = REACTIONS.get(decision.name)
    if decision.optional or (wish["free_turn"] == "ask" and view.public.active == seat_of(view)):
        return None
    return decision.default if answer is None else answer(view, decision, wish)


def challenge(view: View, decision: Decision, wish: dict[str, Any]) -> Any:
    rich = points(tuple(decision.facts["cargo"])) >= wish["rich"]
    strong = fighting(view.hand) >= wish["strong"]
    plans = {"never": False, "laden-strong": rich and strong, "laden": rich, "strong": strong, "always": True}
    return "attack" if plans[wish["challenge"]] else "pass"


def spoils(view: View, decision: Choose | Pick, wish: dict[str, Any]) -> Any:
    """Take treasure if it is worth enough points by the order, else crew."""
    cargo = points(tuple(decision.facts["cargo"]))
    if cargo >= wish["spoils"]:
        return "treasure"
    return "crew" if "crew" in decision.options else decision.options[0]


def overload(view: View, decision: Choose | Pick, wish: dict[str, Any]) -> Any:
    if wish["keep"] == "dearest":
        return decision.default
    home = view.public.homes[seat_of(view)]
    have = Counter((*view.docks[home], *view.public.zones[home], *decision.options))

    def missed(chosen: tuple[str, ...]) -> tuple[int, int]:
        return sum(have[piece] for piece in chosen), sum(TREASURE[piece] for piece in chosen)

    return min(decision.answers(), key=missed)


def crew_loss(view: View, decision: Pick, wish: dict[str, Any]) -> Any:
    if wish["crew_loss"] == "balance":
        return decision.default
    if wish["crew_loss"] == "fighting":
        hand: Counter[str] = Counter(decision.options)
        return max(decision.answers(), key=lambda chosen: fighting((hand - Counter(chosen)).elements()))
    ranked = sorted(decision.options, key=lambda card: rank_of(card, wish))
    return decision.check(ranked[: decision.most])


def rank_of(card: str, wish: dict[str, Any]) -> tuple[bool, int, str]:
    """Return a sort key for giving up a card: the lowest first, cards of a protected colour last."""
    return is_protected(card, wish), VALUE[card], card


def is_protected(card: str, wish: dict[str, Any]) -> bool:
    return card[0] == {"black": "B", "red": "R"}.get(wish["crew_loss"])


def reduction(view: View, decision: Pick, wish: dict[str, Any]) -> Any:
    """Choose the crew to lose: as few of a protected colour as possible, then as little worth as necessary, then the lowest."""
    if wish["crew_loss"] in ("balance", "fighting"):
        return crew_loss(view, decision, wish)

    def missed(cards: tuple[str, ...]) -> tuple[int, int, list[tuple[bool, int, str]]]:
        ranked = sorted(rank_of(card, wish) for card in cards)
        return sum(is_protected(card, wish) for card in cards), sum(VALUE[card] for card in cards), ranked

    return min(decision.answers(), key=missed)


def best(view: View, decision: Choose | Pick, wish: dict[str, Any]) -> Any:
    """Choose which of the highest crew cards to lose. All of them sail equally well, so only fighting strength matters."""
    if wish["crew_loss"] in ("balance", "fighting"):
        return max(decision.options, key=lambda card: fighting(without(view.hand, (card,))))
    return min(decision.options, key=lambda card: rank_of(card, wish))


def free_turn(view: View, decision: Decision, wish: dict[str, Any]) -> Any:
    return "decline" if wish["free_turn"] == "decline" else "take"


def sail(view: View, decision: Choose | Pick, wish: dict[str, Any]) -> Any:
    plan, home = wish["free_turn"], view.public.homes[seat_of(view)]
    port, laden = CHART.ports[home].name, bool(view.public.holds[seat_of(view)])
    if port in decision.options and is_free(view, CHART.harbours[home]) and (plan == "home" or (plan == "sensible" and laden)):
        return port
    coast = [NAMES[square] for square in LANDING[SIDE[home]] if NAMES[square] in free_squares(view, decision)]
    if coast and (plan == "coast" or (plan == "sensible" and not laden)):
        return coast[0]
    if plan == "sensible" and laden:
        far = CHART.distances(CHART.harbours[home])
        return min(free_squares(view, decision), key=lambda name: (far[SQUARES[name]], name), default="stay")
    return "stay"


def free_squares(view: View, decision: Choose | Pick) -> list[str]:
    """Return the offered squares without other ships, and the ship's own square."""
    return [name for name in decision.options if name in SQUARES and is_free(view, SQUARES[name])]


def is_free(view: View, square: int) -> bool:
    """Return whether no other ship lies on `square`. Sailing to another ship attacks that ship."""
    return all(position != square for seat, position in enumerate(view.public.at) if seat != seat_of(view))


def salvage(view: View, decision: Decision, wish: dict[str, Any]) -> Any:
    return decision.default if wish["salvage"] else ()


def check(view: View, decision: Decision, wish: dict[str, Any]) -> Any:
    return "check" if wish["check"] else "pass"


REACTIONS: dict[str, Reaction] = {
    "challenge": challenge, "spoils": spoils, "overload": overload, "surrender": crew_loss, "lose-crew": crew_loss, "give": crew_loss,
    "exchange": crew_loss, "fever": crew_loss, "reduce": reduction, "best": best, "free-turn": free_turn, "sail": sail,
    "gain": gain, "loss": loss, "salvage": salvage, "check": check,
}  # fmt: skip
