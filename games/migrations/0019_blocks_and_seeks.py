"""Two models take the terms of the field. Their tables stay, so that going back a release is possible."""

from django.db import migrations

WORDS = (("keptaway", "block"), ("search", "seek"))


def rename_types(apps, schema_editor, to_new=True):
    """Rows that name a model (permissions, the admin's log) go on meaning it."""
    types = apps.get_model("contenttypes", "ContentType").objects.using(schema_editor.connection.alias)
    for old, new in WORDS:
        was, becomes = (old, new) if to_new else (new, old)
        if not types.filter(app_label="games", model=becomes).exists():
            types.filter(app_label="games", model=was).update(model=becomes)


def rename_back(apps, schema_editor):
    rename_types(apps, schema_editor, to_new=False)


class Migration(migrations.Migration):
    dependencies = [("games", "0018_orders_of_a_search"), ("contenttypes", "0002_remove_content_type_name")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RenameModel("KeptAway", "Block"),
                migrations.AlterModelTable("Block", "games_keptaway"),
                migrations.RenameModel("Search", "Seek"),
                migrations.AlterModelTable("Seek", "games_search"),
            ]
        ),
        migrations.RunPython(rename_types, rename_back),
    ]
