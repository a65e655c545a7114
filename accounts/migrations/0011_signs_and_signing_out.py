import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import accounts.models


class Migration(migrations.Migration):
    """Add hashes of where people were seen, and a count of signing out everywhere (with a database default for older code)."""

    dependencies = [
        ("accounts", "0010_confirm_moves"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="signed_out",
            field=models.PositiveIntegerField(
                db_default=0, default=0, editable=False, help_text="how often they signed out everywhere"
            ),
        ),
        migrations.CreateModel(
            name="Sign",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[("address", "the same network address"), ("browser", "the same network address and kind of browser")],
                        max_length=8,
                    ),
                ),
                ("digest", models.CharField(db_index=True, help_text="HMAC of the place and the span of time, as hex", max_length=64)),
                ("seen_on", models.DateField(default=accounts.models.today)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="signs", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("user", "kind", "digest"), name="one_sign_a_place")],
            },
        ),
    ]
