"""Friends, and lines of talk by spectators. Both only add: older code goes on beside them."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models
from django.db.models.functions import Greatest, Least

PERSON = {"on_delete": django.db.models.deletion.CASCADE, "to": settings.AUTH_USER_MODEL}


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0027_how_far_talk_is_read"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            "chatline",
            "by_spectator",
            models.BooleanField(db_default=False, default=False, help_text="players do not read it before the game is over"),
        ),
        migrations.CreateModel(
            "Friendship",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("asked_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("agreed_at", models.DateTimeField(null=True)),
                ("refused_at", models.DateTimeField(null=True)),
                ("other", models.ForeignKey(related_name="friendships", **PERSON)),
                ("user", models.ForeignKey(related_name="friendships_asked", **PERSON)),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(Least("user", "other"), Greatest("user", "other"), name="one_friendship_a_pair"),
                    models.CheckConstraint(condition=~models.Q(user=models.F("other")), name="nobody_is_their_own_friend"),
                ],
            },
        ),
    ]
