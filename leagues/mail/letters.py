"""Write the letters of leagues at the time of sending (None: out of date), and carry out one-word replies."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.humanize.templatetags.humanize import ordinal
from django.urls import reverse
from django.utils.text import get_text_list

from accounts.models import User
from core.plain_text import full_stop, one_line
from games.mail.letter_parts import local_time, one_word, orders_page, own_page, render, site_link
from games.mail.replies.one_word import OneWord
from games.rulesets import get_ruleset
from games.storage.prepared import waiting_for
from leagues import notices
from leagues.models import Entry, Fixture, Round, Season, SubCall
from leagues.notices import AlarmFacts, CallFacts, DecisionFacts, EntryFacts, RoundFacts
from leagues.pure.standings import Row
from leagues.services import entries, ready_check, substitutes
from leagues.services.seasons import after_appeals
from leagues.tables.division_tables import NamedRow, rows_of_divisions, with_people
from notifications import KindName, Letter, writes
from notifications.inbound import LetterFacts, reads, reply_addresses
from notifications.kinds import KINDS
from notifications.models import LetterIn
from notifications.telling import Telling

PURPOSE = "season"
RECEIPT = KindName[LetterFacts]("receipt-league")
READY_CHECK = "muster"
"""Name of a ready check in a stored reply address."""
ANSWERS = {READY_CHECK: ("ready",), "call": ("ready", "no")}
UNREAD = "The first line of your letter is not the one word {}, so nothing was done."
MAX_LINES = 20
TOO_OLD = "That letter of ours is too old to be answered. What you can say now is on the page of the season."
UNSURE = (
    "We could not be sure that a letter came from you, so nothing was done. The same goes for others within the hour. "
    "Please answer on the page."
)


class Line(NamedTuple):
    """A line of a letter; the title is a link if `link` is set."""

    words: str
    title: str = ""
    link: str = ""


def letter(
    notice: Telling, season: Season, sentence: str, lines: Sequence[Line] = (), link: str = "", button: str = "See the season", **more: Any
) -> Letter:
    """Return a letter with one sentence, some lines and one button. All letters of a season form one thread."""
    context = {"sentence": sentence, "lines": lines[:MAX_LINES], "button": button, "season": season} | more
    context["link"] = link or season_link(season)
    first_lines = "; ".join(f"{line.title}{line.words}" for line in lines[:3])
    context.setdefault("line", f"{season.league.name}, season {season.number}: {sentence} {first_lines}".strip())
    about, which = str(context.get("is_about") or KINDS[notice.kind].about), f"season {season.number}"
    subject = f"{which}: {about}" if about.endswith("?") else f"{about}: {which}"
    thread = f"s.{season.pk}.{notice.reader.pk}"
    return render("letters/league", notice, f"[{one_line(season.league.name)}] {subject}", context, thread=thread)


def season_link(season: Season, page: str = "season") -> str:
    return site_link(f"leagues:{page}", season.league.slug, season.number)


def entry_of(notice: Telling[EntryFacts]) -> Entry | None:
    entries = Entry.objects.filter(pk=notice.facts["entry"], user=notice.user)
    return entries.select_related("season__league", "division").first()


@writes(notices.ROUND, "leagues", about="a round begins")
def write_round(notice: Telling[RoundFacts]) -> Letter | None:
    """Write a letter that announces a round and lists the captain's tables."""
    entry, opened = entry_of(notice), Round.objects.filter(pk=notice.facts["round"]).first()
    if entry is None or opened is None or entry.status != Entry.Status.ACCEPTED:
        return None
    fixtures = opened.fixtures.filter(seats__entry=entry).select_related("game").prefetch_related("seats__entry__user")
    lines = lines_of(fixtures, entry)
    end = f"Every game should be over by {day(entry.season.hard_end, notice.reader)}."
    orders = orders_first(entry, fixtures)
    if ready_check.round_to_confirm(entry) != opened:
        sentence = f"{opened} has been opened. {end} {standing_of(entry)}Your tables:"
        return letter(notice, entry.season, sentence, lines, how=orders)
    wish = f"Say by {day(opened.ready_check_end, notice.reader)} that you are ready: a table begins when all of its captains are."
    sentence = f"{opened} has been opened. {wish} {end} {standing_of(entry)}Your tables:"
    about = KINDS[notices.READY_CHECK].about
    return asking(notice, entry.season, sentence, READY_CHECK, lines=lines, button="I am ready", orders=orders, is_about=about)


def orders_first(entry: Entry, fixtures: Iterable[Fixture]) -> str:
    """Return why and where standing orders are needed before the first move; "" if they can wait or have been given."""
    why = "" if entries.orders_of(entry.season, entry.member) else entries.why_orders_first(entry.season)
    return " ".join([why, *(orders_page(fixture.game, entry.member) for fixture in fixtures if fixture.game)]) if why else ""


