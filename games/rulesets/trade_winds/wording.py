"""Plain-text sentences for events and questions, in our own words."""

from collections.abc import Sequence
from typing import Any

from games.engine import Decision, Event
from games.kit import sentences as kit
from games.kit.crew_game.crew import CREW_WORDS
from games.kit.crew_game.sentences import CHOSEN as ALIKE
from games.kit.crew_game.sentences import answer_named, describe_people, describe_question, describe_things, label_alike, tell_alike
from games.kit.sentences import capital, number, person, piled

from .board import ISLE_NAMES
from .cards import BACKS, CHANCE, NAMES
from .notation import SQUARES_ASKED

ASK = {
    "sail": "Where will you sail? Your sailing strength is {strength}.",
    "heading": "Which way will you turn at {square}?",
    "boost": "Play your Trade Wind? Eight more squares, and turning is free this turn.",
    "trade": "Trade with the docks of {port}?",
    "stow": "Move crew, cards and treasure between ship and docks?",
    "safe": "Put treasure into the safety zone?",
    "salvage": "Take what lies on {isle}?",
    "chart": "Follow the {card} and dig for treasure worth up to {limit}?",
    "end": "End your turn?",
    "free-turn": "The fight leaves you a free turn. Will you take it?",
    "attack": "Two ships lie at {square}. Which one do you attack?",
    "check": "{other} wants to sail {squares} with strength for {strength}. Send the ship back?",
    "challenge": "{other} is sailing past you at {square}, with {crew} and strength {strength}. Stop and fight?",
    "spoils": "You beat {other}. What do you take?",
    "overload": "A ship carries nineteen points. What goes back to Pirate Island? At least {excess} points have to.",
    "surrender": "Which crew do you give up to {other}?",
    "drift": "To which square beside {isle} does the current carry you?",
    "gain": "Treasure worth up to {up_to}, or {crew}?",
    "treasure": "Which treasure do you load, worth up to {limit} together?",
    "loss": "What do you lose to {to}?",
    "lose-treasure": "Which treasure goes to {to}?",
    "lose-crew": "Which crew goes to {to}?",
    "best": "Two are equally good. Which one goes?",
    "victim": "Which captain hands you two crew cards?",
    "give": "Which crew do you hand to {other}?",
    "reduce": "Your sailing strength must come down to {limit} or less. Which crew goes back?",
    "exchange": "Which of your old crew go under the pile?",
    "partner": "With which ship on the coast do you swap two cards, unseen?",
    "fever": "Marsh Fever leaves you seven cards. Which crew goes back?",
}

HELP = {
    "sail": "Sail one straight line. A direction other than straight ahead costs one square. Choose your own square to turn there: that ends the move.",
    "heading": "Turning costs one square and ends the move. Next time, straight ahead is free.",
    "boost": "The card then goes back under the pack.",
    "trade": "Both piles must be worth the same. Crew counts its number, a gem 5, gold 4, a pearl 3, a barrel 2.",
    "stow": "Crew ashore is safe from chance cards, but neither sails nor fights, and others may trade for it.",
    "safe": "Nobody can trade treasure away from the safety zone. It takes three of a kind, then any more of that kind.",
    "salvage": "It is free, as far as your ship can carry it.",
    "chart": "The chart then goes back under the pack.",
    "end": "Your move can no longer be changed after this.",
    "free-turn": "It is a whole turn, before anyone else sails. Your regular turn comes as well.",
    "attack": "The greater fighting strength wins: the difference between your red and your black crew.",
    "check": "The ship goes back by the squares that were too many.",
    "challenge": "They have to stop on your square and fight. The loser has a free turn.",
    "spoils": "Take all treasure aboard, or two crew cards that the loser chooses.",
    "overload": "You may keep whatever fits.",
    "surrender": "You choose which; red against black decides your fighting strength.",
    "drift": "You may take what lies on that island.",
    "gain": "Treasure has to come home before it counts; crew sails and fights at once.",
    "treasure": "A ship carries nineteen points in all.",
    "loss": "The card leaves the choice to you.",
    "lose-treasure": "One piece.",
    "lose-crew": "Red against black decides your fighting strength.",
    "best": "They are worth the same.",
    "victim": "The other captain chooses which cards.",
    "give": "Red against black decides your fighting strength.",
    "reduce": "In any order, until it is low enough.",
    "exchange": "The new crew is yours already.",
    "partner": "Chance picks the cards.",
    "fever": "Only cards in hand count; crew ashore is safe.",
}

