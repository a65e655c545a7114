"""Hypothetical play in memory, from what one captain knows, for dry runs, “What if?” and previews of orders.

First, everything unknown to the captain is dealt again. The dice are not the game's, and other seats' orders are not read. So
hypothetical play reveals no secret. In “What if?”, bots answer for the others.
"""

import json
from collections.abc import Sequence
from typing import Any, NotRequired, TypedDict

from django.core.cache import cache
from django.utils.crypto import salted_hmac

from core.json_field import encode
from games.editions.errors import NotAllowed
from games.editions.guard import lawfully
from games.engine import Action, Decision, Dice, Event, Ruleset, play
from games.engine.decisions import Below
from games.engine.play import Answer, next_reaction
from games.engine.random_play import Bot, next_action
from games.engine.ruleset import State, View
from games.formats.replay import from_json, to_json
from games.models import Game
from games.play.controllers import bot_thought
from games.storage.snapshots import state_of

MAX_ORDERS = 50
"""The maximum number of successive answers by the captain's own standing orders."""
CACHED_FOR = 24 * 3600
MAX_STEPS = 40
"""The maximum number of answers that the captain can undo."""
MOST_BOT_ANSWERS = 600
"""The maximum number of successive answers by bots."""


def chance(*about: Any) -> Dice:
    """Return dice for the given key values: the same dice each time, and different from those of any game."""
    return Dice(salted_hmac("thought", ":".join(map(str, about)), algorithm="sha256").digest())


class Hypothetical:
    """A hypothetical position of one seat. `state` must come from `begin`, which redeals the hidden parts."""

    def __init__(self, rules: Ruleset, state: State, seat: int, dice: Dice):
        self.rules, self.state, self.seat, self.dice = rules, state, seat, dice

    @classmethod
    def begin(cls, rules: Ruleset, state: State, seat: int, dice: Dice) -> "Hypothetical":
        """Begin from a real position, with a new deal of everything that `seat` cannot know."""
        return cls(rules, rules.redeal_hidden(state, seat, dice), seat, dice)

    @property
    def view(self) -> Any:
        return self.rules.view(self.state, self.seat)

    def open(self) -> list[Decision]:
        return [decision for decision in self.rules.decisions(self.state) if decision.seat == self.seat]

    def is_up_to_others(self) -> bool:
        """Return whether another seat may or must answer now, so that the result is unknown."""
        return any(decision.seat != self.seat for decision in self.rules.decisions(self.state))

    def play(self, action: Action) -> list[Event]:
        """Play an action. If it is refused, change nothing and raise RulesError (such as OurFault)."""
        with lawfully(self.rules):
            played = play(self.rules, self.state, action, self.dice)
        self.state = played.state
        return list(played.events)

    def answer_by_orders(self, speak: Answer) -> list[Event]:
        """Play the answers of the captain's own orders until another seat may answer."""
        events: list[Event] = []
        for _ in range(MAX_ORDERS):
            action = None if self.is_up_to_others() else next_reaction(self.rules, self.state, {self.seat: speak})
            if action is None:
                break
            events += self.play(action)
        return events


class Step(TypedDict):
    """The position after an answer, as stored in the cache."""

    state: dict[str, Any]
    told: list[str]
    shown: list[dict[str, Any]]
    seen: NotRequired[list[dict[str, Any]]]
    """Not set in positions cached before 24 November 2026."""


