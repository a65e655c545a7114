from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('leagues', '0009_strikes_of_a_table'),
    ]

    operations = [
        migrations.RemoveField(
            model_name='entry',
            name='strikes',
        ),
        migrations.AddField(
            model_name='ratingbook',
            name='stale_from',
            field=models.BigIntegerField(db_default=0, default=0, help_text='the second from which on; 0: from the first game'),
        ),
        migrations.AddIndex(
            model_name='ratedtable',
            index=models.Index(condition=models.Q(('is_done', False)), fields=['ruleset', 'ended', 'number'], name='rated_not_yet'),
        ),
    ]
