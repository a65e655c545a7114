"""List a person's sessions (`allauth.usersessions`), and sign them out everywhere else."""

from typing import Any

from allauth.usersessions.models import UserSession
from django.contrib.auth import update_session_auth_hash
from django.contrib.sessions.models import Session
from django.db.models import F
from django.db.models.signals import pre_save
from django.dispatch import receiver
from django.http import HttpRequest

from accounts.browsers import browser_name, network
from accounts.models import User


@receiver(pre_save, sender=UserSession)
def keep_little(sender: object, instance: UserSession, **_kwargs: Any) -> None:
    """Store the network instead of the address, and the name of the browser instead of its User-Agent."""
    instance.ip = network(instance.ip)
    if "/" in instance.user_agent or not instance.user_agent:
        instance.user_agent = browser_name(instance.user_agent)


def end_others(request: HttpRequest, user: User) -> None:
    """End all sessions of this person except this request's, including those older than the list."""
    User.objects.filter(pk=user.pk).update(signed_out=F("signed_out") + 1)
    user.refresh_from_db()
    update_session_auth_hash(request, user)  # the session gets a new key, too
    UserSession.objects.filter(user=user).delete()
    UserSession.objects.create_from_request(request)


def forget_ended() -> int:
    """Delete list entries of ended sessions; return how many."""
    gone, _ = UserSession.objects.exclude(session_key__in=Session.objects.values("session_key")).delete()
    return int(gone)
