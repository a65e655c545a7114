from django.db import migrations

from accounts.confusables import fill_skeletons


def work_out(apps, schema_editor):
    """Compute the skeletons of all names. Everyone keeps their name: of two look-alikes, the older has the plain skeleton."""
    fill_skeletons(apps.get_model('accounts', 'User')._base_manager.using(schema_editor.connection.alias).all())


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0005_skeletons_of_names'),
    ]

    operations = [
        migrations.RunPython(work_out, migrations.RunPython.noop),
    ]
