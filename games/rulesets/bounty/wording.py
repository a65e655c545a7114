"""Plain-text sentences for events and questions, in our own words."""

from collections.abc import Sequence
from typing import Any

from games.engine import Decision, Event
from games.kit import sentences as kit
from games.kit.sentences import Named, capital, counted, joined, person

from .board import PORTS
from .cards import CHEST, PORT_OF, ROLE, VALUE
from .chart import CALLED, SQUARES

ROLES = {"pirate": "a pirate", "warship": "a warship", "merchant": "a merchant"}


def dubloons(many: int) -> str:
    return f"{many} dubloon{'' if many == 1 else 's'}"


def card(code: str) -> str:
    """Return one card in words: "sugar worth 8", "a pirate from Sugar Quay"."""
    port = PORTS[PORT_OF[code]]
    if ROLE[code] == "merchant":
        return f"{port.cargo} worth {VALUE[code]}"
    return f"{ROLES[ROLE[code]]} from {port.name}"


def square(name: str) -> str:
    """Return the name of a square's harbour, or the square's own name."""
    return CALLED.get(SQUARES[name], name)


def vessel(ship: int, names: Sequence[str], seat: int | None) -> Named:
    """Return the words for a ship: its captain, or "Mary's second ship" if captains have two ships."""
    if len(names) > 2:
        return person(ship, names, seat)
    return Named(f"{person(ship // 2, names, seat):whose} {('first', 'second')[ship % 2]} ship")


EVENTS = {
    "dealt": "Every captain has {purse} and {fleet} in Home Port.",
    "turn-began": "Round {round}: it is {person_low:whose} turn.",
    "threw": "{vessel} threw a {throw}.",
    "sailed": "{vessel} sailed from {start} to {square}.",
    "stayed": "{vessel} stayed in {square}.",
    "carried": "{vessel} {vessel:was} carried from {start} to {square}.",
    "attacked": "{vessel} attacked {others} at {square}.",
    "shown": "{vessel} turned up the top card: {role}.",
    "plundered": "{vessel} took {cards} from {other}.",
    "loot-seen": "Now under your hold: {list}.",
    "bought": "{vessel} paid {fee} at {port} and took a card, unseen.",
    "card-bought": "The card you bought: {list}.",
    "passed": "{vessel} bought nothing at {port}.",
    "sold": "{vessel} sold {list} at Home Port for {price}.",
    "home-bankrupt": "{vessel} came home bankrupt and {vessel:is} free to sail again.",
    "borrowed": "{person} borrowed {sum} from the Bank.",
    "commissioned": "{vessel} took the temporary warship card to hunt {other}.",
    "commission-back": "The temporary warship card went back to Admiralty Island; {vessel_low} no longer had a use for it.",
    "received": "{person} received {sum}.",
    "paid": "{person} paid {sum}.",
    "bankrupt": "That was not enough: {vessel_low} must go straight home.",
    "salvaged": "{vessel} took a card of {port} from the wreck, unseen.",
    "nothing-found": "The wreck was empty: no port has a card left.",
    "spoilt": "The rats spoilt a card aboard {hull}; it went back to its pack.",
    "spoilt-seen": "The card you lost: {list}.",
    "role-lost": "Without a card in the hold, {vessel_low} became a merchant again.",
    "nothing-spoilt": "The rats found nothing aboard {hull}.",
    "left": "{person} gave up; cargo and money went back.",
    "chest-drawn": "{vessel} drew from the Treasure Chest: {title}.",
    "birthday": "{person} got a dubloon from {captains}.",
    "drinks": "{person} gave a dubloon to {captains}.",
}
NOBODY = {
    "birthday": "{person} got nothing: no other captain had a dubloon.",
    "drinks": "{person} had no dubloon to give away.",
}
"""Event -> the sentence if no other captain gives or gets anything."""


