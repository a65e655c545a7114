"""`python -m harness PROGRAM …`: run one program of the harness."""

import json
import os
import secrets
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable
from importlib import import_module
from time import monotonic

from games.rulesets import all_rulesets, on_offer

DRILLS = {"drill": "harness.drill.run", "machines": "harness.drill.machines", "upgrade": "harness.drill.upgrade"}


def between(least: float, most: float, kind: type[int] | type[float] = float) -> Callable[[str], float]:
    """Return a function that parses a number from `least` to `most`, and raises ArgumentTypeError for any other word."""

    def read(word: str) -> float:
        try:
            if least <= (number := kind(word)) <= most:
                return number
        except ValueError:
            pass
        raise ArgumentTypeError(f"give a {'whole ' if kind is int else ''}number from {least:g} to {most:g}, not {word!r}")

    return read


def options() -> ArgumentParser:
    parser = ArgumentParser(prog="python -m harness")
    programs = parser.add_subparsers(dest="program", required=True, metavar="PROGRAM")
    for name in DRILLS:
        programs.add_parser(name, help="a drill in real processes: MINUTES and SEED of the environment count (docs/drill.md)")
    town = programs.add_parser("simulate", help="people play by page, link and letter in virtual time (docs/simulation.md)")
    town.add_argument("--seed", type=int, default=1)
    town.add_argument("--people", type=between(2, 300, int), default=12)
    town.add_argument("--days", type=between(0.01, 400), default=7, help="virtual days")
    town.add_argument("--faults", default="none", help='"none", "all", or names with commas: see docs/simulation.md')
    town.add_argument("--ruleset", default="", choices=sorted(on_offer()), help="only this edition; otherwise each in turn")
    town.add_argument("--pace", default="slow", choices=("slow", "busy"), help="how densely people play")
    town.add_argument("--check-every", type=between(0.1, 24), default=1, metavar="HOURS", help="check the invariants this often")
    town.add_argument("--beat", type=between(1, 3600), default=300, metavar="SECONDS", help="the time between two sweeps")
    town.add_argument("--json", action="store_true", help="print the figures as JSON")
    soak = programs.add_parser("soak", help="random games of every edition until a fault, and how to bring it back")
    soak.add_argument("--minutes", type=float, default=30)
    soak.add_argument("--ruleset", default="", choices=sorted(all_rulesets()), metavar="SLUG", help="only this edition")
    soak.add_argument("--seed", type=int, help="the number of the first game of each edition; each next one has the next number")
    soak.add_argument("--part", choices=("memory", "site"), action="append", help="only the rules in memory, or only the site")
    return parser


def simulate(given: Namespace) -> None:
    """Run a simulated town and print its figures. Raise SystemExit at the first fault."""
    from harness.simulation.run import in_words, simulate
    from harness.simulation.town import Failed, Plan
    from harness.simulation.weather import UnknownFault

    try:
        figures = simulate(Plan(**{name: getattr(given, name) for name in Plan.__dataclass_fields__}))
    except (UnknownFault, Failed) as fault:
        raise SystemExit(str(fault)) from None
    print(json.dumps(figures, indent=2) if given.json else in_words(figures))


def soak(given: Namespace) -> None:
    """Play random games until the time is up. Raise SystemExit at the first fault."""
    from harness.simulation.soak import Fault, soak

    editions = [all_rulesets()[given.ruleset]] if given.ruleset else list(all_rulesets().values())
    seed = secrets.randbelow(10**9) if given.seed is None else given.seed
    print(f"seed {seed}, {given.minutes:g} minutes, {', '.join(rules.slug for rules in editions)}", flush=True)
    try:
        soak(editions, seed, given.part or ["memory", "site"], monotonic() + 60 * given.minutes, lambda line: print(line, flush=True))
    except Fault as fault:
        raise SystemExit(str(fault)) from None


def main() -> int:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "buccaneer_site.settings")
    given = options().parse_args()
    if given.program in DRILLS:
        return int(import_module(DRILLS[given.program]).main())
    import django

    django.setup()
    {"simulate": simulate, "soak": soak}[given.program](given)
    return 0


if __name__ == "__main__":
    sys.exit(main())
