"""The random results of one step: the next events and rolls."""

from typing import Any

from games.rulesets.piracy.cards import RED_DIE
from games.rulesets.piracy.state import State
from tests.scenario_language.words import WordError, whole

from . import words


def event(state: State, dice: Any, value: Any) -> None:
    """Set the event of the next turn."""
    (card,) = words.events(value)
    if state.options["events"] == "die":
        dice.numbers["event"] = [RED_DIE.index(card)]
        return
    pack = list(state.events)
    if not pack:
        dice.orders["events"] = [(card,)]
        return
    if card not in pack:
        raise WordError(f"{card} is not in the pack any more.")
    pack.remove(card)
    state.events = (card, *pack)


def die(state: State, dice: Any, value: Any) -> None:
    """Set the next roll of the blue die."""
    if whole(value, 1) > 6:
        raise WordError("A die shows one to six.")
    dice.numbers["die"] = [value - 1]


def red_die(state: State, dice: Any, value: Any) -> None:
    """Set the next roll of the red die, if the table plays with one."""
    if whole(value, 1) > 6:
        raise WordError("A die shows one to six.")
    dice.numbers["event"] = [value - 1]


COMING = {"event": event, "die": die, "red die": red_die}
