"""The smallest game that has everything the engine handles: a heap, two captains, who takes the last piece wins."""

from dataclasses import dataclass, replace

from games.engine import Amount, Choose, Confirm, Event, IllegalAction, Outcome, Ruleset, Snapshot


@dataclass(slots=True)
class Heap:
    """What is left, whose turn it is, and what is being asked besides."""

    left: int
    turn: int = 0
    nod: bool = False
    applause: bool = False
    ended: Outcome | None = None
    draws: int = 0

    def copy(self):
        return replace(self)


class Nim(Ruleset):
    slug, name, seats, summary = "nim", "Nim", (2, 2), "Take the last piece."

    def setup(self, places, first, options, dice):
        return Heap(9, first), []

    def decisions(self, state):
        if state.ended:
            return []
        if state.nod:
            return [Choose(1 - state.turn, "nod", "nod", ("nod", "frown"), reaction=True)]
        asked = [Amount(state.turn, "take", 1, 1, min(3, state.left)), Confirm(state.turn, "shake", "yes", optional=True)]
        clap = [Choose(1 - state.turn, "clap", "clap", ("clap",), optional=True, reaction=True)]
        return asked + (clap if state.applause else [])

    def apply(self, state, decision, action, dice):
        if decision.name == "shake":
            state.left += dice.below(3, "shake")
            state.nod = True
            return [Event("shaken", action.seat, reveals=True)]
        if decision.name == "nod":
            state.nod = False
            return []
        state.left -= action.answer
        if state.left == 0:
            self.end(state, action.seat, "taken")
        state.turn = 1 - state.turn
        return [Event("took", action.seat, {"count": action.answer})]

    def end(self, state, winner, reason):
        state.ended = Outcome((winner,), tuple(1 + (seat != winner) for seat in (0, 1)), (0, 0), reason)

    def outcome(self, state):
        return state.ended

    def leave(self, state, seat, dice):
        self.end(state, 1 - seat, "alone")
        return [Event("left", seat)]

    def close(self, state, reason):
        self.end(state, state.turn, reason)

    def seats_left(self, state):
        return (0, 1)

    def turn(self, state):
        return 1, state.turn

    def view(self, state, seat):
        return seat, state.left

    def redeal_hidden(self, state, seat, dice):
        return state.copy()

    def dump(self, state):
        return Snapshot({"left": state.left, "turn": state.turn}, [{}, {}], {})

    def load(self, snapshot):
        return Heap(snapshot.public["left"], snapshot.public["turn"])

    def scores(self, state):
        return (0, 0)

    def inventory(self, state):
        return {}

    def tell(self, event, names, seat):
        return "Something happened."

    def ask(self, decision, names):
        return "How many?"

    def label(self, decision, option, names):
        return option

    def why_not(self, state, decision, answer, refusal):
        return IllegalAction("too-greedy", "Three is the most.", "1")


NIM = Nim()
