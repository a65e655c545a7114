"""Sentences that tell a captain's answer: for receipts if no event tells it, and for lines that are only tried."""

from games.kit.crew_game.sentences import CHOSEN as ALIKE

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
