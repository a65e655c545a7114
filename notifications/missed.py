"""What a person could not be told by letter is told once letters reach them: a guest with an address, a new address, letters on again."""

from collections.abc import Callable, Iterable

from django.db.models import Q

from accounts.models import User
from core.registry import Registry

from . import delivery_times, unsubscribing
from .bounces import working_addresses
from .kinds import KINDS
from .models import OPEN, Delivery, Fate, State
from .telling import Telling

EMAIL = "email"
LOST = (Fate.BOUNCED, Fate.COMPLAINED)
HOOKS: Registry[str, Callable[[User], object]] = Registry()
"""`hook(user)`, called when letters may reach a person whom they did not reach before: it tells again what still counts."""


def catch_up(user_id: int) -> None:
    """Tell this person what they missed while no letter reached them; nothing if none reaches them now."""
    user = User.objects.filter(pk=user_id).first()
    if user is not None and user.gets_letters and working_addresses().filter(user=user).exists():
        for hook in HOOKS.values():
            hook(user)


def wants(told: Telling) -> bool:
    """Return whether its reader wants this letter."""
    kind = KINDS[told.kind]
    return not unsubscribing.is_stopped(told, kind.category) and delivery_times.is_wanted(delivery_times.wishes_for(told, kind), kind)


def has_letter(user: User, keys: Iterable[str]) -> bool:
    """Return whether an e-mail of one of these keys is on its way, or went to an address that is still theirs and did not come back."""
    theirs = working_addresses().filter(user=user).values_list("email", flat=True)
    on_its_way, went = Q(state__in=[*OPEN, State.SENDING]), Q(state=State.SENT, address__in=[*theirs]) & ~Q(fate__in=LOST)
    return Delivery.objects.filter(on_its_way | went, notice__key__in=list(keys), notice__user=user, transport=EMAIL).exists()
