"""Parts of sentences in crew games: players, goods, crew and compass points in words, and how a game was won."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from games.engine import Decision, Event
from games.kit.heading import NUMBER, SPOKEN
from games.kit.sentences import counted, joined, number, person, squares

from .crew import fighting

Pile = Callable[[Sequence[str]], str]
"""`goods(codes)` returns a pile in words."""


def crew(count: int) -> str:
    return counted(count, "crew card")


def heading(name: str) -> str:
    return SPOKEN[NUMBER[name]]


def describe_people(event: Event, names: Sequence[str], seat: int | None) -> dict[str, str]:
    """Return the words for the players in a sentence about this event, as `seat` reads it."""
    facts, mine = event.facts, event.seat == seat
    who, inside = person(event.seat, names, seat, True), person(event.seat, names, seat)
    described = {
        "who": who, "who_mid": inside, "whose": "your" if mine else f"{who}'s",
        "who_was": f"{who} {'were' if mine else 'was'}",
    }  # fmt: skip
    if "other" in facts:
        other = person(facts["other"], names, seat)
        described["other"], described["other_first"] = other, person(facts["other"], names, seat, True)
        described["both"] = f"you and {inside}" if facts["other"] == seat else f"{inside} and {other}"
    if "receiver" in facts:
        described["receiver"] = person(facts["receiver"], names, seat)
    return described


def describe_things(event: Event, goods: Pile) -> dict[str, str]:
    """Return the words for goods, crew, squares and compass points in a sentence about this event."""
    facts = event.facts
    described: dict[str, str] = {key: goods(facts[key]) for key in ("goods", "given", "taken", "cards") if key in facts}
    if "count" in facts:
        described["count"], described["crew"] = number(facts["count"]), crew(facts["count"])
    if "squares" in facts:
        described["squares"] = squares(facts["squares"])
    if "heading" in facts:
        described["heading"] = heading(facts["heading"])
    if event.name == "stowed":
        moves = (("put down", "given"), ("took up", "taken"))
        described["moved"] = joined([f"{verb} {described[key]}" for verb, key in moves if facts[key]])
    return described


def describe_question(facts: Mapping[str, Any], names: Sequence[str], places: Mapping[int, str]) -> dict[str, str]:
    """Return a question's facts in words. A receiver with a negative number is a place, named in `places`."""
    described = {key: str(value) for key, value in facts.items()}
    if facts.get("other") is not None:
        described["other"] = names[facts["other"]]
    if isinstance(to := facts.get("to"), int):
        described["to"] = places.get(to) or names[to]
    if isinstance(facts.get("crew"), int):
        described["crew"] = crew(facts["crew"])
    if "squares" in facts:
        described["squares"] = squares(facts["squares"])
    return described


CHOSEN: dict[str | tuple[str, str], str] = {
    ("sail", "here"): "You stayed at {here} to turn.",
    "end": "You ended the turn.",
    "trade": "You traded with the docks of {port}.",
    "stow": "You moved things between ship and docks.",
    "safe": "You put {things} into the safety zone.",
    "spoils": "You took {things} from {other}.",
    "surrender": "You gave up {things} to {other}.",
    "gain": "You chose {things}.",
    "treasure": "You loaded {things}.",
    "loss": "You chose to lose {things} to {to}.",
    "lose-treasure": "You lost {things} to {to}.",
    "lose-crew": "You lost {things} to {to}.",
    "best": "You gave up {things}.",
    "give": "You handed {things} to {other}.",
}
"""Question -> the sentence about its answer, for questions that both games word in the same way."""


def answer_named(answer: Any, names: Sequence[str], goods: Pile) -> dict[str, str]:
    """Return the words for an answer in a sentence: the captain that the answer names, or the things that it picks."""
    if isinstance(answer, str):
        return {"captain": names[int(answer)]} if answer.isdecimal() and int(answer) < len(names) else {}
    return {"things": goods(answer)} if all(isinstance(code, str) for code in answer) else {}


REASONS = {
    "treasure": "{winners} brought twenty points of treasure home and won.",
    "rounds": "The last round is played; the most treasure at home is {owners}.",
    "alone": "{winners} was the last captain left and won.",
}
AS_IT_STOOD = "The game was ended as it stood; the most treasure at home is {owners}."
"""The sentence for a game that ended for a reason that is not in `REASONS`."""


def tell_win(facts: Mapping[str, Any], names: Sequence[str], seat: int | None) -> str:
    if facts["reason"] == "alone" and facts["winners"] == [seat]:
        return "You were the last captain left and won."
    winners = [person(winner, names, seat, index == 0) for index, winner in enumerate(facts["winners"])]
    owners = ["yours" if winner == seat else f"{names[winner]}'s" for winner in facts["winners"]]
    return REASONS.get(facts["reason"], AS_IT_STOOD).format(winners=joined(winners), owners=joined(owners))


def tell_hands(event: Event, names: Sequence[str], seat: int | None, goods: Pile) -> str:
    both, fighters = [], (event.seat or 0, event.facts["other"])
    for who in fighters:
        hand = event.facts["hands"][str(who)]
        whose = "Your" if who == seat else f"{names[who]}'s"
        both.append(f"{whose} crew: {goods(hand) if hand else 'none'}; fighting strength {fighting(hand)}.")
    return " ".join(both)


def tell_crew_change(event: Event, names: Sequence[str], seat: int | None, goods: Pile) -> str:
    giver = event.facts["other"]
    if seat == giver:
        return f"The crew you lost to {person(event.seat, names, seat)}: {goods(event.facts['cards'])}."
    return f"The crew you got from {person(giver, names, seat)}: {goods(event.facts['cards'])}."


def tell_alike(event: Event, names: Sequence[str], seat: int | None, goods: Pile) -> str:
    """Return the sentence for an event that both games word in the same way; "" for any other event."""
    if event.name == "game-won":
        return tell_win(event.facts, names, seat)
    if event.name == "hands-shown":
        return tell_hands(event, names, seat, goods)
    if event.name == "crew-changed-hands":
        return tell_crew_change(event, names, seat, goods)
    return ""


def label_alike(decision: Decision, option: str, names: Sequence[str]) -> str:
    """Return the label of an option that both games word in the same way (a captain, a compass point, "end"); "" for any other option."""
    name = decision.name
    if name in ("attack", "victim", "partner") and option.isdecimal():
        return f"Attack {names[int(option)]}" if name == "attack" else names[int(option)]
    if name in ("heading", "flee-heading"):
        return heading(option).capitalize()
    if name == "end":
        return "End the turn"
    return "Turn here" if name == "sail" and option == decision.facts.get("here") else ""