def describe_event(event: Event, names: Sequence[str], seat: int | None) -> str:
    special = SPECIAL.get(event.name)
    if special:
        return special(event, names, seat)
    sentence = NOBODY.get(event.name, "") if event.facts.get("count") == 0 else ""
    return capital((sentence or EVENTS[event.name]).format_map(words(event, names, seat)))


def words(event: Event, names: Sequence[str], seat: int | None) -> dict[str, str]:
    """Return the words for everything that a sentence about an event may mention."""
    facts = event.facts
    described: dict[str, str] = {}
    if event.seat is not None:
        low = person(event.seat, names, seat)
        described |= {"person": capital(low), "person_low": low}
    if "ship" in facts:
        low = vessel(facts["ship"], names, seat)
        described |= {"vessel": capital(low), "vessel_low": low, "hull": low if len(names) == 2 else f"{low:whose} ship"}
    if "other" in facts:
        described["other"] = vessel(facts["other"], names, seat)
    if "others" in facts:
        described["others"] = joined([vessel(ship, names, seat) for ship in facts["others"]])
    described |= {key: square(facts[key]) for key in ("start", "square") if key in facts}
    described |= {key: dubloons(facts[key]) for key in ("purse", "fee", "price", "sum") if key in facts}
    if "cards" in facts:
        described["list"] = joined([card(code) for code in facts["cards"]])
    if "card" in facts:
        described["title"] = CHEST[facts["card"]].title
    if "count" in facts:
        described["cards"] = counted(facts["count"], "card")
        described["captains"] = f"{'each of ' if facts['count'] > 1 else ''}{counted(facts['count'], 'other captain')}"
    if "role" in facts:
        described["role"] = ROLES[facts["role"]]
    if "fleet" in facts:
        described["fleet"] = "one ship" if facts["fleet"] == 1 else "two ships"
    return {**{key: str(facts[key]) for key in ("round", "throw", "port") if key in facts}, **described}


def tell_beginning(event: Event, names: Sequence[str], seat: int | None) -> str:
    pairs = zip(event.facts["seats"], event.facts["throws"], strict=True)
    return f"Throws for the first turn: {', '.join(f'{person(who, names, seat)} {fallen}' for who, fallen in pairs)}."


def tell_fight(event: Event, names: Sequence[str], seat: int | None) -> str:
    """Return a fight in words: each ship's three throws and total. Journals of older games only have the totals."""
    ships, totals = event.facts["ships"], event.facts["totals"]
    sums = [" + ".join(map(str, throws)) + " = " for throws in event.facts.get("throws", ())] or [""] * len(ships)
    rows = zip(ships, sums, totals, strict=True)
    fell = ", ".join(f"{vessel(ship, names, seat)} {added}{total}" for ship, added, total in rows)
    winners = [vessel(ship, names, seat) for ship in event.facts["winners"]]
    end = f"{joined(winners)} won" if len(winners) == 1 else f"{joined(winners)} throw again"
    return f"Three throws each: {fell}; {end}."


def tell_try(event: Event, names: Sequence[str], seat: int | None) -> str:
    low = vessel(event.facts["ship"], names, seat)
    if event.facts["guilty"]:
        count = event.facts["count"]
        lost = f"all {counted(count, 'card')}" if count > 2 else "both cards" if count == 2 else "that one card"
        return f"{capital(low)} stood trial; a pirate card was found, and {lost} went back to the ports."
    return f"{capital(low)} stood trial; no pirate card was found, so nothing was lost."


REASONS = {
    "goal": "{winners} reached the goal with {worth} and won.",
    "rounds": "The last round is played; the most money, {worth}, is {owners}.",
    "alone": "{winners} stayed to the last and won.",
}


def tell_win(event: Event, names: Sequence[str], seat: int | None) -> str:
    facts = event.facts
    winners = joined([person(winner, names, seat) for winner in facts["winners"]])
    owners = joined(["yours" if winner == seat else f"{names[winner]}'s" for winner in facts["winners"]])
    worth = dubloons(facts["worth"][facts["winners"][0]])
    text = REASONS.get(facts["reason"], "The game was ended as it stood; the most money, {worth}, is {owners}.")
    return capital(text.format(winners=winners, owners=owners, worth=worth))


