"""Plain-text sentences for events and questions, in our own words."""

from collections.abc import Sequence
from typing import Any

from games.engine import Decision, Event
from games.kit import sentences as kit
from games.kit.sentences import capital, counted, joined, number, person, squares

from .board import EVENTS as CARD_NAMES
from .board import HOMES, MONSTERS, PORT

FLEET = ("first", "second")
THE_EVENT = {"bb": "Blackbeard sails", "sm": "the Sea Monster stirs", "breeze": "a Fair Breeze", "siren": "the Siren's Call"}


def coins(count: int) -> str:
    return counted(count, "coin")


def verbed(count: int, singular: str, plural: str) -> str:
    """Return a number of coins with its verb: "one coin lies", "two coins lie"."""
    return f"{coins(count)} {singular if count == 1 else plural}"


def owner(ship: int, names: Sequence[str]) -> int:
    """Return the seat that owns a ship: two players have two ships each."""
    return ship // 2 if len(names) == 2 else ship


def whose(ship: int, names: Sequence[str], seat: int | None, first: bool = False) -> str:
    """Return the words for a ship: "your second ship", "Mary's ship"."""
    number = f"{FLEET[ship % 2]} ship" if len(names) == 2 else "ship"
    if owner(ship, names) == seat:
        return f"{'Your' if first else 'your'} {number}"
    return f"{names[owner(ship, names)]}'s {number}"


EVENTS = {
    "turn-began": "Round {round}: it is {who_mid:whose} turn; {event}{roll}.",
    "rolled": "{who} rolled {die}.",
    "monster-moved": "{who} moved {monster} from {start} to {square}.",
    "lapsed": "{Monster} had nowhere to go.",
    "passed": "{who} let the {card} pass.",
    "stayed": "{Ship} stayed where it was.",
    "stuck": "{Ship} could not sail{because}.",
    "sailed": "{Ship} sailed {path}.",
    "coins-taken": "{Ship} took {coins} at {square}.",
    "coins-changed": "{Ship} takes {coins} at {square} after all.",
    "handed-over": "{who} handed {coins} to {partner}.",
    "ball-found": "{Ship} found a cannonball on {square}.",
    "delivered": "{Ship} brought {coins} home to {port}, which makes {total} there.",
    "held": "{Ship} is held on {island}{left_there}.",
    "captured": "{Monster} captured {ship} at {square} and took it to {island}{left_here}.",
    "fired": "{Ship} fired at {victim} at {square}.",
    "robbed": "{Ship} took {coins} from {victim}{left_lying}.",
    "coin-added": "All coins are home and the best teams are level: one more coin goes to the hoard.",
    "left": "{who} gave up and left the game.",
}

REASONS = {
    "coins": "{winners} won: enough coins are home.",
    "decided": "{winners} won: nobody can catch up any more.",
    "rounds": "{winners} did best; the last round is played.",
    "alone": "{winners} remained, and won.",
}


def partners(names: Sequence[str], seat: int | None) -> str:
    """Return the pairs of partners, who sit opposite each other, in words."""
    half = len(names) // 2
    return ", ".join(joined([person(captain, names, seat), person(captain + half, names, seat)]) for captain in range(half))


def describe_event(event: Event, names: Sequence[str], seat: int | None) -> str:
    facts = event.facts
    if event.name == "game-won":
        winners = joined([person(winner, names, seat, not index) for index, winner in enumerate(facts["winners"])])
        return REASONS.get(facts["reason"], "{winners} did best when the game was ended as it stood.").format(winners=winners)
    if event.name == "set-out":
        how = f"Partners: {partners(names, seat)}" if facts["hoard_mode"] else "Everyone sails alone"
        return f"{how}; {verbed(facts['coins'], 'lies', 'lie')} on the hoard."
    if event.name == "rolled-for-start":
        return f"For the start: {joined([f'{person(winner, names, seat)} rolled {roll}' for winner, roll in facts['rolls']])}."
    if event.name == "stayed" and facts["ship"] < 0:
        return f"{person(event.seat, names, seat, True)} did not sail."
    return EVENTS[event.name].format_map(words(event, names, seat))


def words(event: Event, names: Sequence[str], seat: int | None) -> dict[str, str]:
    """Return the words for everything that a sentence about an event may mention."""
    facts = event.facts
    who = person(event.seat, names, seat, True)
    described = {"who": who, "who_mid": person(event.seat, names, seat), "port": PORT}
    described |= {key: str(facts[key]) for key in ("round", "die", "square", "start") if key in facts}
    if "ship" in facts:
        described["ship"], described["Ship"] = whose(facts["ship"], names, seat), whose(facts["ship"], names, seat, True)
    for key in ("victim", "partner"):
        if key in facts:
            described[key] = whose(facts[key], names, seat)
    if "monster" in facts:
        monster = MONSTERS[facts["monster"]]
        described["monster"], described["Monster"], described["island"] = monster, capital(monster), HOMES[facts["monster"]]
    if "coins" in facts:
        described["coins"] = coins(facts["coins"])
    if "total" in facts:
        described["total"] = number(facts["total"])
    return described | more(event, described)


