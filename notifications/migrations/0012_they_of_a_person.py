from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('notifications', '0011_letters_that_were_too_slow'),
    ]

    operations = [
        migrations.AlterField(
            model_name='letterin',
            name='text',
            field=models.TextField(blank=True, help_text='what a person still has to confirm; emptied when they have'),
        ),
        migrations.AlterField(
            model_name='preference',
            name='holds_answers',
            field=models.BooleanField(default=False, help_text='their answers by letter wait until they confirm them on the site'),
        ),
        migrations.AlterField(
            model_name='preference',
            name='only_refusals',
            field=models.BooleanField(default=False, help_text='their letters are answered only when something could not be done'),
        ),
    ]
