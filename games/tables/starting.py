"""Start a game at a table with its players."""

from typing import Any

from django.utils import timezone

from games.agreements import agreed_ends
from games.editions.errors import NotAllowed
from games.engine.ruleset import State
from games.models import Checkpoint, Deck, Game, Hand, Move, Player
from games.play.session import Session
from games.play.settling import settle_and_ask
from games.rulesets import get_ruleset
from games.storage.snapshots import digest, to_json


def first_snapshot(game: Game) -> None:
    """Seat the players in the edition's order, deal by the newest version of its rules, and ask the first player: the owner.

    Raise NotAllowed if the game is not playable with these players.
    """
    game.version = get_ruleset(game.ruleset).version
    agreed_ends.must_lie_ahead(game)
    players = seat_players(game)
    if problem := game.rules.unplayable(game.options, len(players)):
        raise NotAllowed("seats", problem)
    owner = next((seat for seat, player in enumerate(players) if player.user_id == game.owner_id), 0)
    state, events = game.rules.setup([player.place for player in players], owner, game.options, game.seed.dice)
    snapshot = game.rules.dump(state)
    save_beginning(game, state, snapshot.public, owner, len(players))
    for player, secrets in zip(players, snapshot.seats, strict=True):
        Hand.objects.filter(player=player).update(secrets=secrets)
    Deck.objects.bulk_create(Deck(game=game, name=name, cards=cards) for name, cards in snapshot.decks.items())
    Move.objects.create(
        game=game, number=0, decision="setup", by="player", events=[event.to_json() for event in events],
        hash=digest(snapshot), made_at=game.started_at or timezone.now(),
    )  # fmt: skip
    Checkpoint.objects.create(game=game, number=0, snapshot=to_json(snapshot), format=game.format)
    settle_and_ask(Session(game))


def save_beginning(game: Game, state: State, public: dict[str, Any], first: int, seats: int) -> None:
    """Save the row of a new game with this number of seats; seat `first` begins."""
    now = timezone.now()
    game.status, game.started_at, game.moved_at, game.first, game.number = Game.Status.RUNNING, now, now, first, 0
    game.format = game.rules.format
    game.seats, game.public, game.scores = seats, public, list(game.rules.scores(state))
    game.round, game.turn = game.rules.turn(state)
    game.last_moves = [0] * seats
    game.save()


def seat_players(game: Game) -> list[Player]:
    """Assign seats by the order of places on the board, or by the order of joining if the edition has none."""
    order = {place: index for index, (place, _) in enumerate(game.rules.places)}
    bank = game.terms.pace.first_bank
    players = sorted(game.players.select_related("user"), key=lambda player: (order.get(player.place, 0), player.pk))
    for seat, player in enumerate(players):
        player.seat, player.bank = seat, bank
        player.save(update_fields=["seat", "bank"])
    return players


def why_not_yet(game: Game, players: int) -> str:
    """Return why the game cannot start with the players present; "" if it can."""
    least = min(game.offer.seats)
    return f"At least {least} captains are needed." if players < least else game.rules.unplayable(game.options, players)
