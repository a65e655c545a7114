"""PostgreSQL with a million running games: what pages, sweeps and the pages of staff cost, and by which plans.

The games are copies of real ones (`_million_fill.py`), in two sizes, so that one sees what grows. `BENCH_GAMES=20000` fills in
fewer (the smaller size is always a tenth). `python bench/million.py write` also writes the figures and plans into
docs/million-games.md. With the settings of a town, `python bench/million.py here 20000` fills its database, if it is empty, and
measures there. A million games take 11 GB, 12 to 18 minutes to fill in and 5 to measure.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GAMES = int(os.environ.get("BENCH_GAMES", "1000000"))

MEMORY = {"shared_buffers": "2GB", "max_wal_size": "8GB"}
"""As a server of that size would have: PostgreSQL advises a quarter of the memory."""


def main() -> int:
    """Fill and measure two sizes, each in a process and a database of its own."""
    sys.path.insert(0, str(ROOT / "scripts"))
    import servers

    if not (servers.postgres_folder() and servers.shutil.which("redis-server")):
        print("million: left out, PostgreSQL or Redis is not installed here")
        return 0
    with tempfile.NamedTemporaryFile() as file:
        os.environ["BENCH_FIGURES"] = file.name
        code = max(in_town(servers, games) for games in (GAMES // 10, GAMES))
        if "write" in sys.argv:
            write(file.name)
    return code


def in_town(servers, games: int) -> int:
    """Fill and measure one size in a town of its own. Return the exit code."""
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as data, servers.town(Path(folder), **MEMORY) as env:
        command = [sys.executable, __file__, "here", str(games), *sys.argv[1:]]
        return subprocess.run(command, cwd=ROOT, env={**os.environ, "BUCCANEER_DATA": data, "PYTHONPATH": str(ROOT), **env}).returncode


def here(games: int) -> int:
    """Fill the present database, unless that was done, and measure it."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "buccaneer_site.settings"
    import django

    django.setup()
    from time import perf_counter

    import _million_fill as filling
    from django.core.management import call_command

    from games.models import Game

    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    if not Game.objects.filter(pk=filling.FIRST_GAME).exists():
        start = perf_counter()
        filling.fill(filling.Size(games))
        print(f"{games} games filled in within {perf_counter() - start:.0f} s", flush=True)
    return measured(filling.Size(games))


def measured(size) -> int:
    """Measure everything and print it. Return 1 if a goal was missed."""
    import _million_look as looking
    import _million_plans as plans

    print(plans.GOALS)
    found = [shown(looking.pages(size), True), shown(looking.sweeps(), False)]
    missed = [cost for cost in found[0] if not cost.is_good_page] + [cost for cost in found[1] if not cost.is_good_sweep]
    if file := os.environ.get("BENCH_FIGURES"):
        with Path(file).open("a") as kept:
            kept.write(json.dumps(plans.figures_of(size.games, *found)) + "\n")
    return int(bool(missed))


def shown(costs, is_page: bool) -> list:
    """Print each cost as it is measured, and return them."""
    import _million_plans as plans

    found = []
    for cost in costs:
        found.append(cost)
        print(*plans.told([cost], is_page), flush=True)
    return found


def write(file: str) -> None:
    """Write what was measured, a line of JSON for each size, into the page for docs."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "buccaneer_site.settings")
    import django

    with tempfile.TemporaryDirectory() as data:  # settings want a folder; no database is opened
        os.environ["BUCCANEER_DATA"] = data
        sys.path.insert(0, str(ROOT))
        django.setup()
    import _million_plans as plans

    sizes = [plans.Figures(*json.loads(line)) for line in Path(file).read_text().splitlines()]
    (ROOT / "docs" / "million-games.md").write_text(plans.page_of(sizes))


if __name__ == "__main__":
    sys.exit(here(int(sys.argv[2])) if sys.argv[1:2] == ["here"] else write(sys.argv[2]) if len(sys.argv) == 3 else main())
