"""Track bounces per address. An address with too many points gets no letters until its owner asks for letters again.

A report counts only if it was sent to the sealed envelope sender of one of our letters, or came from the relay, so a forged report
cannot silence a rival. Refusals because of this site (policy, reputation, rates) count against no address.
"""

import logging
import re
from collections.abc import Iterable
from datetime import timedelta
from typing import Any, Protocol

from allauth.account.models import EmailAddress
from django.contrib.auth import get_user_model
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Lower
from django.utils import timezone

from accounts.models import User
from core.prepared import NUMBER, Blank, Prepared

from .models import Delivery, Fate, LetterIn, Mailing, State

logger = logging.getLogger(__name__)
BELIEVED_FOR, FORGIVEN_AFTER = timedelta(days=30), timedelta(days=30)
A_DAY, TWO_HARD = timedelta(days=1), timedelta(days=7)
HELD_FOR = (60, 120, 240, 480)
"""Minutes before each retry of a delivery refused because of this site. After the last retry the delivery fails."""
DEADLY = 5
SILENT = (Mailing.State.DEAD, Mailing.State.COMPLAINED)
STATUS = re.compile(r"\b([245]\.\d{1,3}\.\d{1,3})\b")
FATES = {"delivered": Fate.ARRIVED, "failed": Fate.BOUNCED, "complaint": Fate.COMPLAINED}
"""The fate of a letter for each final action in a report. Other actions, such as "delayed", are not final."""
IN_ORDER = [Fate.UNTOLD, *FATES.values()]


def is_about_us(status: str) -> bool:
    """Return whether the status concerns this site (5.7: policy, 5.4.4: routing) rather than the recipient's address."""
    return status.startswith(("5.7.", "4.7.")) or status == "5.4.4"


def is_hard(status: str) -> bool:
    return status.startswith("5.1.") or status == "5.2.1"


@Prepared.of(NUMBER)
def confirmed(user: Blank) -> QuerySet[EmailAddress, str]:
    confirmed: QuerySet[EmailAddress, str] = EmailAddress.objects.filter(user=user, verified=True).values_list("email", flat=True)
    return confirmed


def working_addresses() -> QuerySet[EmailAddress]:
    """Return the confirmed addresses to which letters may be sent, primary addresses first."""
    dead = Mailing.objects.filter(address=Lower(OuterRef("email")), state__in=SILENT)
    working: QuerySet[EmailAddress] = EmailAddress.objects.filter(~Exists(dead), verified=True).order_by("-primary", "pk")
    return working


def living_of(user: User) -> list[EmailAddress]:
    """Return a person's working addresses, the primary address first. Run no query if `claims.rows_of` has loaded the addresses."""
    loaded: list[EmailAddress] | None = getattr(user, "living_addresses", None)
    return list(working_addresses().filter(user=user)) if loaded is None else loaded


def refused(address: str, status: str) -> None:
    """Count a refusal by the relay. An address that does not exist gets no more letters."""
    if is_hard(status):
        mark_address(address, Mailing.State.DEAD)
    elif not is_about_us(status):
        count_soft_bounce(address)


def take_report(delivery_id: int, reports: list[dict[str, Any]], to: str = "") -> str:
    """Process the reports about a delivery (to the address `to`, if given). The worst report decides. Return the name of the result."""
    delivery = Delivery.objects.filter(pk=delivery_id, created_at__gt=timezone.now() - BELIEVED_FOR).first()
    if delivery is None:
        return "unknown-delivery"
    address = delivery.address or to
    if not address or (to and to.lower() != address.lower()):
        return "unknown-delivery"
    known = sorted((report for report in reports if report["action"] in FATES), key=lambda report: IN_ORDER.index(FATES[report["action"]]))
    if not known:
        return "no-failure"
    worst = known[-1]
    fate = FATES[worst["action"]]
    earlier = IN_ORDER[: IN_ORDER.index(fate)]
    if not Delivery.objects.filter(pk=delivery.pk, fate__in=earlier).update(fate=fate):
        return "known-already"  # reports come twice, and in any order
    if fate == Fate.BOUNCED:
        return count_bounce(delivery, address, worst["status"])
    if fate == Fate.COMPLAINED:
        mark_address(address, Mailing.State.COMPLAINED)
    return str(fate)


