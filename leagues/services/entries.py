"""Registering, waiting, being away, stepping back; cards."""

from collections.abc import Mapping
from datetime import date, timedelta
from types import MappingProxyType
from typing import Any

from django.db import transaction
from django.template.defaultfilters import pluralize
from django.utils import timezone

from core.plain_text import printable
from games.errors import NotAllowed
from games.moderation import limits
from games.play.controllers import bot_levels
from games.tables.lobby import edition
from leagues.models import Absence, Appeal, Correction, Entry, FixtureSeat, Sanction, Season, Substitute
from leagues.services import standing_orders
from leagues.services.common import locked, log, must_be, must_decide, must_have_reason, must_organise

S = Season.Status
MOST_BOTS = 60
APPEAL_DAYS = 7
BOT_NAMES = (
    "Sea Wolf",
    "Old Salt",
    "Storm Petrel",
    "Black Gull",
    "Grey Shark",
    "Salt Herring",
    "Night Heron",
    "Red Kite",
    "Sand Eel",
    "Wild Goose",
)


@transaction.atomic
def register(season_id: int, user, orders: Mapping[str, Any] = MappingProxyType({})) -> Entry:
    """A place in the season, or on the waiting list when it is full. Registering again after a withdrawal is allowed.

    With `orders` they sit down at its tables (`services.standing_orders`). Raises NotAllowed.
    """
    season = locked(season_id)
    must_be(season, S.REGISTRATION)
    limits.members_only(user, "A guest is known to one browser only. Sign up first, then register.")
    paused = pause_of(season, user)
    if paused:
        raise NotAllowed("paused", paused)
    entry, made = Entry.objects.get_or_create(season=season, user=user)
    if not made and entry.status in (Entry.Status.ACCEPTED, Entry.Status.WAITING):
        standing_orders.give(season, user, orders)
        return entry
    entry.asked_at, entry.status = timezone.now(), Entry.Status.ACCEPTED
    if season.preset.most_entries and accepted(season).exclude(pk=entry.pk).count() >= season.preset.most_entries:
        entry.status = Entry.Status.WAITING
    before = Entry.objects.filter(season__league=season.league, season__number=season.number - 1, user=user).first()
    entry.yellow_before = bool(before and before.sanctions.filter(kind=Sanction.Kind.RED, lifted_at=None).exists())
    entry.save()
    standing_orders.give(season, user, orders)
    return entry


def pause_of(season: Season, user) -> str:
    """A red card keeps its owner out of the season after it."""
    red = Sanction.objects.filter(
        entry__user=user, entry__season__league=season.league, entry__season__number=season.number - 1,
        kind=Sanction.Kind.RED, lifted_at=None,
    )  # fmt: skip
    return "After a red card you sit out one season. The next one is open to you again." if red.exists() else ""


def accepted(season: Season):
    return Entry.objects.filter(season=season, status=Entry.Status.ACCEPTED)


@transaction.atomic
def add_bots(season_id: int, by, count: int, level: str) -> list[Entry]:
    """Fill the field with bots; they play, and are never rated."""
    season = locked(season_id)
    must_organise(by, season)
    must_be(season, S.DRAFT, S.REGISTRATION)
    if level not in bot_levels(edition(season.league.ruleset)):
        raise NotAllowed("no-bot", "There is no bot of that strength for this edition.")
    have = season.entries.exclude(bot="").count()
    if not count >= 1:
        raise NotAllowed("none", "Say how many bots, one at least.")
    if have + count > MOST_BOTS:
        raise NotAllowed("too-many", f"A season has room for {MOST_BOTS} bots.")
    names = [BOT_NAMES[at % 10] + (f" {at // 10 + 1}" if at >= 10 else "") for at in range(have, have + count)]
    made = Entry.objects.bulk_create(Entry(season=season, bot=level, own_name=name) for name in names)
    log(season, by, f"added {count} bot{pluralize(count)} ({level})")
    return made


