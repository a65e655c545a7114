import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0014_a_day_that_was_asked_for"),
    ]

    operations = [
        migrations.CreateModel(
            name="Fault",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("part", models.CharField(help_text="order, plan, bot, sentence, drawing, letter, law …", max_length=20)),
                (
                    "error",
                    models.CharField(help_text="the kind of error; the log has the rest under the number of the game", max_length=60),
                ),
                ("number", models.PositiveIntegerField(help_text="the newest move then")),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "game",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="faults", to="games.game"),
                ),
            ],
            options={
                "ordering": ["-pk"],
                "constraints": [models.UniqueConstraint(fields=("game", "part"), name="one_fault_a_part")],
            },
        ),
    ]
