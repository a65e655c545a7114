"""Playing by letter: what an answer to one of our letters does, and what is said back (`games.receipts`).

A letter is rehearsed in memory first, under the lock of the game. Only then is it played: all of it, or nothing, or, when
a later line cannot be played, everything up to the first line that showed the captain something new. (Otherwise a wrong
second line would be a free look at what the first one turns up.)
"""

from dataclasses import dataclass, field
from datetime import timedelta
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.timesince import timesince

from games import reply_codes
from games.editions import part_of
from games.engine import Action, Decision, RulesError
from games.models import Game, Player, Wait
from games.obeyed import answer_words
from games.reply_grammar import Block, Line, read_block
from games.services import playing
from games.services.sitting import Sitting
from notifications.inbound import Verdict
from notifications.models import LetterIn, Stop

State = LetterIn.State
UNREAD_EVERY = timedelta(hours=1)


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

    def in_words(self, words: str) -> list[Action]:
        return reply_codes.in_words(self.sitting.rules, self.open(), words, self.names)

    def fits(self, words: str) -> bool:
        return bool(self.in_words(words))


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


# -- a letter -------------------------------------------------------------------------------------
def read_reply(letter, text: str) -> Verdict:
    """Read an answer and play it. Runs in the transaction that closes the letter."""
    facts = letter.address.facts
    place = {"game": facts["game"], "seat": facts["seat"]}
    game = Game.objects.filter(pk=facts["game"]).first()
    if game is None or not Player.objects.filter(game=game, seat=facts["seat"], user=letter.user).exists():
        return Verdict(State.REFUSED, "not-seated")
    if game.status != Game.Status.RUNNING:
        problem = {"problem": "This game is not running any more, so nothing was played."}
        return refused(letter, "not-running", place | problem, text)
    asked = Asked(Sitting.take_up(game.pk), facts["seat"], facts)
    block = read_block(text, asked.fits)
    place["before"] = asked.sitting.game.number
    if block.word:
        return on_word(letter, block.word, place)
    if block.problem:
        return refused(letter, block.problem, place | {"problem": UNREAD[block.problem]}, text)
    if (late := too_late(asked, facts, letter)) is not None:
        return refused(letter, late[0], place | {"problem": late[1]}, text)
    return tried(asked, block, place) if block.dry else play(letter, asked, block, place, text)


UNREAD = {
    "unread": "We found no order in your letter, so nothing was played. Orders stand alone, before any other words.",
    "too-many-lines": "A letter may hold ten lines of orders at most, so nothing was played.",
}


def play(letter, asked: Asked, block: Block, place: dict, text: str) -> Verdict:
    rehearsal = rehearse(asked, block.lines)
    for step in rehearsal.kept:
        number = Game.objects.values_list("number", flat=True).get(pk=place["game"])
        playing.act(place["game"], step.action, number, "mail")
    facts = place | {"played": [step.told for step in rehearsal.kept], "rest": rehearsal.rest}
    if rehearsal.problem is None:
        return Verdict(State.APPLIED, "played", facts)
    problem = rehearsal.problem
    facts |= {"problem": problem.text, "again": problem.again}
    if rehearsal.kept:
        return Verdict(State.APPLIED, "played-in-part", facts)
    return refused(letter, problem.reason, facts, text)


def tried(asked: Asked, block: Block, place: dict) -> Verdict:
    """What would come of it; nothing is played, and nothing new is shown."""
    rehearsal = rehearse(asked, block.lines, dry=True)
    sitting, facts = asked.sitting, place | {"tried": [step.told for step in rehearsal.steps], "rest": rehearsal.rest}
    if rehearsal.problem:
        facts["problem"] = rehearsal.problem.text
    if text_board := part_of(sitting.rules, "text_board"):
        facts["board"] = text_board.text(sitting.rules.view(sitting.state, asked.seat), asked.names)
    return Verdict(State.APPLIED, "tried", facts)


def on_word(letter, word: str, place: dict) -> Verdict:
    """help, board and stop: about the letters, not about the game."""
    if word == "stop":
        Stop.objects.get_or_create(user=letter.user, category="turns", defaults={"by": "letter"})
    return Verdict(State.APPLIED, word, place | {"word": word})


