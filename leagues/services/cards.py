"""Give and revoke yellow and red cards; receive and decide appeals against decisions."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from core.plain_text import printable_lines
from games.editions.errors import NotAllowed
from games.moderation import limits
from leagues import notices
from leagues.models import Appeal, Correction, Entry, Sanction, Season
from leagues.services.common import locked, log, may_decide_on, must_be, must_have_reason
from leagues.services.withdrawals import take_back_in, take_out

LONGEST_WAIT = timedelta(days=30)
"""Age at which an unanswered appeal is rejected."""
SITS_OUT = "a red card in the season before"
MEANS = {
    Sanction.Kind.YELLOW: "Two yellow cards make a red one, which ends this season and the next for you.",
    Sanction.Kind.RED: "It ends this season and the next for you. You may appeal on the page of the season.",
}


@transaction.atomic
def give_card(entry_id: int, by: User | None, kind: str, reason: str) -> Sanction:
    """Give a card with a reason. Two yellow cards make a red card, which ends the season for the player. Raise NotAllowed."""
    entry = Entry.objects.select_related("season__league", "division").get(pk=entry_id)
    season = locked(entry.season_id)
    may_decide_on(by, season, entry)
    if kind not in Sanction.Kind.values:
        raise NotAllowed("card", "A card is yellow or red.")
    return card(season, entry, kind, by, must_have_reason(reason))


def card(season: Season, entry: Entry, kind: str, by: User | None, reason: str) -> Sanction:
    """Give a card. The caller has locked the season."""
    new_card = Sanction.objects.create(entry=entry, kind=kind, reason=reason, by=by)
    log(season, by, f"{entry.name}: {new_card.get_kind_display()}", reason)
    sentence = f"You have been given a {new_card.get_kind_display()}. {MEANS[Sanction.Kind(kind)]}"
    notices.decided(entry, f"card:{new_card.pk}", sentence, reason)
    yellows = entry.sanctions.filter(kind=Sanction.Kind.YELLOW, lifted_at=None).count() + entry.yellow_before
    if kind == Sanction.Kind.YELLOW and yellows >= 2:
        return card(season, entry, Sanction.Kind.RED, by, "two yellow cards")
    if kind == Sanction.Kind.RED and entry.status == Entry.Status.ACCEPTED:
        take_out(season, entry, Entry.Status.EXCLUDED)
    if kind == Sanction.Kind.RED and entry.user_id is not None:
        keep_out_of_the_next(season, entry, new_card)
    return new_card


def keep_out_of_the_next(season: Season, entry: Entry, red_card: Sanction) -> None:
    """Withdraw a player with a red card from the next season, if they have registered for it already."""
    registered = Entry.objects.filter(
        user=entry.user_id, status__in=(Entry.Status.ACCEPTED, Entry.Status.WAITING), season__league=season.league,
        season__number__gt=season.number, season__status__in=(Season.Status.REGISTRATION, Season.Status.SEEDING),
    )  # fmt: skip
    for later in registered.select_related("season__league"):
        if later.season.before == season:
            following = locked(later.season_id)
            take_out(following, later, Entry.Status.WITHDRAWN)
            log(following, None, f"{later.name} sits this season out", SITS_OUT)
            notices.decided(later, f"sits-out:{red_card.pk}", "You sit this season out.", SITS_OUT)


@transaction.atomic
def lift_card(card_id: int, by: User | None, reason: str) -> Sanction:
    """Revoke a card. A player without another red card plays again; tables voided meanwhile can be replayed. Raise NotAllowed."""
    lifted = Sanction.objects.select_related("entry__season__league", "entry__division").get(pk=card_id)
    entry, season = lifted.entry, locked(lifted.entry.season_id)
    may_decide_on(by, season, entry)
    reason = must_have_reason(reason)
    if lifted.lifted_at is not None:
        raise NotAllowed("lifted", "That card has been taken back already.")
    lifted.lifted_at = timezone.now()
    lifted.save(update_fields=["lifted_at"])
    reds = entry.sanctions.filter(kind=Sanction.Kind.RED, lifted_at=None)
    if entry.status == Entry.Status.EXCLUDED and not reds.exists():
        take_back_in(season, entry)
    log(season, by, f"{entry.name}: {lifted.get_kind_display()} taken back", reason)
    notices.decided(entry, f"lift:{lifted.pk}", f"Your {lifted.get_kind_display()} has been taken back.", reason)
    return lifted


# -- appeals --------------------------------------------------------------------------------------------
@transaction.atomic
def appeal(season_id: int, user: User, text: str) -> Appeal:
    """File an appeal, or return the player's open appeal with the same text. Raise NotAllowed if the time for appeals is over."""
    season = locked(season_id)
    entry = season.entries.get(user=user)
    last_week = timezone.now() - timedelta(days=7)
    corrections = Correction.objects.filter(season=season, fixture__seats__entry=entry, at__gte=last_week)
    if not (entry.sanctions.filter(at__gte=last_week).exists() or corrections.exists()):
        must_be(season, Season.Status.RUNNING, Season.Status.SETTLING, Season.Status.FINAL)
    limits.may_write(user, "an appeal")
    text = printable_lines(text)[:2000]
    if len(text) < 10:
        raise NotAllowed("empty", "Say in a sentence or two what should be looked at again.")
    open_ones = entry.appeals.filter(granted=None)
    if same := open_ones.filter(text=text).first():
        return same
    if open_ones.count() >= 3:
        raise NotAllowed("too-many", "Three of your appeals are still open.")
    new_appeal = Appeal.objects.create(entry=entry, text=text)
    notices.tell_organisers(season, {f"appeal:{new_appeal.pk}": f"{entry.name} has appealed."})
    return new_appeal


@transaction.atomic
def answer_appeal(appeal_id: int, by: User | None, granted: bool, answer: str) -> Appeal:
    """Grant or reject an appeal with a reason. A resulting correction or revocation of a card is a separate act."""
    open_appeal = Appeal.objects.select_related("entry__season__league", "entry__division").get(pk=appeal_id)
    season = locked(open_appeal.entry.season_id)
    may_decide_on(by, season, open_appeal.entry)
    if open_appeal.granted is not None:
        raise NotAllowed("answered", "That appeal has been answered.")
    open_appeal.granted, open_appeal.answer, open_appeal.by, open_appeal.at = granted, must_have_reason(answer), by, timezone.now()
    open_appeal.save()
    word = "granted" if granted else "not granted"
    log(season, by, f"appeal of {open_appeal.entry.name} {word}", open_appeal.answer[:300])
    notices.decided(open_appeal.entry, f"appeal:{open_appeal.pk}", f"Your appeal was {word}.", open_appeal.answer)
    return open_appeal


def close_unanswered() -> int:
    """Reject appeals unanswered for a month, so that no season waits for an inactive organiser. Return the number rejected."""
    late = list(Appeal.objects.filter(granted=None, made_at__lte=timezone.now() - LONGEST_WAIT).values_list("pk", flat=True))
    for pk in late:
        answer_appeal(pk, None, False, f"No organiser answered within {LONGEST_WAIT.days} days, so what was decided stands.")
    return len(late)
