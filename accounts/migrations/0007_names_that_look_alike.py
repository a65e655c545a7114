from django.db import migrations

import accounts.models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0006_what_names_look_like'),
    ]

    operations = [
        migrations.AlterField(
            model_name='user',
            name='skeleton',
            field=accounts.models.Skeleton(editable=False, max_length=200, null=True, unique=True),
        ),
    ]
