"""Play the lines of a letter in a hypothetical game, until a line reveals hidden facts or other captains may answer."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import takewhile
from typing import Any

from games.engine import Action, Decision, Event, RulesError, Ruleset, Words
from games.engine.facts import TURN_BEGAN
from games.engine.play import find_decision
from games.mail.answered import Printed
from games.mail.grammar import reply_codes, reply_words
from games.mail.grammar.reply_grammar import NEARLY, Line, loosely
from games.play import controllers
from games.play.acting import warning_of
from games.play.hypothetical import Hypothetical, chance
from games.play.order_log import answer_words
from games.play.session import Session
from games.queries.journal import event_sentence
from games.storage import prepared


class NotPlayed(Exception):
    """The refusal of a line: a reason code, a sentence for the captain, and the law behind the refusal, if any."""

    def __init__(self, reason: str, text: str, again: tuple[str, str | None] | None = None, law: str = ""):
        super().__init__(text)
        self.reason, self.text, self.again, self.law = reason, text, again, law

    @classmethod
    def from_refusal(cls, refusal: RulesError) -> "NotPlayed":
        return cls(refusal.code, refusal.text, law=refusal.law)


class Asked:
    """A seat at a locked game, with the questions that the answered letter printed and the seat's hypothetical game."""

    def __init__(self, session: Session, seat: int, printed: Printed) -> None:
        self.seat, self.printed = seat, printed
        self.begin(session)
        self.names = [player.name for player in session.players]
        wait = prepared.open_wait_of.first(session.game.pk, seat)
        where = reply_codes.position(session.game, wait) if wait else ""
        self.is_fresh = bool(wait) and printed.get("where") == where
        entries = reply_codes.entries(self.rules, self.open(), self.names, where) if wait else []
        self.present = {entry.code: entry.to_json() for entry in entries}

    def begin(self, session: Session) -> None:
        """Begin the hypothetical game from the current position."""
        self.session = session
        dice = chance("letter", session.game.pk, session.game.number, self.seat)
        self.thought = Hypothetical.begin(session.rules, session.state, self.seat, dice)

    @property
    def rules(self) -> Ruleset:
        return self.session.rules

    def open(self) -> list[Decision]:
        return self.thought.open()

    def in_words(self, line: Line) -> list[Action]:
        """Return the possible meanings of a line without a code, or with a code but no colon."""
        return reply_words.in_words(self.rules, self.open(), line.words, self.names) or self.without_colon(line)

    def without_colon(self, line: Line) -> list[Action]:
        whole = loosely(line)
        try:
            return [self.allowed(coded(self, whole))] if whole else []
        except (NotPlayed, RulesError):
            return []

    def allowed(self, action: Action) -> Action:
        """Return the action with the answer in canonical form. Raise RulesError if the action is illegal."""
        decision = find_decision(self.rules, self.thought.state, self.seat, action.decision)
        return Action(self.seat, action.decision, decision.check(action.answer))

    def fits(self, words: str) -> bool:
        return bool(self.in_words(Line(words, words)))

    def meant(self, line: Line, is_first: bool) -> Action | None:
        """Return the illegal order that a line means; None for other text. Raise RulesError for an unreadable order."""
        return reply_words.meant(self.rules, self.open(), line.words, self.names, is_first)


@dataclass(slots=True)
class Step:
    """A legal line: its action, its choice and results (as sentences), whether it reveals hidden facts, and a warning or ""."""

    action: Action
    choice: str
    results: str
    reveals: bool
    is_up_to_others: bool
    """Whether others may answer the action, so that the captain cannot know the next position."""
    warning: str


@dataclass(slots=True)
class DryRun:
    """The legal lines at the head of a letter.

    `rest` is the first line that is not an order. `stop` says why the run ended without a problem. `untried` describes the results of
    the next line up to the point where the line would reveal hidden facts; that line is not among the steps.
    """

    steps: list[Step]
    problem: NotPlayed | None = None
    rest: str = ""
    stop: str = ""
    untried: str = ""


def run_dry(asked: Asked, lines: Sequence[Line], first: bool = True, dry: bool = False) -> DryRun:
    """Play the lines in the hypothetical game as far as the captain can know the results. Store nothing.

    `first` tells whether the letter begins with the lines. Stop after a line that reveals hidden facts; with `dry`, stop before the line.
    """
    steps: list[Step] = []
    for line in lines:
        try:
            line = answered_question(asked, line, dry)
            action = action_of(asked, line, first=first and not steps)
            if action is None:
                return DryRun(steps, rest=line.raw.strip()[:120])
            before = asked.thought.state
            step = run_one_dry(asked, reply_words.to_try(asked.open(), action) if dry else action)
        except NotPlayed as problem:
            return DryRun(steps, problem)
        except RulesError as refusal:
            return DryRun(steps, NotPlayed.from_refusal(refusal))
        if dry and step.reveals:
            asked.thought.state = before
            return DryRun(steps, stop=NEW, untried=step.results)
        steps.append(step)
        if step.reveals or step.is_up_to_others:
            return DryRun(steps, stop=OTHERS)
    return DryRun(steps)


