"""Sentences for events, questions and answers in our own words: facts in, plain text out."""

from collections.abc import Sequence
from typing import Any

from games.engine import Decision, Event
from games.kit import sentences as kit
from games.kit.crew_game.crew import CREW_WORDS
from games.kit.crew_game.sentences import CHOSEN as ALIKE
from games.kit.crew_game.sentences import answer_named, describe_people, describe_question, describe_things, label_alike, tell_alike
from games.kit.sentences import capital, number, person, piled

from .cards import CHANCE, NAMES
from .notation import SQUARES_ASKED

CHOSEN: dict[str | tuple[str, str], str] = {
    **ALIKE,
    "sail": "You sailed to {option}.",
    "attack": "You attacked {captain} at {square}.",
    ("attack", "no"): "You lay alongside in peace at {square}.",
    ("attack", "attack"): "You attacked at {square}.",
    "heading": "Your ship now points {things}, at {square}.",
    "land-john": "You left Long John Silver at {port}, in exchange for {things}.",
    "hire-john": "You hired Long John Silver for {things}.",
    "salvage": "You took {things} from Flat Island.",
    "maroon": "You landed {things} on Flat Island.",
    "chart": "You landed {card} and dug for treasure.",
    "docked": "You were done at your docks.",
    "dispute": "You disputed the move of {other}.",
    "intercept": "You stopped {other} at {square}.",
    ("intercept", "pass"): "You let {other} sail past at {square}.",
    "keep": "You kept {things}.",
    "flee": "Your ship got away to {option}.",
    "flee-heading": "Your ship now points {things}, at {square}.",
    "berth": "Your ship went to {option}.",
    "port-ahead": "You chose {choice}.",
    "victim": "You named {choice} to hand over three crew cards.",
    "reduce": "You sent {things} to Pirate Island.",
    "exchange": "You sent {things} to Pirate Island.",
    "partner": "You mixed crews with {choice}.",
    "fever": "You sent {things} to Pirate Island.",
}


PLURALS = {"D": "diamonds", "U": "rubies", "G": "gold", "P": "pearls", "M": "rum"}
PLACES = {-1: "Flat Island", -2: "Pirate Island"}


def item(code: str) -> str:
    """Return one item in words: "black 3", "a ruby", "Doubloons", "red 1 (at the docks)"."""
    if code.startswith("@"):
        return f"{item(code[1:])} (at the docks)"
    if code in CREW_WORDS:
        return CREW_WORDS[code]
    return {"D": "a diamond", "U": "a ruby"}.get(code, NAMES[code])


def goods(codes: Sequence[str]) -> str:
    return piled(codes, several)


def several(code: str, count: int) -> str:
    if count == 1:
        return item(code)
    if code.startswith("@"):
        return f"{several(code[1:], count)} (at the docks)"
    return f"{number(count)} {PLURALS.get(code) or item(code) + 's'}"


EVENTS = {
    "cut": "{who} cut card {number} for the deal.",
    "dealt": "The crew is dealt, {count} cards to each captain; {who_mid} {who_mid:is} first to sail.",
    "crew-faces": "Crew that joined you: {cards}.",
    "stocked": "{port} has for sale: {goods}.",
    "turn-began": "Round {round}: it is {who_mid:whose} turn.",
    "turn-ended": "{who} ended the turn.",
    "plotted": "{who} set a course for {square}.",
    "stayed": "{who} stayed in {square}.",
    "sailed": "{who} sailed {squares} from {start} to {square}, now pointing {heading}.",
    "drifted": "{who} drifted from {start} to {square}, now pointing {heading}.",
    "fled": "{who} got away from {start} to {square}, pointing {heading}.",
    "turned": "{who} turned to point {heading} at {square}.",
    "pointed": "{who} turned to point {heading}.",
    "attacked": "{who} attacked {other} at {square}.",
    "intercepted": "{who} attacked {other}, who {other:was} sailing past at {square}.",
    "fight-won": "{who} won the fight against {other}.",
    "fight-drawn": "The fight between {both} was a draw.",
    "nothing-to-take": "{other_first} had nothing to give up to {who_mid}.",
    "captured": "{who} took {goods} from {other}.",
    "crew-demanded": "{who} demanded {crew} from {other}.",
    "crew-taken": "{who} took {crew} from {other}.",
    "put-back": "{who} had no room for {goods}, which went back to Treasure Island.",
    "crew-joined": "{who} took {crew} from Pirate Island.",
    "crew-buried": "{who} sent {crew} to Pirate Island.",
    "crew-gone": "Your crew that left: {cards}.",
    "deserted": "The best of {whose} crew deserted to Pirate Island.",
    "crew-exchanged": "{who} exchanged {crew} with Pirate Island.",
    "crew-mixed": "{who} and {other} each lost {crew} to the other, unseen.",
    "crew-given": "{who} handed {crew} to {receiver}.",
    "crew-lost": "{who} lost {crew} to {receiver}.",
    "crew-washed-up": "{who} lost {goods} to Flat Island.",
    "pressed": "{who} called on {other} for crew.",
    "fever": "Yellow fever: {who_mid} sent {crew} to Pirate Island.",
    "treasure-found": "{who} loaded {goods} on Treasure Island.",
    "no-treasure": "There was no treasure that {who_mid} could load.",
    "no-effect": "The card had no effect on {who_mid}.",
    "blown": "{who_was} carried to {square}.",
    "salvaged": "{who} took {goods} from Flat Island.",
    "marooned": "{who} landed {goods} on Flat Island.",
    "chart-landed": "{who} landed {card} at the anchor and dug up {goods}.",
    "traded": "{who} gave {given} for {taken} at {port}.",
    "stowed": "At home in {port}, {who_mid} {moved}.",
    "secured": "{who} put {goods} into the safety zone.",
    "john-landed": "{who} left Long John Silver at {port} for {crew_cards}.",
    "john-hired": "{who} hired Long John Silver at {port} for {goods}.",
    "window-opened": "For {hours} hours this move may be disputed; then the next turn begins.",
    "disputed": "{who} {verdict} disputed the {squares} that {other} had sailed{price}.",
    "forfeited": "{who} had to pay for a wrong dispute.",
    "bluff-caught": "{who} had sailed {squares}, further than the crew allowed; the homecoming does not count and the crew is lost.",
    "left": "{who} gave up the ship; {port} is now a trading port.",
}

