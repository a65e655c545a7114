"""Moves that look too far, for tests of how the site lets them be disputed."""

from games.engine import Action
from games.models import Game, Hand, Move
from games.play import acting
from games.play.session import load
from games.queries import table_view
from games.timeouts import sweeping
from games.timeouts.expiring import Due

HOURS = 24


def act(game: Game, seat: int, decision: str, answer, by: str = "player") -> Move:
    return acting.act(game.pk, Action(seat, decision, answer), Game.objects.get(pk=game.pk).number, by)


def sail_too_far(game: Game, seat: int = 0) -> None:
    """Twenty squares with six crew cards: nobody can."""
    act(game, seat, "sail", "E17")
    act(game, seat, "heading", "W")
    act(game, seat, "end", "yes")


def crew(game: Game, seat: int) -> tuple:
    return tuple(Hand.objects.get(player__game=game, player__seat=seat).secrets["hands"])


def stake(game: Game, person) -> str:
    [decision] = [found for found in table_view.table(Game.objects.get(pk=game.pk), person).decisions if found.name == "dispute"]
    return decision.options[0]


def windows_of(game: Game):
    return game.waits.filter(closed_at=None, next_step="close").order_by("seat")


def of_version_1(game: Game) -> None:
    """As the code before the second version stored it."""
    options = {key: value for key, value in game.public["options"].items() if key not in ("version", "disputes")}
    agreed = {key: value for key, value in game.options.items() if key != "disputes"}
    Game.objects.filter(pk=game.pk).update(version=1, options=agreed, public=game.public | {"options": options})


def close_now(game: Game) -> None:
    """The window closes as if its hours were over."""
    wait = windows_of(game).first()
    sweeping.close_window(Due(load(Game.objects.select_related("seed").get(pk=game.pk)), wait, wait.due_at, any_unread=True))