LABELS: dict[str | tuple[str, str], str] = {
    "stay": "Stay here", "attack": "Stop and fight", "pass": "Let them pass", "yes": "Yes", "take": "Take the free turn",
    "decline": "No free turn", "check": "Send the ship back", ("check", "pass"): "Let it be", "treasure": "Treasure", "crew": "Crew",
    ("spoils", "treasure"): "All treasure aboard", ("spoils", "crew"): "Two crew cards", "nothing": "Nothing",
}  # fmt: skip


CHOSEN: dict[str | tuple[str, str], str] = {
    **ALIKE,
    "sail": "You set course for {option}.",
    "heading": "You turned to face {things} at {square}.",
    "boost": "You played your Trade Wind.",
    "salvage": "You took {things} from {isle}.",
    "chart": "You followed the {card}.",
    "free-turn": "You took the free turn.",
    ("free-turn", "decline"): "You did without the free turn.",
    "attack": "You attacked {captain} at {square}.",
    "check": "You sent {other} back.",
    ("check", "pass"): "You let {other} sail on.",
    "challenge": "You stopped {other} at {square}.",
    ("challenge", "pass"): "You let {other} sail past at {square}.",
    "overload": "You sent {things} back to Pirate Island.",
    "drift": "The current carried you to {option}.",
    "victim": "You named {choice} to hand over two crew cards.",
    "reduce": "You put {things} under the pile.",
    "exchange": "You put {things} under the pile.",
    "partner": "You swapped two cards with {choice}.",
    "fever": "You put {things} under the pile.",
}


PLACES = {-1: "the pile", -2: ISLE_NAMES[0], -3: ISLE_NAMES[1]}
PLURALS = {"D": "gems", "G": "gold bars", "P": "pearls", "M": "barrels"}


def item(code: str) -> str:
    """Return one item in words: "black 3", "a gem", "Silver Plate", "crew 2 (face down)"."""
    if code in CREW_WORDS:
        return CREW_WORDS[code]
    if code in BACKS:
        return f"crew {code[1]} (face down)"
    return f"a {NAMES[code]}" if code in PLURALS else NAMES[code]


def goods(codes: Sequence[str]) -> str:
    """Return a pile in words: "a gem, two barrels and black 3"."""
    return piled(codes, several)


def several(code: str, count: int) -> str:
    if count == 1:
        return item(code)
    if code in BACKS:
        return f"{number(count)} crew {code[1]}s (face down)"
    return f"{number(count)} {PLURALS.get(code) or item(code) + 's'}"


EVENTS = {
    "dealt": "The crew is dealt, {count} cards to each captain; {who_mid} {who_mid:is} first to sail.",
    "crew-faces": "Crew that joined you: {cards}.",
    "stocked": "{port} has for sale: {goods}.",
    "turn-began": "Round {round}: it is {who_mid:whose} turn.",
    "turn-ended": "{who} ended the turn.",
    "free-turn-began": "{who} took a free turn.",
    "free-turn-declined": "{who} did without the free turn.",
    "wind-raised": "{who} set sail before a Trade Wind: eight more squares this turn, and turning is free.",
    "stayed": "{who} stayed at {square}.",
    "sailed": "{who} sailed {squares} {heading}, from {start} to {square}.",
    "drifted": "{who} drifted {heading}, from {start} to {square}.",
    "turned": "{who} turned {heading} at {square}.",
    "sent-back": "{who} checked {other:whose} move: {other} had to go back {squares}.",
    "attacked": "{who} attacked {other} at {square}.",
    "challenged": "{who} stopped {other}, who {other:was} sailing past, at {square}.",
    "fight-won": "{who} won the fight against {other}.",
    "fight-drawn": "The fight between {both} was a draw.",
    "nothing-to-take": "{other_first} had nothing to give up to {who_mid}.",
    "nothing-taken": "{who} took nothing from {other}.",
    "captured": "{who} took {goods} from {other}.",
    "crew-demanded": "{who} demanded {crew} from {other}.",
    "crew-surrendered": "{who} gave up {crew} to {receiver}.",
    "put-back": "{who} could not carry {goods}, which went back to Pirate Island.",
    "unloaded": "{who} unloaded {goods} at home in {port}.",
    "crew-joined": "{who} took {crew} from the pile.",
    "crew-returned": "{who} put {crew} under the pile.",
    "crew-gone": "Your crew that left: {cards}.",
    "deserted": "Mutiny: the highest card in {whose} hand went under the pile.",
    "crew-exchanged": "{who} exchanged {crew} with the pile.",
    "crew-mixed": "{who} and {other} each lost {crew} to the other, unseen.",
    "crew-given": "{who} handed {crew} to {receiver}.",
    "crew-lost": "{who} lost {crew} to {receiver}.",
    "crew-washed-up": "{who} lost {goods} to {isle}.",
    "pressed": "{who} named {other} to hand over crew.",
    "fever": "Marsh Fever: {who_mid} put {crew} under the pile.",
    "treasure-found": "{who} loaded {goods} at Pirate Island.",
    "no-treasure": "There was no treasure that {who_mid} could load.",
    "no-effect": "The card had no effect on {who_mid}.",
    "blown": "{who_was} carried to {square}.",
    "not-blown": "The way was taken, and {who_mid} stayed.",
    "salvaged": "{who} took {goods} from {isle}.",
    "chart-played": "{who} followed the {card} and dug up {goods}.",
    "traded": "{who} gave {given} for {taken} at {port}.",
    "stowed": "At home in {port}, {who_mid} {moved}.",
    "secured": "{who} put {goods} into the safety zone.",
    "left": "{who} gave up the ship; {port} is now a trading port.",
}

