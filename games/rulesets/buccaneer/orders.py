"""Standing orders: what a captain settles in advance for the moments when others are on turn (rules/buccaneer.md, I-1 to I-11)."""

from typing import Any

from games.engine import Decision, StandingOrder
from games.kit.crew import VALUE, fighting

from .cards import HOLD, TREASURE
from .phases.crews import cheapest
from .state import points

STRONG = 4

ORDERS = (
    StandingOrder(
        "attack_passing", "Someone sails past my ship", "laden-strong",
        (("never", "Let everyone pass"), ("laden-strong", "Attack treasure ships if I am strong"),
         ("laden", "Attack treasure ships"), ("strong", "Attack if I am strong"), ("always", "Always attack")),
        (("never", "I never attack a ship that sails past."),
         ("laden-strong", "I attack a ship that sails past if it carries treasure and my fighting strength is at least four."),
         ("laden", "I attack every ship with treasure aboard that sails past."),
         ("strong", "I attack every ship that sails past while my fighting strength is at least four."),
         ("always", "I attack every ship that sails past.")),
    ),
    StandingOrder(
        "spoils", "I win a fight off turn", 2,
        ((2, "Take any treasure, else crew"), (4, "Treasure worth four or more, else crew"), (6, "Treasure worth six or more, else crew"), (0, "Always crew")),
        ((2, "If I win, I take the treasure aboard; if there is none, two crew cards."),
         (4, "If I win, I take treasure worth at least four; otherwise two crew cards."),
         (6, "If I win, I take treasure worth at least six; otherwise two crew cards."),
         (0, "If I win, I take two crew cards.")),
    ),
    StandingOrder(
        "keep", "More treasure than the hold takes", "dearest",
        (("dearest", "Keep the dearest"), ("sets", "Keep what makes three of a kind at home")),
        (("dearest", "I keep the two pieces worth most."), ("sets", "I keep pieces of which most lie at my docks, then the dearest.")),
    ),
    StandingOrder(
        "crew_loss", "I have to give up crew", "fighting",
        (("fighting", "Stay strong in a fight"), ("lowest", "Lowest first"), ("black", "Protect black"), ("red", "Protect red")),
        (("fighting", "I give up the crew whose loss leaves me strongest in a fight."), ("lowest", "I give up my lowest crew first."),
         ("black", "I give up red crew before black."), ("red", "I give up black crew before red.")),
    ),
    StandingOrder(
        "docks_first", "Crew lost from hand and docks", True,
        ((True, "Docks first"), (False, "Hand first")),
        ((True, "When docked crew counts too, it goes before my hand."), (False, "When docked crew counts too, my hand goes first.")),
    ),
    StandingOrder(
        "flee", "I lose a fight off turn and get away", "sensible",
        (("sensible", "Home with treasure, else to Treasure Island"), ("home", "Towards home"), ("coast", "To Treasure Island"),
         ("flat", "To Flat Island if something lies there"), ("away", "As far away as I can"), ("ask", "Ask me")),
        (("sensible", "With treasure aboard I flee towards home, otherwise to the coast of Treasure Island or far away."),
         ("home", "I flee towards home."), ("coast", "I flee to the coast of Treasure Island if I can reach it."),
         ("flat", "I flee to the coast of Flat Island if something lies there and I can reach it."),
         ("away", "I flee as far from the winner as I can."),
         ("ask", "The game waits for me, with a short clock, and only then takes the sensible way.")),
    ),
    StandingOrder(
        "gain", "A card offers treasure or crew", "four",
        (("four", "Treasure, if worth four or more"), ("treasure", "Treasure"), ("crew", "Crew")),
        (("four", "I take treasure if the card allows four or more, otherwise crew."), ("treasure", "I take treasure."), ("crew", "I take crew.")),
    ),
    StandingOrder(
        "loss", "A card costs treasure or crew", "weigh",
        (("weigh", "Crew if enough is left, else treasure"), ("treasure", "Treasure"), ("crew", "Crew")),
        (("weigh", "I lose my two lowest crew if eight or more is left, otherwise the cheapest treasure."), ("treasure", "I lose treasure."), ("crew", "I lose crew.")),
    ),
    StandingOrder(
        "dispute", "Someone may have sailed too far", "never",
        (("never", "Never dispute"), ("certain", "Dispute when it is certain"), ("suspicious", "Dispute what looks too far")),
        (("never", "I dispute nothing; on the page I still can."), ("certain", "I dispute a move longer than three times the crew cards in hand: that cannot be honest."),
         ("suspicious", "I dispute a move of at least 2.3 squares for each crew card in hand.")),
    ),
    StandingOrder(
        "stake", "What I forfeit for a wrong dispute", "crew",
        (("crew", "My best crew card"), ("treasure", "My best treasure")),
        (("crew", "If my dispute is wrong I lose my best crew card."), ("treasure", "If my dispute is wrong I lose my best treasure aboard.")),
    ),
)  # fmt: skip

