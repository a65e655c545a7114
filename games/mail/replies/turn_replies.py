"""Play the orders in a reply to one of the site's letters. `games.mail.letters.receipts` writes the receipt.

With the game locked, a dry run tries the lines as far as the captain can know the results. These lines are played if all are legal;
if not, none is played. The next dry run continues from there. So a line that reveals hidden facts, or that others may answer,
stays played even if the next line is illegal; undoing the line would give a free look at secrets or at the orders of others.
"""

import re
from dataclasses import asdict
from typing import cast

from django.db import transaction
from django.utils.timesince import timesince

from core.plain_text import full_stop
from games.agreements import extensions
from games.editions.errors import NotAllowed
from games.editions.guard import OurFault, lawfully
from games.engine import RulesError
from games.mail.answered import Printed, ReceiptFacts, refuse_letter
from games.mail.grammar.reply_grammar import (
    DIVIDER,
    MORE_TIME,
    UNDO,
    Block,
    Line,
    first_line,
    further_order,
    is_quoted,
    lines_of,
    plain,
    read_block,
    understood,
)
from games.mail.letter_parts import MOMENT, local_time
from games.mail.replies import own_words
from games.mail.replies.dry_run import Asked, DryRun, NotPlayed, Step, not_understood, run_dry
from games.models import Game, Wait
from games.play import acting
from games.play.session import Session
from games.queries import journal
from games.storage import prepared
from notifications.inbound import Verdict
from notifications.models import LetterIn, Stop

State = LetterIn.State
TOO_MANY = "A letter may hold ten lines of orders at most, so nothing was played."
ENDED = "This game is over. “board” shows how it ended. For the same table again, answer “again” to the letter about its end."
SINCE = "Something has happened at the table since that letter, so nothing was taken back."

NUMBERED = re.compile(r"\W*(?:(?:table|game|no|nr)\.? ?)?#?([1-9]\d?) ?[.:)–—-]? *(?<=[ .:)–—-])(\S.*)")
"""A line for another table in the letter, which begins with the table's number: “2 M1”."""


def read_reply(letter: LetterIn, text: str) -> Verdict:
    facts: Printed = letter.reply_address.facts
    if verdict := own_words.carry_out(letter, text, place_of(facts)):
        return verdict
    if lines := lines_by_table(text, facts):
        return read_several(letter, facts, lines)
    return read_for_table(letter, facts, text)


def read_several(letter: LetterIn, printed: Printed, lines: dict[int, str]) -> Verdict:
    """Carry out the lines for each table, in the order of game ids, so that two letters cannot deadlock."""
    tables = tables_of(printed)
    in_order = sorted(lines, key=lambda number: tables[number - 1]["game"])
    verdicts = {number: read_for_table(letter, tables[number - 1], lines[number]) for number in in_order}
    first, *along = (cast(ReceiptFacts, {**place_of(tables[number - 1]), **verdicts[number].facts}) for number in sorted(lines))
    applied = any(verdict.state == State.APPLIED for verdict in verdicts.values())
    reasons = {verdict.reason for verdict in verdicts.values()}
    return Verdict(State.APPLIED if applied else State.REFUSED, reasons.pop() if len(reasons) == 1 else "several", first | {"along": along})


def tables_of(printed: Printed) -> list[Printed]:
    return [printed, *printed.get("others", [])]


def lines_by_table(text: str, printed: Printed) -> dict[int, str]:
    """Return {table number: lines}, 1 for the letter's own table; {} without numbers. An unnumbered line belongs to the line before."""
    tables = tables_of(printed)
    if len(tables) < 2:
        return {}
    lines_of_table: dict[int, list[str]] = {}
    number, is_apart, is_numbered = 1, False, False
    for raw in lines_of(text):
        if DIVIDER.match(raw) or (is_quoted(raw) and lines_of_table):
            break
        if is_quoted(raw) or not raw.strip():
            is_apart = bool(lines_of_table)
            continue
        named, rest = table_named(raw, tables)
        if is_apart and not named:
            break
        number, is_apart, is_numbered = named or number, False, is_numbered or bool(named)
        lines_of_table.setdefault(number, []).append(rest)
    return {key: "\n".join(lines) for key, lines in lines_of_table.items()} if is_numbered else {}