@transaction.atomic
def withdraw(season_id: int, user, entry_id: int | None = None, reason: str = "") -> Entry:
    """Step back; with `entry_id`, an organiser takes somebody out. What becomes of the games is in `services.absent`."""
    season = locked(season_id)
    entry = season.entries.select_related("division").get(**({"pk": entry_id} if entry_id else {"user": user}))
    if entry_id:
        may_decide_on(user, season, entry)
        reason = must_have_reason(reason)
    if entry.status not in (Entry.Status.ACCEPTED, Entry.Status.WAITING):
        raise NotAllowed("withdrawn", "That has happened already.")
    must_be(season, S.REGISTRATION, S.SEEDING, S.RUNNING)
    take_out(season, entry, Entry.Status.WITHDRAWN)
    log(season, user, f"{entry.name} withdrew" if not entry_id else f"took {entry.name} out", reason)
    return entry


def may_decide_on(user, season: Season, entry: Entry) -> None:
    """An organiser decides on others, and not in his own division."""
    if entry.division is not None:
        must_decide(user, entry.division)
    else:
        must_organise(user, season)


def take_out(season: Season, entry: Entry, status: str) -> None:
    """This entry plays no more. Before the start somebody from the waiting list moves up."""
    from leagues.services import absences

    entry.status = status
    entry.save(update_fields=["status"])
    if season.status == S.RUNNING:
        absences.settle_withdrawal(season, entry)
    else:
        move_up(season)


def move_up(season: Season) -> None:
    """Whoever has waited longest gets the free place; those who helped out as substitutes in the season before come first."""
    from leagues import notices

    most = season.preset.most_entries
    waiting = list(season.entries.filter(status=Entry.Status.WAITING).order_by("asked_at", "pk"))
    helped = helpers_before(season)
    for entry in sorted(waiting, key=lambda entry: entry.user_id not in helped):
        if most and accepted(season).count() >= most:
            return
        entry.status = Entry.Status.ACCEPTED
        entry.save(update_fields=["status"])
        notices.decided(entry, "moved-up", "You have moved up from the waiting list, and play.", "a place came free")


def helpers_before(season: Season) -> set[int]:
    """Who took over a seat in the season before."""
    before = FixtureSeat.objects.filter(fixture__round__season__league=season.league, fixture__round__season__number=season.number - 1)
    return set(before.exclude(played_by=None).values_list("played_by", flat=True))


# -- days away, substitutes ---------------------------------------------------------------------------
@transaction.atomic
def be_away(season_id: int, user, begin: date, end: date) -> Absence:
    """Days on which no new game should begin for somebody."""
    entry = Entry.objects.get(season_id=season_id, user=user, status=Entry.Status.ACCEPTED)
    if not timezone.now().date() <= end or end < begin or end - begin > timedelta(days=60):
        raise NotAllowed("times", "An absence has a first and a last day, lasts 60 days at most, and is not over yet.")
    if entry.absences.filter(begin__lte=begin, end__gte=end).exists():
        raise NotAllowed("noted", "Those days are noted already.")
    if entry.absences.count() >= 10:
        raise NotAllowed("too-many", "Ten absences a season have to do.")
    return Absence.objects.create(entry=entry, begin=begin, end=end)


@transaction.atomic
def be_there(user, absence_id: int) -> None:
    """Days away that are not over are taken back."""
    Absence.objects.get(pk=absence_id, entry__user=user, end__gte=timezone.now().date()).delete()


@transaction.atomic
def offer(season_id: int, user, most_games: int = 2, orders: Mapping[str, Any] = MappingProxyType({})) -> Substitute:
    """Be on the list of substitutes; `orders` as in `register`."""
    season = locked(season_id)
    must_be(season, S.REGISTRATION, S.SEEDING, S.RUNNING)
    limits.members_only(user, "A guest is known to one browser only. Sign up first.")
    substitute, _ = Substitute.objects.get_or_create(season=season, user=user, defaults={"most_games": max(1, min(10, most_games))})
    standing_orders.give(season, user, orders)
    return substitute


@transaction.atomic
def offer_no_more(season_id: int, user) -> None:
    Substitute.objects.filter(season_id=season_id, user=user).delete()


# -- cards ----------------------------------------------------------------------------------------------
@transaction.atomic
def give_card(entry_id: int, by, kind: str, reason: str) -> Sanction:
    """A card with its reason. Two yellow ones make a red one, and red ends the season for its owner."""
    entry = Entry.objects.select_related("season__league", "division").get(pk=entry_id)
    season = locked(entry.season_id)
    may_decide_on(by, season, entry)
    if kind not in Sanction.Kind.values:
        raise NotAllowed("card", "A card is yellow or red.")
    return card(season, entry, kind, by, must_have_reason(reason))


