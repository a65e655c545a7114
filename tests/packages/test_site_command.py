"""The command `buccaneer`: every command of manage.py, and the processes of a town."""

import pytest

from buccaneer_site import cli
from games import __version__

pytestmark = pytest.mark.one_database


def test_commands_of_the_site_are_passed_through_with_their_options(capsys):
    cli.main(["playout", "--ruleset", "trade-winds", "--games", "2"])
    assert len(capsys.readouterr().out.splitlines()) == 2


@pytest.mark.parametrize(("short", "whole"), [("verify", "verify_games"), ("receive", "receive_letters")])
def test_short_names_are_those_of_commands(short, whole, capsys):
    said = []
    for name in (short, whole):
        with pytest.raises(SystemExit):
            cli.main([name, "--help"])
        said.append(capsys.readouterr().out)
    assert said[0] == said[1] != ""


@pytest.mark.parametrize("name", ["web", "worker", "beat"])
def test_the_processes_of_a_town_are_refused_on_one_machine(name):
    with pytest.raises(SystemExit) as stopped:
        cli.main([name])
    assert str(stopped.value).startswith(f"buccaneer: {name} is for a town")


def test_where_only_the_rules_are_installed_it_says_how_to_install_the_site(monkeypatch):
    monkeypatch.setattr(cli, "find_spec", lambda name: None)
    with pytest.raises(SystemExit) as stopped:
        cli.main(["serve"])
    assert 'pip install "buccaneer-site[site]"' in str(stopped.value)


def test_without_a_command_it_says_what_there_is(capsys):
    cli.main([])
    said = capsys.readouterr().out
    assert {f"  buccaneer {name} " for name in ("serve", *cli.PROCESSES, *cli.OTHER_NAMES, "sweep")} <= {
        line[: line.index(" ", 12) + 1] for line in said.splitlines() if line.startswith("  buccaneer ")
    }


def test_it_knows_its_version(capsys):
    cli.main(["--version"])
    assert capsys.readouterr().out == f"{__version__}\n"


def test_a_web_process_on_a_busy_machine_has_a_minute_to_start():
    """uvicorn ends a process that does not answer it, and begins another; its own five seconds may never be enough."""
    assert int(cli.WEB[cli.WEB.index("--timeout-worker-healthcheck") + 1]) >= 60
