from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0019_blocks_and_seeks'),
    ]

    operations = [
        migrations.AlterField(
            model_name='player',
            name='former_had',
            field=models.JSONField(blank=True, default=dict, help_text='their strikes, their bank, and since when they had the seat'),
        ),
        migrations.AlterField(
            model_name='seek',
            name='least',
            field=models.PositiveSmallIntegerField(help_text='captains at the table, themselves included'),
        ),
    ]