def card(season: Season, entry: Entry, kind: str, by, reason: str) -> Sanction:
    """Inside the lock of the season."""
    from leagues import notices

    given = Sanction.objects.create(entry=entry, kind=kind, reason=reason, by=by)
    log(season, by, f"{entry.name}: {given.get_kind_display()}", reason)
    notices.decided(entry, f"card:{given.pk}", f"You have been given a {given.get_kind_display()}.", reason)
    yellows = entry.sanctions.filter(kind=Sanction.Kind.YELLOW, lifted_at=None).count() + entry.yellow_before
    if kind == Sanction.Kind.YELLOW and yellows >= 2:
        return card(season, entry, Sanction.Kind.RED, by, "two yellow cards")
    if kind == Sanction.Kind.RED and entry.status == Entry.Status.ACCEPTED:
        take_out(season, entry, Entry.Status.EXCLUDED)
    return given


@transaction.atomic
def lift_card(card_id: int, by, reason: str) -> Sanction:
    """Take a card back. Whoever was out of the season for it plays again; what became void meanwhile can be played again."""
    from leagues import notices

    given = Sanction.objects.select_related("entry__season__league", "entry__division").get(pk=card_id)
    entry, season = given.entry, locked(given.entry.season_id)
    may_decide_on(by, season, entry)
    reason = must_have_reason(reason)
    if given.lifted_at is not None:
        raise NotAllowed("lifted", "That card has been taken back already.")
    given.lifted_at = timezone.now()
    given.save(update_fields=["lifted_at"])
    reds = entry.sanctions.filter(kind=Sanction.Kind.RED, lifted_at=None)
    if entry.status == Entry.Status.EXCLUDED and not reds.exists():
        entry.status = Entry.Status.ACCEPTED
        entry.save(update_fields=["status"])
    log(season, by, f"{entry.name}: {given.get_kind_display()} taken back", reason)
    notices.decided(entry, f"lift:{given.pk}", f"Your {given.get_kind_display()} has been taken back.", reason)
    return given


# -- appeals --------------------------------------------------------------------------------------------
@transaction.atomic
def appeal(season_id: int, user, text: str) -> Appeal:
    """Ask for a decision to be looked at again, until the result is confirmed. The same words again are the same appeal."""
    from leagues import notices

    season = locked(season_id)
    entry = season.entries.get(user=user)
    if not was_judged_lately(entry):
        must_be(season, S.RUNNING, S.SETTLING, S.FINAL)
    text = text.strip()[:2000]
    if len(printable(text)) < 10:
        raise NotAllowed("empty", "Say in a sentence or two what should be looked at again.")
    open_ones = entry.appeals.filter(granted=None)
    if same := open_ones.filter(text=text).first():
        return same
    if open_ones.count() >= 3:
        raise NotAllowed("too-many", "Three of your appeals are still open.")
    made = Appeal.objects.create(entry=entry, text=text)
    notices.organisers(season, f"appeal:{made.pk}", f"{entry.name} has appealed.")
    return made


def was_judged_lately(entry: Entry) -> bool:
    """Against a card or a correction there is an appeal for a week, whatever the season has come to."""
    since = timezone.now() - timedelta(days=APPEAL_DAYS)
    corrections = Correction.objects.filter(season=entry.season_id, fixture__seats__entry=entry, at__gte=since)
    return entry.sanctions.filter(at__gte=since).exists() or corrections.exists()


@transaction.atomic
def answer_appeal(appeal_id: int, by, granted: bool, answer: str) -> Appeal:
    """Yes or no, with a reason. What follows from a yes (a correction, a card taken back) is an act of its own."""
    from leagues import notices

    found = Appeal.objects.select_related("entry__season__league", "entry__division").get(pk=appeal_id)
    season = locked(found.entry.season_id)
    may_decide_on(by, season, found.entry)
    if found.granted is not None:
        raise NotAllowed("answered", "That appeal has been answered.")
    found.granted, found.answer, found.by, found.at = granted, must_have_reason(answer), by, timezone.now()
    found.save()
    word = "granted" if granted else "not granted"
    log(season, by, f"appeal of {found.entry.name} {word}", found.answer[:300])
    notices.decided(found.entry, f"appeal:{found.pk}", f"Your appeal was {word}.", found.answer)
    return found
