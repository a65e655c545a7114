"""Blocks between captains.

A blocked captain's chat is hidden from the blocker. Neither can invite the other, join the other's table before the game
begins, or substitute at that table later, and their friendship ends. Running games go on with a visible board. Only the blocker
knows about the block. Refusals to the other captain name nobody.
The functions here refuse actions. Lists, letters and chat use the conditions in `block_conditions`.
"""

from collections.abc import Iterable

from django.db import transaction
from django.db.models import Q

from accounts.models import User
from games.editions.errors import NotAllowed
from games.models import Block
from games.moderation import friends

MOST_BLOCKS = 200
NOT_OPEN = "This table is not open to you."
SITS_HERE = "You blocked {name}, who sits at this table."


@transaction.atomic
def block(user: User, other: User) -> None:
    """Block `other` and end the friendship. A repeated call changes nothing. Raise NotAllowed for oneself or beyond the limit."""
    if other == user:
        raise NotAllowed("yourself", "You cannot block yourself.")
    if Block.objects.filter(user=user).exclude(other=other).count() >= MOST_BLOCKS:
        raise NotAllowed("too-many", f"You have blocked {MOST_BLOCKS} captains already. Unblock one of them first.")
    Block.objects.get_or_create(user=user, other=other)
    friends.end_by_block(user, other)


def unblock(user: User, other: User) -> None:
    Block.objects.filter(user=user, other=other).delete()


def must_share_table(user: User, captains: Iterable[int | None], own_refusal: str = SITS_HERE, refusal: str = NOT_OPEN) -> None:
    """Raise NotAllowed if a block separates a person from a captain. `own_refusal` names a captain whom the person blocks."""
    ids = {pk for pk in captains if pk is not None}
    mine, theirs = Q(user=user, other__in=ids), Q(user__in=ids, other=user)
    rows = list(Block.objects.filter(mine | theirs).select_related("other"))
    for row in rows:
        if row.user_id == user.pk:
            raise NotAllowed("kept-away", own_refusal.format(name=row.other.name))
    if rows:
        raise NotAllowed("not-open", refusal)


def move_blocks(guest: User, user: User) -> None:
    for here, there in (("user", "other"), ("other", "user")):
        known = Block.objects.filter(**{here: user}).values(there)
        rows = Block.objects.filter(**{here: guest}).exclude(**{f"{there}__in": known}).exclude(**{there: user})
        rows.update(**{here: user})
