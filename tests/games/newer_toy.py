"""The toy edition as a later release has it: its states are stored in another way, and its second version knows another law.

Stored in format 2: the options and the tide stand in the open part, a hand is called `held`, the pile `cards`. By version 2 of the
rules anyone who digs finds two cards.
"""

from dataclasses import dataclass, field

from games.engine import Event, NewLaws, Snapshot, TableOption, Upgrade, agreed, version_of
from tests.games.toy import Toy, Tub

OPEN = ("most", "turn", "round", "phase", "first", "at", "gone", "disputed", "boasted", "closed", "draws", "options", "tide")


@dataclass(slots=True)
class NewerTub(Tub):
    """The whole position, with what is new in it."""

    options: dict = field(default_factory=dict)
    tide: str = "low"


def up(snapshot: Snapshot) -> Snapshot:
    """From format 1 to 2."""
    public = snapshot.public | {"options": {}, "tide": "high" if sum(snapshot.public["at"]) % 2 else "low"}
    return Snapshot(public, [{"held": seat["hand"]} for seat in snapshot.seats], {"cards": snapshot.decks["pile"]})


def down(snapshot: Snapshot) -> Snapshot:
    """From format 2 to 1."""
    del snapshot.public["options"], snapshot.public["tide"]
    return Snapshot(snapshot.public, [{"hand": seat["held"]} for seat in snapshot.seats], {"pile": snapshot.decks["cards"]})


def turn_to_the_second_version(snapshot: Snapshot) -> Snapshot:
    """What the new law needs of a game that is under way: the one who is asked to dig may boast again."""
    snapshot.public["boasted"] = False
    return snapshot


class NewerToy(Toy):
    version = 2
    options = (*Toy.options, TableOption("loud", "Loud", "Boasts are heard.", True, ((True, "yes"), (False, "no")), since=2))
    upgrades = (Upgrade(up, down),)
    new_laws = {2: NewLaws("Each dig finds two cards now.", turn_to_the_second_version)}

    def setup(self, places, first, options, dice):
        tub, events = super().setup(places, first, options, dice)
        old = {name: getattr(tub, name) for name in Tub.__slots__}
        kept = agreed((), self.version) if self.version == 1 else agreed(self.options, self.version, options)
        return NewerTub(**old, options=kept), events

    def on_steer(self, state, action, dice):
        events = super().on_steer(state, action, dice)
        state.tide = "high" if sum(state.at) % 2 else "low"
        return events

    def on_dig(self, state, action, dice):
        finder, more = state.turn, []
        if action.answer == "yes" and version_of(state) >= 2 and len(state.pile) > 1:
            card = state.pile.pop(1)
            state.hands[finder].append(card)
            more = [Event("found", finder, {"card": card}, to=(finder,), reveals=True)]
        return super().on_dig(state, action, dice) + more

    def dump(self, state):
        public = {key: getattr(state, key) for key in OPEN}
        return Snapshot(public, [{"held": hand} for hand in state.hands], {"cards": state.pile})

    def load(self, snapshot):
        hands = [list(seat["held"]) for seat in snapshot.seats]
        lists = {key: list(snapshot.public[key]) for key in ("at", "gone")}
        return NewerTub(hands, list(snapshot.decks["cards"]), **snapshot.public | lists)


NEWER = NewerToy()
