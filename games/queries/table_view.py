"""Reading games: what a person may see, made from views and filtered events. Nothing here changes anything."""

from collections.abc import Collection, Iterable
from typing import Any, NamedTuple

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone

from games.engine import Event, Snapshot
from games.engine.facts import CLOSED, LAST_ROUND, WON
from games.formats.record import FORMAT
from games.formats.replay import NEW_RULES, Entry, replay
from games.models import ChatLine, Game, Invitation, Move, Player, Seed, Wait
from games.moderation import block_conditions
from games.play.order_log import OBEYED, in_short
from games.play.order_log import tell as tell_obeyed
from games.storage import prepared
from games.storage.snapshots import decks, kept_before, kept_state, newest, of_one_moment, state_of

OF_A_PERSON = ("player", "mail", "standing")
"""Ways in which a person's answers come: pages, letters, orders. Others are not told which."""
SINCE_MOST = 200
"""Moves looked at for what happened since; more is in the journal."""


# -- which games ----------------------------------------------------------------------------------
def invitations_of(user) -> QuerySet[Invitation]:
    """Invitations to this person, by name or to one of his confirmed addresses; none where he or who asked keeps the other away."""
    if not user.is_authenticated:
        return Invitation.objects.none()
    addresses = user.emailaddress_set.filter(verified=True).values("email")
    asked = Invitation.objects.filter(Q(user=user) | Q(email__in=addresses), declined_at=None)
    return asked.exclude(block_conditions.are_apart(user, "by"))


def visible_games(user) -> QuerySet[Game]:
    """Every table this person may look at: public ones, his own, those he was asked to."""
    if not user.is_authenticated:
        return Game.objects.filter(open_to_all=True)
    seated = Exists(Player.objects.filter(game=OuterRef("pk"), user=user))
    asked = Q(pk__in=invitations_of(user).values("game"), status=Game.Status.OPEN)
    return Game.objects.filter(Q(open_to_all=True) | seated | asked)


def open_tables(user) -> QuerySet[Game]:
    """Tables anyone may join, and those this person was asked to; newest first, with who sits there.

    None where somebody sits whom he keeps away, or who keeps him away.
    """
    games = visible_games(user).filter(status=Game.Status.OPEN)
    if user.is_authenticated:
        shunned = Player.objects.filter(block_conditions.are_apart(user, "user"), game=OuterRef("pk"))
        games = games.exclude(players__user=user).exclude(Exists(shunned))
    return games.select_related("owner").prefetch_related("players__user").order_by("-created_at")


def to_look_at(user, status: str, most: int) -> list[Game]:
    """Tables that anyone may look at, the liveliest first, with who sits there: not one's own, and none that sleeps."""
    games = Game.objects.filter(open_to_all=True, status=status, stalled_at=None).defer("public").prefetch_related("players__user")
    newest = games.order_by("-moved_at")[: 2 * most]
    return [game for game in newest if user.pk is None or all(player.user_id != user.pk for player in game.players.all())][:most]


def my_games(user) -> list[Game]:
    """This person's games, most urgent first: those waiting for him by due time, then running, open, ended.

    Each has `due` (when he must have answered, or None), `my_seat`, `waiting_names` (whom the game waits for) and `window`
    (until when the last move may be disputed, or None).
    """
    mine = Player.objects.filter(game=OuterRef("pk"), user=user)
    games = (
        Game.objects.filter(players__user=user)
        .exclude(status=Game.Status.CANCELLED)
        .annotate(my_seat=mine.values("seat")[:1])
        .defer("public")
        .prefetch_related("players__user")
    )
    ranked = sorted(games.order_by("-moved_at", "-created_at")[:300], key=lambda game: ORDER[game.status])
    waits: dict[int, list[Wait]] = {}
    for wait in Wait.objects.filter(game__in=[game.pk for game in ranked], closed_at=None).order_by(prepared.SOONEST):
        waits.setdefault(wait.game_id, []).append(wait)
    for game in ranked:
        asked = waits.get(game.pk, []) if game.status == Game.Status.RUNNING else []
        asked, window = parted(asked)
        game.window = window[0].due_at if window else None
        seated = list(game.players.all())
        names = [player.name for player in seated]
        game.helmsman_has_mine = any(player.seat == game.my_seat and player.mode in HELMSMAN for player in seated)
        mine_now = next((wait for wait in asked if wait.seat == game.my_seat and not game.helmsman_has_mine), None)
        game.due, game.is_waiting = mine_now and mine_now.due_at, mine_now is not None
        game.waiting_names = [names[wait.seat] for wait in asked]
    return sorted(ranked, key=lambda game: (not game.is_waiting, game.due is None, game.due.timestamp() if game.due else 0))


