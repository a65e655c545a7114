"""Data of one player at a table, besides their hand: notes, and the orders stored while a substitute plays."""

from django.conf import settings
from django.db import models

from core.json_field import ExactJSON
from core.rows import Row


class LaidAside(Row):
    """The orders of a seat's owner while a substitute plays. The owner can get them back until the substitute's first answer."""

    player = models.OneToOneField("games.Player", on_delete=models.CASCADE, related_name="laid_aside")
    # When they leave: nobody comes back for these orders.
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    orders = ExactJSON(default=dict)
    queue = ExactJSON(default=list)
    fallback = models.CharField(max_length=8, default="default")


class Notes(Row):
    """A player's private notes at a table. Nobody else ever reads them."""

    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="+")
    # When they leave: only they could read these notes.
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    text = models.TextField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "user"], name="one_sheet_of_notes_a_person")]
