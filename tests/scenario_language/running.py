"""Play a scenario: the position, the actions with their random results, and the expected result."""

from collections.abc import Callable, Mapping
from typing import Any

from games.engine import (
    SITE,
    Action,
    Changed,
    Decision,
    Event,
    NotYourDecision,
    Played,
    RulesError,
    Ruleset,
    StandingOrder,
    close_game,
    last_round,
    leave,
    play,
)
from games.engine.play import Answer, next_reaction, site_answer, waiting_for
from tests.scenario_language.shared.script import ScriptedDice
from tests.scenario_language.words import WordError, mapping, under, unknown

from .reading import Lines, Scenario, ScenarioError
from .truths import TIME, TRUTHS
from .vocabulary import vocabulary_of

MOST_REACTIONS = 200
QUALIFIERS = ("refused", "law")


class Failed(Exception):
    """A scenario did not go as written; `reasons` lists the differences in plain words."""

    def __init__(self, reasons: list[str]):
        super().__init__("\n".join(reasons))
        self.reasons = reasons


Watch = Callable[[Any, Action, list[Event], Any], None]


def run(scenario: Scenario, watch: Watch | None = None) -> None:
    """Play the scenario. Raises Failed if something is not as written, ScenarioError if it cannot be read.

    `watch(state, action, events, after)` is called for every action played.
    """
    try:
        rules, words = vocabulary_of(scenario.game)
    except ImportError:
        raise scenario.error(scenario.line, f"there is no game {scenario.game} with scenarios.") from None
    ScenarioRun(scenario, rules, words, watch).run()


