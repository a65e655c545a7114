#!/usr/bin/env python3
"""The site's commands: `python manage.py help` lists them."""

import os
import sys

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "buccaneer_site.settings")
    from buccaneer_site.cli import carry_out

    carry_out(sys.argv)
