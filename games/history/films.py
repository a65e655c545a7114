"""Films of games, made in the background and stored as files: one per seat while a game runs, one with every hand after the end."""

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from django.core.cache import cache
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage

from core.tasks import enqueue
from games.editions import guard
from games.engine import Event, Ruleset
from games.engine.ruleset import State
from games.history.story import scenes, taken_back
from games.kit.face import Draw
from games.kit.parts import face_of
from games.models import Game
from games.queries import journal

if TYPE_CHECKING:
    from games.drawing.animation import Frame

PATIENCE = 120
"""The number of seconds after which a missing film may be requested again."""


def folder(game: Game, seat: int | None) -> str:
    whose = "end" if game.status == Game.Status.OVER else "all" if seat is None else str(seat)
    return f"films/{game.pk}/{whose}"


def path(game: Game, seat: int | None) -> str:
    """Return the file path of this seat's film of the game so far."""
    return f"{folder(game, seat)}/{game.number}.gif"


def is_ready(game: Game, seat: int | None) -> bool:
    return default_storage.exists(path(game, seat))


def is_possible(game: Game) -> bool:
    """Return whether the game has begun and its edition can draw a board."""
    return face_of(game.rules).picture is not None and game.public is not None


def ask_for(game: Game, seat: int | None) -> None:
    """Queue the film for rendering, unless the film exists, is already queued, or cannot be made."""
    if is_possible(game) and not is_ready(game, seat) and cache.add(path(game, seat), "making", PATIENCE):
        enqueue("games.tasks.make_film", game.pk, seat, game.number)


def in_the_making(game: Game, seat: int | None) -> str:
    """Return "making" while the film is being drawn, "failed" if drawing failed, else ""."""
    return cache.get(path(game, seat)) or ""


def make(game_id: int, seat: int | None, number: int) -> None:
    """Make the film, unless the game has moved on or the film exists."""
    game = Game.objects.get(pk=game_id)
    if game.number != number or is_ready(game, seat):
        return
    from games.drawing.animation import film  # takes 6 MB with its libraries; web processes make no films

    names = [player.name for player in game.players.select_related("user").order_by("seat", "pk")]
    data = guard.serve(game.rules, "film", None, lambda: film(frames(game, seat, names)))
    if data is None:
        cache.set(path(game, seat), "failed", PATIENCE)
        return
    with suppress(FileNotFoundError):  # the seat has no film yet
        for old in default_storage.listdir(folder(game, seat))[1]:
            default_storage.delete(f"{folder(game, seat)}/{old}")
    default_storage.save(path(game, seat), ContentFile(data))


def frames(game: Game, seat: int | None, names: list[str]) -> "list[Frame]":
    """Return one frame per turn and one for the end, showing what this seat may see; [] if the edition cannot draw."""
    rules, ended, drawn = game.rules, game.status == Game.Status.OVER, []
    draw = face_of(rules).picture
    if draw is None or game.public is None:
        return []
    sentences: list[str] = []
    lost = taken_back(game)
    last: tuple[int, State] | None = None
    for number, state, events in scenes(game):
        if last is not None and rules.turn(state) != rules.turn(last[1]):
            drawn.append(frame(rules, *last, seat, names, ended, draw, sentences))
            sentences = []
        if number not in lost:
            sentences += words(rules, events, names, None if ended else seat, ended)
        last = number, state
    if last is not None:
        drawn.append(frame(rules, *last, seat, names, ended, draw, sentences))
    return drawn


def frame(
    rules: Ruleset, number: int, state: State, seat: int | None, names: list[str], ended: bool, draw: Draw[Any], sentences: list[str]
) -> "Frame":
    """Draw the table after a move, with the sentences of the turn."""
    from games.drawing.animation import Frame

    svg = draw(rules.view(state, None if ended else seat), names=names)
    return Frame(svg, f"Round {rules.turn(state)[0]}, move {number}", tuple(sentences), held(rules, state, seat, names, ended))


def words(rules: Ruleset, events: Sequence[Event], names: list[str], seat: int | None, ended: bool) -> list[str]:
    """Return the events as sentences: as a spectator reads them if the game has ended, else as the seat reads them."""
    quiet = face_of(rules).quiet
    seen = [event for event in events if event.name not in quiet and (event.seen_by(seat) if not ended else event.to is None)]
    return [sentence for event in seen if (sentence := journal.event_sentence(rules, event, names, seat))]


def held(rules: Ruleset, state: State, seat: int | None, names: list[str], ended: bool) -> tuple[str, ...]:
    """Return hands in words: the hands of all seats if the game has ended, else only this seat's hand."""
    holding = face_of(rules).holding
    if holding is None:
        return ()
    seats = range(len(names)) if ended else [seat] if seat is not None else []
    return tuple(holding(rules.view(state, holder), names) for holder in seats)
