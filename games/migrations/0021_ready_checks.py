from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0020_they_of_a_person'),
    ]

    operations = [
        migrations.RenameField(model_name='game', old_name='muster_until', new_name='ready_by'),
        migrations.AlterField(
            model_name='player',
            name='ready',
            field=models.BooleanField(default=False, help_text='has said so at the ready check'),
        ),
    ]
