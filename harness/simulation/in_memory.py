"""Whole random games by the rules alone: the engine, one edition, and all drawings and sentences of the edition."""

import json
from collections.abc import Iterator
from functools import partial
from typing import Any

from games.engine import SITE, Action, Changed, Decision, Dice, Event, Played, Ruleset, leave, play
from games.engine.play import next_reaction, waiting_for
from games.engine.random_play import next_action, random_bot
from games.kit.parts import face_of
from games.play.order_log import answer_words, order_event, order_sentence

from . import must
from .chances import NAMES, agreement, some_orders

LEAVES, TIMES_OUT, THINKS_AGAIN = (60, 300, 1500), 12, 60
"""One action in this many is a resignation (the number varies by game), a default after a time-out, or a change of standing orders."""
MOST_ACTIONS = 20_000
SPAN, LATE = 60, 600
"""SPAN actions are drawn and worded, then the next SPAN are not. A test of a single span begins at action LATE at the latest."""


class Trial:
    """One random game of an edition, determined by its number. `str` returns JSON that describes the game."""

    def __init__(self, rules: Ruleset, number: int):
        self.rules, self.number, self.agreed = rules, number, agreement(rules, number)
        self.actions, self.doing = 0, "setting up"
        self.chance, self.dice = self.agreed.chance, Dice(f"soak {number}".encode())
        chance = self.chance
        self.state, _ = rules.setup(self.agreed.places, chance.randrange(self.agreed.players), self.agreed.options, self.dice)
        self.names, seats = list(NAMES[: self.agreed.players]), range(self.agreed.players)
        self.orders = [some_orders(rules.orders_for(rules.view(self.state, seat)), chance) for seat in seats]
        self.levels = [chance.choice(list(rules.bots)) if rules.bots and chance.random() < 0.1 else "" for _ in seats]
        self.loyalty = chance.choice(LEAVES)
        self.action: Any = None

    def __str__(self) -> str:
        agreed = {"players": self.agreed.players, "options": self.agreed.options, "places": self.agreed.places}
        about = {"ruleset": self.rules.slug, "seed": self.number, **agreed, "actions": self.actions, "while": self.doing}
        return json.dumps(about | {"orders": self.orders, "bots": self.levels, "last action": self.action}, default=str)

    def play(self, one_span: bool = False) -> Iterator[int]:
        """Play to the end of the game or of one span, and yield after each action. Raise Broken, and the errors of the edition."""
        before = self.rules.inventory(self.state)
        first = self.chance.randrange(LATE if one_span else SPAN)
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
        """Play one action, by standing orders or at random; return its events."""
        chance, rules = self.chance, self.rules
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
            seat = chance.randrange(self.agreed.players)
            self.doing = f"new orders of seat {seat}"
            self.orders[seat] = some_orders(rules.orders_for(rules.view(self.state, seat)), chance)
        return played.events

    def ordered(self) -> Action | None:
        """Return the action that standing orders choose, on or off turn; None if they choose none."""
        seats = [seat for seat, level in enumerate(self.levels) if not level]
        reaction = next_reaction(self.rules, self.state, {seat: partial(self.reacts, seat) for seat in seats})
        asked = waiting_for(self.rules, self.state)
        if reaction or asked is None or asked.reaction or asked.seat is SITE or self.levels[asked.seat]:
            return reaction
        answer = self.rules.carry_on(self.rules.view(self.state, asked.seat), asked, self.orders[asked.seat])
        return None if answer is None else Action(asked.seat, asked.name, asked.check(answer))

    def reacts(self, seat: int, view: Any, decision: Decision) -> Any:
        """Return the answer of one player's standing orders, None if they give none. Raise an error if the answer is illegal."""
        self.doing = f"orders of seat {seat} for {decision.name}"
        answer = self.rules.react(view, decision, self.orders[seat])
        return None if answer is None else decision.check(answer)

    def by_chance(self) -> Action:
        """Return a default after a time-out, a bot's action, or any legal action."""
        asked = waiting_for(self.rules, self.state)
        must(asked, "nobody is asked")
        if asked and self.chance.randrange(TIMES_OUT) == 0:
            return Action(asked.seat, asked.name, asked.check(asked.default))
        bots = [self.rules.bots[level] if level else random_bot for level in self.levels]
        return next_action(self.rules, self.state, bots, self.chance.randrange)

    # -- checks -----------------------------------------------------------------------------------
    def look(self, events: list[Event]) -> None:
        """Check the sentences and drawings of the current position, for every seat and for a spectator."""
        asked = [decision for decision in self.rules.decisions(self.state) if decision.seat is not SITE]
        for seat in (None, *range(self.agreed.players)):
            self.doing = f"looking for seat {seat}"
            mine = [decision for decision in asked if decision.seat == seat]
            self.check_sentences(seat, events, mine)
            self.check_drawing(self.rules.view(self.state, seat), events, mine)

    def check_sentences(self, seat: int | None, events: list[Event], asked: list[Decision]) -> None:
        """Check that the edition words every event, question, answer and standing order."""
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
        """Check the text board, the drawing, the parts of the page, and the controls of the questions."""
        face, names = face_of(self.rules), self.names
        facts = [event.to_json() for event in events if event.to is None]
        decision = next((question for question in asked if not question.optional), None)
        json.dumps(view.to_json())
        must(not face.text_board or face.text_board(view, names, decision), "no text board")
        must(not face.picture or face.picture(view, decision, names=names), "no drawing")
        must(not face.parts or face.parts(view, names, decision, facts), "no parts of a page")
        for question in asked:
            face.ask(question, view, names)
            if (answer := question.default) is not None:
                face.warn(view, question, answer, [other for other in asked if other is not question])
        if face.holding:
            face.holding(view, names)
