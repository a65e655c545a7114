"""Remove a deleted account from leagues. Its tables continue and its results stay, without the name."""

import re

from django.db.models import Q

from accounts.models import User
from leagues.models import Act, Entry, Season, SubCall, Substitute
from leagues.services.common import locked, log
from leagues.services.organisers import leave_leagues
from leagues.services.withdrawals import leave_borrowed_seats, take_out

FORMER = "A former player"


def leave_all(user: User) -> None:
    """Withdraw their entries, close their substitute calls, and remove them as an organiser, in the transaction that deletes them."""
    live = (Season.Status.REGISTRATION, Season.Status.SEEDING, Season.Status.RUNNING)
    for entry in Entry.objects.filter(user=user, season__status__in=live, status__in=("accepted", "waiting")).select_related("division"):
        season = locked(entry.season_id)
        take_out(season, entry, Entry.Status.WITHDRAWN)
        log(season, None, "a captain has left the site, and so this season")
    leave_borrowed_seats(user.pk)
    leave_leagues(user)
    SubCall.objects.filter(substitute__user=user).delete()
    Substitute.objects.filter(user=user).delete()
    Entry.objects.filter(user=user).update(own_name=FORMER, former=user.pk)


def rename_in_acts(person: int, old: str, new: str) -> None:
    """Replace this person's name in the decisions logged for their seasons."""
    theirs = Season.objects.filter(Q(entries__user=person) | Q(entries__seats__played_by=person) | Q(substitutes__user=person))
    word = re.compile(rf"(?<!\w){re.escape(old)}(?!\w)")
    for act in Act.objects.filter(season__in=theirs, what__contains=old):
        Act.objects.filter(pk=act.pk).update(what=word.sub(lambda _: new, act.what)[:300])
