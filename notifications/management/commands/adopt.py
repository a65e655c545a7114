"""`manage.py adopt`: declare that the site has moved, and that SITE_URL is now the home of the database."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils import timezone

from notifications import home
from notifications.claims import due_at


class Command(BaseCommand):
    help = "Say that the site has moved: its database belongs to the present SITE_URL, and what waited is sent from here."

    def handle(self, *args: Any, **options: Any) -> None:
        before = home.adopt_database()
        if before == settings.SITE_URL:
            self.stdout.write(f"This database is at home at {before} already.")
        else:
            self.stdout.write(f"This database was at home at {before or 'no address yet'}; now it is at {settings.SITE_URL}.")
        if settings.QUIET:
            self.stdout.write("QUIET=1 is set, so nothing is sent yet.")
        else:
            waiting = due_at(timezone.now()).count()
            self.stdout.write(f"Letters that waited: {waiting}. They go out with the next sweep, as far as they are still true.")