NONE = {
    "crew-demanded": "{who} took nothing from {other}.",
    "crew-joined": "There was no crew left for {who_mid}.",
    "crew-exchanged": "{who} had no crew to exchange.",
    "crew-mixed": "{who} and {other} had no crew to mix.",
    "crew-given": "{who} had no crew for {receiver}.",
    "crew-lost": "{who} had no crew to lose.",
}
"""Event -> the sentence if the event moved no crew."""


def describe_event(event: Event, names: Sequence[str], seat: int | None) -> str:
    facts = event.facts
    if alike := tell_alike(event, names, seat, goods):
        return alike
    if event.name == "chance-drawn":
        return f"{person(event.seat, names, seat, True)} drew a chance card: {CHANCE[facts['card']].title}."
    if event.name == "treasure-lost":
        to = facts["receiver"]
        where = {**PLACES, -1: "Pirate Island"}.get(to) or person(to, names, seat)
        return f"{person(event.seat, names, seat, True)} lost {goods(facts['goods'])} to {where}."
    sentence = NONE.get(event.name, "") if facts.get("count") == 0 else ""
    return (sentence or EVENTS[event.name]).format_map(words(event, names, seat))


def words(event: Event, names: Sequence[str], seat: int | None) -> dict[str, str]:
    """Return the words for everything that a sentence about an event may mention."""
    facts, described = event.facts, describe_people(event, names, seat) | describe_things(event, goods)
    if "card" in facts:
        described["card"] = NAMES.get(facts["card"], "")
    return {**{key: str(facts[key]) for key in ("round", "port", "square", "start", "isle") if key in facts}, **described}


def ask(decision: Decision, names: Sequence[str]) -> str:
    facts, described = decision.facts, question_words(decision, names)
    if decision.name == "gain" and facts["pieces"]:
        return f"{capital(goods(facts['pieces']))}, or {described['crew']}?"
    return ASK[decision.name].format_map(described)


def question_words(decision: Decision, names: Sequence[str]) -> dict[str, str]:
    """Return the words for everything that a question, or a sentence about its answer, may mention."""
    facts, described = decision.facts, describe_question(decision.facts, names, PLACES)
    if decision.name == "lose-treasure" and facts["to"] == -1:
        described["to"] = "Pirate Island"
    if "card" in facts:
        described["card"] = NAMES.get(facts["card"], "")
    return described


def tell_choice(decision: Decision, answer: Any, choice: str, names: Sequence[str]) -> str:
    return kit.tell_choice(CHOSEN, decision.name, answer, choice, question_words(decision, names) | answer_named(answer, names, goods))


def help_with(decision: Decision) -> str:
    return HELP.get(decision.name, "")


def label(decision: Decision, option: str, names: Sequence[str]) -> str:
    if alike := label_alike(decision, option, names):
        return alike
    name = decision.name
    if name == "boost":
        return "Set sail before the Trade Wind"
    if (name, option) in LABELS or option in LABELS:
        return LABELS.get((name, option)) or LABELS[option]
    if name in SQUARES_ASKED:
        return option
    if option in NAMES or option in CREW_WORDS or option in BACKS:
        return capital(item(option))
    return option