@writes(notices.READY_CHECK, "leagues", about="are you ready?", role="now")
def write_ready_check(notice: Telling[RoundFacts]) -> Letter | None:
    entry, opened = entry_of(notice), Round.objects.filter(pk=notice.facts["round"], ready_check_closed=False).first()
    if entry is None or opened is None or ready_check.round_to_confirm(entry) != opened:
        return None
    sentence = ready_sentence(notice.reader, opened)
    return asking(notice, entry.season, sentence, READY_CHECK, button="I am ready")


def asking(notice: Telling, season: Season, sentence: str, asked: str, call: int = 0, orders: str = "", **more: Any) -> Letter:
    """Return a letter that can be answered with one word, on a page and, if the site receives e-mail, by reply."""
    row = reply_addresses.new_row(notice.reader, PURPOSE, {"season": season.pk, "asked": asked, "call": call})
    to, page = reply_addresses.reply_address(row), settings.SITE_URL + reverse("leagues:answer", args=[reply_addresses.link_key(row)])
    how = " ".join(filter(None, [orders, one_word(ANSWERS[asked]) if to else ""]))
    return letter(notice, season, sentence, link=season_link(season, "me"), own_link=page, reply_to=to, how=how, **more)


def lines_of(fixtures: Iterable[Fixture], entry: Entry) -> list[Line]:
    """Return a line for each of the captain's tables, with a link and whether the table waits for the captain."""
    waiting = set(waiting_for(entry.member.pk).values_list("game", flat=True))
    lines = []
    for fixture in fixtures:
        others = [seat.entry.name for seat in fixture.seats.all() if seat.entry_id != entry.pk]
        mine = next(seat.seat for seat in fixture.seats.all() if seat.entry_id == entry.pk)
        link = own_page(fixture.game, entry.member) if fixture.game else ""
        with_whom = f": with {get_text_list(others, 'and')}{'. It is waiting for you.' if fixture.game_id in waiting else ''}"
        lines.append(Line(with_whom, f"Table {fixture.number}, seat {mine + 1}", link))
    return lines


def standing_of(entry: Entry) -> str:
    """Return a sentence with the captain's place in their division, such as "You are 2nd of 7. ", or "" without a place."""
    whole = rows_of_divisions(entry.season, [entry.division_id])[entry.division_id] if entry.division_id else []
    return in_words(next((row for row in whole if row.entry == entry.pk), None), len(whole))


def in_words(mine: Row | None, count: int) -> str:
    """Return a sentence with the row's place among `count` rows, or "" without a place."""
    return f"You are {ordinal(mine.place)} of {count}. " if mine is not None and mine.has_place else ""


@writes(notices.REMINDER, "leagues", about="the end is near")
def write_reminder(notice: Telling[EntryFacts]) -> Letter | None:
    """Write a letter that warns a captain with unfinished games that the hard end is near."""
    entry = entry_of(notice)
    if entry is None:
        return None
    running = Fixture.objects.filter(seats__entry=entry, status=Fixture.Status.RUNNING)
    unfinished = list(running.select_related("game").prefetch_related("seats__entry__user"))
    if not unfinished:
        return None
    sentence = (
        f"The season ends on {day(entry.season.hard_end, notice.reader)}. Games that are not over then are adjudicated. "
        f"{standing_of(entry)}Your open tables:"
    )
    return letter(notice, entry.season, sentence, lines_of(unfinished, entry))


@writes(notices.FINAL, "leagues", about="result")
def write_final(notice: Telling[EntryFacts]) -> Letter | None:
    """Write a letter with the standings of the captain's division, provisional or confirmed, and their promotion."""
    entry = entry_of(notice)
    if entry is None or entry.division is None or entry.season.status not in (Season.Status.FINAL, Season.Status.ARCHIVED):
        return None
    whole = rows_of_divisions(entry.season, [entry.division.pk])[entry.division.pk]
    mine = next((row for row in whole if row.entry == entry.pk), None)
    rows = with_people(whole[:MAX_LINES] if mine is None or mine in whole[:MAX_LINES] else [*whole[: MAX_LINES - 1], mine])
    lines = [Line(final_line(row, row.entry == entry.pk)) for row in rows]
    if entry.season.status == Season.Status.FINAL:
        about, until = "provisional result", day(after_appeals(entry.season), notice.reader)
        sentence = f"All games are over. {in_words(mine, len(whole))}You may appeal until {until}; after that the result is confirmed."
    else:
        about, tier = "", next((move["why"] for move in entry.season.moved if move["entry"] == entry.pk), "")
        sentence = f"The result of the season is confirmed. {in_words(mine, len(whole))}".rstrip()
        if tier and entry.season.preset.shape != "swiss":
            sentence += f" You {tier.split(':')[0].replace('goes', 'go').replace('stays', 'stay')}."
    own_row = next((row for row in rows if row.entry == entry.pk), None)
    reasons = [part for part in (own_row.why.split("; ") if own_row else ()) if " by points: " not in part]  # the lines show points
    how = f"You stand {'; '.join(reasons)}." if any(reasons) else ""
    return letter(notice, entry.season, sentence, lines, ranked=True, how=how, is_about=about)


