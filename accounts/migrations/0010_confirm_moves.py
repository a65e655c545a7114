from django.db import migrations, models


class Migration(migrations.Migration):
    """Each move may be asked about once more. The database has the default, too, for code that does not know the column."""

    dependencies = [
        ("accounts", "0009_they_of_a_person"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="confirm_moves",
            field=models.BooleanField(
                db_default=False,
                default=False,
                help_text="Before a page plays a move of yours, it asks you once more.",
                verbose_name="confirm my moves",
            ),
        ),
    ]
