from django.db import migrations, models


class Migration(migrations.Migration):
    """Add the option to confirm each move. The default is also in the database, for older code that does not know the column."""

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
