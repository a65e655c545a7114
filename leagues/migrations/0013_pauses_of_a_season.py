from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("leagues", "0012_published_results_keep_their_places"),
    ]

    operations = [
        migrations.AddField(
            model_name="season",
            name="pauses",
            field=models.JSONField(editable=False, help_text="begin and end of each of its pauses, in ISO 8601", null=True),
        ),
    ]