def table_named(raw: str, tables: list[Printed]) -> tuple[int, str]:
    """Return (table number at the start of a line, rest of the line); (0, line) if there is no table number."""
    line = understood(raw)
    match = NUMBERED.fullmatch(plain(raw))
    if match is None or line.code in tables[0]["codes"] or int(match[1]) > len(tables):
        return 0, raw
    return int(match[1]), match[2]


def place_of(printed: Printed) -> ReceiptFacts:
    return {"game": printed["game"], "seat": printed["seat"]}


def read_for_table(letter: LetterIn, facts: Printed, text: str) -> Verdict:
    place = place_of(facts)
    chair = prepared.chair.first(facts["game"], letter.user_id)
    if chair is None or chair.seat != facts["seat"]:
        return Verdict(State.REFUSED, "not-seated")
    game = chair.game
    if game.status == Game.Status.OVER:
        return ended(letter, place, text)
    if game.status != Game.Status.RUNNING:
        return not_running(letter, place, text)
    try:
        with lawfully(game.rules, "letter in"), transaction.atomic():
            return read_orders(letter, facts, place, text)
    except OurFault as fault:
        return refuse_letter(letter, fault.code, place | {"problem": fault.text}, text)


def ended(letter: LetterIn, place: ReceiptFacts, text: str) -> Verdict:
    word = read_block(text, lambda words: False).word
    if word == "help":
        return Verdict(State.APPLIED, word, place | {"word": "own", "said": ENDED})
    return on_word(letter, word, place) if word in ("board", "stop") else not_running(letter, place, text)


def not_running(letter: LetterIn, place: ReceiptFacts, text: str) -> Verdict:
    return refuse_letter(letter, "not-running", place | {"problem": "This game is not running any more, so nothing was played."}, text)


def read_orders(letter: LetterIn, facts: Printed, place: ReceiptFacts, text: str) -> Verdict:
    try:
        session = Session.load(place["game"])
    except NotAllowed:  # the game ended meanwhile
        return not_running(letter, place, text)
    asked = Asked(session, facts["seat"], facts)
    block = read_block(text, lambda words: words == UNDO or asked.fits(words))
    place["before"] = asked.session.game.number
    if block.word == MORE_TIME:
        return more_time(letter, place, text, block.unplayed)
    if block.word:
        return on_word(letter, block.word, place | {"rest": block.unplayed})
    if block.lines and block.lines[0].words == UNDO and not block.dry:
        return take_back(letter, asked, block, place, text)
    if block.problem:
        why = not_understood(asked, first_line(text)) if block.problem == "unread" else NotPlayed(block.problem, TOO_MANY)
        return refuse_letter(letter, why.reason, place | {"problem": why.text, "law": why.law}, text)
    if (late := too_late(asked, facts, letter)) is not None:
        return refuse_letter(letter, late[0], place | {"problem": late[1]}, text)
    return reply_to_dry_run(asked, block, place) if block.dry else play_lines(letter, asked, block, place, text)


def play_lines(letter: LetterIn, asked: Asked, block: Block, place: ReceiptFacts, text: str) -> Verdict:
    done = carry_out(asked, block.lines)
    rest = done.rest or block.unplayed or order_below(asked, block, done)
    facts: ReceiptFacts = place | {"played": [step.choice for step in done.steps], "rest": rest}
    if done.problem is None:
        return Verdict(State.APPLIED, "played", facts)
    facts |= {"problem": done.problem.text, "again": done.problem.again, "law": done.problem.law}
    if done.steps:
        return Verdict(State.APPLIED, "played-in-part", facts)
    return refuse_letter(letter, done.problem.reason, facts, text)


def carry_out(asked: Asked, lines: tuple[Line, ...]) -> DryRun:
    """Play the lines in parts. A part ends where the captain cannot know the result, and is played in full or not at all."""
    game_id, done = asked.session.game.pk, list[Step]()
    while True:
        part = run_dry(asked, lines, not done)
        try:
            for step in [] if part.problem else part.steps:
                acting.act(game_id, step.action, prepared.newest.get(game_id), "mail")
                done.append(step)
        except RulesError as refusal:
            part.problem = NotPlayed.from_refusal(refusal)
        lines = lines[len(part.steps) :]
        if part.problem or part.rest or not lines:
            return DryRun(done, part.problem, part.rest)
        asked.begin(Session(prepared.locked.get(game_id)))