def parted(waits: list[Wait]) -> tuple[list[Wait], list[Wait]]:
    """Those whom a game waits for, and those who may speak as long as a window is open."""
    return [wait for wait in waits if not wait.is_window], [wait for wait in waits if wait.is_window]


HELMSMAN = (Player.Mode.OPEN, Player.Mode.BOT)
ORDER = {Game.Status.RUNNING: 0, Game.Status.STUCK: 1, Game.Status.OPEN: 2, Game.Status.OVER: 3}


def waiting_games(user) -> QuerySet[Wait]:
    """Open waits for this person, the most urgent first."""
    return prepared.waiting_for(user.pk)


def next_waiting(user, after: int | None = None) -> int | None:
    """The id of the next game that waits for this person, other than game `after`."""
    waits = waiting_games(user)
    current = waits.filter(game_id=after).first() if after else None
    others = waits.exclude(game_id=after) if after else waits
    if current is not None:
        later = others.filter(after_it(current)).first()
        if later is not None:
            return later.game_id
    first = others.first()
    return first.game_id if first else None


def after_it(wait: Wait) -> Q:
    """What comes after this wait by urgency; without a clock is last."""
    if wait.due_at is None:
        return Q(due_at=None, pk__gt=wait.pk)
    return Q(due_at__gt=wait.due_at) | Q(due_at=wait.due_at, pk__gt=wait.pk) | Q(due_at=None)


class Rows(NamedTuple):
    """What is stored of a table beside the game itself: who sits there, the piles, and whom it waits for."""

    players: list[Player]
    piles: dict[str, list]
    waits: list[Wait]


class Wishes(NamedTuple):
    """What a captain wants done while he is away: his standing orders, and who plays when his time is out."""

    orders: dict[str, Any]
    fallback: str


# -- one game -------------------------------------------------------------------------------------
def seat_of(players: list[Player], user) -> int | None:
    """Where this person sits; None is a spectator."""
    pk = getattr(user, "pk", None)
    return next((player.seat for player in players if pk is not None and player.user_id == pk), None)


def table(game: Game | int, user) -> dict[str, Any]:
    """Everything a table's page, a letter or a fragment is made from, as this person may see it."""
    if isinstance(game, int):
        game = Game.objects.get(pk=game)
    at_hand = getattr(game, "at_hand", None)
    rows = (
        Rows(at_hand.players, {}, at_hand.waits)
        if at_hand
        else of_one_moment(game, lambda: rows_of(game), lambda seen: seen_at(game, seen))
    )
    everyone = rows.players
    me = next((player for player in everyone if player.user_id == getattr(user, "pk", 0)), None)
    names = [player.name for player in everyone]
    own_hand = things_of(game, me, names)
    players, secrets = without_hands(everyone)
    seat = seat_of(players, user)
    found = {
        "game": game, "rules": game.rules, "seat": seat, "players": players, "names": names, "number": game.number,
        "view": None, "decisions": [], "waits": [], "window": None, "due": None, "can_undo": False, "me": me, **own_hand,
    }  # fmt: skip
    if game.public is None:
        return found
    state = at_hand.state if at_hand else state_of(game, Snapshot(game.public, secrets, rows.piles))
    running = game.status == Game.Status.RUNNING
    waits, windows = parted(rows.waits if running else [])
    own = next((wait for wait in waits if wait.seat == seat), None)
    asked = [decision for decision in game.rules.decisions(state) if decision.seat == seat] if running else []
    return found | {
        "view": game.rules.view(state, seat),
        "decisions": asked if seat is not None else [],
        "waits": waits,
        "window": next((wait for wait in windows if wait.seat == seat), windows[0] if windows else None),
        "due": own.due_at if own else None,
        "can_undo": running and game.may_take_back(seat),
    }


