from django.db import migrations, models


class Migration(migrations.Migration):
    """The first sweep afterwards writes down where the site runs."""

    dependencies = [("notifications", "0009_wishes_about_answers")]

    operations = [
        migrations.CreateModel(
            name="Home",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("site_url", models.CharField(max_length=300)),
                ("host", models.CharField(blank=True, max_length=255)),
                ("port", models.PositiveIntegerField(default=0)),
                ("since", models.DateTimeField(auto_now=True)),
            ],
        ),
    ]
