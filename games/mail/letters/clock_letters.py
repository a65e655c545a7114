"""Write short letters about tables, in the game's e-mail thread: clocks, seats, votes, searches, and tables that have not begun."""

from datetime import datetime
from functools import partial
from typing import Any

from django.utils import timezone
from django.utils.text import get_text_list

from accounts.models import User
from core.plain_text import full_stop, one_line
from games.agreements import clock_sentences, organiser_acts
from games.announcements import notices
from games.announcements.notices import READY_CHECK, NoFacts, NudgeFacts, TableFacts, TurnFacts, VersionFacts, VoteFacts, WaitFacts
from games.clocks.terms import pace_name
from games.engine import TooNew
from games.mail import fallback_letters, letter_subjects
from games.mail import letter_parts as parts
from games.mail.letters.turn_letters import A_MINUTE, due_of, letter_about_wait
from games.mail.replies import clock_replies
from games.matchmaking import seeks
from games.models import ClockEntry, Game, Vote, Wait
from games.queries import lists
from games.queries.table_view import TableView
from games.rulesets import all_rulesets
from games.storage import prepared
from games.tables import housekeeping
from notifications import KindName, Letter
from notifications.inbound import reply_addresses
from notifications.models import Notice
from notifications.telling import Telling

NEWER_CODE = (
    "This table needs a newer version of this site, and nobody can open it until we have that. Nothing is lost: no clock runs "
    "until then. Afterwards you have as much time as you have now, and half a day more."
)
HAD_A_CHAIR = "Sent because you had a chair at this table."


def end_of_vote(notice: Telling[VoteFacts]) -> datetime | None:
    return Vote.objects.filter(pk=notice.facts["vote"], result="").values_list("expires_at", flat=True).first()


def end_of_ready_check(notice: Telling[TableFacts]) -> datetime | None:
    return Game.objects.filter(pk=notice.facts["game"], status=Game.Status.OPEN).values_list("ready_by", flat=True).first()


@fallback_letters.writes(notices.OVERDUE, "reminders", about="time is up", role="now")
def write_overdue(notice: Telling[TurnFacts]) -> Letter | None:
    wait = open_wait(notice)
    return letter_about_wait(notice, "letters/reminder", "Your time is up.") if wait and wait.overdue_at else None


@fallback_letters.writes(notices.CLOCK_MOVED, about="your clock", deadline=due_of, gathers=True)
def write_moved(notice: Telling[TurnFacts]) -> Letter | None:
    """Return a letter with the new deadline and the reason; None if an organiser's pause moved the deadline: a pause has its own letter."""
    wait = open_wait(notice)
    if wait is None or wait.due_at is None:
        return None
    at_once = notice.created_at - A_MINUTE, notice.created_at + A_MINUTE
    pauses = Notice.objects.filter(kind=notices.PAUSED, user=notice.user, facts__game=wait.game_id, created_at__range=at_once)
    if pauses.exists():
        return None
    until = parts.deadline_words(wait.next_at if wait.overdue_at else wait.due_at, notice.reader)["when"]
    then = f"Your time is up, but an answer is still taken until {until}." if wait.overdue_at else f"Answer by {until}."
    moved = f"Your deadline has moved{reason(wait, notice.reader)}. {then}"
    return letter(notice, wait.game, moved, is_about=letter_subjects.and_more(notice))


def reason(wait: Wait, user: User) -> str:
    newest = ClockEntry.objects.filter(game=wait.game_id, seat=wait.seat, kind__in=clock_sentences.MOVED).order_by("-pk").first()
    if newest is None:
        return ""
    given_at = f" on {parts.local_time(newest.at, user, parts.MOMENT)}" if newest.facts["reason"] == "gift" else ""
    return f": {clock_sentences.reason(newest)}{given_at}"


@fallback_letters.writes(notices.PAUSED, about="a pause")
def write_paused(notice: Telling[TableFacts]) -> Letter | None:
    now, game = timezone.now(), Game.objects.filter(pk=notice.facts["game"]).first()
    row = organiser_acts.own_pauses(game, now).select_related("by").last() if game else None
    if game is None or row is None:
        return None
    by, until = row.by.name if row.by else "An organiser", parts.deadline_words(row.end, notice.reader)["when"]
    waits = game.waits.filter(closed_at=None, seat__in=game.players.filter(user=notice.user).values("seat")).exclude(due_at=None)
    wait = waits.exclude(next_step=Wait.Step.CLOSE).first()
    wanted = f" Please answer by {parts.deadline_words(wait.due_at, notice.reader)['when']}." if wait else ""
    sentence = f"{by} has paused this table until {until}: {full_stop(one_line(row.note))}"
    return letter(notice, game, f"{sentence} No clock runs until then, but you may still play.{wanted}")


@fallback_letters.writes(notices.NUDGE, "reminders", about="reminder", deadline=due_of)
def write_nudge(notice: Telling[NudgeFacts]) -> Letter | None:
    wait = open_wait(notice)
    by = wait and wait.game.players.select_related("user").filter(seat=notice.facts["by"]).first()
    if not wait or not by:
        return None
    line = f"{by.name} is waiting for your answer."
    return letter_about_wait(notice, "letters/reminder", "Your table is waiting for you.", nudge=line, line=line)