def rows_of(game: Game) -> Rows:
    """The rows of a table; whom it waits for comes last, as `seen_at` wants it."""
    players, piles = seated(game), {} if game.public is None else decks(game)
    return Rows(players, piles, open_waits(game) if game.status == Game.Status.RUNNING else [])


def seen_at(game: Game, rows: Rows) -> int:
    """Which move was the newest when these were read. At a table that does not run nobody moves."""
    if game.status != Game.Status.RUNNING:
        return game.number
    return rows.waits[0].newest if rows.waits else newest(game)


def things_of(game: Game, me: Player | None, names: list[str]) -> dict[str, Any]:
    """What lies in the reader's own hand for when he is away: answers that were dropped, and his wishes."""
    if me is None:
        return {"dropped": [], "wishes": None}
    dropped = [in_short(game.rules, me.seat, item["decision"], item["answer"], names) for item in me.hand.dropped]
    return {"dropped": dropped, "wishes": Wishes(me.hand.orders, me.hand.fallback)}


def seated(game: Game) -> list[Player]:
    """Everyone at the table with his hand, in seat order."""
    return prepared.seated(game.pk)


def without_hands(players: list[Player]) -> tuple[list[Player], list[dict]]:
    """The players as a page may have them, and apart from them what each one holds."""
    secrets = [player.hand.secrets for player in players]
    for player in players:
        player._state.fields_cache.pop("hand", None)
    return players, secrets


def open_waits(game: Game) -> list[Wait]:
    """Whom the game waits for, the most urgent first."""
    return prepared.open_waits(game.pk)


def since(table: dict[str, Any]) -> list[tuple[Move, list[str]]]:
    """What happened at this table since its reader's last own move; for a spectator the newest round's worth."""
    game, seat = table["game"], table["seat"]
    after = latest(game) if seat is None else max(game.last_moves[seat], game.number - SINCE_MOST)
    return journal(game, seat, after, table["names"])


def latest(game: Game) -> int:
    """The move after which a spectator's news begin."""
    return game.number - 12


def journal(
    game: Game, seat: int | None, after: int = -1, names: list[str] | None = None, limit: int | None = None
) -> list[tuple[Move, list[str]]]:
    """The moves after number `after` with their sentences, as this seat may know them."""
    if names is None:
        names = [player.name for player in game.players.select_related("user").order_by("seat", "pk")]
    moves = moves_for(game, seat, after, limit)
    return [(move, sentences(game.rules, move, names, seat)) for move in moves]


def moves_for(game: Game, seat: int | None, after: int = -1, limit: int | None = None) -> list[Move]:
    """The moves after number `after`, as this seat may know them."""
    return [for_seat(move, seat) for move in prepared.moves(game.pk, after, game.number if limit is None else after + limit)]


def for_seat(move: Move, seat: int | None) -> Move:
    """The move with what this seat may know of it: its events; the answer, and by which way it came, only when it was its own."""
    move.events = [data for data in move.events if Event.from_json(data).seen_by(seat)]
    if seat is None or move.seat != seat:
        move.answer = None
        move.by = "player" if move.by in OF_A_PERSON else move.by
    return move


def sentences(rules, move: Move, names: list[str], seat: int | None, quiet: Collection[str] = ()) -> list[str]:
    """One move in words, but for the `quiet` events."""
    events = [Event.from_json(data) for data in move.events if data["name"] not in quiet]
    told = [tell(rules, event, names, seat) for event in events if event.seen_by(seat)]
    return [sentence for sentence in told if sentence]


def news_of(moves: Iterable[Move], rules, names: list[str], seat: int | None) -> list[str]:
    """Everything that happened in these moves, without what this seat's standing orders said."""
    return [sentence for move in moves for sentence in sentences(rules, move, names, seat, (OBEYED,))]


def answered(moves: Iterable[Move], rules, names: list[str], seat: int | None) -> list[str]:
    """What this seat's standing orders said in these moves."""
    facts = [Event.from_json(data) for move in moves for data in move.events if data["name"] == OBEYED]
    return [tell(rules, event, names, seat) for event in facts if event.seen_by(seat)]