SPECIAL = {"threw-to-begin": tell_beginning, "fought": tell_fight, "tried": tell_try, "game-won": tell_win}

ASK = {
    "sail": "You threw a {throw}. Where does {ship} sail{or_attack}?",
    "attack": "Attack with {ship}?",
    "buy": "Pay {fee} at {port} for the top card, unseen?",
    "loan": "Borrow {sum} from the Bank?",
    "commission": "Take the temporary warship card for {ship}? Choose whom to hunt.",
}

HELP = {
    "sail": "Use every step, no diagonals. You may stop early only in a harbour.",
    "attack": "Your ship sails there and fights every ship it may attack. You need not use every step.",
    "buy": "Each port sells to a ship once a voyage. The new card makes your ship a merchant, a pirate or a warship.",
    "loan": "Every loan counts against your money, now and at the end.",
    "commission": "With it you may attack that one ship until it is home; buying gives the card back.",
}

PREY_HELP = " You may attack ships between red corners, even with steps left over."

LABELS = {"buy": "Buy", "pass": "Buy nothing", "borrow": "Borrow", "no": "No"}


CHOSEN: dict[str | tuple[str, str], str] = {
    "sail": "You sailed to {choice}.",
    "attack": "You chose to attack at {option}.",
    "buy": "You paid {fee} at {port} for the top card.",
    ("buy", "pass"): "You bought nothing at {port}.",
    "loan": "You borrowed {sum} from the Bank.",
    ("loan", "no"): "You borrowed nothing.",
    "commission": "You took the temporary warship card for {ship}.",
    ("commission", "no"): "You left the temporary warship card.",
    ("commission", "pass"): "You left the temporary warship card.",
}
"""Question -> the sentence about its answer, for previews, and for receipts of answers without an event."""


def ship_words(ship: int, names: Sequence[str]) -> str:
    """Return the words for the reader's own ship in a question."""
    return f"your {('first', 'second')[ship % 2]} ship" if len(names) == 2 else "your ship"


def help_with(decision: Decision) -> str:
    return HELP.get(decision.name, "") + (PREY_HELP if decision.name == "sail" and decision.facts["prey"] else "")


def ask(decision: Decision, names: Sequence[str]) -> str:
    text = ASK[decision.name].format_map(question_words(decision, names))
    return f"{text} You are bankrupt, so you must sail home." if decision.facts.get("bankrupt") else text


def question_words(decision: Decision, names: Sequence[str]) -> dict[str, str]:
    """Return the words for everything that a question, or a sentence about its answer, may mention."""
    facts = decision.facts
    described = {"ship": ship_words(facts["ship"], names), "throw": str(facts.get("throw", "")), "port": facts.get("port", "")}
    described["or_attack"] = ", or what does it attack" if facts.get("prey") else ""
    return described | {key: dubloons(facts[key]) for key in ("fee", "sum") if key in facts}


def tell_choice(decision: Decision, answer: Any, choice: str, names: Sequence[str]) -> str:
    return kit.tell_choice(CHOSEN, decision.name, answer, choice, question_words(decision, names))


def label(decision: Decision, option: str, names: Sequence[str]) -> str:
    if decision.name == "commission" and option.isdecimal():
        return f"Hunt {vessel(int(option), names, None)}"
    if option in LABELS:
        return LABELS[option]
    if option in SQUARES:
        name = CALLED.get(SQUARES[option])
        place = f"{name} ({option})" if name else option
        prey = decision.facts.get("prey", {}).get(option)  # an answer given in advance has no known prey
        if decision.name != "attack" or not prey:
            return place
        return f"Attack {joined([vessel(ship, names, None) for ship in prey])} at {place}"
    return option
