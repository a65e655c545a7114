"""Recalculate which names look alike, because the library's table of characters grows with its releases."""

from typing import Any

from django.core.management.base import BaseCommand
from django.db import transaction

from accounts.confusables import fill_skeletons
from accounts.held_names import FormerName, digest
from accounts.models import User


class Command(BaseCommand):
    help = "Works out anew what every name looks like, and prints those that look like an older name."

    @transaction.atomic
    def handle(self, *args: Any, **options: Any) -> None:
        for name, older in fill_skeletons(User.objects.all()):
            self.stdout.write(f"“{name}” looks like “{older}”")
        for row in FormerName.objects.exclude(name=""):
            row.digest = digest(row.name)
            row.save(update_fields=["digest"])
