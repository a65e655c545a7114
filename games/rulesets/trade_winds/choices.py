"""Sentences that tell a captain's answer: for receipts if no event tells it, and for lines that are only tried."""

from games.kit.crew_game.sentences import CHOSEN as ALIKE

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
