"""`manage.py metrics`: print the metrics that `/metrics` serves, for a machine without a web process."""

from typing import Any

from django.core.management.base import BaseCommand

from buccaneer_site.probes import exposition


class Command(BaseCommand):
    help = "Print the figures for Prometheus, for example into a file that its node exporter reads."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(exposition().decode(), ending="")