def write_about_table(sentence: str, why: str, notice: Telling[TableFacts]) -> Letter | None:
    game = Game.objects.filter(pk=notice.facts["game"]).first()
    if game is None:
        return None
    more: dict[str, Any] = {"why": why}
    if notice.kind == notices.VOTE_AGREED:
        more |= {"link": parts.sign_in_link("clock", game.pk), "button": "Sign in to decide"}
    elif notice.kind == notices.SEAT_OPEN:
        more["own_link"] = parts.answer_page(clock_replies.new_row(notice.reader, game, clock_replies.SEAT))
    elif lists.visible_game(notice.reader, game.pk) is None:
        more["link"] = parts.site_link("lobby")
    return letter(notice, game, sentence, **more)


def about_table(kind: KindName[TableFacts], about: str, sentence: str, why: str = "") -> None:
    """Register a kind of letter with one sentence; `why` tells readers without a chair why they get the letter."""
    fallback_letters.writes(kind, about=about)(partial(write_about_table, sentence, why))


about_table(
    notices.SEAT_OPEN,
    "your seat is open",
    "Your time has run out, so another captain may take your seat. Until then a bot plays for you. "
    "You can take your seat back on the table’s page, with one click, until another captain has played for you.",
)
about_table(
    notices.SEAT_LOST,
    "your seat",
    "The captain whose seat you took came back before you played, so the seat is theirs again. Thank you for standing in.",
    "Sent because you had taken a seat at this table.",
)
about_table(
    notices.VOTE_AGREED,
    "agreed",
    "The captains of this table have agreed to end their game as it stands. It ends when you or another "
    "organiser agrees to it on its clock page.",
    "Sent because you organise this table’s league.",
)
about_table(
    notices.SEATED_OUT,
    "your seat",
    "You did not say in time that you were ready, so the table looks for another captain. It counts as half a late answer in your record.",
    HAD_A_CHAIR,
)
about_table(
    notices.CAPTAIN_LEFT,
    "a captain has left",
    "A captain has left this table for good. The game goes on: who has the seat now stands on its page.",
)
about_table(notices.TAKEN_OFF, "your seat", "The host has taken you off this table before its game began.", HAD_A_CHAIR)
about_table(
    notices.LEAVE_TAKEN,
    "a day of leave",
    "The time for a turn of yours would have run out, so we took a day of your leave, as you asked. "
    "Your clocks stand still at all your tables, but you may still play.",
)


@fallback_letters.writes(notices.NEW_RULES, about="newer rules")
def write_new_rules(notice: Telling[VersionFacts]) -> Letter | None:
    game = Game.objects.filter(pk=notice.facts["game"]).first()
    if game is None:
        return None
    law = game.rules.new_laws.get(notice.facts["version"])
    return letter(notice, game, f"From now on this table is played by newer rules. {law.notice if law else ''}".rstrip())


@fallback_letters.writes(notices.NEWER_CODE, about="on hold")
def write_newer_code(notice: Telling[TableFacts]) -> Letter | None:
    """Return a letter that says the table needs newer code; None if this code can open the table or does not know the edition."""
    game = Game.objects.filter(pk=notice.facts["game"], status=Game.Status.RUNNING).first()
    if game is None or game.ruleset not in all_rulesets() or not game.is_too_new:
        return None
    table = TableView.of_nobody(game, game.edition)
    return parts.letter("letters/clock", notice, table, {"link": parts.table_link(game), "sentence": NEWER_CODE, "line": NEWER_CODE})


@fallback_letters.writes(notices.VOTE, about="a vote", deadline=end_of_vote)
def write_vote(notice: Telling[VoteFacts]) -> Letter | None:
    vote = Vote.objects.filter(pk=notice.facts["vote"]).select_related("game").first()
    return asking(notice, vote.game, clock_replies.VOTE, vote=vote.pk) if vote else None


@fallback_letters.writes(notices.DAY_ASKED, about="a day asked for", deadline=due_of)
def write_day_asked(notice: Telling[WaitFacts]) -> Letter | None:
    """Return a letter that says an opponent asks for another day; None if a captain has given the day, or the turn is over."""
    wait = Wait.objects.filter(pk=notice.facts["wait"]).select_related("game").first()
    asker = wait and wait.game.players.filter(seat=wait.seat).first()
    return asking(notice, wait.game, clock_replies.DAY, wait=wait.pk, days=asker.gifts) if wait and asker else None


@fallback_letters.writes(READY_CHECK, about="are you ready?", deadline=end_of_ready_check)
def write_ready_check(notice: Telling[TableFacts]) -> Letter | None:
    game = Game.objects.filter(pk=notice.facts["game"]).first()
    return asking(notice, game, READY_CHECK) if game else None


