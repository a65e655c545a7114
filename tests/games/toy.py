"""A tiny edition with everything the site has to carry: hands, a pile, small decisions, chance, reactions, a winner.

On their turn a captain may `boast` (optional), must `steer`, then `dig` (draws a card: reveals) or not, which ends the turn.
Steering "raid" asks the next seat to `defend` (a reaction; the order "ask" makes it wait). After each turn the others
may `dispute` it (optional reaction). The game ends after so many rounds; scores are what was dug, and public.
"""

from dataclasses import dataclass, field, replace

from games.engine import Action, Choose, Confirm, Event, Outcome, Ruleset, Snapshot, StandingOrder, TableOption

PORTS = ("Bombay", "London", "Marseilles", "Cadiz", "Genoa", "Venice")


@dataclass(slots=True)
class Tub:
    """The whole position."""

    hands: list[list[int]]
    pile: list[int]
    most: int
    turn: int = 0
    round: int = 1
    phase: str = "steer"
    first: int = 0
    at: list[int] = field(default_factory=list)
    gone: list[int] = field(default_factory=list)
    disputed: bool = True
    boasted: bool = False
    closed: str = ""
    draws: int = 0

    def copy(self):
        return replace(
            self,
            hands=[list(hand) for hand in self.hands],
            pile=list(self.pile),
            at=list(self.at),
            gone=list(self.gone),
        )


class Seen(dict):
    """What a seat may see."""

    def to_json(self):
        return dict(self)