DEFAULTS = {order.key: order.default for order in ORDERS}


def react(view, decision: Decision, orders: dict[str, Any]) -> Any:
    """What these orders answer for the seat of `view`; None: ask the person, or let an optional decision be."""
    wish = {**DEFAULTS, **orders}
    answer = REACTIONS.get(decision.name)
    if answer is None:
        return None if decision.optional else decision.default
    return answer(view, decision, wish)


def intercept(view, decision, wish):
    """I-1."""
    laden, strong = bool(decision.facts["cargo"]), fighting(view.hand) >= STRONG
    attack = {"never": False, "laden-strong": laden and strong, "laden": laden, "strong": strong, "always": True}[
        wish["attack_passing"]
    ]
    return "attack" if attack else "pass"


def spoils(view, decision, wish):
    """I-2."""
    worth = points(tuple(decision.facts["cargo"]))
    return "treasure" if wish["spoils"] and worth >= wish["spoils"] else "two-crew"


def keep(view, decision, wish):
    """I-2."""
    if wish["keep"] == "dearest":
        return decision.default
    home = view.public.homes[view.seat]
    lying = (*view.public.docks[home], *view.public.zones[home])
    ranked = sorted(decision.options, key=lambda piece: (lying.count(piece), TREASURE[piece]))
    return tuple(sorted(ranked[-HOLD:]))


def crew_loss(view, decision, wish):
    """I-3: which hand cards go."""
    if wish["crew_loss"] == "fighting":
        return decision.default
    spare = {"black": "R", "red": "B"}.get(wish["crew_loss"], "")
    ranked = sorted(decision.options, key=lambda card: (card[0] != spare if spare else False, VALUE[card], card))
    return tuple(ranked[: decision.most])


def docked_loss(view, decision, wish):
    """I-6, I-7: cards from hand and docks."""
    if wish["docks_first"]:
        return cheapest(decision.options, decision.most)
    return tuple(sorted(decision.options, key=lambda card: (card[0] == "@", card[-1], card))[: decision.most])


def flee(view, decision, wish):
    """I-4."""
    plan = wish["flee"]
    if plan == "ask":
        return None
    if plan == "sensible":
        return decision.default
    sea = view.public.sea
    squares = {name: sea.squares[name] for name in decision.options}
    if plan == "home":
        far = sea.distances(sea.harbours[view.public.homes[view.seat]])
        return min(squares, key=lambda name: (far.get(squares[name], 999), name))
    if plan == "flat" and view.public.flat and (landing := [name for name in squares if squares[name] in sea.flat_coast]):
        return landing[0]
    if plan == "coast" and (landing := [name for name in squares if squares[name] in sea.coast]):
        return landing[0]
    far = sea.distances(view.public.at[decision.facts["other"]])
    return max(squares, key=lambda name: (far.get(squares[name], 0), name))


def flee_heading(view, decision, wish):
    """I-4: the heading follows the plan's default."""
    return None if wish["flee"] == "ask" else decision.default


def gain(view, decision, wish):
    """I-5."""
    if wish["gain"] == "four":
        return "treasure" if decision.facts["up_to"] >= 4 else "crew"
    return wish["gain"]


def loss(view, decision, wish):
    """I-5."""
    return wish["loss"] if wish["loss"] in decision.options else decision.default


def dispute(view, decision, wish):
    """I-10, I-11."""
    squares, crew = decision.facts["squares"], decision.facts["crew"]
    sure, suspect = squares > 3 * crew, 10 * squares >= 23 * crew
    if not {"never": False, "certain": sure, "suspicious": suspect}[wish["dispute"]]:
        return None
    pieces = [stake for stake in decision.options if stake in TREASURE]
    crew_cards = [stake for stake in decision.options if stake in VALUE]
    first, second = (pieces, crew_cards) if wish["stake"] == "treasure" else (crew_cards, pieces)
    return (first or second or list(decision.options))[0]


REACTIONS = {
    "intercept": intercept, "spoils": spoils, "keep": keep, "surrender": crew_loss, "lose-crew": crew_loss, "exchange": crew_loss,
    "give": docked_loss, "fever": docked_loss, "flee": flee, "flee-heading": flee_heading, "gain": gain, "loss": loss, "dispute": dispute,
}  # fmt: skip
