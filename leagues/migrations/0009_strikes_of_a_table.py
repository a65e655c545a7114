from collections import defaultdict

from django.db import migrations, models

COUNTS = ("finished", "adjudicated")


def to_seats(apps, schema_editor):
    """Move strikes from entries to the tables at which they occurred. Add strikes that no table knows (the captain has left the
    site) to the entry's last table that counts, so that totals stay the same, except for strikes at void tables."""
    entries, seats = apps.get_model("leagues", "Entry"), apps.get_model("leagues", "FixtureSeat")
    had = dict(entries.objects.filter(strikes__gt=0).values_list("pk", "strikes"))
    theirs = defaultdict(list)
    over = seats.objects.filter(entry__in=had, fixture__status__in=(*COUNTS, "void")).select_related("fixture", "entry")
    known = struck(apps, [seat.fixture.game_id for seat in over])
    for seat in over.order_by("fixture__ended_at", "pk"):
        theirs[seat.entry_id].append(seat)
        seat.strikes = known.get((seat.fixture.game_id, seat.seat, seat.entry.user_id), 0)
    for entry, strikes in had.items():
        rest = strikes - sum(seat.strikes for seat in theirs[entry])
        counted = [seat for seat in theirs[entry] if seat.fixture.status in COUNTS]
        if counted and rest > 0:
            counted[-1].strikes += rest
    seats.objects.bulk_update([seat for found in theirs.values() for seat in found], ["strikes"], batch_size=300)


def struck(apps, games):
    """Return {(game, seat, person): strikes}."""
    players = apps.get_model("games", "Player").objects.filter(game__in=games, strikes__gt=0).exclude(user=None)
    return {(player.game_id, player.seat, player.user_id): player.strikes for player in players.only("game", "seat", "user", "strikes")}


def to_entries(apps, schema_editor):
    """Move strikes back from tables to entries."""
    entries, seats = apps.get_model("leagues", "Entry"), apps.get_model("leagues", "FixtureSeat")
    total = defaultdict(int)
    for entry, strikes in seats.objects.filter(strikes__gt=0, fixture__status__in=COUNTS).values_list("entry", "strikes"):
        total[entry] += strikes
    for entry, strikes in total.items():
        entries.objects.filter(pk=entry).update(strikes=strikes)


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0022_names_of_relations'),
        ('leagues', '0008_standings_are_kept'),
    ]

    operations = [
        migrations.AddField(
            model_name='fixtureseat',
            name='strikes',
            field=models.PositiveSmallIntegerField(default=0, help_text='turns its captain let run out; they count as long as the table does'),
        ),
        migrations.RunPython(to_seats, to_entries),
    ]
