"""Start a game: the optional ready check, in which captains confirm or lose their chairs, then the deal and the first question."""

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from core.tasks import after_commit
from games.announcements import live, notices
from games.clocks.due_times import deadline, merged
from games.clocks.paces import DAY
from games.editions.errors import NotAllowed
from games.formats.replay import digest, to_json
from games.models import Checkpoint, Deck, Game, Hand, Lapse, Move, Player
from games.play.session import Session
from games.play.settling import settle_and_ask
from games.rulesets import all_rulesets, get_ruleset
from games.tables import renaming


def first_snapshot(game: Game) -> None:
    """Seat the players, deal by the newest rules, and ask the first question. Raise NotAllowed if the game is not playable."""
    game.version = get_ruleset(game.ruleset).version
    if game.ends_at is not None and game.ends_at <= timezone.now():
        raise NotAllowed("ended", "The time at which this table was to end has passed. Make a new table with a later end.")
    players = seat_players(game)
    if problem := game.rules.unplayable(game.options, len(players)):
        raise NotAllowed("seats", problem)
    owner = next((seat for seat, player in enumerate(players) if player.user_id == game.owner_id), 0)
    state, events = game.rules.setup([player.place for player in players], owner, game.options, game.seed.dice)
    snapshot = game.rules.dump(state)
    now = timezone.now()
    game.status, game.started_at, game.moved_at, game.first, game.number = Game.Status.RUNNING, now, now, owner, 0
    game.format, game.public, game.scores = game.rules.format, snapshot.public, list(game.rules.scores(state))
    game.seats, game.last_moves = len(players), [0] * len(players)
    game.round, game.turn = game.rules.turn(state)
    game.save()
    for player, secrets in zip(players, snapshot.seats, strict=True):
        Hand.objects.filter(player=player).update(secrets=secrets)
    Deck.objects.bulk_create(Deck(game=game, name=name, cards=cards) for name, cards in snapshot.decks.items())
    Move.objects.create(
        game=game, number=0, decision="setup", by="player", events=[event.to_json() for event in events],
        hash=digest(snapshot), made_at=now,
    )  # fmt: skip
    Checkpoint.objects.create(game=game, number=0, snapshot=to_json(snapshot), format=game.format)
    settle_and_ask(Session(game))


def seat_players(game: Game) -> list[Player]:
    """Assign seats by the order of places on the board, or by the order of joining if the edition has no places."""
    order = {place: index for index, (place, _) in enumerate(game.rules.places)}
    bank = game.terms.pace.first_bank
    players = sorted(game.players.select_related("user"), key=lambda player: (order.get(player.place, 0), player.pk))
    for seat, player in enumerate(players):
        player.seat, player.bank = seat, bank
        player.save(update_fields=["seat", "bank"])
    return players


def why_not_yet(game: Game, players: int) -> str:
    """Return why the game cannot start with the players present, or "" if it can."""
    least = min(game.offer.seats)
    return f"At least {least} captains are needed." if players < least else game.rules.unplayable(game.options, players)


def open_ready_check(game: Game) -> None:
    """Open the ready check at a full table: ask all captains, and remind them after half the time, measured by the table's calendar."""
    now, calendar, seconds = timezone.now(), game.terms.calendar, min(2 * DAY, 2 * game.terms.pace.usual)
    half, game.ready_by = (deadline(now, span, merged(calendar.spans(now))) for span in (seconds // 2, seconds))
    game.save(update_fields=["ready_by"])
    mine = list(game.players.select_related("user").filter(bot=""))
    more = game.ready_by.isoformat()
    notices.to_people(notices.READY_CHECK, notices.TableFacts(game=game.pk), mine, more)
    notices.to_people(notices.READY_CHECK, notices.TableFacts(game=game.pk), mine, f"{more}:half", later=half - now)


def ask_those_present(game: Game, host: User) -> None:
    """Open the ready check for the captains present, when the host starts. Raise NotAllowed if it is open already or cannot start."""
    if game.ready_by is not None:
        raise NotAllowed("ready-check", "The game begins when everyone has said that they are ready.")
    game.seats = game.players.count()
    if problem := game.rules.unplayable(game.options, game.seats):
        raise NotAllowed("seats", problem)
    game.save(update_fields=["seats"])
    game.players.filter(user=host).update(ready=True)
    open_ready_check(game)
    after_commit(live.changed, game.pk, game.number)


def cancel_ready_check(game: Game) -> None:
    if game.ready_by is not None:
        game.ready_by = None
        game.save(update_fields=["ready_by"])
        game.players.update(ready=False)


@transaction.atomic
def say_ready(game_id: int, user: User) -> bool:
    """Mark a player as ready. Return whether that began the game. Raise NotAllowed if no ready check is open."""
    game = Game.objects.select_for_update().get(pk=game_id)
    player = game.players.get(user=user)
    if game.status != Game.Status.OPEN or game.ready_by is None:
        raise NotAllowed("no-ready-check", "Nobody has to say that now.")
    player.ready = True
    player.save(update_fields=["ready"])
    if game.players.filter(bot="", ready=False).exists():
        return False
    first_snapshot(game)
    return True


@transaction.atomic
def close_ready_check(game_id: int) -> int:
    """Close an expired ready check: remove silent players with a lapse, and list the table again. Return the number of players removed."""
    game = Game.objects.select_for_update().get(pk=game_id)
    if game.status != Game.Status.OPEN or game.ready_by is None or game.ready_by > timezone.now():
        return 0
    silent = list(game.players.select_related("user").filter(bot="", ready=False))
    notices.to_people(notices.SEATED_OUT, notices.TableFacts(game=game.pk), silent, game.ready_by.isoformat())
    Lapse.objects.bulk_create(Lapse(user=player.user) for player in silent if player.user is not None)
    Player.objects.filter(pk__in=[player.pk for player in silent]).delete()
    cancel_ready_check(game)
    renaming.pass_on(game)
    after_commit(live.changed, game.pk, game.number)
    return len(silent)


def close_due_ready_checks() -> int:
    """Close all expired ready checks, except at tables whose agreed end has passed. Return the number of players removed."""
    now = timezone.now()
    due = Game.objects.filter(status=Game.Status.OPEN, ready_by__lte=now, ruleset__in=list(all_rulesets()))
    return sum(close_ready_check(game.pk) for game in due.filter(Q(ends_at=None) | Q(ends_at__gt=now)).only("pk"))
