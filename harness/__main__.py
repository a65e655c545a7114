"""`python -m harness PROGRAM …`: run one program of the harness. `soak` and `simulate` take options; drills read MINUTES and SEED."""

import os
import sys
from importlib import import_module

IN_PROCESS = {"soak": "Soak", "simulate": "Simulate"}
DRILLS = {"drill": "harness.drill.run", "machines": "harness.drill.machines", "upgrade": "harness.drill.upgrade"}


def main() -> int:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "buccaneer_site.settings")
    name = sys.argv[1] if len(sys.argv) > 1 else ""
    if name in DRILLS:
        return int(import_module(DRILLS[name]).main())
    if name not in IN_PROCESS:
        print(f"usage: python -m harness {{{','.join([*IN_PROCESS, *DRILLS])}}} …", file=sys.stderr)
        return 2
    import django

    django.setup()
    from harness.simulation import command

    getattr(command, IN_PROCESS[name])().run_from_argv(["python -m harness", *sys.argv[1:]])
    return 0


if __name__ == "__main__":
    sys.exit(main())
