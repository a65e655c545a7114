"""The rows of docs/states.md about tables, each with a scenario that carries it out (`test_states.py`)."""

from collections.abc import Callable
from datetime import timedelta
from importlib import import_module
from pathlib import Path
from typing import Any

from games.clocks.terms import Terms
from games.models import Game, Seek, Vote
from games.tables import lobby, removing
from games.timeouts import sweeping

LIST = Path(__file__).parents[2] / "docs/states.md"
Row = tuple[str, str, str, str]
Scenario = Callable[["World"], tuple[Callable[[], str], tuple]]
"""Prepare a state; return how to read it, and with what the function of the row is called."""
SCENARIOS: dict[Row, Scenario] = {}


def rows() -> list[Row]:
    """Every row of the list: section, from, to, function."""
    found, section = [], ""
    for line in LIST.read_text().split("\n"):
        if line.startswith("## "):
            section = line[3:]
        elif line.startswith("| ") and not line.startswith(("| from", "| ---")):
            begin, end, _, function = (cell.strip() for cell in line.strip("|").split("|"))
            found.append((section, begin, end, function.strip("`")))
    return found


def reaches(section: str, begin: str, end: str, function: str) -> Callable[[Scenario], Scenario]:
    """Register the scenario of one row."""
    return lambda scenario: SCENARIOS.setdefault((section, begin, end, function), scenario)


class World:
    """The people at hand, and short ways to tables and seasons."""

    def __init__(self, request, clock):
        self.get, self.clock = request.getfixturevalue, clock
        self.anne, self.mary, self.jack = (self.get(name) for name in ("anne", "mary", "jack"))

    def table(self, *guests, seats: int = 3, **more) -> Game:
        game = lobby.create(self.anne, "toy", {"rounds": 100}, seats=seats, **more)
        for guest in guests:
            lobby.join(game.pk, guest, token=game.join_token)
        return Game.objects.get(pk=game.pk)

    def running(self) -> Game:
        return self.table(self.mary, seats=2)

    def checking(self) -> Game:
        return self.table(self.mary, seats=2, clock=Terms(ready_check=True))

    def run(self, count: int = 8, **preset):
        return self.get("make_run")(self.get("people")(count), **preset)

    def event(self, count: int = 8, **preset):
        """A season of one field; its first round is over."""
        run = self.run(count, shape="swiss", rounds=2, most_at_once=1, **preset).begin()
        for fixture in list(run.fixtures):
            run.end(fixture)
        run.start_games()
        return run

    @property
    def organiser(self):
        return self.get("organiser")


def function(name: str) -> Callable:
    """The function of this dotted name."""
    module, _, name = name.rpartition(".")
    return getattr(import_module(module), name)


def status(row: Any) -> Callable[[], str]:
    """How the status of this row is read."""
    return lambda: type(row).objects.get(pk=row.pk).status


# -- tables -----------------------------------------------------------------------------------------------
@reaches("Table", "open", "running", "games.tables.lobby.join")
def _(w):
    game = w.table(seats=2, open_to_all=True)
    return status(game), (game.pk, w.mary)


@reaches("Table", "open", "running", "games.tables.lobby.start")
def _(w):
    game = w.table(w.mary)
    return status(game), (game.pk, w.anne)


@reaches("Table", "open", "running", "games.tables.starting.say_ready")
def _(w):
    game = w.checking()
    game.players.filter(user=w.anne).update(ready=True)
    return status(game), (game.pk, w.mary)


@reaches("Table", "open", "cancelled", "games.tables.lobby.leave")
def _(w):
    game = w.table()
    return status(game), (game.pk, w.anne)


@reaches("Table", "open", "cancelled", "accounts.account_deletion.leave")
def _(w):
    return status(w.table()), (w.anne,)


@reaches("Table", "open", "cancelled", "games.tables.starting.close_due_ready_checks")
def _(w):
    game = w.checking()
    w.clock.shift(timedelta(days=3))
    return status(game), ()


@reaches("Table", "open", "cancelled", "games.tables.housekeeping.close_idle_tables")
def _(w):
    game = w.table()
    w.clock.shift(timedelta(days=22))
    function("games.tables.housekeeping.close_idle_tables")()
    w.clock.shift(timedelta(days=8))
    return status(game), ()


@reaches("Table", "running", "over", "games.play.acting.resign")
def _(w):
    game = lobby.create(w.anne, "bounty", seats=2)
    lobby.join(game.pk, w.mary, token=game.join_token)
    return status(game), (game.pk, 1)


@reaches("Table", "running", "over", "games.play.acting.end_as_it_stands")
def _(w):
    game = w.running()
    return status(game), (game.pk, "agreed")


@reaches("Table", "running", "over", "games.timeouts.seats.close_stalled")
def _(w):
    game = w.running()
    return status(game), (game,)


@reaches("Table", "running", "cancelled", "games.agreements.votes.cast_vote")
def _(w):
    game = w.running()
    return status(game), (game.pk, w.mary, ask(game, w.anne).pk, True)


@reaches("Table", "running", "stuck", "games.timeouts.sweeping.note_failure")
def _(w):
    game = w.running()
    wait = game.waits.get(closed_at=None)
    for _ in range(sweeping.MOST_FAILURES - 1):
        sweeping.note_failure(wait.pk)
    return status(game), (wait.pk,)


