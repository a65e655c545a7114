from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0017_a_window_for_disputes")]

    operations = [
        migrations.AddField(
            model_name="search",
            name="orders",
            field=models.JSONField(default=dict, help_text="standing orders to sit down with"),
        ),
    ]
