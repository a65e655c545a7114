"""The rows between people: who are friends."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Greatest, Least
from django.utils import timezone

from core.rows import Row


class Friendship(Row):
    """`user` asked `other` to be friends; from `agreed_at` on they are. One row a pair, no matter who asked.

    A refused request stays as a row, so that its asker reads the same as before and cannot ask again.
    """

    # When they leave: a friendship needs both.
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="friendships_asked")
    # When they leave: a friendship needs both.
    other = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="friendships")
    asked_at = models.DateTimeField(default=timezone.now)
    agreed_at = models.DateTimeField(null=True)
    refused_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(Least("user", "other"), Greatest("user", "other"), name="one_friendship_a_pair"),
            models.CheckConstraint(condition=~Q(user=F("other")), name="nobody_is_their_own_friend"),
        ]
