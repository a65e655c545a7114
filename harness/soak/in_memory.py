"""Whole games with the rules alone: the engine, one edition, and everything that it draws and says."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from games.engine import SITE, Action, Changed, Decision, Dice, Event, Played, Ruleset, leave, play
from games.engine.random_play import next_action, random_bot
from games.engine.settle import next_reaction, waiting_for
from games.kit.parts import face_of
from games.play.order_log import answer_words, order_event, order_sentence
from harness.soak import Fault, must
from harness.soak.chances import NAMES, Agreement, agreement, some_orders

LEAVES, TIMES_OUT, THINKS_AGAIN = (60, 300, 1500), 12, 60
"""One action in this many is a resignation (differs by game), a default after a time-out, a change of standing orders."""
MOST_ACTIONS = 20_000
SPAN, LATE = 60, 600
"""SPAN actions in a row are checked after each, then the next SPAN are not; a check of one span begins at action LATE at the latest."""


@dataclass
class Trial:
    """One running game, with what is needed to repeat it after a fault."""

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
        """Deal the game with this number, with orders and bots for its seats."""
        agreed = agreement(rules, number)
        chance, dice = agreed.chance, Dice(f"soak {number}".encode())
        state, _ = rules.setup(agreed.places, chance.randrange(agreed.players), agreed.options, dice)
        orders = [some_orders(rules.orders_for(rules.view(state, seat)), chance) for seat in range(agreed.players)]
        levels = [chance.choice(list(rules.bots)) if rules.bots and chance.random() < 0.1 else "" for _ in orders]
        names = list(NAMES[: agreed.players])
        return cls(rules, number, agreed, dice, state, orders, levels, loyalty=chance.choice(LEAVES), names=names)

    def __str__(self) -> str:
        """Return everything that is needed to repeat the game, as JSON."""
        about = {
            "ruleset": self.rules.slug, "seed": self.number, "players": self.agreed.players, "options": self.agreed.options,
            "places": self.agreed.places, "orders": self.orders, "bots": self.levels, "actions": self.actions,
            "last action": self.action, "while": self.doing,
        }  # fmt: skip
        return json.dumps(about, default=list)

    def play(self, one_span: bool = False) -> Iterator[int]:
        """Play an action a step, to the end of the game or of one span. Raises what the edition raises, and Fault."""
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

    # -- actions ----------------------------------------------------------------------------------
    def step(self) -> list[Event]:
        """Play one action: by orders if they answer, else by chance."""
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
        """Give one captain new orders."""
        self.doing = f"new orders of seat {seat}"
        self.orders[seat] = some_orders(self.rules.orders_for(self.rules.view(self.state, seat)), self.agreed.chance)

    def ordered(self) -> Action | None:
        """Return what standing orders answer now, off turn or on it; None if they do not."""
        seats = [seat for seat, level in enumerate(self.levels) if not level]
        found = next_reaction(self.rules, self.state, {seat: partial(self.reacts, seat) for seat in seats})
        asked = waiting_for(self.rules, self.state)
        if found or asked is None or asked.reaction or asked.seat is SITE or self.levels[asked.seat]:
            return found
        said = self.rules.carry_on(self.rules.view(self.state, asked.seat), asked, self.orders[asked.seat])
        return None if said is None else Action(asked.seat, asked.name, asked.check(said))

    def reacts(self, seat: int, view: Any, decision: Decision) -> Any:
        """Return the answer of one captain's orders, which must be legal."""
        self.doing = f"orders of seat {seat} for {decision.name}"
        said = self.rules.react(view, decision, self.orders[seat])
        return None if said is None else decision.check(said)

    def by_chance(self) -> Action:
        """Return a default after a time-out, a bot's answer, or anything legal."""
        asked = waiting_for(self.rules, self.state)
        if asked is None:
            raise Fault("nobody is asked")
        if self.agreed.chance.randrange(TIMES_OUT) == 0:
            return Action(asked.seat, asked.name, asked.check(asked.default))
        bots = [self.rules.bots[level] if level else random_bot for level in self.levels]
        return next_action(self.rules, self.state, bots, self.agreed.chance.randrange)

    # -- checks -----------------------------------------------------------------------------------
    def look(self, events: list[Event]) -> None:
        """Draw and word this position completely, for every seat and a spectator."""
        asked = [decision for decision in self.rules.decisions(self.state) if decision.seat is not SITE]
        for seat in (None, *range(self.agreed.players)):
            self.doing = f"looking for seat {seat}"
            view = self.rules.view(self.state, seat)
            self.check_sentences(seat, events, [decision for decision in asked if decision.seat == seat])
            self.check_drawing(view, events, [decision for decision in asked if decision.seat == seat])

    def check_sentences(self, seat: int | None, events: list[Event], asked: list[Decision]) -> None:
        """Check the sentences: events, questions, options, and answers by orders."""
        rules, names = self.rules, self.names
        for event in events:
            if event.seen_by(seat):
                must(rules.describe_event(event, names, seat) is not None, event)
        for decision in asked:
            must(rules.ask(decision, names), decision)
            rules.help(decision)
            answer = decision.default if decision.default is not None else next(decision.answers())
            must(answer_words(rules, decision, answer, names), decision)
            must(not decision.reaction or order_sentence(rules, order_event(decision, answer), names), decision)

    def check_drawing(self, view: Any, events: list[Event], asked: list[Decision]) -> None:
        """Check the text board, the drawing, the parts of the page, and the controls of its questions."""
        face, names = face_of(self.rules), self.names
        facts = [event.to_json() for event in events if event.to is None]
        decision = next((one for one in asked if not one.optional), None)
        json.dumps(view.to_json())
        if face.text_board:
            must(face.text_board(view, names, decision), "no text board")
        if face.picture:
            must(face.picture(view, decision, names=names), "no drawing")
        if face.parts:
            must(face.parts(view, names, decision, facts), "no parts of a page")
        for one in asked:
            face.ask(one, view, names)
            if (answer := one.default) is not None:
                face.warn(view, one, answer, [other for other in asked if other is not one])
        if face.holding:
            face.holding(view, names)
