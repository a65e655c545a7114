"""The lines of a letter, played in memory one after the other: what each one means, and how far they get."""

from dataclasses import dataclass, field

from games import reply_codes, reply_words
from games.engine import Action, Decision, Dice, RulesError
from games.engine import play as play_one
from games.engine.play import find_decision
from games.models import Wait
from games.obeyed import answer_words
from games.reply_grammar import NEARLY, Line, loosely
from games.services.sitting import Sitting


class NotPlayed(Exception):
    """Why a line cannot be played: a short name, and a sentence for people."""

    def __init__(self, reason: str, text: str, again: tuple[str, str | None] | None = None):
        super().__init__(text)
        self.reason, self.text, self.again = reason, text, again


@dataclass
class Asked:
    """A seat at a game that is locked, with what the letter it answers had printed."""

    sitting: Sitting
    seat: int
    printed: dict
    where: str = ""
    names: list[str] = field(default_factory=list)
    present: dict = field(default_factory=dict)
    is_fresh: bool = False

    def __post_init__(self):
        game, rules = self.sitting.game, self.sitting.rules
        self.names = [player.name for player in self.sitting.players]
        wait = Wait.objects.filter(game=game, seat=self.seat, closed_at=None).first()
        self.where = reply_codes.position(game, wait) if wait else ""
        self.is_fresh = bool(wait) and self.printed.get("where") == self.where
        found = reply_codes.entries(rules, self.open(), self.names, self.where) if wait else []
        self.present = {entry.code: entry.to_json() for entry in found}

    def open(self) -> list[Decision]:
        """What this seat is asked now, as far as it has been played in this sitting."""
        return [decision for decision in self.sitting.rules.decisions(self.sitting.state) if decision.seat == self.seat]

    def in_words(self, line: Line) -> list[Action]:
        """What a line without a code says; one whose code lacks its colon is such a line, too."""
        return reply_words.in_words(self.sitting.rules, self.open(), line.words, self.names) or self.without_colon(line)

    def without_colon(self, line: Line) -> list[Action]:
        """Read with its colon, if that can be played."""
        whole = loosely(line)
        try:
            action = whole and coded(self, whole)
            return [self.allowed(action)] if action else []
        except (NotPlayed, RulesError):
            return []

    def allowed(self, action: Action) -> Action:
        """The action with its answer in canonical form. Raises RulesError."""
        decision = find_decision(self.sitting.rules, self.sitting.state, self.seat, action.decision)
        return Action(self.seat, action.decision, decision.check(action.answer))

    def fits(self, words: str) -> bool:
        return bool(self.in_words(Line(words, words)))

    def meant(self, line: Line, is_first: bool) -> Action | None:
        """An order that cannot be carried out; None where the line is other text."""
        return reply_words.meant(self.sitting.rules, self.open(), line.words, self.names, is_first)


@dataclass(slots=True)
class Step:
    """One line that can be played: the action, its words, and whether it shows something new."""

    action: Action
    told: str
    reveals: bool


@dataclass(slots=True)
class Rehearsal:
    """How far a letter gets. `rest` is a line that was taken for other text."""

    steps: list[Step]
    problem: NotPlayed | None = None
    rest: str = ""

    @property
    def kept(self) -> list[Step]:
        """What is really played."""
        if self.problem is None:
            return self.steps
        shown = next((index for index, step in enumerate(self.steps) if step.reveals), None)
        return [] if shown is None else self.steps[: shown + 1]


