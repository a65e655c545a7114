"""Standing orders: decisions that a captain makes in advance for other captains' turns (I-1 to I-11). `reactions` obeys them."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from games.engine import StandingOrder
from games.kit.crew_game.crew import CREW_WORDS
from games.rulesets.buccaneer.seen import View

from .cards import NAMES, TREASURE
from .editions import Edition

GOALS = (
    ("home", "Home"), ("coast", "Treasure Island"), ("flat", "Flat Island, if something lies there"), ("anchor", "The anchor, with a chart"),
    ("port", "The nearest port"), ("safe", "Where no ship can reach it"), ("away", "Far from the winner"),
)  # fmt: skip
"""The goals of a flight; a fleeing ship takes the first goal within reach."""

ORDERS = (
    StandingOrder(
        "attack_passing", "Someone sails past my ship", "laden-strong",
        (("never", "Let everyone pass"), ("laden-strong", "Attack treasure ships if I am strong"),
         ("laden", "Attack treasure ships"), ("strong", "Attack if I am strong"), ("always", "Always attack")),
        (("never", "I never attack a ship that sails past."),
         ("laden-strong", "I attack a ship that sails past if its cargo is worth it and I am strong."),
         ("laden", "I attack every ship that sails past with a cargo that is worth it."),
         ("strong", "I attack every ship that sails past while I am strong."),
         ("always", "I attack every ship that sails past.")),
    ),
    StandingOrder(
        "laden_from", "A cargo is worth a fight", 2,
        ((2, "Whatever it is"), (4, "From four points on"), (6, "From six points on"), (8, "From eight points on")),
        ((2, "Any treasure aboard is worth a fight."), (4, "A cargo of four points or more is worth a fight."),
         (6, "A cargo of six points or more is worth a fight."), (8, "A cargo of eight points or more is worth a fight.")),
    ),
    StandingOrder(
        "strong_from", "I am strong", 4,
        ((2, "From two on"), (4, "From four on"), (6, "From six on"), (8, "From eight on")),
        ((2, "I am strong with a fighting strength of two or more."), (4, "I am strong with a fighting strength of four or more."),
         (6, "I am strong with a fighting strength of six or more."), (8, "I am strong with a fighting strength of eight or more.")),
    ),
    StandingOrder(
        "crew_at_most", "How large a crew I dare to attack", 99,
        ((99, "Any"), (6, "Six cards at most"), (4, "Four cards at most"), (2, "Two cards at most")),
        ((99, "I attack crews of any size."), (6, "I attack nobody with more than six crew cards."),
         (4, "I attack nobody with more than four crew cards."), (2, "I attack nobody with more than two crew cards.")),
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
        (("dearest", "Keep what is worth most"), ("sets", "Keep what makes three of a kind at home"), ("list", "By my list")),
        (("dearest", "I keep the two pieces worth most."), ("sets", "I keep the kind I have most of at my docks, then what is worth most."),
         ("list", "I keep treasure in the order of my list.")),
    ),
    StandingOrder(
        "keep_list", "My list of treasure, best first", (),
        tuple((kind, NAMES[kind].capitalize()) for kind in TREASURE),
        tuple((kind, f"On my list of treasure: {NAMES[kind]}.") for kind in TREASURE),
        "Anything else comes last. When a card takes treasure, the last on the list goes first.", 5,
    ),
    StandingOrder(
        "crew_loss", "I have to give up crew", "fighting",
        (("fighting", "Stay strong in a fight"), ("lowest", "Lowest first"), ("black", "Protect black"), ("red", "Protect red"), ("list", "By my list")),
        (("fighting", "I give up the crew whose loss leaves me strongest in a fight."), ("lowest", "I give up my lowest crew first."),
         ("black", "I give up red crew before black."), ("red", "I give up black crew before red."),
         ("list", "I give up crew in the order of my list.")),
    ),
    StandingOrder(
        "loss_list", "My list of crew, in order of loss", (),
        tuple((card, word.capitalize()) for card, word in CREW_WORDS.items()),
        tuple((card, f"On my list of crew to give up: {word}.") for card, word in CREW_WORDS.items()),
        "Any other crew goes last, lowest first.", 6,
    ),
    StandingOrder(
        "docks_first", "Crew lost from hand and docks", True,
        ((True, "Docks first"), (False, "Hand first")),
        ((True, "When docked crew counts too, I lose it before my hand."), (False, "When docked crew counts too, I lose my hand first.")),
    ),
    StandingOrder(
        "flee", "I lose a fight off turn and get away", "sensible",
        (("sensible", "Home with treasure, else to Treasure Island"), ("home", "Towards home"), ("coast", "To Treasure Island"),
         ("flat", "To Flat Island if something lies there"), ("away", "As far away as I can"), ("plan", "By my plan"), ("ask", "Ask me")),
        (("sensible", "With treasure aboard I flee towards home, otherwise to the coast of Treasure Island or far away."),
         ("home", "I flee towards home."), ("coast", "I flee to the coast of Treasure Island if I can reach it."),
         ("flat", "I flee to the coast of Flat Island if something lies there and I can reach it."),
         ("away", "I flee as far from the winner as I can."),
         ("plan", "I flee by my plan: to the first goal on it that I can reach, else towards the first."),
         ("ask", "The game waits for me, with a short clock, and only then takes the usual way. Others notice the pause.")),
    ),
    StandingOrder(
        "flee_plan", "My plan for getting away, the best goal first", (),
        GOALS, tuple((goal, f"On my plan for getting away: {label[0].lower()}{label[1:]}.") for goal, label in GOALS),
        "An empty plan means the usual way.", 5,
    ),
    StandingOrder(
        "flee_heading", "How my ship points afterwards", "sensible",
        (("sensible", "Home with treasure, else to Treasure Island"), ("home", "Home"), ("coast", "To Treasure Island"), ("away", "Away from the winner")),
        (("sensible", "Then my ship points home with treasure aboard, otherwise to Treasure Island."), ("home", "Then my ship points home."),
         ("coast", "Then my ship points to Treasure Island."), ("away", "Then my ship points away from the winner.")),
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
        (("never", "Never dispute"), ("certain", "Dispute when it is certain"), ("suspicious", "Dispute what looks too far"), ("always", "Dispute whatever may be too far")),
        (("never", "I dispute nothing."), ("certain", "I dispute a move longer than three times the number of crew cards in hand: that cannot be honest."),
         ("suspicious", "I dispute a move that is too long for so few crew cards."), ("always", "I dispute every move that is longer than the number of crew cards in hand.")),
    ),
    StandingOrder(
        "dispute_ratio", "What looks too far", 23,
        ((20, "Two squares a card"), (23, "2.3 squares a card"), (25, "2.5 squares a card"), (28, "2.8 squares a card")),
        ((20, "Two squares for each crew card seem too far to me."), (23, "2.3 squares for each crew card seem too far to me."),
         (25, "2.5 squares for each crew card seem too far to me."), (28, "2.8 squares for each crew card seem too far to me.")),
    ),
    StandingOrder(
        "stake", "What I lose for a wrong dispute", "crew",
        (("crew", "My best crew card"), ("treasure", "My best treasure")),
        (("crew", "If my dispute is wrong I lose my best crew card."), ("treasure", "If my dispute is wrong I lose my best treasure aboard.")),
    ),
)  # fmt: skip


GROUPS = (
    ("Ships that sail past mine", ("attack_passing", "laden_from", "strong_from", "crew_at_most", "attack_foes", "attack_spare")),
    ("When I win, or have too much aboard", ("spoils", "keep", "keep_list")),
    ("When I have to give up crew", ("crew_loss", "loss_list", "docks_first")),
    ("When my ship gets away", ("flee", "flee_plan", "flee_heading")),
    ("When a card leaves the choice to me", ("gain", "loss")),
    ("Moves that look too long", ("dispute", "dispute_ratio", "dispute_foes", "dispute_trust", "stake")),
)
"""The groups of orders on the page of standing orders, in order."""


@cache
def orders_of(edition: Edition) -> tuple[StandingOrder, ...]:
    """Return the orders of one edition: those that all editions share, and lists of opponents by their home ports."""
    known = {order.key: order for order in (*ORDERS, *(about_captains(edition, *row) for row in CAPTAINS))}
    return tuple(replace(known[key], group=group) for group, keys in GROUPS for key in keys)


CAPTAINS = (
    ("attack_foes", "Whom I attack whenever I may", "I attack the captain of {port} whatever they carry, strong or not."),
    ("attack_spare", "Whom I never attack", "I let the captain of {port} pass."),
    ("dispute_foes", "Whom I dispute whenever I may", "I dispute every move of the captain of {port} that may be too long."),
    ("dispute_trust", "Whom I never dispute", "I do not dispute what the captain of {port} sails."),
)
"""The key, question and sentence of each order about individual opponents."""


def about_captains(edition: Edition, key: str, question: str, sentence: str) -> StandingOrder:
    ports = tuple((slug, name) for slug, name in edition.places)
    sentences = tuple((slug, sentence.format(port=name)) for slug, name in ports)
    return StandingOrder(key, question, (), ports, sentences, "Captains go by their home ports.", len(ports) - 1)


def orders_for(view: View) -> tuple[StandingOrder, ...]:
    """Return the orders that can matter at this table. Lists of captains name only opponents, and are omitted if there is only one."""
    public, hidden = view.public, set()
    if public.options["oversail"] == "refuse":
        hidden |= {"dispute", "dispute_ratio", "dispute_foes", "dispute_trust", "stake"}
    if public.options["oversail"] == "honour" or not public.options["wrong_dispute_forfeit"]:
        hidden.add("stake")
    foes = {public.sea.slugs[home] for seat, home in enumerate(public.homes) if seat not in (view.seat, *public.gone)}
    lists = {key for key, _, _ in CAPTAINS}
    if len(foes) < 2:
        hidden |= lists
    known = (order for order in orders_of(public.edition) if order.key not in hidden)
    return tuple(among(order, foes) if order.key in lists else in_time(order, public.options) for order in known)


def in_time(order: StandingOrder, options: Mapping[str, Any]) -> StandingOrder:
    """Return the order; the order about disputes also says whether the captain can still dispute by hand at this table."""
    if order.key != "dispute":
        return order
    hours = options.get("disputes", 0)
    by_hand = (
        f"While the {hours} hours for disputes run, I can still dispute by hand."
        if hours
        else "Until the next captain acts, I can still dispute by hand."
    )
    later = "Nobody asks me later." if hours == "orders" else by_hand
    return replace(
        order, sentences=tuple((value, f"{sentence} {later}") for value, sentence in order.sentences), help=WHEN[hours == "orders"]
    )


WHEN = {
    True: "At this table only this order disputes a move, as soon as a turn ends. Choose now: nobody asks you later.",
    False: "This order speaks if you have not disputed by hand before.",
}
"""Whether only standing orders dispute -> the help text of the order about disputes."""


FIRST = ("dispute", "dispute_ratio")
"""The orders that every player gives when joining, if `orders_first` gives a reason. Lists of captains wait until all have joined."""


def orders_first(options: Mapping[str, Any]) -> str:
    """Return why orders are needed before the first move, if only standing orders dispute at this table; else ""."""
    if options["oversail"] == "refuse" or options.get("disputes") != "orders":
        return ""
    return "A captain may sail farther than the crew allows unless another disputes it. At this table only standing orders do that. Choose yours now."


def among(order: StandingOrder, captains: set[str]) -> StandingOrder:
    choices, sentences = (tuple(pair for pair in pairs if pair[0] in captains) for pairs in (order.choices, order.sentences))
    return replace(order, choices=choices, sentences=sentences, most=len(captains))