class ScenarioRun:
    """One scenario being played."""

    def __init__(self, scenario: Scenario, rules: Ruleset, words: Any, watch: Watch | None = None):
        self.scenario, self.rules, self.words, self.watch = scenario, rules, words, watch
        self.dice = ScriptedDice()
        self.state: Any = None
        self.events: list[Event] = []
        self.back: list[tuple[Any, int]] = []
        self.voices: dict[int, Any] = {}
        self.refusal: RulesError | None = None
        self.window: tuple[Any, int] | None = None
        """The last position where only orders answered, with the number of events. Captains without orders may still answer there."""

    # -- the three parts --------------------------------------------------------------------------
    def run(self) -> None:
        self.begin()
        steps, lines = self.scenario.when, self.scenario.when.lines
        ending = self.scenario.then
        for index, step in enumerate(steps):
            last = index == len(steps) - 1
            self.step(mapping_at(self.scenario, lines[index], step), lines[index], ending if last else Lines())
        expected = {key: value for key, value in ending.items() if key not in QUALIFIERS}
        if any(key in ending for key in QUALIFIERS) and not steps:
            raise self.scenario.error(ending.line, "refused says what became of the last step; there is no step.")
        self.compare(expected, ending)

    def begin(self) -> None:
        """Set up the position, with standing orders."""
        given = dict(self.scenario.given)
        orders = given.pop("orders", None)
        try:
            self.state, self.events = self.words.position(given, self.dice)
            with under("orders"):
                self.read_orders(orders)
        except WordError as error:
            raise self.located(self.scenario.given, error, "given") from None
        self.settle()

    def read_orders(self, orders: Any) -> None:
        """Read standing orders. Captains with orders answer automatically; the others are asked."""
        for captain, wishes in mapping(orders, "orders").items():
            with under(captain):
                seat = self.words.seat(self.state, captain)
                self.voices[seat] = self.voice(self.checked_orders(wishes))

    def checked_orders(self, wishes: Any) -> dict[str, Any]:
        """Return the orders, which the game must offer with these values; "default" stands for the default of each."""
        known = {order.key: order for order in self.rules.orders}
        orders = {}
        for key, wish in mapping(None if wishes == "default" else wishes, "orders").items():
            with under(key):
                if key not in known:
                    raise unknown("standing order", key, known)
                orders[key] = self.read_order(known[key], wish)
        return orders

    def read_order(self, order: StandingOrder, wish: Any) -> Any:
        """Return one choice, or a list if the order takes one. Values must have the right type: true is not "true", and 2 is not "2"."""
        values = [value for value, _ in order.choices]
        for choice in wish if order.most > 1 and isinstance(wish, list) else [wish]:
            if not any(choice == value and type(choice) is type(value) for value in values):
                raise unknown("choice", choice, values)
        try:
            return order.read_answer(wish)
        except KeyError:
            raise WordError(f"At most {order.most} may be chosen here.") from None

    def voice(self, orders: dict[str, Any]) -> Answer:
        return lambda view, decision: self.rules.react(view, decision, orders)

    # -- steps ------------------------------------------------------------------------------------
    def step(self, step: Lines, line: int, ending: Mapping) -> None:
        """Run one entry of `when`: a captain's action, a check, or the agreed end of the game."""
        extra = {key: value for key, value in step.items() if key in (*QUALIFIERS, *self.words.coming)}
        heads = [key for key in step if key not in extra]
        if len(heads) != 1:
            raise self.scenario.error(line, f"a step has one captain (or then, close, last round), not {', '.join(heads) or 'none'}.")
        head = heads[0]
        try:
            if head == "then":
                if extra:
                    raise WordError("A check on the way stands alone.")
                return self.compare(mapping(step[head], "A check"), step[head])
            expects = {key: extra.get(key, ending.get(key)) for key in QUALIFIERS}
            return self.act(head, step[head], extra, expects, line)
        except WordError as error:
            raise self.located(step, error) from None

    def act(self, head: str, answer: Any, extra: Mapping, expects: Mapping, line: int) -> None:
        """Play one action and check its result, or its refusal."""
        before, self.refusal = (self.state, self.window, self.events.copy()), None
        try:
            self.state = self.with_chance(extra)
            self.perform(head, answer)
        except RulesError as refusal:
            (self.state, self.window, self.events), self.refusal = before, refusal
        self.judge_refusal(f"{head}: {answer}", expects, line)
        if self.refusal is None and (label := self.dice.unused()):
            raise Failed([f"line {line}: {head}: {answer}: nothing was drawn for {label}, though the step says what comes"])

    def judge_refusal(self, step: str, expects: Mapping, line: int) -> None:
        """Check that the action was refused, or done, as written."""
        wanted, law, refusal = expects["refused"], expects["law"], self.refusal
        if wanted in (None, False):
            if refusal is not None:
                raise Failed([f"line {line}: {step}: expected to be allowed, was refused: {refusal_line(refusal)}"])
            return
        if refusal is None:
            raise Failed([f"line {line}: {step}: expected to be refused ({wanted}), was allowed"])
        if wanted is not True and wanted != refusal.code:
            raise Failed([f"line {line}: {step}: expected refusal {wanted}, came {refusal_line(refusal)}"])
        if law is not None and str(law) != refusal.law:
            raise Failed([f"line {line}: {step}: expected law {law} to be named, came {refusal_line(refusal)}"])

    def with_chance(self, extra: Mapping) -> Any:
        """Return a state whose next cards are those of the step, and set the next random numbers."""
        self.dice.numbers, self.dice.orders = {}, {}
        state = self.state.copy()
        for key, value in extra.items():
            if key in self.words.coming:
                with under(key):
                    self.words.coming[key](state, self.dice, value)
        return state

    def perform(self, head: str, answer: Any) -> None:
        """Carry out a step."""
        rules, text = self.rules, str(answer).strip() if not isinstance(answer, bool) else ("no", "yes")[answer]
        if head == "close":
            return self.after(None, close_game(rules, self.state, text), rules.turn(self.state))
        if head == "last round":
            return self.after(None, last_round(rules, self.state), rules.turn(self.state))
        if head == TIME:
            return self.after(None, self.play(self.time_is_over(head)), rules.turn(self.state))
        seat, turn = self.words.seat(self.state, head), rules.turn(self.state)
        if text == "undo":
            return self.undo(seat, turn)
        if text == "leave":
            return self.after(None, leave(rules, self.state, seat, self.dice), turn)
        self.back_to_window(seat, text.partition(" ")[0])
        decisions = rules.decisions(self.state)
        if text == "default":
            asked = waiting_for(rules, self.state)
            if asked is None or asked.seat != seat:
                raise rules.not_asked(self.state, seat, "default")
            action = Action(seat, asked.name, asked.default)
        else:
            action = self.words.said(self.state, seat, text, decisions)
        return self.after(seat, self.play(action), turn)

    def back_to_window(self, seat: int, name: str) -> None:
        """Return to the window if a captain without orders answers, in a later step, a question from before the game went on."""
        if self.window is not None and (seat, name) in [(decision.seat, decision.name) for decision in self.late()]:
            self.state, count = self.window
            del self.events[count:]

    def late(self) -> list[Decision]:
        """Return the decisions that captains without orders may still answer although the game has gone on."""
        decisions = self.rules.decisions(self.window[0]) if self.window else []
        return [decision for decision in decisions if decision.optional and decision.seat not in self.voices]

    def open(self) -> list[Decision]:
        """Return all open decisions."""
        return [*self.rules.decisions(self.state), *self.late()]

    def time_is_over(self, head: str) -> Action:
        """Return the site's answer once time has passed. Raises NotYourDecision if the game does not wait for time."""
        asked = waiting_for(self.rules, self.state)
        if asked is None or asked.seat is not SITE:
            raise NotYourDecision("not-asked", "The game does not wait for any time to pass.")
        return site_answer(asked)

    def play(self, action: Action) -> Played:
        """Play one action through the engine."""
        played = play(self.rules, self.state, action, self.dice)
        if self.watch is not None:
            self.watch(self.state, action, played.events, played.state)
        return played

    def after(self, seat: int | None, played: Changed | Played, turn: tuple[int, int]) -> None:
        """Record the result. It can be undone as long as it revealed nothing and the turn goes on."""
        before, count = self.state, len(self.events)
        self.state = played.state
        self.events += played.events
        answered = self.settle()
        mine = self.rules.turn(self.state) == turn and turn[1] == seat and self.rules.outcome(self.state) is None
        if mine and not answered and not any(event.reveals for event in played.events):
            self.back.append((before, count))
        else:
            self.back.clear()

    def undo(self, seat: int, turn: tuple[int, int]) -> None:
        """Undo the captain's newest action, as the site would."""
        if not self.back or turn[1] != seat:
            raise RulesError("no-undo", "There is nothing to take back.")
        self.state, count = self.back.pop()
        del self.events[count:]

    def settle(self) -> bool:
        """Let standing orders answer until a person has to be asked; return whether they answered anything."""
        self.window = None
        for count in range(MOST_REACTIONS):
            action = next_reaction(self.rules, self.state, self.voices)
            if action is None:
                return count > 0
            if action.seat is SITE:
                self.window = (self.state, len(self.events))
            played = self.play(action)
            self.state = played.state
            self.events += played.events
        raise Failed(["standing orders answer each other without end"])

    # -- checks -----------------------------------------------------------------------------------
    def compare(self, wanted: Mapping, where: Any) -> None:
        """Check that everything in `wanted` is true. Raises Failed with all differences."""
        reasons = []
        for key, value in wanted.items():
            try:
                with under(key):
                    reasons += [self.reason(key, difference, where) for difference in self.differences(key, value)]
            except WordError as error:
                raise self.located(where, error) from None
        if reasons:
            raise Failed(reasons)

    def differences(self, key: str, value: Any) -> list[tuple]:
        """Return the differences from the value of `key`."""
        if key in TRUTHS:
            return list(TRUTHS[key](self, value))
        if key not in self.words.truths:
            raise unknown("thing to be true", key, (*TRUTHS, *self.words.truths))
        differences = list(self.words.truths[key](self.state, value))
        return list(self.words.truths[key](self.window[0], value)) if differences and self.window and self.late() else differences

    def reason(self, key: str, difference: tuple, where: Any) -> str:
        expected, came, path = (*difference, ())[:3]
        line = line_of(where, (key, *path), self.scenario.line)
        return f"line {line}: {': '.join((key, *path))}: expected {expected}, came {came}"

    def located(self, where: Any, error: WordError, *before: str) -> ScenarioError:
        path = (*before, *error.path)
        if path and error.text.startswith(f"{path[-1]} "):
            path = path[:-1]
        line = line_of(where, error.path, getattr(where, "line", self.scenario.line))
        return self.scenario.error(line, f"{': '.join(path)}: {error.text}" if path else error.text)


def mapping_at(scenario: Scenario, line: int, step: Any) -> Lines:
    """Return a step as keys and values. Raises ScenarioError."""
    if not isinstance(step, Lines):
        raise scenario.error(line, f"a step is written like Bombay: sail M9, not {step!r}.")
    return step


def line_of(where: Any, path: tuple[str, ...], line: int) -> int:
    """Return the line of the deepest key of `path` that can be found in `where`."""
    for key in path:
        if not isinstance(where, Lines) or key not in where.lines:
            break
        line, where = where.lines[key], where[key]
    return line


def refusal_line(refusal: RulesError) -> str:
    """Return a refusal as one line."""
    law = f" (law {refusal.law})" if refusal.law else ""
    return f"{refusal.code}{law}: {refusal.text}"
