"""Send missed news once letters reach a person again: after a guest adds an address, an address changes, or letters are switched on."""

from collections.abc import Callable, Iterable

from django.db.models import Q

from accounts.models import User
from core.registry import Registry

from . import delivery_times, unsubscribing
from .bounces import working_addresses
from .kinds import KINDS
from .models import OPEN, Delivery, Fate, State
from .telling import Telling

LOST = (Fate.BOUNCED, Fate.COMPLAINED)
HOOKS: Registry[str, Callable[[User], object]] = Registry()
"""`hook(user)` is called when letters reach a person again, to repeat news that is still true."""


def catch_up(user_id: int) -> None:
    """Send a person the news that they missed; do nothing if letters do not reach the person now."""
    user = User.objects.filter(pk=user_id).first()
    if user is not None and user.gets_letters and working_addresses().filter(user=user).exists():
        for hook in HOOKS.values():
            hook(user)


def wants(notice: Telling) -> bool:
    kind = KINDS[notice.kind]
    return not unsubscribing.is_stopped(notice, kind.category) and delivery_times.is_wanted(delivery_times.wishes_for(notice, kind), kind)


def has_letter(user: User, keys: Iterable[str]) -> bool:
    """Return whether an e-mail with one of the keys is pending, or was sent to a current address and did not bounce."""
    theirs = working_addresses().filter(user=user).values_list("email", flat=True)
    on_its_way, went = Q(state__in=[*OPEN, State.SENDING]), Q(state=State.SENT, address__in=[*theirs]) & ~Q(fate__in=LOST)
    return Delivery.objects.filter(on_its_way | went, notice__key__in=list(keys), notice__user=user, transport="email").exists()