class WhatIf:
    def __init__(self, game: Game, user_id: int, seat: int, names: list[str]):
        self.game, self.rules, self.seat, self.names = game, game.rules, seat, names
        self.key = f"what-if:{game.pk}:{user_id}"
        self.deal, self.count = 0, 0
        self.steps: list[Step] = []
        stored = cache.get(self.key)
        self.has_moved = bool(stored) and (stored["number"], stored["seat"], stored.get("format", 1)) != (
            game.number,
            seat,
            self.rules.format,
        )
        """Whether the table has moved on, or the format has changed, since the last visit. If so, start again from the table."""
        if stored and not self.has_moved:
            self.deal, self.steps, self.count = stored["deal"], stored["steps"], stored["count"]
        else:
            self.begin(0)

    def begin(self, deal: int) -> None:
        """Begin from the table's current position. Each number `deal` gives another deal of the hidden parts."""
        self.deal, self.steps = deal, []
        thought = Hypothetical.begin(self.rules, state_of(self.game), self.seat, self.dice())
        self.reached(*self.until_asked(thought, []))

    def dice(self) -> Dice:
        """Return dice that are not the game's. They give the same results when an answer is undone and repeated."""
        return chance(self.key, self.game.number, self.deal)

    @property
    def state(self) -> State:
        return self.rules.load(from_json(self.steps[-1]["state"]))

    @property
    def told(self) -> list[str]:
        """Return sentences that describe the latest answer and the other players' moves since then."""
        return self.steps[-1]["told"]

    @property
    def shown(self) -> list[dict[str, Any]]:
        """Return the public events since the latest answer, from which ships' wakes and cards are drawn."""
        return self.steps[-1]["shown"]

    @property
    def seen(self) -> list[dict[str, Any]]:
        """Return all events since the latest answer that the captain may know."""
        return self.steps[-1].get("seen", [])

    def answer(self, action: Action) -> None:
        """Play an action. If it is refused, change nothing and raise RulesError."""
        thought = Hypothetical(self.rules, self.state, self.seat, self.dice())
        self.reached(*self.until_asked(thought, thought.play(action)))

    def back(self) -> None:
        """Undo the latest answer. Raise NotAllowed if there is none."""
        if len(self.steps) < 2:
            raise NotAllowed("no-undo", "This is the beginning: there is nothing to take back.")
        self.steps.pop()
        self.keep()

    def until_asked(self, thought: Hypothetical, events: list[Event]) -> tuple[State, list[Event]]:
        """Play bots' moves for the others until the captain must answer or the game is over. Raise NotAllowed if that takes too long."""
        dice = thought.dice
        level = [self.silent if seat == self.seat else self.bot(seat, dice) for seat in range(len(self.names))]
        for _ in range(MOST_BOT_ANSWERS):
            if self.rules.outcome(thought.state) is not None or self.is_asked(thought.state):
                return thought.state, events
            events = [*events, *thought.play(next_action(self.rules, thought.state, level, lambda sides: dice.below(sides, "bot")))]
        raise NotAllowed("too-far", "The bots played on for a long time and nothing more was asked of you, so this try ends here.")

    def is_asked(self, state: State) -> bool:
        return next(decision.seat for decision in self.rules.decisions(state) if not decision.optional) == self.seat

    def bot(self, seat: int, dice: Dice) -> Bot:
        think = bot_thought(self.rules, "", seat, dice, self.game.number)
        return lambda view, decisions, below: think(view, decisions)

    @staticmethod
    def silent(view: View, decisions: Sequence[Decision], below: Below) -> None:
        return None

    def reached(self, state: State, events: list[Event]) -> None:
        seen = [event for event in events if event.seen_by(self.seat)]
        sentences = [sentence for event in seen if (sentence := self.rules.describe_event(event, self.names, self.seat))]
        facts = [event.to_json() for event in seen]
        shown = [data for data in facts if "to" not in data]
        step: Step = {"state": json.loads(encode(to_json(self.rules.dump(state)))), "told": sentences, "shown": shown, "seen": facts}
        self.steps = [*self.steps, step][-MAX_STEPS:]
        self.keep()

    def keep(self) -> None:
        self.count += 1
        stored = {"number": self.game.number, "seat": self.seat, "deal": self.deal, "steps": self.steps, "count": self.count}
        cache.set(self.key, stored | {"format": self.rules.format}, CACHED_FOR)
