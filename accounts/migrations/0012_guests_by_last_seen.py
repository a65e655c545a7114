from django.db import migrations, models

from core.migrations import AddIndexBeside


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("accounts", "0011_signs_and_signing_out")]
    operations = [
        AddIndexBeside(
            model_name="user",
            index=models.Index(condition=models.Q(("is_guest", True)), fields=["last_seen"], name="guest_last_seen"),
        ),
    ]
