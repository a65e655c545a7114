from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0008_tallies'),
    ]

    operations = [
        migrations.AlterField(
            model_name='user',
            name='silent_because',
            field=models.CharField(blank=True, help_text='they are told so', max_length=200, verbose_name='because'),
        ),
    ]