NONE = {
    "crew-demanded": "{who} took nothing from {other}.",
    "crew-taken": "{who} took nothing from {other}.",
    "crew-joined": "There was no crew left for {who_mid}.",
    "crew-exchanged": "{who} had no crew to exchange.",
    "crew-mixed": "{who} and {other} had no crew to mix.",
    "crew-given": "{who} had no crew for {receiver}.",
    "crew-lost": "{who} had no crew to lose.",
}
"""Event -> its sentence if nothing was taken."""


def describe_event(event: Event, names: Sequence[str], seat: int | None) -> str:
    facts = event.facts
    if alike := tell_alike(event, names, seat, goods):
        return alike
    if event.name == "chance-drawn":
        return f"{person(event.seat, names, seat, True)} drew a chance card: {CHANCE[facts['card']].title}."
    if event.name == "treasure-lost":
        to = "Flat Island" if facts["receiver"] == -1 else person(facts["receiver"], names, seat)
        return f"{person(event.seat, names, seat, True)} lost {goods(facts['goods'])} to {to}."
    sentence = NONE.get(event.name, "") if facts.get("count") == 0 else ""
    return (sentence or EVENTS[event.name]).format_map(words(event, names, seat))


def words(event: Event, names: Sequence[str], seat: int | None) -> dict[str, str]:
    facts, described = event.facts, describe_people(event, names, seat) | describe_things(event, goods)
    if isinstance(facts.get("crew"), list):
        described["crew_cards"] = goods(facts["crew"])
    if "number" in facts:
        described["number"] = str(facts["number"])
    if "card" in facts:
        described["card"] = NAMES.get(facts["card"], "")
    if "proved" in facts:
        described["verdict"] = "rightly" if facts["proved"] else "wrongly"
        described["price"] = ": a crew too small for that is lost" if facts["proved"] else ""
    return {**{key: str(facts[key]) for key in ("round", "port", "square", "start", "hours") if key in facts}, **described}


ASK = {
    "sail": "Where will you sail?",
    "attack": "There is a ship at {square}. Will you attack?",
    "heading": "Which way shall the ship point at {square}?",
    "trade": "Trade with the docks of {port}?",
    "stow": "Move crew and cargo between ship and docks?",
    "safe": "Put treasure into the safety zone?",
    "land-john": "Leave Long John Silver at {port}? Take crew worth up to five in exchange.",
    "hire-john": "Hire Long John Silver for one treasure?",
    "salvage": "Take what lies on Flat Island?",
    "maroon": "Land crew on Flat Island?",
    "chart": "Land {card} here and dig for treasure worth up to seven?",
    "end": "End your turn?",
    "docked": "Done at your docks?",
    "close-window": "Is the time for disputes over?",
    "dispute": "{other} sailed {squares} with {crew} in hand. Dispute this move? Choose what you lose if you are wrong.",
    "intercept": "{other} is sailing past you at {square}. Attack?",
    "spoils": "You beat {other}. What do you take?",
    "keep": "Your hold takes two. Which two do you keep?",
    "surrender": "Which crew do you give up to {other}?",
    "flee": "Your ship gets away from {square} with a free move. Where to?",
    "flee-heading": "Which way shall the ship point at {square}?",
    "berth": "{square} is taken. Which free square beside it?",
    "port-ahead": "Two ports are equally near ahead. Which one?",
    "gain": "Treasure worth up to {up_to}, or {crew}?",
    "treasure": "Which treasure do you load, worth up to {limit} together?",
    "loss": "What do you lose to {to}?",
    "lose-treasure": "Which treasure goes to {to}?",
    "lose-crew": "Which crew goes to {to}?",
    "best": "Two are equally good. Which one goes?",
    "victim": "Which captain hands you three crew cards?",
    "give": "Which crew cards do you hand to {other}?",
    "reduce": "Your crew must come down to {limit}. Who goes to Pirate Island?",
    "exchange": "Which of your old crew go to Pirate Island?",
    "partner": "Two ships are equally near. With whom do you mix crews?",
    "fever": "Yellow fever leaves you seven crew. Who goes to Pirate Island?",
}

