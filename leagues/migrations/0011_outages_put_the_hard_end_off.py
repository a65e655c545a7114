from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('leagues', '0010_entries_without_strikes'),
    ]

    operations = [
        migrations.AddField(
            model_name='season',
            name='credited',
            field=models.PositiveIntegerField(db_default=0, default=0, help_text='seconds of outages by which the hard end was put off'),
        ),
    ]
