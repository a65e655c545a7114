"""Whole games with the rules alone: nothing but the engine, one edition, and everything that it draws and says."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from games.editions.parts import face_of
from games.engine import SITE, Action, Changed, Decision, Dice, Event, Played, Ruleset, leave, play
from games.engine.random_play import next_action, random_bot
from games.engine.settle import next_reaction, waiting_for
from games.play.order_log import answer_words, order_event, order_sentence
from games.soak import Fault, must
from games.soak.chances import NAMES, Agreement, agreement, some_orders

LEAVES, TIMES_OUT, THINKS_AGAIN = (60, 300, 1500), 12, 60
"""One action in so many is a leaving (in games of one kind or another), a default for somebody whose time ran out, new standing orders."""
MOST_ACTIONS = 20_000
SPAN, LATE = 60, 600
"""Actions in a row after each of which everything is looked at, then as many without; where a look at a span is to begin at most."""


@dataclass
class Trial:
    """One game under way, with what brings it back when it fails."""

    rules: Ruleset
    number: int
    agreed: Agreement
    dice: Dice
    state: Any
    orders: list[dict[str, Any]]
    levels: list[str]
    loyalty: int
    actions: int = 0
    action: Any = None
    doing: str = "setting up"
    names: list[str] = field(default_factory=list)

    @classmethod
    def begin(cls, rules: Ruleset, number: int) -> "Trial":
        """The table of this number as it is dealt, with orders and bots for its seats."""
        agreed = agreement(rules, number)
        chance, dice = agreed.chance, Dice(f"soak {number}".encode())
        state, _ = rules.setup(agreed.places, chance.randrange(agreed.players), agreed.options, dice)
        orders = [some_orders(rules.orders_for(rules.view(state, seat)), chance) for seat in range(agreed.players)]
        levels = [chance.choice(list(rules.bots)) if rules.bots and chance.random() < 0.1 else "" for _ in orders]
        names = list(NAMES[: agreed.players])
        return cls(rules, number, agreed, dice, state, orders, levels, loyalty=chance.choice(LEAVES), names=names)

    def __str__(self) -> str:
        """Everything that is needed to bring it back."""
        about = {
            "ruleset": self.rules.slug, "seed": self.number, "players": self.agreed.players, "options": self.agreed.options,
            "places": self.agreed.places, "orders": self.orders, "bots": self.levels, "actions": self.actions,
            "last action": self.action, "while": self.doing,
        }  # fmt: skip
        return json.dumps(about, default=list)

    def play(self, one_span: bool = False) -> Iterator[int]:
        """An action a step, to the end or to that of one span. Raises whatever the edition raises, and Fault for what must not be."""
        before = self.rules.inventory(self.state)
        first = self.agreed.chance.randrange(LATE if one_span else SPAN)
        self.look([])
        while self.rules.outcome(self.state) is None and not (one_span and self.actions > first + SPAN):
            events = self.step()
            self.actions += 1
            self.doing = "counting"
            must(self.rules.inventory(self.state) == before, "cards or goods were made or lost")
            must(self.actions < MOST_ACTIONS, "the game does not end")
            since = self.actions - first
            if (since >= 0 and since // SPAN % 2 == 0) or self.rules.outcome(self.state) is not None:
                self.look(events)
            yield self.actions

    # -- what is done -----------------------------------------------------------------------------
    def step(self) -> list[Event]:
        """One action: by orders where they speak, else whatever chance says."""
        chance, seat, rules = self.agreed.chance, None, self.rules
        if chance.randrange(self.loyalty) == 0:
            seat = chance.choice(rules.seats_left(self.state))
            self.action, self.doing = (seat, "leaves"), "leaving"
            played: Changed | Played = leave(rules, self.state, seat, self.dice)
        else:
            self.doing = "choosing"
            action = self.ordered() or self.by_chance()
            self.action, self.doing = action, "playing"
            played = play(rules, self.state, action, self.dice)
        self.state = played.state
        if chance.randrange(THINKS_AGAIN) == 0:
            self.think_again(chance.randrange(self.agreed.players))
        return played.events

    def think_again(self, seat: int) -> None:
        """New orders of one captain."""
        self.doing = f"new orders of seat {seat}"
        self.orders[seat] = some_orders(self.rules.orders_for(self.rules.view(self.state, seat)), self.agreed.chance)

    def ordered(self) -> Action | None:
        """What standing orders answer now, off turn or on it."""
        seats = [seat for seat, level in enumerate(self.levels) if not level]
        found = next_reaction(self.rules, self.state, {seat: partial(self.reacts, seat) for seat in seats})
        asked = waiting_for(self.rules, self.state)
        if found or asked is None or asked.reaction or asked.seat is SITE or self.levels[asked.seat]:
            return found
        said = self.rules.carry_on(self.rules.view(self.state, asked.seat), asked, self.orders[asked.seat])
        return None if said is None else Action(asked.seat, asked.name, asked.check(said))

    def reacts(self, seat: int, view: Any, decision: Decision) -> Any:
        """The answer of one captain's orders, which must be lawful."""
        self.doing = f"orders of seat {seat} for {decision.name}"
        said = self.rules.react(view, decision, self.orders[seat])
        return None if said is None else decision.check(said)

    def by_chance(self) -> Action:
        """A default for whose time ran out, a bot's answer, or anything lawful."""
        asked = waiting_for(self.rules, self.state)
        if asked is None:
            raise Fault("nobody is asked")
        if self.agreed.chance.randrange(TIMES_OUT) == 0:
            return Action(asked.seat, asked.name, asked.check(asked.default))
        bots = [self.rules.bots[level] if level else random_bot for level in self.levels]
        return next_action(self.rules, self.state, bots, self.agreed.chance.randrange)

    # -- what is looked at ------------------------------------------------------------------------
    def look(self, events: list[Event]) -> None:
        """Everything that is drawn and said of this position, for every seat and a spectator."""
        asked = [decision for decision in self.rules.decisions(self.state) if decision.seat is not SITE]
        for seat in (None, *range(self.agreed.players)):
            self.doing = f"looking for seat {seat}"
            view = self.rules.view(self.state, seat)
            self.said(seat, events, [decision for decision in asked if decision.seat == seat])
            self.shown(view, events, [decision for decision in asked if decision.seat == seat])

    def said(self, seat: int | None, events: list[Event], asked: list[Decision]) -> None:
        """Sentences: what happened, what is asked, what can be answered, what orders would be told to have said."""
        rules, names = self.rules, self.names
        for event in events:
            if event.seen_by(seat):
                must(rules.tell(event, names, seat) is not None, event)
        for decision in asked:
            must(rules.ask(decision, names), decision)
            rules.help(decision)
            answer = decision.default if decision.default is not None else next(decision.answers())
            must(answer_words(rules, decision, answer, names), decision)
            must(not decision.reaction or order_sentence(rules, order_event(decision, answer), names), decision)

    def shown(self, view: Any, events: list[Event], asked: list[Decision]) -> None:
        """Text board, drawing, parts of the page, and the controls of its questions."""
        face, names = face_of(self.rules), self.names
        facts = [event.to_json() for event in events if event.to is None]
        decision = next((one for one in asked if not one.optional), None)
        json.dumps(view.to_json())
        if face.text_board:
            must(face.text_board(view, names), "no text board")
        if face.picture:
            must(face.picture(view, decision, names=names), "no drawing")
        if face.parts:
            must(face.parts(view, names, decision, facts), "no parts of a page")
        for one in asked:
            face.ask(one, view, names)
        if face.holding:
            face.holding(view, names)