def refused(letter, reason: str, facts: dict, text: str) -> Verdict:
    """Refused with a receipt that quotes the letter, unless a machine at the other end might be answering us."""
    now = timezone.now()
    earlier = LetterIn.objects.filter(user=letter.user, state=State.REFUSED).exclude(pk=letter.pk).exclude(facts={})
    if reason == "unread" and earlier.filter(reason="unread", ended_at__gt=now - UNREAD_EVERY).exists():
        return Verdict(State.REFUSED, reason)
    quoted = [line.strip()[:120] for line in text.splitlines() if line.strip()][:3]
    return Verdict(State.REFUSED, reason, facts | {"quoted": quoted})


def too_late(asked: Asked, facts: dict, letter) -> tuple[str, str] | None:
    """(name, sentence) when what our letter asked has been answered already; codes of a newer letter still count."""
    if asked.is_fresh or asked.open():
        return None
    wait = Wait.objects.filter(pk=facts["wait"]).first()
    if wait is None or wait.closed_at is None:
        return "not-asked", "Nothing is asked of you at this table now, so nothing was played."
    zone = ZoneInfo(letter.user.time_zone)
    at = f"{wait.closed_at.astimezone(zone):%a %-d %b, %H:%M}"
    if wait.closed_by == "clock":
        late = timesince(wait.closed_at, letter.received_at).replace("\xa0", " ")
        return (
            "too-late",
            f"Your time ran out at {at}, and an answer was given for you. Your letter came {late} later; nothing more was played.",
        )
    return "answered", f"This was already answered, at {at}. Nothing more was played."


# -- rehearsing -----------------------------------------------------------------------------------
def rehearse(asked: Asked, lines, dry: bool = False) -> Rehearsal:
    """Play the lines in memory, one after the other; nothing is stored. A dry one stops before something new is shown."""
    steps: list[Step] = []
    for line in lines:
        try:
            action = action_of(asked, line, first=not steps)
            if action is None:
                return Rehearsal(steps, rest=line.raw.strip()[:120])
            before = asked.sitting.state
            step = rehearse_one(asked, action)
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
    told = f"{sitting.rules.ask(decision, asked.names)} {answer_words(sitting.rules, decision, action.answer, asked.names)}"
    moves = len(sitting.moves)
    sitting.play(action, "mail")
    sitting.settle()
    return Step(action, told, any(event.get("reveals") for move in sitting.moves[moves:] for event in move.events))


def action_of(asked: Asked, line: Line, first: bool) -> Action | None:
    """What this line means now; None when it is no order. Raises NotPlayed and IllegalAction."""
    if line.code:
        return coded(asked, line)
    found = asked.in_words(line.words)
    if not found:
        if first:
            raise NotPlayed("unread", UNREAD["unread"])
        return None
    if len(found) > 1:
        raise NotPlayed("ambiguous", f"“{line.raw.strip()[:40]}” could mean more than one thing. Please use the number and letters.")
    if first and not asked.is_fresh:
        raise stale([found[0].decision, found[0].answer])
    return found[0]


def coded(asked: Asked, line: Line) -> Action:
    """An order by number and letters: printed in that very letter, or else in the newest one."""
    was_printed = asked.printed.get("codes", {}).get(line.code)
    entry = was_printed or asked.present.get(line.code)
    if entry is None:
        raise NotPlayed("unknown-code", f"There is no “{line.code[:-2]} {line.code[-2:].upper()}” in the letter you answered.")
    if was_printed and not asked.is_fresh:
        raise stale(entry)
    decision = next((found for found in asked.open() if found.name == entry[0] and reply_codes.content(found) == entry[2]), None)
    if decision is None:
        raise stale(entry)
    answer = reply_codes.answer_of(asked.sitting.rules, decision, entry[1], line.args, asked.names)
    return Action(asked.seat, decision.name, answer)


def stale(entry: list) -> NotPlayed:
    text = "That answers an earlier question: the table has changed since our letter. To be safe, nothing was played for it."
    return NotPlayed("stale", text, (entry[0], entry[1]))