def final_line(row: NamedRow, is_reader: bool) -> str:
    place = f"{row.place}." if row.has_place else "–"
    points = f"{row.shown} point{'' if row.shown == '1' else 's'}"
    return f"{place} {row.person.name}{' (you)' if is_reader else ''}, {points}"


@writes(notices.DECISION, "leagues", about="a decision")
def write_decision(notice: Telling[DecisionFacts]) -> Letter | None:
    """Write a letter about a decision of an organiser or the site."""
    entry = entry_of(notice)
    if entry is None:
        return None
    sentence = notices.MOMENT.sub(lambda match: day(datetime.fromisoformat(match[1]), notice.reader), notice.facts["sentence"])
    return letter(notice, entry.season, f"{sentence} The reason: {full_stop(notice.facts['reason'])}")


@writes(notices.CALL, "leagues", about="a seat is open", role="now")
def write_call(notice: Telling[CallFacts]) -> Letter | None:
    call = open_call(notice.reader, notice.facts["call"])
    if call is None:
        return None
    season, sentence = call.seat.fixture.round.season, call_sentence(notice.reader, call)
    return asking(notice, season, sentence, "call", call.pk, button="Answer")


@writes(RECEIPT, "receipts", again=False, role="now")
def write_receipt(notice: Telling[LetterFacts]) -> Letter | None:
    """Write a letter that acknowledges a captain's reply."""
    answered = LetterIn.objects.select_related("address").filter(pk=notice.facts["letter"]).first()
    if answered is None or answered.address is None:
        return None
    season = Season.objects.filter(pk=answered.address.facts["season"]).select_related("league").first()
    if season is None:
        return None
    sentence = UNSURE if answered.state == LetterIn.State.HELD else answered.facts.get("said") or TOO_OLD
    more: dict[str, Any] = {"in_reply_to": answered.message_id, "rest": one_line(answered.facts.get("rest", ""), 120)}
    if sentence in (UNSURE, TOO_OLD):
        more |= {"link": season_link(season, "me"), "button": "Sign in and answer"}
    return letter(notice, season, sentence, **more)


@writes(notices.ALARM, "leagues", about="for organisers", role="now")
def write_alarm(notice: Telling[AlarmFacts]) -> Letter | None:
    season = Season.objects.select_related("league").filter(pk=notice.facts["season"], league__organisers=notice.user).first()
    if season is None:
        return None
    link, why = season_link(season, "organise"), "Sent because you organise this league."
    return letter(notice, season, notice.facts["sentence"], link=link, button="Sign in to organise", why=why)


# -- answers by reply and on the page of a letter -------------------------------------------------------
def asked_sentence(user: User, facts: dict[str, Any]) -> str:
    """Return the question of the letter with the given facts, or "" if the question is no longer open."""
    if facts["asked"] == READY_CHECK:
        entry = Entry.objects.filter(season=facts["season"], user=user, status=Entry.Status.ACCEPTED).first()
        opened = ready_check.round_to_confirm(entry) if entry else None
        return ready_sentence(user, opened) if opened else ""
    call = open_call(user, facts["call"])
    return call_sentence(user, call) if call else ""


def ready_sentence(user: User, opened: Round) -> str:
    return (
        f"Your tables wait for you: say by {day(opened.ready_check_end, user)} that you are ready. If you do not answer, a "
        "substitute is asked in your place, and you get a yellow card."
    )


def open_call(user: User, pk: int) -> SubCall | None:
    """Return the user's open call with the rows that its sentence needs, or None if the call is closed."""
    calls = SubCall.objects.select_related("seat__fixture__round__season__league", "seat__fixture__division")
    return calls.prefetch_related("seat__fixture__seats__entry__user").filter(pk=pk, substitute__user=user, answer="").first()


def call_sentence(user: User, call: SubCall) -> str:
    fixture = call.seat.fixture
    others = get_text_list([seat.entry.name for seat in fixture.seats.all() if seat != call.seat], "and")
    edition = get_ruleset(fixture.round.season.league.ruleset).name
    table = f"table {fixture.number} of {fixture.division.name} ({edition}), with {others}"
    return f"A seat is open at {table}. Would you take it? Answer by {day(call.until, user)}; after that somebody else is asked."


def day(moment: datetime, user: User) -> str:
    """Return weekday, date and time in the reader's time zone."""
    return local_time(moment, user, "%A %-d %B, %H:%M")


def carry_out_reply(user: User, facts: dict[str, Any], word: str) -> str:
    """Carry out a one-word reply and return the acknowledgement. Raise RulesError or ObjectDoesNotExist."""
    if facts["asked"] == READY_CHECK:
        ready_check.say_ready(facts["season"], user)
        return "You are ready. Each of your tables begins when all of its captains are."
    substitutes.answer_call(facts["call"], user, word == "ready")
    return "The seat is yours. Fair winds!" if word == "ready" else "Thank you for the answer; somebody else is asked."


one_word_replies = OneWord(ANSWERS, UNREAD, carry_out_reply, "not-playing", "leagues", "You get no more letters about your leagues.")
reads(PURPOSE, receipt=RECEIPT, held=RECEIPT)(one_word_replies.read)
