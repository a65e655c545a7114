"""What a captain finds again who comes back before the substitute has answered: strikes, bank, and since when they sat there."""

from django.db import migrations, models


def reckon(apps, schema_editor):
    """Who may come back now: the turns that ran out before the substitute sat down were their strikes; their bank is as good as known."""
    player, wait = apps.get_model("games", "Player"), apps.get_model("games", "Wait")
    for one in player.objects.exclude(former=None).select_related("game"):
        strikes = wait.objects.filter(game=one.game, seat=one.seat, closed_by="clock", closed_at__lte=one.joined_at).count()
        since = one.game.started_at or one.joined_at
        one.former_had = {"strikes": strikes, "bank": one.bank, "joined_at": since.isoformat()}
        one.save(update_fields=["former_had"])


class Migration(migrations.Migration):
    dependencies = [("games", "0006_lost_seats")]

    operations = [
        migrations.AddField(
            model_name="player",
            name="former_had",
            field=models.JSONField(blank=True, default=dict, help_text="their strikes, their bank, and since when they had the seat"),
        ),
        migrations.RunPython(reckon, migrations.RunPython.noop),
    ]
