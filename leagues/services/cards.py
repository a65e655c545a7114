"""Give, count and lift yellow and red cards."""

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.editions.errors import NotAllowed
from leagues import notices
from leagues.models import Entry, Sanction, Season
from leagues.permissions import may_decide_on
from leagues.services.common import locked, log, must_have_reason
from leagues.services.withdrawals import take_back_in, take_out

SITS_OUT = "a red card in the season before"
MEANS = {
    Sanction.Kind.YELLOW: "Two yellow cards make a red one, which ends this season and the next for you.",
    Sanction.Kind.RED: "It ends this season and the next for you. You may appeal on the page of the season.",
}


@transaction.atomic
def give_card(entry_id: int, by: User | None, kind: str, reason: str) -> Sanction:
    """Give a card with its reason. Two yellow cards make a red one, and a red card ends the season for its holder."""
    entry = Entry.objects.select_related("season__league", "division").get(pk=entry_id)
    season = locked(entry.season_id)
    may_decide_on(by, season, entry)
    if kind not in Sanction.Kind.values:
        raise NotAllowed("card", "A card is yellow or red.")
    return card(season, entry, kind, by, must_have_reason(reason))


def card(season: Season, entry: Entry, kind: str, by: User | None, reason: str) -> Sanction:
    """Give a card while the season is locked."""
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
    """Withdraw a carded player from the next season, for which they may have registered before this one was confirmed."""
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
    """Lift a card. A player it excluded plays again; tables voided meanwhile can be replayed."""
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
