from django.db import migrations, models

SEEN = "the newest line of talk they have seen; empty: not known"


class Migration(migrations.Migration):
    """How far each player has read the talk. In chairs of today that is not known, so their old talk counts as read."""

    dependencies = [("games", "0026_resolution_of_a_report")]

    operations = [
        migrations.AddField("player", "read_talk_to", models.PositiveBigIntegerField(null=True, help_text=SEEN)),
        migrations.AlterField("player", "read_talk_to", models.PositiveBigIntegerField(null=True, default=0, help_text=SEEN)),
    ]
