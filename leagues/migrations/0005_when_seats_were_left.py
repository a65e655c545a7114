"""Rate players who left a seat by their rating when they left. For ended games, the tables' journals give the time."""

from django.db import migrations, models

LINES = ("seat-open", "substitute", "back", "reinstated")


def departures(game) -> dict:
    """Return {seat: [captain before a substitute or None, second at which the seat opened]} for seats not taken back."""
    found: dict = {}
    for line in game.clock_entries.filter(kind__in=LINES).order_by("pk"):
        if line.kind in ("back", "reinstated"):
            found.pop(line.seat, None)
            continue
        person, at = found.get(line.seat, (None, int(line.at.timestamp())))
        found[line.seat] = (person or line.facts.get("former"), at)
    return found


def tell_when(apps, schema_editor):
    table, book = apps.get_model("leagues", "RatedTable"), apps.get_model("leagues", "RatingBook")
    touched = set()
    for one in table.objects.filter(game__clock_entries__kind__in=LINES).distinct().select_related("game"):
        sat, rated = dict(one.game.players.values_list("seat", "user")), {person for person, _ in one.people}
        left = [[person or sat.get(seat), at] for seat, (person, at) in sorted(departures(one.game).items())]
        one.left = [[person, at] for person, at in left if person in rated]
        if one.left:
            one.save(update_fields=["left"])
            touched.add(one.ruleset)
    book.objects.filter(ruleset__in=touched).update(stale=True)


class Migration(migrations.Migration):
    dependencies = [("leagues", "0004_musters_of_rounds"), ("games", "0007_what_the_former_captain_had")]

    operations = [
        migrations.AddField(
            model_name="ratedtable",
            name="left",
            field=models.JSONField(default=list, help_text="[[person, second], …] of those whose seats were opened"),
        ),
        migrations.RunPython(tell_when, migrations.RunPython.noop),
    ]
