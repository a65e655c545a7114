import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


def mark_all(apps, schema_editor):
    """Mark every division, because no standings are stored yet: the sweep then computes them."""
    divisions = apps.get_model("leagues", "Division").objects.order_by("pk").values_list("pk", flat=True)
    recount = apps.get_model("leagues", "Recount")
    recount.objects.bulk_create([recount(division_id=pk, cause="tables are kept from now on") for pk in divisions], batch_size=500)


class Migration(migrations.Migration):

    dependencies = [
        ('leagues', '0007_ready_checks'),
    ]

    operations = [
        migrations.CreateModel(
            name='Recount',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('cause', models.CharField(max_length=100)),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('division', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='recounts', to='leagues.division')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='Standing',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('order', models.PositiveIntegerField(help_text='from the top, 1 is first')),
                ('place', models.PositiveIntegerField()),
                ('points', models.PositiveIntegerField(help_text='in 840ths')),
                ('games', models.PositiveSmallIntegerField(help_text='that count')),
                ('wins', models.PositiveIntegerField(help_text='in 840ths, as a shared first place is its part')),
                ('places', models.JSONField(help_text='in the games that count')),
                ('strikes', models.PositiveSmallIntegerField(help_text='at tables that count')),
                ('owed', models.PositiveSmallIntegerField(help_text='games that were void through no fault of theirs')),
                ('is_ranked', models.BooleanField(help_text='plays on, and enough games count')),
                ('why', models.TextField(help_text='what parts them from their neighbours; {12} stands for the name of entry 12')),
                ('division', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='standings', to='leagues.division')),
                ('entry', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='standing', to='leagues.entry')),
            ],
            options={
                'ordering': ['division', 'order'],
                'indexes': [models.Index(fields=['division', 'order'], name='standing_in_order')],
            },
        ),
        migrations.RunPython(mark_all, migrations.RunPython.noop),
    ]
