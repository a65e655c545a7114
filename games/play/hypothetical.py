"""Hypothetical play in memory, from the knowledge of one captain, for dry runs, What if? and previews of orders.

Everything unknown to the captain is dealt again first, the dice are not the game's, and the orders of other seats are not
read. So a hypothetical reveals no secret.
"""

from typing import Any

from django.utils.crypto import salted_hmac

from games.editions.guard import lawfully
from games.engine import Action, Decision, Dice, Event, Ruleset, play
from games.engine.ruleset import State
from games.engine.settle import Answer, next_reaction

MOST_OWN = 50
"""The maximum number of consecutive answers by the captain's own standing orders."""


def chance(*about: Any) -> Dice:
    """Return dice for a hypothetical about this: the same each time, and different from those of any game."""
    return Dice(salted_hmac("thought", ":".join(map(str, about)), algorithm="sha256").digest())


class Hypothetical:
    """A hypothetical position of one seat. `begin` has already redealt the hidden parts of `state`."""

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
        """Return the questions to this captain."""
        return [decision for decision in self.rules.decisions(self.state) if decision.seat == self.seat]

    def is_up_to_others(self) -> bool:
        """Return whether another seat may or must answer now, so that the result is unknown."""
        return any(decision.seat != self.seat for decision in self.rules.decisions(self.state))

    def play(self, action: Action) -> list[Event]:
        """Play an action. Raise RulesError (such as OurFault), without any change, if it is refused."""
        with lawfully(self.rules):
            played = play(self.rules, self.state, action, self.dice)
        self.state = played.state
        return list(played.events)

    def answer_by_orders(self, speak: Answer) -> list[Event]:
        """Play the answers of the captain's own orders until another seat may answer."""
        events: list[Event] = []
        for _ in range(MOST_OWN):
            action = None if self.is_up_to_others() else next_reaction(self.rules, self.state, {self.seat: speak})
            if action is None:
                break
            events += self.play(action)
        return events
