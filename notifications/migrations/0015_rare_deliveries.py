from django.db import migrations, models

from core.migrations import AddIndexBeside


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("notifications", "0014_indexes_of_what_is_forgotten")]
    operations = [
        AddIndexBeside(
            model_name="delivery",
            index=models.Index(
                condition=models.Q(("state__in", ["unknown", "failed", "cancelled", "expired", "held"])),
                fields=["state", "-id"],
                name="delivery_rare",
            ),
        ),
    ]
