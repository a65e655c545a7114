import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("leagues", "0005_when_seats_were_left"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="SeasonOrders",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("orders", models.JSONField(default=dict)),
                (
                    "season",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="standing_orders", to="leagues.season"),
                ),
                ("user", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL)),
            ],
            options={
                "verbose_name_plural": "season orders",
                "constraints": [models.UniqueConstraint(fields=("season", "user"), name="one_row_of_orders_a_person")],
            },
        ),
    ]
