"""Blocks: one player keeps another away.

A blocked player's talk is hidden from the blocker. Neither can invite the other, join the other's table before the game
begins, or take over a seat beside them later. They are friends no more. Running games go on, and everyone sees what happens on the board.
Only the blocker knows about the block; the other reads a sentence that names nobody.
Refusals are here; lists, letters and talk leave people out by the conditions in `block_conditions`.
"""

from collections.abc import Iterable

from django.db import transaction
from django.db.models import Q

from accounts.models import User
from games.editions.errors import NotAllowed
from games.models import Block
from games.moderation import friends

MOST = 200
NOT_OPEN = "This table is not open to you."
SITS_HERE = "You blocked {name}, who sits at this table."


@transaction.atomic
def block(user: User, other: User) -> None:
    """Keep `other` away from `user`; a friendship ends. A second time changes nothing. Raises NotAllowed."""
    if other == user:
        raise NotAllowed("yourself", "You cannot block yourself.")
    if Block.objects.filter(user=user).exclude(other=other).count() >= MOST:
        raise NotAllowed("too-many", f"You have blocked {MOST} captains already. Unblock one of them first.")
    Block.objects.get_or_create(user=user, other=other)
    friends.end_by_block(user, other)


def unblock(user: User, other: User) -> None:
    """End a block, as if it had never been."""
    Block.objects.filter(user=user, other=other).delete()


def must_share_table(user: User, others: Iterable[int | None], own: str = SITS_HERE, refusal: str = NOT_OPEN) -> None:
    """Refuse a table shared by people with a block between them. Raises NotAllowed: with `own`, a sentence with the name, for the
    person's own block; with `refusal`, which names nobody, for another's."""
    people = {pk for pk in others if pk is not None}
    mine, theirs = Q(user=user, other__in=people), Q(user__in=people, other=user)
    found = list(Block.objects.filter(mine | theirs).select_related("other"))
    for row in found:
        if row.user_id == user.pk:
            raise NotAllowed("kept-away", own.format(name=row.other.name))
    if found:
        raise NotAllowed("not-open", refusal)


def move_blocks(guest: User, user: User) -> None:
    """Move blocks of and against a guest to the account that they sign in to."""
    for here, there in (("user", "other"), ("other", "user")):
        known = Block.objects.filter(**{here: user}).values(there)
        rows = Block.objects.filter(**{here: guest}).exclude(**{f"{there}__in": known}).exclude(**{there: user})
        rows.update(**{here: user})