@reaches("Table", "stuck", "running", "games.play.acting.take_up_again")
def _(w):
    game = w.running()
    Game.objects.filter(pk=game.pk).update(status="stuck")
    return status(game), (game.pk,)


@reaches("Table", "stuck", "over", "leagues.services.results.adjudicate")
def _(w):
    fixture = w.run().begin().fixtures.first()
    Game.objects.filter(pk=fixture.game_id).update(status="stuck")
    return status(fixture.game), (fixture.pk, w.organiser, "the rules had a fault")


# -- before a table begins, and what it is asked --------------------------------------------------------------
def checked(game: Game) -> Callable[[], str]:
    def read() -> str:
        now = Game.objects.get(pk=game.pk)
        return "begun" if now.status == "running" else "asked" if now.ready_by else "off"

    return read


@reaches("Ready check of a table", "asked", "off", "games.tables.lobby.leave")
def _(w):
    game = w.checking()
    return checked(game), (game.pk, w.mary)


@reaches("Ready check of a table", "asked", "off", "games.tables.starting.close_due_ready_checks")
def _(w):
    game = w.checking()
    w.clock.shift(timedelta(days=3))
    return checked(game), ()


@reaches("Ready check of a table", "asked", "begun", "games.tables.starting.say_ready")
def _(w):
    game = w.checking()
    game.players.filter(user=w.anne).update(ready=True)
    return checked(game), (game.pk, w.mary)


def invited(w, taken_back: bool = False):
    """A table with Mary, to which Jack is invited: the table, the invitation, how its state is read."""
    game = w.table(w.mary, seats=4)
    row = lobby.invite(game.pk, w.anne, "Jack")
    if taken_back:
        removing.take_back_invitation(game.pk, w.anne, row.pk)

    def read() -> str:
        row.refresh_from_db()
        if game.players.filter(user=w.jack).exists():
            return "taken"
        if Game.objects.get(pk=game.pk).status != "open":
            return "void"
        return "taken back" if row.taken_back_at else "declined" if row.declined_at else "open"

    return game, row, read


@reaches("Invitation", "open", "taken", "games.tables.lobby.join")
@reaches("Invitation", "open", "declined", "games.tables.lobby.decline")
def _(w):
    game, _, read = invited(w)
    return read, (game.pk, w.jack)


@reaches("Invitation", "open", "taken back", "games.tables.removing.take_back_invitation")
def _(w):
    game, row, read = invited(w)
    return read, (game.pk, w.anne, row.pk)


@reaches("Invitation", "open", "void", "games.tables.lobby.start")
def _(w):
    game, _, read = invited(w)
    return read, (game.pk, w.anne)


@reaches("Invitation", "taken back", "open", "games.tables.lobby.invite")
def _(w):
    game, _, read = invited(w, taken_back=True)
    return read, (game.pk, w.anne, "Jack")


@reaches("Invitation", "declined", "open", "games.tables.lobby.invite")
def _(w):
    game, _, read = invited(w)
    lobby.decline(game.pk, w.jack)
    return read, (game.pk, w.anne, "Jack")


def looking(w, *people):
    for person in people:
        Seek.objects.create(user=person, rulesets=["toy"], paces=[172800], least=2)

    def read() -> str:
        playing = Game.objects.filter(players__user=w.anne).exists()
        return "playing" if playing else "looking" if Seek.objects.filter(user=w.anne).exists() else "ended"

    return read


@reaches("Search for players", "looking", "playing", "games.matchmaking.seeks.pair_seeks")
def _(w):
    return looking(w, w.anne, w.mary), ()


@reaches("Search for players", "looking", "ended", "games.matchmaking.seeks.stop_seeking")
def _(w):
    return looking(w, w.anne), (w.anne,)


@reaches("Search for players", "looking", "ended", "games.matchmaking.seeks.end_old")
def _(w):
    read = looking(w, w.anne)
    w.clock.shift(timedelta(days=31))
    return read, ()


def ask(game: Game, user) -> Vote:
    return function("games.agreements.votes.propose")(game.pk, user, "cancel")


def voted(vote: Vote) -> Callable[[], str]:
    return lambda: Vote.objects.get(pk=vote.pk).result or "open"


@reaches("Vote", "open", "passed", "games.agreements.votes.cast_vote")
def _(w):
    vote = ask(game := w.running(), w.anne)
    return voted(vote), (game.pk, w.mary, vote.pk, True)


@reaches("Vote", "open", "failed", "games.agreements.votes.cast_vote")
def _(w):
    vote = ask(game := w.table(w.mary, w.jack), w.anne)
    function("games.agreements.votes.cast_vote")(game.pk, w.jack, vote.pk, False)
    return voted(vote), (game.pk, w.mary, vote.pk, False)


@reaches("Vote", "open", "failed", "games.agreements.votes.close_expired")
def _(w):
    vote = ask(w.running(), w.anne)
    w.clock.shift(timedelta(days=4))
    return voted(vote), ()


@reaches("Vote", "open", "void", "games.agreements.votes.carry_out")
def _(w):
    vote = ask(game := w.running(), w.anne)
    vote.kind, vote.facts = "takeback", {"number": 7}
    return voted(vote), (vote, game)


@reaches("Vote", "open", "void", "games.timeouts.seats.void_votes")
def _(w):
    return voted(ask(game := w.running(), w.anne)), (game,)
