from django.db import migrations, models
from django.db.models import Q


def refuse_to_go_back(apps, schema_editor):
    """Code from before this migration could not read such games, and would not know it."""
    Game = apps.get_model("games", "Game")
    newer = Game.objects.using(schema_editor.connection.alias).exclude(public=None).filter(Q(format__gt=1) | Q(version__gt=1)).count()
    if newer:
        raise RuntimeError(
            f"{newer} games are stored in a newer format, or played by newer rules, than the older release knows: stay with this release."
        )


class Migration(migrations.Migration):

    dependencies = [
        ("games", "0015_faults_held_back"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="format",
            field=models.PositiveSmallIntegerField(db_default=1, default=1, editable=False, help_text="in which its state is stored"),
        ),
        migrations.AlterField(
            model_name="game",
            name="version",
            field=models.PositiveSmallIntegerField(default=1, help_text="of its rules"),
        ),
        migrations.AddField(
            model_name="checkpoint",
            name="format",
            field=models.PositiveSmallIntegerField(db_default=1, default=1, help_text="of the snapshot"),
        ),
        migrations.AddField(
            model_name="undo",
            name="format",
            field=models.PositiveSmallIntegerField(db_default=1, default=1, help_text="of the snapshot"),
        ),
        migrations.AlterField(
            model_name="pause",
            name="reason",
            field=models.CharField(choices=[("vacation", "leave"), ("outage", "the site was down"), ("mail", "a letter was late"), ("vote", "agreed at the table"), ("gift", "a day given by an opponent"), ("organiser", "by the organiser"), ("stuck", "the game was set aside"), ("newer", "the code was older than the game"), ("said", "a deadline that was said is kept")], max_length=10),
        ),
        migrations.RunPython(migrations.RunPython.noop, refuse_to_go_back),
    ]