def answered_question(asked: Asked, line: Line, dry: bool) -> Line:
    """Return the line without a final question mark. Raise NotPlayed if an order ends with a question mark outside a dry run."""
    order = replace(line, words=line.words.rstrip(" ?"))
    if not dry and line.is_question and (line.code or asked.fits(order.words)):
        raise NotPlayed("question", QUESTION.format(line.raw.strip()[:40]))
    return order if line.is_question else line


QUESTION = (
    "“{}” ends with a question mark, so nothing was played. Write it without one to play it, or with “try” before it to see what it does."
)
NEW = "The next step would show something new, so only playing it can tell."
OTHERS = "After that others may answer or have their turn. Nobody can know what they will do, so it was tried up to there."


def run_one_dry(asked: Asked, action: Action) -> Step:
    """Play an action, and the captain's standing orders, in the hypothetical game. Raise RulesError if the action is illegal."""
    rules, thought, orders = asked.rules, asked.thought, asked.session.players[asked.seat].hand.orders
    seen, beside = thought.view, asked.open()
    decision = next(decision for decision in beside if decision.name == action.decision)
    events = thought.play(action)
    answer = decision.check(action.answer)
    words = answer_words(rules, decision, answer, asked.names)
    question = decision.heading if isinstance(decision, Words) else rules.ask(decision, asked.names)
    choice = rules.tell_choice(decision, answer, words, asked.names) or reply_codes.asked_and_said(question, words)
    events += thought.answer_by_orders(partial(controllers.by_orders, rules, orders))
    return Step(
        action,
        choice,
        result_words(asked, events) or choice,
        any(event.reveals for event in events),
        thought.is_up_to_others(),
        warning_of(rules, seen, beside, decision, answer),
    )


def result_words(asked: Asked, events: Sequence[Event]) -> str:
    """Return the sentences about an action's results, up to the next turn or an event that reveals hidden facts."""
    known = takewhile(lambda event: not event.reveals and event.name != TURN_BEGAN, events)
    sentences = [event_sentence(asked.rules, event, asked.names, asked.seat) for event in known if event.seen_by(asked.seat)]
    return " ".join(sentence for sentence in sentences if sentence)


def action_of(asked: Asked, line: Line, first: bool) -> Action | None:
    """Return the action of a line; None if the line is not an order. Raise NotPlayed or RulesError if the order is refused."""
    if line.code:
        return coded(asked, line, first)
    actions = asked.in_words(line)
    if not actions and first:
        raise not_understood(asked, line)
    if not actions:
        return asked.meant(line, is_first=False)
    if len(actions) > 1:
        raise NotPlayed("ambiguous", f"“{line.raw.strip()[:40]}” could mean more than one thing. Please use the number and letters.")
    if first and not asked.is_fresh:
        raise stale([actions[0].decision, actions[0].answer])
    return actions[0]


def coded(asked: Asked, line: Line, first: bool = True) -> Action:
    """Return the action of a code from the answered letter, or else from a newer letter. Raise NotPlayed or IllegalAction."""
    was_printed = asked.printed.get("codes", {}).get(line.code)
    entry = was_printed or asked.present.get(line.code)
    if entry is None:
        raise NotPlayed("unknown-code", f"There is no “{line.code[:-2]} {line.code[-2:].upper()}” in the letter you answered.")
    if was_printed and not asked.is_fresh:
        raise stale(entry)
    if entry[1] is not None and line.words.startswith("["):  # our letters print codes in brackets, so the line may be a quotation
        raise NotPlayed("no-code", NO_CODE.format(""))
    decision = next((candidate for candidate in asked.open() if candidate.name == entry[0]), None)
    if decision is None:
        raise stale(entry) if first else NotPlayed("stale", f"After the lines before it, “{line.raw.strip()[:40]}” is not asked any more.")
    is_same = reply_codes.content(decision) == entry[2]
    if not is_same and first:
        raise stale(entry)
    return Action(asked.seat, decision.name, reply_codes.answer_of(asked.rules, decision, entry[1], line.args, asked.names, is_same))


def stale(entry: list[Any]) -> NotPlayed:
    text = "That answers an earlier question: the table has changed since our letter. To be safe, nothing was played."
    return NotPlayed("stale", text, (entry[0], entry[1]))


UNREAD = "We found no order in your letter, so nothing was played. Orders stand alone, before any other words."
NO_CODE = "Nothing was played: an order is a number and two letters as they stand in the brackets, without the brackets{}."


def not_understood(asked: Asked, line: Line | None) -> NotPlayed:
    """Return the refusal of a first line that is not an order; the text names the likely mistake."""
    if line is None:
        return NotPlayed("unread", UNREAD)
    try:
        line = answered_question(asked, line, dry=False)
    except NotPlayed as question:
        return question
    if NEARLY.fullmatch(line.words):
        example = next((f", such as “{code[:-2]} {code[-2:].upper()}”" for code in asked.present), "")
        return NotPlayed("no-code", NO_CODE.format(example))
    try:
        action = asked.meant(line, is_first=True)
        if action is not None:
            asked.thought.play(action)
    except RulesError as refusal:
        return NotPlayed.from_refusal(refusal)
    return NotPlayed("unread", UNREAD)
