"""Carry out personal commands in a reply to any letter: leave, quiet hours, time zone, times of letters, and “start” after “stop”."""

import re
from contextlib import suppress
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.text import get_text_list

from accounts.models import User
from accounts.time_zones import zone_named
from games.deadlines import absences
from games.editions.errors import NotAllowed
from games.engine import RulesError
from games.mail.answered import ReceiptFacts, refuse_letter
from games.mail.grammar import day_words
from games.mail.grammar.command_grammar import Command, parse_command
from games.mail.grammar.reply_grammar import first_line, read_block
from games.mail.letter_parts import zone_name
from notifications import missed
from notifications.inbound import Verdict
from notifications.kinds import CATEGORIES
from notifications.models import LetterIn, Preference, Stop

SOON = absences.NOTICE + timedelta(minutes=1)
PERSONAL_WORDS = ("away", "back", "quiet", "letters", "start", "zone")
WHOLE_HOURS = "We found no full hours after “quiet”, so nothing was done. Write them, such as “quiet 22:00 to 7:00”, or “quiet off”."
MODES = (
    "We did not understand when letters should come, so nothing was done. "
    "Write “letters each”, “letters daily”, “letters every 3 hours” or “letters reminders”."
)
NO_ZONE = "We found no time zone of that name, so nothing was done. Write a large city near you, such as “zone Berlin”."
EVERY = re.compile(r"every (1|3|6|hour)(?: hours?)?")
DAILY = re.compile(r"daily(?: (?:at )?(\d{1,2})(?::00)?)?")


def is_personal(words: str) -> bool:
    command = parse_command(words)
    return command is not None and command.word in PERSONAL_WORDS and not command.number


def takes_back_stop(user: User, words: str) -> bool:
    """Return whether the words are a “start” after a “stop” by letter; without an earlier “stop”, “start” may be a chat line."""
    return words == "start" and Stop.objects.filter(user=user, by="letter").exists()


def is_meant(user: User, words: str) -> bool:
    """Return whether a line is clearly a personal command and not a chat line."""
    command = parse_command(words)
    if command is None or command.word not in PERSONAL_WORDS or not command.rest:
        return False
    if command.word == "zone":
        return bool(zone_named(command.rest))
    with suppress(NotAllowed):
        return command.word != "away" or bool(day_words.days_of(command.rest, timezone.now().astimezone(ZoneInfo(user.time_zone)).date()))
    return False


def carry_out(letter: LetterIn, text: str, place: ReceiptFacts | None = None) -> Verdict | None:
    """Carry out a personal command at the head of a letter; return None if there is none. The receipt's facts include `place`."""
    block = read_block(text, is_personal)
    if block.lines and not block.dry and is_personal(block.lines[0].words):
        command = parse_command(block.lines[0].words)
    else:  # a bare word is enough, so that the refusal can name the missing words
        first = first_line(text) if block.problem == "unread" else None
        word = first.words.rstrip(" ?") if first else ""
        command = Command(word) if word in ("away", "quiet", "letters", "zone") else None
    if command is None:
        return None
    rest = next((line.raw.strip()[:120] for line in block.lines[1:]), block.unplayed)
    facts: ReceiptFacts = {**(place or {}), "rest": rest, "word": "own"}
    try:
        with transaction.atomic():
            sentence = HANDLERS[command.word](letter.writer, command.rest)
    except RulesError as refusal:
        return refuse_letter(letter, refusal.code, facts | {"said": refusal.text, "problem": refusal.text}, text)
    return Verdict(LetterIn.State.APPLIED, command.word, facts | {"said": sentence})


def away(user: User, words: str) -> str:
    if words == "off":
        return back(user, "")
    zone, now = ZoneInfo(user.time_zone), timezone.now()
    first, last = day_words.days_of(words, now.astimezone(zone).date())
    begin = midnight(first, zone) if first > now.astimezone(zone).date() else now + SOON
    row = absences.declare_absence(user, max(begin, now + SOON) if begin > now else begin, midnight(last + timedelta(days=1), zone))
    days = max(0.0, absences.days_left(user, now) / timedelta(days=1))
    ends = (row.end - timedelta(minutes=1)).astimezone(zone)
    return (
        f"You are away from {row.begin.astimezone(zone):%a %-d %b, %H:%M} to the end of {ends:%a %-d %b} ({zone_name(user)}). "
        f"Your clocks stand still then at every table that honours leave, and {days:.1f} days of leave are left. “back” takes it back."
    )


def midnight(day: date, zone: ZoneInfo) -> datetime:
    return datetime.combine(day, time(), zone).astimezone(UTC)


def back(user: User, words: str) -> str:
    absences.end_early(user)
    return "You are not away any more, and your tables have been told."


def quiet(user: User, words: str) -> str:
    hours = None if words == "off" else day_words.hours_of(words)
    if words != "off" and hours is None:
        raise NotAllowed("unread-words", WHOLE_HOURS)
    begin, end = hours or (None, None)
    Preference.objects.update_or_create(user=user, topic="", defaults={"quiet_from": begin, "quiet_to": end})
    if begin is None:
        return "You have no quiet hours any more. “quiet 22:00 to 7:00” sets some."
    return f"No letters come from {begin}:00 to {end}:00 ({zone_name(user)}), but for urgent reminders. Clocks go on. “quiet off” ends it."


def letters(user: User, words: str) -> str:
    chosen: dict[str, Any]
    every, daily = EVERY.fullmatch(words), DAILY.fullmatch(words)
    if words == "on":
        return start(user, "")
    if words in ("each", "each turn"):
        chosen, sentence = {"mode": Preference.Mode.EACH}, "A letter comes for each turn."
    elif words in ("reminders", "only reminders"):
        chosen, sentence = {"mode": Preference.Mode.REMINDERS}, "Only reminders come, before your time runs out."
    elif every:
        hours = 1 if every[1] == "hour" else int(every[1])
        chosen = {"mode": Preference.Mode.BATCHED, "every": hours}
        sentence = f"At most one letter comes in {hours} hour{'s' * (hours > 1)}."
    elif daily and int(daily[1] or 0) < 24:
        chosen = {"mode": Preference.Mode.DIGEST} | ({"digest_hour": int(daily[1])} if daily[1] else {})
        sentence = "One letter a day comes."
    else:
        raise NotAllowed("unread-words", MODES)
    Preference.objects.update_or_create(user=user, topic="", defaults=chosen)
    missed.catch_up(user.pk)
    return f"{sentence} “letters each” brings a letter for each turn."


def start(user: User, words: str) -> str:
    stops = Stop.objects.filter(Q(by="letter") | Q(category="turns"), user=user)
    resumed = [CATEGORIES[stop.category] for stop in stops if stop.category in CATEGORIES] or [CATEGORIES["turns"]]
    stops.delete()
    if user.letters == user.Letters.OFF:
        user.letters = user.Letters.ON
        user.save(update_fields=["letters"])
    missed.catch_up(user.pk)
    return f"You get {get_text_list(resumed, 'and')} again."


def zone(user: User, words: str) -> str:
    name = zone_named(words)
    if not name:
        raise NotAllowed("unread-words", NO_ZONE)
    user.time_zone = name
    user.save(update_fields=["time_zone"])
    return f"Times in our letters, and your quiet hours, are those of {zone_name(user)} now."


HANDLERS = {"away": away, "back": back, "quiet": quiet, "letters": letters, "start": start, "zone": zone}
