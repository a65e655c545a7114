from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('leagues', '0006_standing_orders_of_a_season'),
    ]

    operations = [
        migrations.RenameField(model_name='round', old_name='muster_until', new_name='ready_by'),
        migrations.RenameField(model_name='round', old_name='mustered', new_name='ready_check_closed'),
    ]
