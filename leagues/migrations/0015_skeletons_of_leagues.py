from django.db import migrations

from accounts.confusables import skeleton


def work_out(apps, schema_editor):
    """Compute the skeleton of every league's name. Existing leagues keep their names; new names may not look like them."""
    leagues = apps.get_model('leagues', 'League')._base_manager.using(schema_editor.connection.alias)
    for pk, name in list(leagues.values_list('pk', 'name')):
        leagues.filter(pk=pk).update(skeleton=skeleton(name))


class Migration(migrations.Migration):

    dependencies = [
        ('leagues', '0014_names_that_look_alike'),
    ]

    operations = [
        migrations.RunPython(work_out, migrations.RunPython.noop),
    ]
