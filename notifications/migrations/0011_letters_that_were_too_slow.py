from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('notifications', '0010_home_of_the_database'),
    ]

    operations = [
        migrations.AddField(
            model_name='letterin',
            name='slow_by',
            field=models.CharField(blank=True, default='', help_text='who answers for it, when reading it took too long', max_length=254),
            preserve_default=False,
        ),
        migrations.AddIndex(
            model_name='letterin',
            index=models.Index(condition=models.Q(('slow_by', ''), _negated=True), fields=['slow_by', 'received_at'], name='letter_in_slow'),
        ),
    ]