def order_below(asked: Asked, block: Block, done: DryRun) -> str:
    """Return the line below the orders if the line would answer the next question; else "". A signature can match, so play nothing."""
    if done.problem or not block.below:
        return ""
    asked.begin(Session(prepared.locked.get(asked.session.game.pk)))
    return further_order([block.below], asked.fits)


def reply_to_dry_run(asked: Asked, block: Block, place: ReceiptFacts) -> Verdict:
    """Return the results of a dry run for the receipt. Play nothing, and reveal nothing."""
    done = run_dry(asked, block.lines, dry=True)
    facts: ReceiptFacts = place | {
        "tried": [
            *(f"{full_stop(step.results)} {step.warning}" if step.warning else step.results for step in done.steps),
            *([done.untried] if done.untried else []),
        ],
        "rest": done.rest or block.unplayed,
    }
    facts["lines"] = [asdict(line) for line in block.lines[: len(done.steps)]]
    if done.problem or done.stop:
        facts["problem"] = done.problem.text if done.problem else done.stop
        facts["law"] = done.problem.law if done.problem else ""
    return Verdict(State.APPLIED, "tried", facts)


def take_back(letter: LetterIn, asked: Asked, block: Block, place: ReceiptFacts, text: str) -> Verdict:
    """Undo the last choice if nothing has happened since the answered letter."""
    game = asked.session.game
    try:
        if not asked.is_fresh:
            raise NotAllowed("stale", SINCE)
        undone = game.moves.get(number=acting.take_back(game.pk, asked.seat, game.number).goes_back_to + 1)
    except NotAllowed as refusal:
        return refuse_letter(letter, refusal.code, place | {"problem": refusal.text}, text)
    seen = journal.for_seat(undone, asked.seat)
    sentence = " ".join(journal.sentences(asked.session.rules, seen, asked.names, asked.seat)) or "your last answer."
    rest = next((line.raw.strip()[:120] for line in block.lines[1:]), block.unplayed)
    return Verdict(State.APPLIED, "taken-back", place | {"taken_back": sentence, "rest": rest})


def on_word(letter: LetterIn, word: str, place: ReceiptFacts) -> Verdict:
    if word == "stop":
        Stop.objects.get_or_create(user=letter.user, category="turns", defaults={"by": "letter"})
    return Verdict(State.APPLIED, word, place | {"word": word})


def more_time(letter: LetterIn, place: ReceiptFacts, text: str, rest: str) -> Verdict:
    """Ask the other captains for another day; a second request before an answer changes nothing."""
    try:
        extensions.ask_for_extension(place["game"], letter.writer)
    except RulesError as refusal:
        return refuse_letter(letter, refusal.code, place | {"problem": refusal.text}, text)
    return Verdict(State.APPLIED, "more-time", place | {"word": MORE_TIME, "rest": rest})


def too_late(asked: Asked, facts: Printed, letter: LetterIn) -> tuple[str, str] | None:
    """Return (code, sentence) if the letter's question is closed and no other question is open; else None."""
    if asked.is_fresh or asked.open():
        return None
    wait = Wait.objects.filter(pk=facts["wait"]).first()
    if wait is None or wait.closed_at is None:
        return "not-asked", "Nothing is asked of you at this table now, so nothing was played."
    closed_at = local_time(wait.closed_at, letter.writer, MOMENT)
    if wait.closed_by == "clock":
        late = timesince(wait.closed_at, letter.received_at).replace("\xa0", " ")
        ran_out = f"Your time ran out at {closed_at}, and we played for you."
        return "too-late", f"{ran_out} Your letter came {late} later; nothing more was played."
    if wait.is_window:
        words = asked.rules.window_words
        return "too-late", f"That {words.noun} could be {words.done} until {closed_at}. Nothing more was played."
    return "answered", f"This was already answered, at {closed_at}. Nothing more was played."
