"""The command `buccaneer` of an installed site: runs commands of manage.py and the processes of a town (docs/packages.md)."""

import os
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from games import __version__

if TYPE_CHECKING:
    from celery.bin.base import CeleryDaemonCommand

OTHER_NAMES = {"receive": "receive_letters", "verify": "verify_games"}
"""Map from short names to commands."""
WORKER = ("--pool", "threads", "-c", "5", "-O", "fair", "--without-gossip", "--without-mingle", "--without-heartbeat")
WEB = (
    "buccaneer_site.asgi:application",
    "--lifespan",
    "off",
    "--no-access-log",
    "--ws-max-size",
    "1024",
    "--timeout-worker-healthcheck",
    "60",
    "--log-config",
    str(Path(__file__).with_name("uvicorn_logging.json")),
)
HELP = """\
buccaneer {version}: a site for slow pirate board games.

  buccaneer serve      the whole site on this machine; Ctrl-C stops it
  buccaneer web        in a town: the web server; takes the options of uvicorn
  buccaneer worker     in a town: background work; takes the options of Celery's worker
  buccaneer beat       in a town: the schedule; takes the options of Celery's beat
  buccaneer receive    the receiver of letters, with LETTERS_IN
  buccaneer sweep      do once what is due: clocks, letters, seasons
  buccaneer verify     play all stored games again and compare
  buccaneer doctor     look at all a running site needs, and say what is missing

`buccaneer help` lists all commands, `buccaneer help NAME` explains one.
"""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command with `arguments` (default: the process's own), and end the process with the command's exit status."""
    name, *rest = (sys.argv[1:] if arguments is None else list(arguments)) or ["--help"]
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "buccaneer_site.settings")
    if name in ("--help", "-h"):
        print(HELP.format(version=__version__), end="")
    elif name in ("--version", "version"):
        print(__version__)
    elif not find_spec("django"):
        sys.exit('buccaneer: only the rules are installed (`buccaneer-rules`). The site comes with: pip install "buccaneer-site[site]"')
    elif name in PROCESSES:
        in_town(name)
        PROCESSES[name](rest)
    else:
        carry_out(["buccaneer", OTHER_NAMES.get(name, name), *rest])


def carry_out(words: list[str]) -> None:
    """Run a Django command. If the database is unusable, end the process with one line instead of a traceback."""
    from django.core.management import execute_from_command_line

    try:
        execute_from_command_line(words)
    except Exception as fault:
        if "--traceback" in words or not is_about_the_database(fault):
            raise
        reason = " ".join(str(fault).split()).rstrip(".?")
        sys.exit(f"buccaneer: the database cannot be used: {reason}. `{words[0]} doctor` says more; --traceback shows where.")


def is_about_the_database(fault: Exception) -> bool:
    """Return whether the server does not answer, or the file is full, locked, damaged or no database. Ignore a faulty query."""
    kind = type(fault)
    ours = kind.__module__.partition(".")[0] in ("django", "sqlite3", "psycopg")
    return ours and kind.__name__ in ("OperationalError", "InterfaceError", "DatabaseError")


def in_town(name: str) -> None:
    """End the process with a message unless this site is a town. On one machine, `serve` does all work in one process."""
    from django.conf import settings

    if not settings.TOWN:
        sys.exit(f"buccaneer: {name} is for a town, and DATABASE_URL is not set. On one machine `buccaneer serve` does everything.")


def web(options: list[str]) -> None:
    """Run the web server. Pass `options` to uvicorn; by default it listens at LISTEN and PORT."""
    import uvicorn
    from django.conf import settings

    uvicorn.main([*WEB, "--host", settings.LISTEN, "--port", str(settings.PORT), *options], prog_name="buccaneer web")


def worker(options: list[str]) -> None:
    """Run a Celery worker. If an option is repeated, its last value counts."""
    from celery.bin.worker import worker as command

    celery_command(command, "worker", [*WORKER, *options])


def beat(options: list[str]) -> None:
    """Run Celery's beat, with its state stored in the data folder."""
    from celery.bin.beat import beat as command
    from django.conf import settings

    from buccaneer_site.environment import writable_folder

    celery_command(command, "beat", ["--schedule", str(writable_folder(settings.DATA) / "beat"), *options])


def celery_command(command: "CeleryDaemonCommand", name: str, options: list[str]) -> None:
    """Run one Celery command. The program `celery` would load all its commands, including a shell that takes 10 MB."""
    from celery.bin.base import CLIContext

    from buccaneer_site.celery import app

    context = CLIContext(app, no_color=False, workdir=None, quiet=True)  # type: ignore[arg-type]  # an app with tasks of its own class
    command.main(options, prog_name=f"buccaneer {name}", obj=context)


PROCESSES = {"web": web, "worker": worker, "beat": beat}
