from django.db import migrations

PUBLISHED = ("final", "archived")


def keep_places(apps, schema_editor):
    """Let published results keep their places: they were published before a place required half of the games to count."""
    seasons, divisions, recounts = (apps.get_model("leagues", name) for name in ("Season", "Division", "Recount"))
    for season in seasons.objects.filter(status__in=PUBLISHED):
        if "least_counted" in season.preset_data:
            continue
        season.preset_data["least_counted"] = 0
        season.save(update_fields=["preset_data"])
        marks = divisions.objects.filter(season=season).values_list("pk", flat=True)
        recounts.objects.bulk_create(recounts(division_id=pk, cause="its result was published before") for pk in marks)


class Migration(migrations.Migration):

    dependencies = [
        ('leagues', '0011_outages_put_the_hard_end_off'),
    ]

    operations = [
        migrations.RunPython(keep_places, migrations.RunPython.noop),
    ]