def rehearse(asked: Asked, lines, dry: bool = False) -> Rehearsal:
    """Play the lines in memory, one after the other; nothing is stored. A dry one stops before something new is shown."""
    steps: list[Step] = []
    for line in lines:
        try:
            action = action_of(asked, line, first=not steps)
            if action is None:
                return Rehearsal(steps, rest=line.raw.strip()[:120])
            before = asked.sitting.state
            step = rehearse_one(asked, reply_words.to_try(asked.open(), action) if dry else action)
        except NotPlayed as problem:
            return Rehearsal(steps, problem)
        except RulesError as refusal:
            return Rehearsal(steps, NotPlayed(refusal.code, refusal.text))
        if dry and step.reveals:
            asked.sitting.state = before
            return Rehearsal(steps, NotPlayed("reveals", f"“{step.told}” would show something new, so it can only be played, not tried."))
        steps.append(step)
    return Rehearsal(steps)


def rehearse_one(asked: Asked, action: Action) -> Step:
    """One action, and what answers it at once."""
    sitting = asked.sitting
    decision = next(found for found in asked.open() if found.name == action.decision)
    moves = len(sitting.moves)
    sitting.play(action, "mail")
    said = answer_words(sitting.rules, decision, sitting.moves[-1].answer, asked.names)
    question = "Your orders:" if reply_words.takes_words(decision) else sitting.rules.ask(decision, asked.names)
    sitting.settle()
    shown = any(event.get("reveals") for move in sitting.moves[moves:] for event in move.events)
    return Step(action, f"{question} {said}", shown)


def action_of(asked: Asked, line: Line, first: bool) -> Action | None:
    """What this line means now; None when it is no order. Raises NotPlayed and IllegalAction."""
    if line.code:
        return coded(asked, line, first)
    found = asked.in_words(line)
    if not found and first:
        raise not_understood(asked, line)
    if not found:
        return asked.meant(line, is_first=False)
    if len(found) > 1:
        raise NotPlayed("ambiguous", f"“{line.raw.strip()[:40]}” could mean more than one thing. Please use the number and letters.")
    if first and not asked.is_fresh:
        raise stale([found[0].decision, found[0].answer])
    return found[0]


def coded(asked: Asked, line: Line, first: bool = True) -> Action:
    """An order by number and letters: printed in that very letter, or else in the newest one."""
    was_printed = asked.printed.get("codes", {}).get(line.code)
    entry = was_printed or asked.present.get(line.code)
    if entry is None:
        raise NotPlayed("unknown-code", f"There is no “{line.code[:-2]} {line.code[-2:].upper()}” in the letter you answered.")
    if was_printed and not asked.is_fresh:
        raise stale(entry)
    decision = next((found for found in asked.open() if found.name == entry[0]), None)
    if decision is None:
        raise stale(entry) if first else NotPlayed("stale", f"After the lines before it, “{line.raw.strip()[:40]}” is not asked any more.")
    is_same = reply_codes.content(decision) == entry[2]
    if not is_same and first:
        raise stale(entry)
    return Action(
        asked.seat, decision.name, reply_codes.answer_of(asked.sitting.rules, decision, entry[1], line.args, asked.names, is_same)
    )


def stale(entry: list) -> NotPlayed:
    text = "That answers an earlier question: the table has changed since our letter. To be safe, nothing was played for it."
    return NotPlayed("stale", text, (entry[0], entry[1]))


UNREAD = "We found no order in your letter, so nothing was played. Orders stand alone, before any other words."
NO_CODE = "Nothing was played: an order is a number and two letters as they stand in the brackets, without the brackets{}."


def not_understood(asked: Asked, line: Line | None) -> NotPlayed:
    """Why the line that was to be the first order is none, as far as one can tell what was meant."""
    if line is None:
        return NotPlayed("unread", UNREAD)
    if NEARLY.fullmatch(line.words):
        example = next((f", such as “{code[:-2]} {code[-2:].upper()}”" for code in asked.present), "")
        return NotPlayed("no-code", NO_CODE.format(example))
    try:
        action = asked.meant(line, is_first=True)
        if action is not None:
            play_one(asked.sitting.rules, asked.sitting.state, action, Dice(b""))
    except RulesError as refusal:
        return NotPlayed(refusal.code, refusal.text)
    return NotPlayed("unread", UNREAD)