class Toy(Ruleset):
    slug, name, edition, summary = "toy", "Tubs", "Test edition", "Steer, dig, and boast."
    seats, usual_seats = (2, 6), 4
    places = tuple((name.lower(), name) for name in PORTS)
    options = (
        TableOption("rounds", "Rounds", "How many rounds are played.", 3, ((1, "one"), (3, "three"), (100, "a hundred"))),
        TableOption("deep", "Deep pile", "A pile of 90 cards.", False, ((True, "yes"), (False, "no"))),
    )
    round_limit = "rounds"
    orders = (
        StandingOrder("defend", "When raided?", "yield", (("yield", "Yield"), ("fight", "Fight"), ("ask", "Ask me"))),
        StandingOrder("dispute", "Dispute turns?", "never", (("never", "Never"), ("always", "Always"))),
    )

    def setup(self, places, first, options, dice):
        pile = dice.shuffle(range(1, 91 if options["deep"] else 31), "pile")
        hands = [[pile.pop(0)] for _ in places]
        tub = Tub(hands, pile, options["rounds"], turn=first, first=first, at=[0] * len(places), draws=dice.count)
        return tub, [Event("dealt", facts={"first": first})]

    def decisions(self, state):
        if self.outcome(state):
            return []
        if state.phase == "defend":
            return [Choose(self.next_seat(state), "defend", "yield", options=("yield", "fight"), reaction=True)]
        asked = [Choose(state.turn, "steer", "stay", options=("stay", "north", "raid"))]
        if state.phase == "dig":
            asked = [Choose(state.turn, "dig", "no", options=("yes", "no"))]
        if not state.boasted:
            asked.append(Confirm(state.turn, "boast", "yes", optional=True))
        if not state.disputed:
            others = [seat for seat in self.seats_left(state) if seat != self.last_seat(state)]
            asked += [Confirm(seat, "dispute", "yes", optional=True, reaction=True) for seat in others]
        return asked

    def apply(self, state, decision, action, dice):
        return getattr(self, f"on_{decision.name}")(state, action, dice)

    def on_boast(self, state, action, dice):
        state.boasted = True
        return [Event("boasted", action.seat)]

    def on_steer(self, state, action, dice):
        state.disputed = True
        state.at[action.seat] += action.answer == "north"
        state.phase = "defend" if action.answer == "raid" else "dig"
        return [Event("steered", action.seat, {"where": action.answer}, reveals=action.answer == "raid")]

    def on_defend(self, state, action, dice):
        state.phase = "dig"
        won = dice.below(2, "raid") if action.answer == "fight" else 1
        return [Event("raided", action.seat, {"lost": won}, reveals=True)]

    def on_dig(self, state, action, dice):
        events = [Event("rested", action.seat)]
        if action.answer == "yes" and state.pile:
            card = state.pile.pop(0)
            state.hands[action.seat].append(card)
            events = [
                Event("dug", action.seat),
                Event("found", action.seat, {"card": card}, to=(action.seat,), reveals=True),
            ]
        self.pass_on(state)
        return events

    def on_dispute(self, state, action, dice):
        state.disputed = True
        return [Event("disputed", action.seat, reveals=True)]

    def pass_on(self, state):
        state.turn, state.phase, state.boasted, state.disputed = self.next_seat(state), "steer", False, False
        state.round += state.turn == state.first

    def next_seat(self, state):
        count = len(state.hands)
        return next(seat for step in range(1, count + 1) if (seat := (state.turn + step) % count) not in state.gone)

    def last_seat(self, state):
        return (state.turn - 1) % len(state.hands)

    def outcome(self, state):
        if not self.is_over(state):
            return None
        scores = self.scores(state)
        best = max(scores)
        places = tuple(1 + sum(other > score for other in scores) for score in scores)
        winners = tuple(seat for seat, score in enumerate(scores) if score == best)
        return Outcome(winners, places, scores, state.closed or "rounds")

    def is_over(self, state):
        return state.round > state.most or bool(state.closed) or len(state.gone) >= len(state.hands) - 1

    def leave(self, state, seat, dice):
        state.gone.append(seat)
        state.pile += state.hands[seat]
        state.hands[seat] = []
        if state.turn == seat and len(state.gone) < len(state.hands):
            self.pass_on(state)
        return [Event("left", seat, reveals=True)]

    def close_game(self, state, reason):
        state.closed = reason

    def last_round(self, state):
        state.most = state.round

    def seats_left(self, state):
        return tuple(seat for seat in range(len(state.hands)) if seat not in state.gone)

    def turn(self, state):
        return state.round, state.turn

    def view(self, state, seat):
        own = list(state.hands[seat]) if seat is not None else None
        by_seat = {"at": dict(enumerate(state.at)), "counts": dict(enumerate(map(len, state.hands)))}
        return Seen(turn=state.turn, **by_seat, hand=own, seat=seat)

    def redeal_hidden(self, state, seat, dice):
        return state.copy()

    def dump(self, state):
        public = {
            key: getattr(state, key)
            for key in (
                "most",
                "turn",
                "round",
                "phase",
                "first",
                "at",
                "gone",
                "disputed",
                "boasted",
                "closed",
                "draws",
            )
        }
        return Snapshot(public, [{"hand": hand} for hand in state.hands], {"pile": state.pile})

    def load(self, snapshot):
        hands = [list(seat["hand"]) for seat in snapshot.seats]
        public = snapshot.public | {"at": list(snapshot.public["at"]), "gone": list(snapshot.public["gone"])}
        return Tub(hands, list(snapshot.decks["pile"]), **public)

    def scores(self, state):
        """What cards are worth shows at the end; until then only how many there are."""
        return tuple(sum(hand) if self.is_over(state) else len(hand) for hand in state.hands)

    def inventory(self, state):
        return {"cards": len(state.pile) + sum(len(hand) for hand in state.hands)}

    def describe_event(self, event, names, seat):
        who = "Someone" if event.seat is None else names[event.seat]
        return f"{who} {event.name} {event.facts.get('card', '')}".strip() + "."

    def ask(self, decision, names):
        return f"{decision.name.capitalize()}?"

    def label(self, decision, option, names):
        return option

    def react(self, view, decision, orders):
        if decision.name == "dispute":
            return "yes" if orders.get("dispute") == "always" else None
        if decision.name != "defend":
            return None if decision.optional else decision.default
        said = orders.get("defend", "yield")
        return None if said == "ask" else said


def easy(view, decisions, below):
    """A bot that never starts what it need not."""
    required = [decision for decision in decisions if not decision.optional]
    return Action(required[0].seat, required[0].name, required[0].sample(below)) if required else None


Toy.bots = {"easy": easy, "middle": easy}
TOY = Toy()
