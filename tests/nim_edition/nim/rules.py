"""The smallest game that has everything the engine handles: a heap, two players, the one who takes the last piece wins."""

from dataclasses import asdict, dataclass, field, replace
from typing import Any, NamedTuple

from games.engine import Amount, Choose, Confirm, Event, IllegalAction, NotYourDecision, Outcome, Ruleset, Snapshot, agreed

PIECES, BOX = 60, 4
"""In the heap at first; in the box, from which shaking adds some."""
LAWS = {"take": "1", "shake": "2", "nod": "3", "clap": "4"}


@dataclass(slots=True)
class Heap:
    """The whole position. `taken` is what each seat has; `nod` and `applause` say what is asked besides."""

    left: int
    turn: int = 0
    first: int = 0
    round: int = 1
    box: int = BOX
    taken: tuple[int, ...] = (0, 0)
    nod: bool = False
    applause: bool = False
    winners: tuple[int, ...] = ()
    gone: tuple[int, ...] = ()
    reason: str = ""
    options: dict[str, Any] = field(default_factory=dict)
    draws: int = 0

    def copy(self):
        return replace(self)  # nothing in it is changed in place


class Seen(NamedTuple):
    """What a seat may see: everything."""

    public: Heap
    seat: int | None

    def to_json(self):
        return {"left": self.public.left, "taken": dict(enumerate(self.public.taken)), "turn": self.public.turn, "seat": self.seat}


class Nim(Ruleset[Heap, Seen]):
    slug, name, seats, summary = "nim", "Nim", (2, 2), "Take one to three pieces; the last one wins."
    status = "draft"
    unit = ("piece", "pieces")

    # -- the game ---------------------------------------------------------------------------------
    def setup(self, places, first, options, dice):
        heap = Heap(PIECES, first, first, options=agreed(self.options, self.version, options))
        return heap, [Event("laid", facts={"count": PIECES})]

    def decisions(self, state):
        mover, other = state.turn, 1 - state.turn
        if state.winners:
            return []
        if state.nod:
            return [Choose(other, "nod", "nod", reaction=True, options=("nod", "frown"))]
        asked = [Amount(mover, "take", 1, least=1, most=min(3, state.left))]
        if state.box:
            asked.append(Confirm(mover, "shake", "yes", optional=True))
        if state.applause:
            asked.append(Choose(other, "clap", "clap", optional=True, reaction=True, options=("clap",)))
        return asked

    def apply(self, state, decision, action, dice):
        return getattr(self, f"on_{decision.name}")(state, action.seat, action.answer, dice)

    def on_take(self, state, seat, count, dice):
        state.left -= count
        state.taken = tuple(had + count * (one == seat) for one, had in enumerate(state.taken))
        if state.left == 0:
            self.end(state, (seat,), "taken")
        state.turn, state.applause = 1 - seat, False
        state.round += state.turn == state.first
        return [Event("took", seat, {"count": count})]

    def on_shake(self, state, seat, answer, dice):
        more = min(state.box, 1 + dice.below(3, "shake"))
        state.box, state.left, state.nod = state.box - more, state.left + more, True
        return [Event("shaken", seat, {"count": more}, reveals=True)]

    def on_nod(self, state, seat, answer, dice):
        state.nod, state.applause = False, answer == "nod"
        return [Event("answered", seat, {"nod": answer == "nod"})]

    def on_clap(self, state, seat, answer, dice):
        state.applause = False
        return [Event("clapped", seat)]

    # -- its end ----------------------------------------------------------------------------------
    def end(self, state, winners, reason):
        state.winners, state.reason = winners, reason

    def outcome(self, state):
        places = tuple(1 if seat in state.winners else 2 for seat in (0, 1))
        return Outcome(state.winners, places, state.taken, state.reason) if state.winners else None

    def leave(self, state, seat, dice):
        state.gone = (seat,)
        self.end(state, (1 - seat,), "alone")
        return [Event("left", seat, reveals=True)]

    def close_game(self, state, reason):
        self.end(state, tuple(seat for seat in (0, 1) if state.taken[seat] == max(state.taken)), reason)

    def seats_left(self, state):
        return tuple(seat for seat in (0, 1) if seat not in state.gone)

    def turn(self, state):
        return state.round, state.turn

    def scores(self, state):
        return state.taken

    def inventory(self, state):
        return {"pieces": state.left + state.box + sum(state.taken)}

    # -- who may know what, and what is stored ----------------------------------------------------
    def view(self, state, seat):
        return Seen(state.copy(), seat)

    def redeal_hidden(self, state, seat, dice):
        return state.copy()

    def dump(self, state):
        return Snapshot(asdict(state), [{}, {}], {})

    def load(self, snapshot):
        lists = {name: tuple(snapshot.public[name]) for name in ("taken", "winners", "gone")}
        return Heap(**snapshot.public | lists)

    # -- words ------------------------------------------------------------------------------------
    def describe_event(self, event, names, seat):
        who = "" if event.seat is None else names[event.seat]
        return {
            "laid": "{count} pieces lie on the heap.",
            "took": "{who} took {count}.",
            "shaken": "{who} shook the box, and {count} more fell on the heap.",
            "answered": "{who} nodded." if event.facts.get("nod") else "{who} frowned.",
            "clapped": "{who} clapped.",
            "left": "{who} left the game.",
        }[event.name].format(who=who, **event.facts)

    def ask(self, decision, names):
        return {
            "take": "How many pieces do you take?",
            "shake": "Shake the box first?",
            "nod": f"{names[1 - decision.seat]} shook the box. Do you nod?",
            "clap": "Clap?",
        }[decision.name]

    def label(self, decision, option, names):
        return {"yes": "Shake"}.get(option, option.capitalize())

    def help(self, decision):
        return {
            "take": "The last piece wins.",
            "shake": "One to three pieces fall on the heap.",
            "nod": "It changes nothing, but you may clap after a nod.",
            "clap": "It changes nothing.",
        }[decision.name]

    # -- refusals ---------------------------------------------------------------------------------
    def why_not(self, state, decision, answer, refusal):
        if decision.name == "take" and refusal.code == "not-offered":
            return IllegalAction("too-greedy", "Take one to three pieces, and no more than there are.", LAWS["take"])
        return IllegalAction(refusal.code, refusal.text, LAWS[decision.name])

    def not_asked(self, state, seat, name):
        return NotYourDecision("not-asked", "You are not asked that now.", LAWS.get(name, "1"))


NIM = Nim()
