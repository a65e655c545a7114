from django.db import migrations

import accounts.models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0004_keys_for_programs'),
    ]

    operations = [
        migrations.AddField(
            model_name='user',
            name='skeleton',
            field=accounts.models.Skeleton(editable=False, max_length=200, null=True),
        ),
    ]