def tell(rules, event: Event, names: list[str], seat: int | None) -> str:
    """The ruleset's sentence; events of the site itself are worded here."""
    if event.name == "undone":
        return f"{names[event.seat]} took a move back."
    if event.name == CLOSED:
        return "The game was closed as it stood."
    if event.name == LAST_ROUND:
        return f"The agreed end has come: round {event.facts['round']} is the last."
    if event.name == NEW_RULES:
        law = rules.new_laws.get(event.facts["version"])
        return f"From here on this table is played by newer rules. {law.told if law else ''}".rstrip()
    if event.name == OBEYED:
        return tell_obeyed(rules, event, names) if event.seen_by(seat) else ""
    return rules.tell(event, names, seat)


def ending(game: Game, seat: int | None, names: list[str]) -> str:
    """Who won and for what reason, as the newest move of an ended game tells this seat; "" where it does not say."""
    events = [Event.from_json(data) for move, _ in journal(game, seat, game.number - 1, names) for data in move.events]
    return next((tell(game.rules, event, names, seat) for event in events if event.name == WON), "")


# -- back in time ---------------------------------------------------------------------------------
def state_at(game: Game, number: int):
    """The state after move `number`, from the nearest checkpoint. For services and views of the past only: it is secret."""
    if number == game.number:
        return state_of(game)
    start = kept_before(game, number)
    rules = game.rules.of_version(version_at(game, start.number))
    state = kept_state(rules, start)
    rows = Move.objects.filter(game=game, number__gt=start.number, number__lte=number).order_by("number")
    entries = [Entry(*row) for row in rows.values_list("number", "seat", "decision", "answer")]
    if entries:
        dice = Seed.objects.get(game=game).dice
        for _, after in replay(rules, state, start.number, entries, dice):
            state = after
    return state


def version_at(game: Game, number: int) -> int:
    """The version of the rules after move `number`; a game may have been moved to newer ones since, a version at a time."""
    if game.version == 1:
        return 1
    return game.version - Move.objects.filter(game=game, number__gt=number, decision=NEW_RULES).count()


def view_at(game: Game, seat: int | None, number: int):
    """The table as it was after move `number`, as this seat sees it. Numbers outside the game mean its ends."""
    return game.rules.view(state_at(game, max(0, min(number, game.number))), seat)


def seed_of(game: Game) -> str | None:
    """The seed as hex, once the game is over."""
    if game.status != Game.Status.OVER:
        return None
    return bytes(Seed.objects.get(game=game).secret).hex()


def record(game: Game) -> dict[str, Any] | None:
    """All of an ended game with its seed, for anyone at the table to check (`games.formats.record`); None while it runs."""
    seed = seed_of(game)
    return None if seed is None else whole_record(game) | {"seed": seed}


def whole_record(game: Game) -> dict[str, Any]:
    """The record without its seed. Secret as long as the game runs."""
    moves = Move.objects.filter(game=game).order_by("number")
    places = Player.objects.filter(game=game).order_by("seat").values_list("place", flat=True)
    return {
        "format": FORMAT, "ruleset": game.ruleset, "version": version_at(game, 0), "options": game.options,
        "places": list(places), "first": game.first, "commitment": game.commitment, "outcome": game.outcome_data,
        "moves": [list(row) for row in moves.values_list("number", "seat", "decision", "answer", "hash")],
    }  # fmt: skip


def chat(game: Game, reader: int | None, most: int = prepared.MOST_TALK) -> list[ChatLine]:
    """The newest lines, oldest first; those of people whom this reader keeps away are marked `is_hidden`."""
    return prepared.talk(game.pk, reader or 0)[:most][::-1]


def lateness(now=None) -> float:
    """Seconds by which the most overdue wait is late: what an operator watches."""
    now = now or timezone.now()
    oldest = Wait.objects.filter(closed_at=None, game__status=Game.Status.RUNNING, next_at__lte=now).order_by(F("next_at"))
    first = oldest.values_list("next_at", flat=True).first()
    return (now - first).total_seconds() if first else 0.0
