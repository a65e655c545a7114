"""The context of one action, which changes the state and reports each change as an event."""

from collections.abc import Iterable
from typing import Any

from games.kit.agenda import Phases
from games.kit.crew_game.crew import added, without
from games.kit.crew_game.table import CrewContext

from .chart import BESIDE, NAMES
from .state import STEPS, State

PHASES = Phases()
"""The phase of each kind of step. The package `phases` registers every phase."""
phase = PHASES.register


def unseen(cards: Iterable[str]) -> list[str]:
    """Return the items sorted, with each crew card replaced by its back."""
    return sorted("?" + card[1] if card[0] in "BR" else card for card in cards)


class GameContext(CrewContext):
    state: State
    steps, dropped = STEPS, "crew-returned"

    # -- crew -------------------------------------------------------------------------------------
    def open_facts(self, cards: Iterable[str]) -> dict[str, Any]:
        return {"backs": unseen(cards)}

    def hand_over(self, seat: int, to: int, cards: tuple[str, ...], name: str) -> None:
        """Move crew from one hand to another; only the two captains see the faces."""
        hands = self.state.hands
        hands[seat], hands[to] = without(hands[seat], cards), added(hands[to], cards)
        self.tell(name, seat, reveals=True, receiver=to, count=len(cards), backs=unseen(cards))
        self.tell("crew-changed-hands", to, to=(seat, to), other=seat, cards=list(cards))

    def lay_ashore(self, seat: int, port: int, card: str) -> None:
        state = self.state
        state.hands[seat] = without(state.hands[seat], (card,))
        state.ashore[port] = tuple(sorted((*state.ashore[port], (card, seat))))

    def take_ashore(self, seat: int, port: int, item: str) -> str:
        """Move a crew card from the docks into the hand, and return the card. `item` is a face if `seat` put it ashore, else a back."""
        state = self.state
        if item[0] == "?":
            among = [entry for entry in state.ashore[port] if entry[0][1] == item[1] and entry[1] != seat]
            entry = among[self.dice.below(len(among), "ashore")] if len(set(among)) > 1 else among[0]
        else:
            entry = (item, seat)
        state.ashore[port] = without(state.ashore[port], (entry,))
        state.hands[seat] = added(state.hands[seat], entry[:1])
        return entry[0]

    # -- treasure ---------------------------------------------------------------------------------
    def put_back(self, seat: int, goods: tuple[str, ...]) -> None:
        self.state.holds[seat] = without(self.state.holds[seat], goods)
        for piece in goods:
            self.state.treasure[piece] += 1

    def wash_up(self, isle: int, goods: tuple[str, ...]) -> None:
        """Put goods on Hispaniola or Norman Island, and offer them to the ships beside the island in turn order."""
        state = self.state
        state.isles[isle] = added(state.isles[isle], goods)
        order = (state.active, *state.others(state.active))
        self.then_all([("washed", seat, isle) for seat in order if seat not in state.gone and BESIDE.get(state.at[seat]) == isle])

    # -- ships ------------------------------------------------------------------------------------
    def set_down(self, seat: int, square: int, heading: int) -> None:
        self.state.at[seat], self.state.heading[seat] = square, heading
        self.tell("blown", seat, square=NAMES[square])
