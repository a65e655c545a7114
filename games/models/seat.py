"""What a captain alone has at a table, beside their hand: their notes, and what they wanted done before a substitute came."""

from django.conf import settings
from django.db import models

from core.json_field import ExactJSON
from core.rows import Row


class LaidAside(Row):
    """What the owner of a seat wanted done while they are away; they find it again until their substitute has answered once."""

    player = models.OneToOneField("games.Player", on_delete=models.CASCADE, related_name="laid_aside")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    orders = ExactJSON(default=dict)
    queue = ExactJSON(default=list)
    fallback = models.CharField(max_length=8, default="default")


class Notes(Row):
    """What somebody writes down for themselves at a table. Nobody else ever reads it."""

    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    text = models.TextField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "user"], name="one_sheet_of_notes_a_person")]
