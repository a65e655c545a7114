"""A captain's thought: played on in memory from what that captain may know. Dry runs, What if? and orders tried out all go this way.

What they cannot know is dealt anew first, the chance is not that of the game, and nothing that other seats have ordered is looked at.
So nothing that comes of a thought can tell a secret.
"""

from typing import Any

from django.utils.crypto import salted_hmac

from games.editions.guard import lawfully
from games.engine import Action, Decision, Dice, Event, Ruleset, play
from games.engine.settle import Answer, next_reaction

MOST_OWN = 50
"""Answers of the captain's own standing orders in a row."""


def chance(*about: Any) -> Dice:
    """Dice for a thought about this: always the same ones, and none of any game."""
    return Dice(salted_hmac("thought", ":".join(map(str, about)), algorithm="sha256").digest())


class Hypothetical:
    """A position in one seat's thought. `state` was dealt anew already; `begin` does that."""

    def __init__(self, rules: Ruleset, state: Any, seat: int, dice: Dice):
        self.rules, self.state, self.seat, self.dice = rules, state, seat, dice

    @classmethod
    def begin(cls, rules: Ruleset, state: Any, seat: int, dice: Dice) -> "Hypothetical":
        """From this real position, with another deal of what `seat` cannot know."""
        return cls(rules, rules.redeal_hidden(state, seat, dice), seat, dice)

    @property
    def view(self) -> Any:
        return self.rules.view(self.state, self.seat)

    def open(self) -> list[Decision]:
        """What this captain is asked."""
        return [decision for decision in self.rules.decisions(self.state) if decision.seat == self.seat]

    def is_up_to_others(self) -> bool:
        """May another seat answer anything now, or is it on turn? What they say nobody can know beforehand."""
        return any(decision.seat != self.seat for decision in self.rules.decisions(self.state))

    def play(self, action: Action) -> list[Event]:
        """Play this in thought. Raises RulesError, OurFault among them, and then nothing has changed."""
        with lawfully(self.rules):
            played = play(self.rules, self.state, action, self.dice)
        self.state = played.state
        return list(played.events)

    def answer_by_orders(self, speak: Answer) -> list[Event]:
        """What the captain's own orders answer at once, as long as it is not up to others."""
        events: list[Event] = []
        for _ in range(MOST_OWN):
            action = None if self.is_up_to_others() else next_reaction(self.rules, self.state, {self.seat: speak})
            if action is None:
                break
            events += self.play(action)
        return events
