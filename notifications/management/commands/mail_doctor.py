"""`manage.py mail_doctor`: what is missing for letters out and in, a line each."""

import sys

from django.core.management import BaseCommand

from notifications.doctor import examine


class Command(BaseCommand):
    help = "Tell what this site still lacks to send letters and to take answers. Sends nothing."

    def handle(self, *args, **options):
        findings = list(examine())
        for finding in findings:
            self.stdout.write(f"{finding.state:<8} {finding.what:<12} {finding.sentence}")
        if any(finding.state == "missing" for finding in findings):
            sys.exit(1)
