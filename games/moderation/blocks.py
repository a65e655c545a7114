"""One captain keeps another away: what follows from it.

The talk of the other is not shown to him. Neither asks the other to a table, sits down where the other sits before the game
has begun, or takes over a seat beside him later. What has begun goes on, and what happens on the board is for everyone to see.
Only who keeps somebody away learns of it; the other reads a sentence that names nobody.
"""

from collections.abc import Iterable

from django.db.models import Q

from accounts.models import User
from games.errors import NotAllowed
from games.models import KeptAway

MOST = 200
NOT_OPEN = "This table is not open to you."
SITS_HERE = "You keep {name} away, who sits at this table."


def keep_away(user: User, other: User) -> None:
    """From now on `other` is kept away from `user`. Twice is as good as once. Raises NotAllowed."""
    if other == user:
        raise NotAllowed("yourself", "Nobody can keep away from themselves.")
    if KeptAway.objects.filter(user=user).exclude(other=other).count() >= MOST:
        raise NotAllowed("too-many", f"You keep {MOST} captains away already. Let one of them come near again first.")
    KeptAway.objects.get_or_create(user=user, other=other)


def let_near(user: User, other: User) -> None:
    """All is as if he had never been kept away."""
    KeptAway.objects.filter(user=user, other=other).delete()


def must_get_on(user: User, others: Iterable[int | None], own: str = SITS_HERE, refusal: str = NOT_OPEN) -> None:
    """Raises NotAllowed where this person and one of these are kept apart: with `own`, a sentence with a name, where that is his own
    wish; with `refusal`, which names nobody, where it is another's."""
    people = {pk for pk in others if pk is not None}
    mine, theirs = Q(user=user, other__in=people), Q(user__in=people, other=user)
    found = list(KeptAway.objects.filter(mine | theirs).select_related("other"))
    for row in found:
        if row.user_id == user.pk:
            raise NotAllowed("kept-away", own.format(name=row.other.name))
    if found:
        raise NotAllowed("not-open", refusal)


def move_all(guest: User, user: User) -> None:
    """A guest signs in to his account: whom he keeps away the account does, and who keeps him away keeps the account away."""
    for here, there in (("user", "other"), ("other", "user")):
        known = KeptAway.objects.filter(**{here: user}).values(there)
        rows = KeptAway.objects.filter(**{here: guest}).exclude(**{f"{there}__in": known}).exclude(**{there: user})
        rows.update(**{here: user})
