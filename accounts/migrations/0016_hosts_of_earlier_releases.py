from django.db import migrations
from django.db.models import Q


def keep_hosts(apps, schema_editor):
    """Make hosts of the staff to whom a superuser gave some permission. Staff without any permission were hosts by accident."""
    db = schema_editor.connection.alias
    User = apps.get_model('accounts', 'User')
    trusted = Q(user_permissions__isnull=False) | Q(groups__permissions__isnull=False)
    hosts = list(User._base_manager.using(db).filter(trusted, is_staff=True, is_superuser=False).distinct())
    if hosts:
        kind, _ = apps.get_model('contenttypes', 'ContentType').objects.using(db).get_or_create(app_label='accounts', model='user')
        permission, _ = apps.get_model('auth', 'Permission').objects.using(db).get_or_create(
            content_type=kind, codename='host', defaults={'name': 'Can act as a host: decide reports and step in at tables'}
        )
        for host in hosts:
            host.user_permissions.add(permission)


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0015_permission_of_hosts'),
        ('auth', '0012_alter_user_first_name_max_length'),
        ('contenttypes', '0002_remove_content_type_name'),
    ]

    operations = [
        migrations.RunPython(keep_hosts, migrations.RunPython.noop),
    ]
