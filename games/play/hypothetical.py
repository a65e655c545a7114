"""Play in thought: on in memory, from what one captain may know. Dry runs, What if? and previews of orders all use this.

What the captain cannot know is dealt again first, the dice are not the game's, and the orders of other seats are not read.
So nothing in a hypothetical can reveal a secret.
"""

from typing import Any

from django.utils.crypto import salted_hmac

from games.editions.guard import lawfully
from games.engine import Action, Decision, Dice, Event, Ruleset, play
from games.engine.settle import Answer, next_reaction

MOST_OWN = 50
"""The most answers of the captain's own standing orders in a row."""


def chance(*about: Any) -> Dice:
    """Return dice for a thought about this: the same each time, and those of no game."""
    return Dice(salted_hmac("thought", ":".join(map(str, about)), algorithm="sha256").digest())


class Hypothetical:
    """A position in one seat's thought. `state` has been dealt again already, by `begin`."""

    def __init__(self, rules: Ruleset, state: Any, seat: int, dice: Dice):
        self.rules, self.state, self.seat, self.dice = rules, state, seat, dice

    @classmethod
    def begin(cls, rules: Ruleset, state: Any, seat: int, dice: Dice) -> "Hypothetical":
        """Begin from a real position, with a new deal of what `seat` cannot know."""
        return cls(rules, rules.redeal_hidden(state, seat, dice), seat, dice)

    @property
    def view(self) -> Any:
        return self.rules.view(self.state, self.seat)

    def open(self) -> list[Decision]:
        """Return what this captain is asked."""
        return [decision for decision in self.rules.decisions(self.state) if decision.seat == self.seat]

    def is_up_to_others(self) -> bool:
        """May another seat answer now, or is it on turn? Nobody can know its answer beforehand."""
        return any(decision.seat != self.seat for decision in self.rules.decisions(self.state))

    def play(self, action: Action) -> list[Event]:
        """Play an action in thought. Raises RulesError (OurFault is one), and then nothing has changed."""
        with lawfully(self.rules):
            played = play(self.rules, self.state, action, self.dice)
        self.state = played.state
        return list(played.events)

    def answer_by_orders(self, speak: Answer) -> list[Event]:
        """Play the answers of the captain's own orders, until it is up to others."""
        events: list[Event] = []
        for _ in range(MOST_OWN):
            action = None if self.is_up_to_others() else next_reaction(self.rules, self.state, {self.seat: speak})
            if action is None:
                break
            events += self.play(action)
        return events
