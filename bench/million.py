"""Measure PostgreSQL with a million running games: the cost and plans of pages, sweeps and admin pages.

The games are copies of real ones (`_million_fill.py`), in two sizes, to show what grows: `BENCH_GAMES`, and a tenth of it.
`python bench/million.py plans` also prints the plan of each statement. A million games take 11 GB, 12 to 18 minutes to fill in and 5 to
measure.
"""

import subprocess
import sys
from os import environ
from time import perf_counter

from _site import site

GAMES = environ.get("BENCH_GAMES", "1000000")
MEMORY = {"shared_buffers": "2GB", "max_wal_size": "8GB"}
"""As a server of that size would have: PostgreSQL recommends a quarter of the memory."""


def main() -> int:
    """Fill and measure two sizes, each in a separate process, since settings are read once."""
    sizes = (str(int(GAMES) // 10), GAMES)
    return max(subprocess.run([sys.executable, __file__, "measure", games, *sys.argv[1:]]).returncode for games in sizes)


def measure(games: int, with_plans: bool) -> int:
    """Fill a database and measure it. Return 1 if a goal was missed."""
    with site(over_postgres=True, postgres=MEMORY):
        from _million_costs import GOALS, pages, print_plans, sweeps
        from _million_fill import fill

        start = perf_counter()
        fill(games)
        print(f"{games} games filled in within {perf_counter() - start:.0f} s\ngoals: {GOALS}", flush=True)
        costs, missed = [], False
        for cost in (*pages(games), *sweeps()):
            missed |= not cost.is_good
            costs.append(cost)
        if with_plans:
            print_plans(costs)
    return int(missed)


if __name__ == "__main__":
    sys.exit(measure(int(sys.argv[2]), "plans" in sys.argv) if sys.argv[1:2] == ["measure"] else main())