HELP = {
    "sail": "Sail one straight line, up to your sailing strength. Choose your own square to turn there.",
    "sail-bluff": "Sail one straight line, up to your sailing strength. Further is a bluff: if someone disputes it, you lose the whole crew. Choose your own square to turn there.",
    "attack": "The greater fighting strength wins: the difference between your red and your black crew.",
    "heading": "At your next turn the ship can only sail the way it points.",
    "trade": "Both piles must be worth the same. Crew counts its number, diamonds and rubies 5, gold 4, pearls 3, rum 2.",
    "stow": "Crew at the docks no longer sails or fights. Treasure counts towards twenty only at home.",
    "safe": "Nobody can trade treasure away from the safety zone. It takes three of a kind together, then single ones of that kind.",
    "land-john": "The card stays at the docks until someone hires Long John for a treasure.",
    "hire-john": "You can leave Long John at another port for crew.",
    "salvage": "Anything here is free, as far as your hold has room.",
    "maroon": "Crew on Flat Island is free to all who come.",
    "chart": "Only the first chart to be landed finds treasure, unless the table agreed otherwise.",
    "end": "Your move can no longer be changed after this.",
    "docked": "You may move things before you go on.",
    "dispute": "If the crew was too small for the distance, all of it is lost; if not, what you choose here goes to Flat Island.",
    "close-window": "Then the orders of all captains are heard, and the next turn begins.",
    "intercept": "They have to stop on your square and fight.",
    "spoils": "Take all treasure aboard, or up to two crew cards that the loser chooses.",
    "keep": "The rest goes back to Treasure Island.",
    "surrender": "You choose which; red against black decides your fighting strength.",
    "flee": "Any direction, up to your sailing strength. You cannot attack.",
    "flee-heading": "At your next turn the ship can only sail the way it points.",
    "berth": "Nothing else happens there.",
    "port-ahead": "You may trade there at once.",
    "gain": "Treasure has to come home before it counts; crew sails and fights at once.",
    "treasure": "A ship carries two pieces.",
    "loss": "The card leaves the choice to you.",
    "lose-treasure": "One piece.",
    "lose-crew": "Red against black decides your fighting strength.",
    "best": "They are worth the same.",
    "victim": "The other captain chooses which cards.",
    "give": "From your hand, your docks, or both.",
    "reduce": "You keep the highest total that is possible. You choose which cards.",
    "exchange": "The new crew is yours already.",
    "partner": "Two cards each, unseen.",
    "fever": "Hand and docks count together.",
}

LABELS = {
    "stay": "Stay here", "no": "Lie alongside in peace", "attack": "Attack", "pass": "Let them pass", "yes": "Yes",
    "treasure": "Treasure", "crew": "Crew", "two-crew": "Two crew cards", "one-crew": "One crew card", "no-crew": "Nothing",
    "nothing": "Nothing to lose",
}  # fmt: skip


def ask(decision: Decision, names: Sequence[str]) -> str:
    return ASK[decision.name].format_map(question_words(decision, names))


def question_words(decision: Decision, names: Sequence[str]) -> dict[str, str]:
    described = describe_question(decision.facts, names, PLACES)
    return described | ({"card": NAMES.get(decision.facts["card"], "")} if "card" in decision.facts else {})


def tell_choice(decision: Decision, answer: Any, choice: str, names: Sequence[str]) -> str:
    return kit.tell_choice(CHOSEN, decision.name, answer, choice, question_words(decision, names) | answer_named(answer, names, goods))


def help_with(decision: Decision) -> str:
    """Return a hint for beginners, which mentions sailing too far only if the table allows it."""
    bluffing = decision.name == "sail" and decision.facts["oversail"] != "refuse"
    return HELP.get("sail-bluff" if bluffing else decision.name, "")


def label(decision: Decision, option: str, names: Sequence[str]) -> str:
    if alike := label_alike(decision, option, names):
        return alike
    if option in LABELS:
        return LABELS[option]
    if decision.name in SQUARES_ASKED:
        return option
    if option in NAMES or option.lstrip("@") in CREW_WORDS:
        return capital(item(option))
    return option
