"""One captain keeps another away: what follows from it.

The talk of the other is not shown to them. Neither asks the other to a table, sits down where the other sits before the game
has begun, or takes over a seat beside them later. What has begun goes on, and what happens on the board is for everyone to see.
Only who keeps somebody away learns of it; the other reads a sentence that names nobody.
"""

from collections.abc import Iterable

from django.db.models import Q

from accounts.models import User
from games.errors import NotAllowed
from games.models import Block

MOST = 200
NOT_OPEN = "This table is not open to you."
SITS_HERE = "You keep {name} away, who sits at this table."


def block(user: User, other: User) -> None:
    """From now on `other` is kept away from `user`. Twice is as good as once. Raises NotAllowed."""
    if other == user:
        raise NotAllowed("yourself", "Nobody can keep away from themselves.")
    if Block.objects.filter(user=user).exclude(other=other).count() >= MOST:
        raise NotAllowed("too-many", f"You keep {MOST} captains away already. Let one of them come near again first.")
    Block.objects.get_or_create(user=user, other=other)


def unblock(user: User, other: User) -> None:
    """All is as if they had never been kept away."""
    Block.objects.filter(user=user, other=other).delete()


def must_share_table(user: User, others: Iterable[int | None], own: str = SITS_HERE, refusal: str = NOT_OPEN) -> None:
    """Raises NotAllowed where this person and one of these are kept apart: with `own`, a sentence with a name, where that is their own
    wish; with `refusal`, which names nobody, where it is another's."""
    people = {pk for pk in others if pk is not None}
    mine, theirs = Q(user=user, other__in=people), Q(user__in=people, other=user)
    found = list(Block.objects.filter(mine | theirs).select_related("other"))
    for row in found:
        if row.user_id == user.pk:
            raise NotAllowed("kept-away", own.format(name=row.other.name))
    if found:
        raise NotAllowed("not-open", refusal)


def move_blocks(guest: User, user: User) -> None:
    """A guest signs in to their account: whom they keep away the account does, and who keeps them away keeps the account away."""
    for here, there in (("user", "other"), ("other", "user")):
        known = Block.objects.filter(**{here: user}).values(there)
        rows = Block.objects.filter(**{here: guest}).exclude(**{f"{there}__in": known}).exclude(**{there: user})
        rows.update(**{here: user})
