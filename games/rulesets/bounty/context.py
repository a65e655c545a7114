"""The context of one action, which moves money, cards and ships, and reports each change as an event."""

from collections.abc import Iterable
from typing import Any

from games.kit.agenda import Context, Phases, end

from .cards import PORT_OF
from .chart import NAMES
from .state import STEPS, State

PHASES = Phases()
"""The phase of each kind of step. The package `phases` registers every phase."""
phase = PHASES.register


class GameContext(Context[State]):
    steps = STEPS

    # -- money ------------------------------------------------------------------------------------
    def earn(self, seat: int, dubloons: int) -> None:
        """Pay a captain from the Bank. A captain who reaches the goal wins at once [BO-E1]."""
        state = self.state
        state.purses[seat] += dubloons
        state.bank -= dubloons
        self.check_goal(seat)

    def spend(self, seat: int, dubloons: int) -> None:
        self.state.purses[seat] -= dubloons
        self.state.bank += dubloons

    def hand_over(self, seat: int, to: int, dubloons: int) -> None:
        self.state.purses[seat] -= dubloons
        self.state.purses[to] += dubloons
        self.check_goal(to)

    def check_goal(self, seat: int) -> None:
        """End the game if the captain's purse, less their loans, reaches the goal [BO-D3, BO-E1]."""
        goal = self.state.options["goal"]
        if goal and self.state.ended is None and self.state.net(seat) >= goal:
            self.end((seat,), "goal")

    def end(self, winners: tuple[int, ...], reason: str) -> None:
        end(self, winners, reason, worth=[self.state.net(seat) for seat in self.state.seats])

    # -- cards ------------------------------------------------------------------------------------
    def give_back(self, cards: Iterable[str]) -> None:
        """Put cards back into their packs, at random positions or, by the table's option, under the pack [BO-T4]."""
        packs, shuffled = self.state.packs, self.state.options["returned"] == "shuffled"
        for card in cards:
            pack = packs[PORT_OF[card]]
            place = self.dice.below(len(pack) + 1, "return") if shuffled else len(pack)
            packs[PORT_OF[card]] = (*pack[:place], card, *pack[place:])

    def stow(self, ship: int, cards: tuple[str, ...]) -> None:
        """Put cards under a ship's hold. Only the ship's captain sees the cards [BO-P9]."""
        seat = self.state.owners[ship]
        self.state.loot[ship] += cards
        if cards:
            self.tell("loot-seen", seat, to=(seat,), ship=ship, cards=list(cards))

    def empty(self, ship: int) -> tuple[str, ...]:
        """Take all cargo off a ship and return the cards. The ship becomes a merchant, and all claims on it end."""
        state = self.state
        cards = state.holds[ship] + state.loot[ship]
        state.holds[ship], state.loot[ship] = (), ()
        self.retire(ship)
        if not state.options["record_kept"]:
            state.visited[ship] = ()
        return cards

    def retire(self, ship: int) -> None:
        """Make a ship a merchant again; the ships that it robbed lose their claims."""
        state = self.state
        state.known[ship] = ""
        if state.claims:
            state.claims = tuple(claim for claim in state.claims if claim[1] != ship)
        if state.commission is not None and state.commission[1] == ship:
            self.lay_down()

    def lay_down(self) -> None:
        """Put the temporary warship card back, and end the claim that its holder used [BO-C4]."""
        state = self.state
        if state.commission is None:
            return
        holder = state.commission[0]
        state.claims = tuple(claim for claim in state.claims if claim != state.commission)
        state.commission = None
        self.tell("commission-back", state.owners[holder], ship=holder)

    # -- ships ------------------------------------------------------------------------------------
    def show(self, ship: int, role: str) -> None:
        """Show a ship's role by turning up its top card, unless everyone knows the role already."""
        state = self.state
        if state.known[ship] != role:
            state.known[ship] = role
            self.tell("shown", state.owners[ship], ship=ship, role=role, reveals=True)

    def move(self, ship: int, square: int, name: str, **facts: Any) -> None:
        state = self.state
        start, state.at[ship] = state.at[ship], square
        self.tell(name, state.owners[ship], ship=ship, start=NAMES[start], square=NAMES[square], **facts)
