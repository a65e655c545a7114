"""What if?: a captain plays on from the present table in thought. Bots answer for the others, and nothing is really played.

What the captain cannot know is dealt again first, and the dice are not the game's, so nothing in it reveals a secret.
The position is kept for a day; the answers before it can be taken back one by one.
"""

import json
from collections.abc import Sequence
from typing import Any

from django.core.cache import cache

from core.json_field import encode
from games.editions.errors import NotAllowed
from games.engine import Action, Decision, Dice, Event
from games.engine.decisions import Below
from games.engine.random_play import Bot, next_action
from games.models import Game
from games.play.controllers import bot_thought
from games.play.hypothetical import Hypothetical, chance
from games.storage.snapshots import from_json, state_of, to_json

KEPT = 24 * 3600
MOST = 40
"""The most own answers that are kept; older ones can no longer be taken back."""
ANSWERS = 600
"""The most answers of bots in a row."""
OVER = "The bots played on for a long time and nothing more was asked of you, so this try ends here."


class WhatIf:
    """One captain's position in thought at one table."""

    def __init__(self, game: Game, user_id: int, seat: int, names: list[str]):
        self.game, self.rules, self.seat, self.names = game, game.rules, seat, names
        self.key = f"what-if:{game.pk}:{user_id}"
        kept = cache.get(self.key)
        self.has_moved = bool(kept) and (kept["number"], kept["seat"], kept.get("format", 1)) != (game.number, seat, self.rules.format)
        """Has the table moved on, or the site been upgraded, since the last visit? Then the thought begins from the new position."""
        if kept and not self.has_moved:
            self.deal, self.steps, self.count = kept["deal"], kept["steps"], kept["count"]
        else:
            self.count = 0
            self.begin(0)

    def begin(self, deal: int) -> None:
        """Begin from the present table; each number means another deal of what is unknown."""
        self.deal, self.steps = deal, []
        thought = Hypothetical.begin(self.rules, state_of(self.game), self.seat, self.dice())
        self.reached(*self.until_asked(thought, []))

    def dice(self) -> Dice:
        """Return dice that are not the game's, and fall the same way when a step is taken back and repeated."""
        return chance(self.key, self.game.number, self.deal)

    @property
    def state(self) -> Any:
        return self.rules.load(from_json(self.steps[-1]["state"]))

    @property
    def told(self) -> list[str]:
        """Return the sentences about the newest answer and what others did after it."""
        return self.steps[-1]["told"]

    @property
    def shown(self) -> list[dict]:
        """Return the same as public facts, for wakes and cards."""
        return self.steps[-1]["shown"]

    @property
    def seen(self) -> list[dict]:
        """Return the same as all the facts that this captain may know."""
        found: list[dict] = self.steps[-1].get("seen", [])  # what was kept before 24 November 2026 has none
        return found

    def answer(self, action: Action) -> None:
        """Play an action in thought. Raises RulesError, and then nothing has changed."""
        thought = Hypothetical(self.rules, self.state, self.seat, self.dice())
        self.reached(*self.until_asked(thought, thought.play(action)))

    def back(self) -> None:
        """Take back the newest answer. Raises NotAllowed."""
        if len(self.steps) < 2:
            raise NotAllowed("no-undo", "This is the beginning: there is nothing to take back.")
        self.steps.pop()
        self.keep()

    def is_at(self, seen: int) -> bool:
        """Does the page show the present position? (A button pressed twice counts once.)"""
        return seen == self.count

    def until_asked(self, thought: Hypothetical, events: list[Event]) -> tuple[Any, list[Event]]:
        """Have bots answer for the others until this captain is asked, or the game is over. They pass over what is optional."""
        dice = thought.dice
        level = [self.silent if seat == self.seat else self.bot(seat, dice) for seat in range(len(self.names))]
        for _ in range(ANSWERS):
            if self.rules.outcome(thought.state) is not None or self.is_asked(thought.state):
                return thought.state, events
            events = [*events, *thought.play(next_action(self.rules, thought.state, level, lambda sides: dice.below(sides, "bot")))]
        raise NotAllowed("too-far", OVER)

    def is_asked(self, state: Any) -> bool:
        return next(found.seat for found in self.rules.decisions(state) if not found.optional) == self.seat

    def bot(self, seat: int, dice: Dice) -> Bot:
        """Return the bot for another seat: of middle strength, seeing what that seat sees."""
        think = bot_thought(self.rules, "", seat, dice, self.game.number)
        return lambda view, decisions, below: think(view, decisions)

    @staticmethod
    def silent(view: Any, decisions: Sequence[Decision], below: Below) -> None:
        return None

    def reached(self, state: Any, events: list[Event]) -> None:
        seen = [event for event in events if event.seen_by(self.seat)]
        told = [sentence for event in seen if (sentence := self.rules.describe_event(event, self.names, self.seat))]
        facts = [event.to_json() for event in seen]
        shown = [data for data in facts if "to" not in data]
        kept = {"state": json.loads(encode(to_json(self.rules.dump(state)))), "told": told, "shown": shown, "seen": facts}
        self.steps = [*self.steps, kept][-MOST:]
        self.keep()

    def keep(self) -> None:
        self.count += 1
        kept = {"number": self.game.number, "seat": self.seat, "deal": self.deal, "steps": self.steps, "count": self.count}
        cache.set(self.key, kept | {"format": self.rules.format}, KEPT)