def more(event: Event, described: dict[str, str]) -> dict[str, str]:
    """Return the words for the optional parts of sentences."""
    facts = event.facts
    match event.name:
        case "turn-began":
            return {"event": THE_EVENT[facts["event"]], "roll": f", and the die shows {facts['die']}" if facts["die"] else ""}
        case "passed":
            return {"card": CARD_NAMES[facts["event"]]}
        case "stuck":
            return {"because": ": it is a captive, and only a six frees it" if facts["held"] else ""}
        case "sailed":
            start, *squares = facts["path"]
            return {"path": f"from {start} by {', '.join(squares)}" if len(squares) > 1 else f"from {start} to {squares[0]}"}
        case "held":
            return {
                "island": "a monster's island",
                "left_there": f"; {verbed(facts['coins'], 'stays', 'stay')} with the captives" if facts["coins"] else "",
            }
        case "captured":
            return {"left_here": f"; {verbed(facts['coins'], 'lies', 'lie')} at {facts['square']}" if facts["coins"] else ""}
        case "robbed":
            return {"left_lying": f"; {verbed(facts['left'], 'lies', 'lie')} there" if facts["left"] else ""}
    return {}


ASK = {
    "monster": "Where does {monster} go?",
    "ship": "Which ship sails?",
    "sail": "Where does {ship} sail?",
    "fire": "At which ship do you fire?",
    "loot": "How many coins do you take from {ship}?",
    "take": "How many coins does {ship} take at {square}?",
    "pool": "How many of the captives' coins does {ship} take along from {square}?",
    "hand-over": "Hand coins over to {ship}?",
    "end": "End your turn?",
    "order": "Or give your orders in words.",
}
THE_CHANCE = {"breeze": "the Fair Breeze", "siren": "the Siren's Call"}
OCCASIONS = {"breeze": "A Fair Breeze", "siren": "The Siren's Call"}
"""Cause -> the beginning of the question, for ships that the die does not move."""
CAUSES = {
    "die": "{left} to sail. Choose the next square, or any square within reach.",
    "breeze": "A Fair Breeze: {left}, whatever you carry, even from an island.",
    "siren": "The Siren's Call: {left}, wherever you like; it keeps its coins.",
    "push": "The shot drives it {left}; onto a monster means capture.",
}
HELP = {
    "monster": "Exactly three squares over open water. Ships it ends on are captured and lose their coins there.",
    "loot": "What you leave stays on the square.",
    "take": "You may change this until you go on.",
    "pool": "You may change this until you go on.",
    "fire": "A shot costs one cannonball and ends this voyage. You take coins and send the other ship three squares away.",
    "hand-over": "Only now that the hoard is empty, and only on a shared square.",
    "end": "Until then you can undo everything in this turn.",
    "order": "Write directions or squares, as in BB G4; E E N E; END. +1 takes a coin. A shot is FIRE BLUE TAKE 1 PUSH N N N.",
}
SHIP_HELP = {
    "siren": "You sail another player's ship three squares, or let it be.",
    "breeze": "One of your ships may sail three squares; it is then the only one that may use the die.",
    "die": "Only one of your ships sails in a turn.",
}
LABELS = {"pass": "Let it pass", "stay": "Stay here", "stop": "Stop here", "hold": "Hold your fire", "yes": "Yes"}


CHOSEN: dict[str | tuple[str, str], str] = {
    "monster": "You moved {monster} to {option}.",
    "ship": "You chose {choice} to sail.",
    ("ship", "pass"): "You let {event} pass.",
    "sail": "You set course for {option}.",
    ("sail", "stay"): "{ship_first} stayed where it was.",
    ("sail", "stop"): "{ship_first} stopped.",
    "fire": "You fired at {target}.",
    ("fire", "hold"): "You held your fire.",
    "loot": "You took {coins} from {ship}.",
    "take": "{ship_first} took {coins} at {square}.",
    "pool": "{ship_first} took {coins} of the captives along from {square}.",
    "hand-over": "You handed {coins} over to {ship}.",
    "end": "You ended the turn.",
    "order": "You gave orders: {option}.",
}
"""Question -> the sentence about its answer, for previews, and for receipts of answers without an event."""


def ask(decision: Decision, names: Sequence[str]) -> str:
    question = ASK[decision.name].format_map(question_words(decision, names))
    why = OCCASIONS.get(decision.facts.get("cause", ""), "")
    return f"{why}: {question[0].lower()}{question[1:]}" if why else question


def question_words(decision: Decision, names: Sequence[str]) -> dict[str, str]:
    """Return the words for everything that a question, or a sentence about its answer, may mention."""
    facts = decision.facts
    described = {"square": str(facts.get("square", "")), "monster": MONSTERS[facts.get("monster", 0)]}
    described["event"] = THE_CHANCE.get(facts.get("cause", ""), "it")
    if "ship" in facts:
        described["ship"] = whose(facts["ship"], names, decision.seat)
        described["ship_first"] = whose(facts["ship"], names, decision.seat, True)
    return described


def tell_choice(decision: Decision, answer: Any, choice: str, names: Sequence[str]) -> str:
    described = question_words(decision, names)
    if isinstance(answer, int):
        described["coins"] = coins(answer)
    if isinstance(answer, str) and answer.isdecimal():
        described["target"] = choice = whose(int(answer), names, decision.seat)
    return kit.tell_choice(CHOSEN, decision.name, answer, choice, described)


def help_with(decision: Decision) -> str:
    if decision.name == "sail":
        text = CAUSES[decision.facts["cause"]].format(left=squares(decision.facts["left"]))
        return capital(text)
    if decision.name == "ship":
        return SHIP_HELP[decision.facts["cause"]]
    return HELP[decision.name]


def label(decision: Decision, option: str, names: Sequence[str]) -> str:
    if decision.name == "end":
        return "End the turn"
    if option.isdecimal():
        words = whose(int(option), names, decision.seat, True)
        return f"Fire at {words}" if decision.name == "fire" else words
    return LABELS.get(option, option)
