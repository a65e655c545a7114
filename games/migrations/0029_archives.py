"""Moves of games that ended long ago as one row each, an index for staff, and plans without parallel workers or compilation."""

import django.db.models.deletion
from django.db import migrations, models

from core.migrations import AddIndexBeside

PLANS = ("max_parallel_workers_per_gather = 0", "jit = off", "random_page_cost = 1.1")
ROWS_A_GAME = {"games_player": 3, "games_wait": 10, "games_deck": 3}
"""About how many rows of these tables a game has: a sample of a large table finds too few different games."""


def plan_simply(apps, schema_editor):
    """Pages ask for a few rows by an index: starting workers, compiling, and reading whole tables would cost more than the query."""
    set_plans(schema_editor, [f"SET {setting}" for setting in PLANS])


def plan_as_usual(apps, schema_editor):
    set_plans(schema_editor, [f"RESET {setting.split()[0]}" for setting in PLANS])


def count_by_game(apps, schema_editor):
    """Tell PostgreSQL how many rows a game has, from its next ANALYZE on."""
    if schema_editor.connection.vendor == "postgresql":
        for table, rows in ROWS_A_GAME.items():
            schema_editor.execute(f"ALTER TABLE {table} ALTER COLUMN game_id SET (n_distinct = {-1 / rows:.2f})")


def set_plans(schema_editor, changes):
    connection = schema_editor.connection
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_database()")
        database = connection.ops.quote_name(cursor.fetchone()[0])
        for change in changes:
            cursor.execute(f"ALTER ROLE CURRENT_USER IN DATABASE {database} {change}")


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("games", "0028_friends_and_talk_of_spectators")]
    operations = [
        migrations.CreateModel(
            name="Archive",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("moves", models.BinaryField(help_text="every move, as compressed JSON; see `games.storage.archive`")),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                (
                    "game",
                    models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name="archive", to="games.game"),
                ),
            ],
            options={"abstract": False},
        ),
        migrations.AddField(
            model_name="game",
            name="is_archived",
            field=models.BooleanField(
                db_default=False, default=False, editable=False, help_text="its moves are in its archive, not in rows of their own"
            ),
        ),
        AddIndexBeside(
            model_name="game",
            index=models.Index(condition=models.Q(("status__in", ["stuck", "cancelled"])), fields=["status", "-id"], name="game_rare"),
        ),
        AddIndexBeside(
            model_name="game",
            index=models.Index(condition=models.Q(("is_archived", False), ("status", "over")), fields=["ended_at"], name="game_to_archive"),
        ),
        AddIndexBeside(
            model_name="game",
            index=models.Index(condition=models.Q(("ready_by__isnull", False), ("status", "open")), fields=["ready_by"], name="game_ready_by"),
        ),
        AddIndexBeside(
            model_name="player",
            index=models.Index(condition=models.Q(("seat", None)), fields=["user"], name="player_before_the_start"),
        ),
        migrations.RunPython(count_by_game, migrations.RunPython.noop, elidable=False),
        migrations.RunPython(plan_simply, plan_as_usual, elidable=False),
    ]
