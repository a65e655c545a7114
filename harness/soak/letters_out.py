"""Letters that go out reach the person they are for, in time, and slowly after an outage. `went`: Message-ID -> (address, moment)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timedelta

from django.db.models import Q
from django.db.models.functions import Coalesce

from notifications.kinds import KINDS
from notifications.models import OPEN, Delivery, Outage, State

AT_FIRST, SECONDS = 6, 10
"""So many letters may go in so many seconds after an outage of the relay: the one that was tried, and five more."""

NEAR = timedelta(minutes=1)


def misdirected(went: Mapping[str, tuple[str, float]]) -> Iterator[str]:
    """Each letter went to the person it is for, as far as that person is still there."""
    idents = {name: name[1:].partition("@")[0] for name in went}
    rows = Delivery.objects.filter(message_id__in=idents.values(), transport="email")
    meant = dict(rows.values_list("message_id", Coalesce("notice__user__email", "notice__address")))
    for name, (to, _) in went.items():
        if to != (own := (meant.get(idents[name]) or to).lower()):
            yield f"the letter {name} went to {to}, and is for {own}"


def left_at(keys: Iterable[str], went: Mapping[str, float]) -> float | None:
    """Return when the first letter with one of these keys went, by itself or within another to the same reader; `went` by Message-ID."""
    names = [name for key in keys for name in idents_of(key)]
    return min((at for name, at in went.items() if name[1:].partition("@")[0] in names), default=None)


def idents_of(key: str) -> Iterator[str]:
    """Yield what the Message-IDs of the letters begin with in which this may have gone."""
    row = Delivery.objects.filter(notice__key=key, transport="email").select_related("notice").first()
    if row is not None:
        yield row.message_id
    if row is not None and row.last_code == "with-another" and row.ended_at is not None:
        others = Delivery.objects.filter(notice__user=row.notice.user_id, ended_at__lte=row.ended_at + NEAR)
        yield from others.filter(ended_at__gte=row.ended_at - NEAR).values_list("message_id", flat=True)


def doubled(went: Mapping[str, tuple[str, float]]) -> Iterator[str]:
    """Nobody gets two letters about one question, each of which went as if it were the only one."""
    rows = Delivery.objects.filter(message_id__in=[name[1:].partition("@")[0] for name in went], transport="email", notice__kind="turn")
    told = Counter(rows.filter(state=State.SENT).exclude(last_code="with-another").values_list("notice__user", "notice__facts__wait"))
    for (user, wait), count in told.items():
        if count > 1:
            yield f"captain {user} got {count} letters about wait {wait}"


def hasty(went: Mapping[str, tuple[str, float]], since: datetime) -> Iterator[str]:
    """After an outage that ended since then, letters go slowly at first."""
    for end in Outage.objects.filter(ended_at__gt=since).values_list("ended_at", flat=True):
        count = sum(0 <= at - end.timestamp() < SECONDS for _, at in went.values()) if end else 0
        if count > AT_FIRST:
            yield f"{count} letters went within {SECONDS} seconds of the outage that ended at {end:%d %b %H:%M}"


def overdue(before: datetime) -> Iterator[str]:
    """What was to go by then has gone, and no worker holds a letter for ever."""
    for row in Delivery.objects.filter(state=State.SENDING, lease_until__lt=before):
        yield f"delivery {row.pk} is held by nobody since {row.lease_until}"
    over = Q(state=State.UNKNOWN) & (~Q(fate="") | Q(notice__kind__in=[kind.name for kind in KINDS.values() if not kind.again]))
    for row in Delivery.objects.filter(state__in=OPEN, not_before__lt=before).exclude(over).select_related("notice"):
        yield f"delivery {row.pk} ({row.notice.kind}, {row.state} {row.last_code}) was to go at {row.not_before:%d %b %H:%M}"
