"""What hosts decide about a report is its resolution. Only the name in the code changes: the column and its index stay as they are."""

from django.db import migrations, models

RESOLUTIONS = [
    ("nothing", "nothing was done"),
    ("line", "the line was taken away"),
    ("silence", "the captain may not speak for a while"),
    ("both", "the line was taken away, and the captain may not speak for a while"),
]


class Migration(migrations.Migration):
    dependencies = [("games", "0025_indexes_of_what_ends")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RemoveIndex("report", "report_open"),
                migrations.RenameField("report", "deed", "resolution"),
                migrations.AlterField(
                    "report",
                    "resolution",
                    models.CharField(
                        blank=True,
                        choices=RESOLUTIONS,
                        db_column="deed",
                        help_text="empty as long as nobody has decided",
                        max_length=10,
                    ),
                ),
                migrations.AddIndex(
                    "report", models.Index(fields=["made_at"], condition=models.Q(resolution=""), name="report_open")
                ),
            ]
        )
    ]