def asking(notice: Telling, game: Game, asked: str, **about: int) -> Letter | None:
    """Return a letter whose question takes a one-word answer, by letter or on the answer page; None if the question is closed."""
    sentence = clock_replies.asked_sentence(notice.reader, {"game": game.pk, "asked": asked, **about})
    if not sentence:
        return None
    row = clock_replies.new_row(notice.reader, game, asked, **about)
    link = parts.table_link(game) if asked == READY_CHECK else parts.site_link("clock", game.pk)
    page, to = parts.answer_page(row), reply_addresses.reply_address(row)
    how = parts.one_word(clock_replies.ANSWERS[asked]) if to else ""
    return letter(notice, game, sentence, link=link, own_link=page, row=row, answer_link=page, reply_to=to, how=how)


def open_wait(notice: Telling[WaitFacts]) -> Wait | None:
    """Return the open wait of a notice; None if the wait is closed or the seat is no longer the reader's."""
    wait = Wait.objects.select_related("game").filter(pk=notice.facts["wait"], closed_at=None).first()
    chairs = prepared.chair(wait.game_id, notice.user.pk) if wait and notice.user else []
    return wait if wait and any(chair.seat == wait.seat for chair in chairs) else None


def letter(notice: Telling, game: Game, sentence: str, **more: Any) -> Letter:
    """Return a letter about a table. Raise TooNew if only newer code can open the table; the letter is then retried later."""
    if game.status == Game.Status.RUNNING and game.is_too_new:
        raise TooNew(f"game {game.pk} waits for newer code")
    table = TableView.of_nobody(game)
    return parts.letter("letters/clock", notice, table, {"link": parts.table_link(game), "sentence": sentence, "line": sentence} | more)


# -- searches and tables that have not begun ------------------------------------------------------
NOBODY = f"In {seeks.LASTS.days} days we found nobody who wants to play what you chose, so we have stopped looking. "
AGAIN = "You can search again. The more games and paces you choose, the sooner we find players."
WHY = {notices.SEARCH_ENDED: "Sent because you looked for players here.", notices.IDLE_TABLE: "Sent because this table is yours."}


@fallback_letters.writes(notices.FOUND, about="players found")
def write_found(notice: Telling[TableFacts]) -> Letter | None:
    game = Game.objects.filter(pk=notice.facts["game"], status=Game.Status.RUNNING).first()
    if game is None or not game.players.filter(user=notice.user).exists():
        return None
    partners = [one_line(player.name) for player in game.players.exclude(user=notice.user).select_related("user")]
    pace = pace_name(game.terms.pace).lower()
    sentence = (
        f"We found players for you: {get_text_list(partners, 'and')}. The game has begun, on the usual terms; "
        f"its pace is “{pace}”. A letter tells you when it is your turn."
    )
    return letter(notice, game, sentence)


@fallback_letters.writes(notices.SEARCH_ENDED, "invitations")
def write_search_ended(notice: Telling[NoFacts]) -> Letter | None:
    """Return a letter that says the search found no players; None if the reader is searching again."""
    if seeks.is_looking(notice.reader):
        return None
    context = {"sentence": NOBODY + AGAIN, "line": NOBODY, "link": parts.site_link("find_players"), "why": WHY[notices.SEARCH_ENDED]}
    return parts.render("letters/seek", notice, "Nobody was found to play with you", context)


@fallback_letters.writes(notices.IDLE_TABLE, "invitations", about="nobody has come")
def write_idle_table(notice: Telling[TableFacts]) -> Letter | None:
    game = Game.objects.filter(pk=notice.facts["game"], status=Game.Status.OPEN, owner=notice.user).first()
    if game is None:
        return None
    until = parts.deadline_words(notice.created_at + housekeeping.CLOSES_AFTER, notice.reader)["when"]
    sentence = (
        f"Nobody has sat down at your table for {housekeeping.IDLE_AFTER.days} days. Invite somebody, send them its link, put bots on the "
        f"empty chairs, or begin with the captains who have joined. If nothing happens by {until}, the table is closed."
    )
    return letter(notice, game, sentence, why=WHY[notices.IDLE_TABLE])


@fallback_letters.writes(notices.INHERITED, "invitations", about="now yours")
def write_inherited(notice: Telling[TableFacts]) -> Letter | None:
    game = Game.objects.filter(pk=notice.facts["game"], status=Game.Status.OPEN, owner=notice.user).first()
    if game is None:
        return None
    sentence = (
        "The captain who made this table has left it, so it is yours now. Invite somebody, send them its link, put bots on the empty "
        "chairs, or begin with the captains who have joined."
    )
    return letter(notice, game, sentence, why=WHY[notices.IDLE_TABLE])


@fallback_letters.writes(notices.GIVEN_UP, "invitations", about="closed")
def write_given_up(notice: Telling[TableFacts]) -> Letter | None:
    game = Game.objects.filter(pk=notice.facts["game"], status=Game.Status.CANCELLED).first()
    if game is None:
        return None
    is_past_end = game.ends_at is not None and game.ended_at is not None and game.ends_at <= game.ended_at
    why = "This table had not begun by its agreed end" if is_past_end else "Too few captains came to this table in four weeks"
    sentence = f"{why}, so it is closed. Tell us what you want to play, and we will find players for you."
    return letter(notice, game, sentence, link=parts.site_link("find_players"), button="Sign in to find players")