def count_bounce(delivery: Delivery, address: str, status: str) -> str:
    """Count a bounce against the address; but if the bounce concerns this site, queue the delivery again for later."""
    Delivery.objects.filter(pk=delivery.pk).update(last_code=f"bounced {status}"[:60])
    if is_about_us(status):
        logger.error("delivery %s came back because of us: %s", delivery.pk, status)
        wait = timedelta(minutes=HELD_FOR[min(max(delivery.attempts, 1), len(HELD_FOR)) - 1])
        again = Delivery.objects.filter(pk=delivery.pk, state=State.SENT, attempts__lte=len(HELD_FOR))
        again.update(state=State.HELD, fate=Fate.UNTOLD, not_before=timezone.now() + wait, ended_at=None)
        return "about-us"
    count_hard_bounce(address) if is_hard(status) else count_soft_bounce(address)
    return "bounced"


def mailing_of(address: str) -> Mailing:
    """Return an address's bounce record, reset if the address has not bounced for FORGIVEN_AFTER."""
    mailing, _ = Mailing.objects.get_or_create(address=address.lower())
    if mailing.bounced_at and mailing.bounced_at < timezone.now() - FORGIVEN_AFTER and mailing.state not in SILENT:
        mailing.score, mailing.state = 0, Mailing.State.OK
    return mailing


def count_hard_bounce(address: str) -> None:
    """Count a hard bounce. A single bounce may be the server's mistake; a second bounce within a week stops letters."""
    mailing, now = mailing_of(address), timezone.now()
    again = mailing.hard_at and now - mailing.hard_at < TWO_HARD
    mailing.hard_at = mailing.bounced_at = now
    mailing.state = Mailing.State.DEAD if again or mailing.state == Mailing.State.DEAD else Mailing.State.SOFT
    mailing.save()


def count_soft_bounce(address: str) -> None:
    """Add a point to the address, at most one point a day."""
    mailing, now = mailing_of(address), timezone.now()
    if mailing.state in SILENT or (mailing.bounced_at and mailing.score and now - mailing.bounced_at < A_DAY):
        return
    mailing.score, mailing.bounced_at = mailing.score + 1, now
    mailing.state = Mailing.State.DEAD if mailing.score >= DEADLY else Mailing.State.SOFT
    mailing.save()


def mark_address(address: str, state: str) -> None:
    mailing = mailing_of(address)
    mailing.state, mailing.bounced_at = state, timezone.now()
    mailing.save()


def revive(address: str) -> None:
    """Resume letters to an address after its owner asked for letters or confirmed the address again."""
    Mailing.objects.filter(address=address.lower()).update(state=Mailing.State.OK, score=0, hard_at=None)


@Prepared.of(NUMBER)
def troubled(user_ids: Any) -> QuerySet[User, int]:
    """Return the ids of the given people whose letters bounce or are switched off."""
    users = get_user_model().objects.filter(pk__in=user_ids, is_guest=False)
    dead = EmailAddress.objects.filter(email__in=Mailing.objects.filter(state__in=SILENT).values("address")).values("user")
    return users.filter(Q(pk__in=dead) | Q(letters="off") | Q(stops__category="turns")).values_list("pk", flat=True).distinct()


class Seated(Protocol):
    @property
    def user_id(self) -> int | None: ...

    @property
    def name(self) -> str: ...


def without_letters(players: Iterable[Seated]) -> list[str]:
    """Return the names of players who may miss the site's letters, so that the host knows why a player does not answer."""
    names = {player.user_id: player.name for player in players if player.user_id}
    return [names[pk] for pk in sorted(troubled(list(names)))]


AWAY_AFTER = 3
"""The number of automatic replies within a day that suggest that a person is away."""
BY_MACHINE = ("auto-submitted", "precedence", "null-sender", "x-autoreply", "x-autorespond", "x-auto-reply")
"""Reasons for ignoring a letter that suggest that the letter is an out-of-office reply."""


def dead_addresses(user: User) -> list[str]:
    """Return the confirmed addresses to which letters are stopped because of bounces or complaints; [] if the person wants no letters."""
    if not user.gets_letters:
        return []
    addresses = [email.lower() for email in confirmed(user.pk)]
    silent = Mailing.objects.filter(address__in=addresses, state__in=SILENT)
    return list(silent.order_by("address").values_list("address", flat=True))


def seems_away(user: User) -> bool:
    """Return whether out-of-office replies keep coming from a person. The site then suggests leave, but never starts leave by itself."""
    by_machine = Q(state=LetterIn.State.IGNORED, reason__in=BY_MACHINE) | Q(state=LetterIn.State.HELD, reason="absent")
    lately = LetterIn.objects.filter(by_machine, user=user, received_at__gt=timezone.now() - A_DAY)
    return lately.count() >= AWAY_AFTER
