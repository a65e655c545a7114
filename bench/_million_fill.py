"""Fill PostgreSQL with any number of games by COPY: real games are played on the site first, and each is copied many times.

A copy has every row of its pattern, with the same JSON: game, seats, hands, piles, seed, moves, checkpoints, waits, the journal of
clocks, chat, notices and letters. Its numbers, its people and its times, spread over the last days, are new. So the database is like
that of a site of this size, except that positions repeat.
"""

import random
from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import Any, NamedTuple

from django.contrib.auth import get_user_model
from django.db import connection
from django.utils import timezone

from notifications.models import Delivery, State

SEATS = 3
STAGES = 5
"""Patterns of running games of each edition; each has a few moves more than the one before."""
MOVES, LONG = 5, 240
"""Moves of the first pattern of a running game, and the most of an ended one."""
HEAVY_RUNNING, HEAVY_ENDED, HEAVY_OPEN = 400, 80, 20
"""Games of the person whose pages are measured: 500 in all."""
FIRST_GAME, FIRST_PERSON = 10_000, 10_000
SPREAD = 997
"""Number of different times of games."""
LONG_AGO = 200
"""Days since the ended games ended."""
PUBLIC = 20
"""One game in this many is public."""
NEWEST_NOTICES = "id IN (SELECT id FROM notifications_notice WHERE (facts->>'game')::int = {game} ORDER BY id DESC LIMIT 2)"
TABLES = {
    "games_player": "game_id = {game}",
    "games_hand": "player_id IN (SELECT id FROM games_player WHERE game_id = {game})",
    "games_deck": "game_id = {game}",
    "games_seed": "game_id = {game}",
    "games_move": "game_id = {game}",
    "games_checkpoint": "game_id = {game}",
    "games_wait": "game_id = {game}",
    "games_clockentry": "game_id = {game}",
    "games_chatline": "game_id = {game}",
    "notifications_notice": NEWEST_NOTICES,
    "notifications_delivery": f"notice_id IN (SELECT id FROM notifications_notice WHERE {NEWEST_NOTICES})",
}
"""The tables that are copied beside the game's own, each with the condition for the rows of a pattern."""
KEPT_IDS = ("games_game", "games_player", "notifications_notice")
NULL = "\\N"


class Size(NamedTuple):
    """The amount of data: running games, people, open tables, and games that ended long ago."""

    games: int

    @property
    def people(self) -> int:
        return max(1000, self.games // 10)

    @property
    def open_tables(self) -> int:
        return self.games // 100

    @property
    def ended(self) -> int:
        return self.games // 100


class Part(NamedTuple):
    """Games copied in one go: the first number, the count, the number of people, the age in days, and the heavy person's share."""

    first: int
    count: int
    people: int
    age: int
    heavy: int


class Pattern(NamedTuple):
    """A real game, the people at it in seat order, and the ids of its seats."""

    game: int
    people: list[int]
    players: list[int]


def fill(size: Size) -> None:
    """Play the patterns and copy them. The database must be empty and migrated, and its user a superuser."""
    running, ended, waiting = patterns()
    Delivery.objects.update(state=State.SENT, ended_at=timezone.now())
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")  # references are valid by construction
        fill_people(cursor, size.people)
        first = FIRST_GAME
        for chosen, count, age, heavy in (
            (running, size.games, 0, HEAVY_RUNNING),
            (ended, size.ended, LONG_AGO, HEAVY_ENDED),
            (waiting, size.open_tables, 0, HEAVY_OPEN),
        ):
            fill_games(cursor, chosen, Part(first, count, size.people, age, heavy))
            first += count
        cursor.execute("SET session_replication_role = DEFAULT")
        for table in (*KEPT_IDS, "accounts_user"):
            cursor.execute(f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), (SELECT max(id) FROM {table}))")
        fill_what_follows(cursor, FIRST_GAME + size.games, size.ended)
        cursor.execute("VACUUM ANALYZE")


# -- patterns ------------------------------------------------------------------------------------------
def patterns() -> tuple[list[Pattern], list[Pattern], list[Pattern]]:
    """Play and return the patterns: running games, ended ones, and tables that wait for players."""
    from games.rulesets import on_offer

    chance, slugs = random.Random(12), sorted(on_offer())
    running = [played(slug, MOVES - 2 + stage, chance) for slug in slugs for stage in range(STAGES)]
    ended = [played(slug, LONG, chance, end=True) for slug in slugs]
    return running, ended, [table(slug, 2) for slug in slugs]


def table(slug: str, taken: int) -> Pattern:
    """Make a public table of three with this number of people."""
    from games.models import Game, Player
    from games.tables import lobby

    make, number = get_user_model().objects.create_user, get_user_model().objects.count()
    members = [make(email=f"p{number + n}@example.org", name=f"Pattern {number + n}") for n in range(taken)]
    game = lobby.create(members[0], slug, seats=SEATS, open_to_all=True)
    for person in members[1:]:
        lobby.join(game.pk, person)
    Game.objects.filter(pk=game.pk).update(open_to_all=taken < SEATS)
    seats = Player.objects.filter(game=game)
    return Pattern(game.pk, [seat.user_id or 0 for seat in seats], [seat.pk for seat in seats])


def played(slug: str, moves: int, chance: random.Random, end: bool = False) -> Pattern:
    """Play a game on the site up to this number of moves by any legal answers; `end` then ends it in its current position."""
    from games.engine.random_play import random_bot
    from games.models import Game
    from games.play import acting
    from games.queries.past import state_at
    from games.tables import chat

    found = table(slug, SEATS)
    chat.post_line(found.game, get_user_model().objects.get(pk=found.people[0]), "A fair wind to all of you!")
    while (game := Game.objects.get(pk=found.game)).status == Game.Status.RUNNING and game.number < moves:
        asked = [decision for decision in game.rules.decisions(state_at(game, game.number)) if not decision.optional]
        action = random_bot(None, [decision for decision in asked if decision.seat == asked[0].seat], chance.randrange)
        if action is None:
            break
        acting.act(game.pk, action, game.number)
    if end and game.status == Game.Status.RUNNING:
        acting.end_as_it_stands(game.pk, "agreed")
    return found


# -- copies --------------------------------------------------------------------------------------------
def fill_people(cursor: Any, count: int) -> None:
    """Copy people, each with a confirmed address."""
    columns, lines = rows_of(cursor, "accounts_user", "id = (SELECT min(id) FROM accounts_user)")
    new = {"id": "%(id)s", "name": "Captain %(id)s", "email": "c%(id)s@example.org", "skeleton": NULL}
    person = line_of([new.get(name, escaped(value)) for name, value in zip(columns, lines[0], strict=True)])
    ids = range(FIRST_PERSON, FIRST_PERSON + count)
    copy_in(cursor, "accounts_user", columns, (person % {"id": pk} for pk in ids))
    addresses = (f"c{pk}@example.org\tt\tt\t{pk}\n" for pk in ids)
    copy_in(cursor, "account_emailaddress", ["email", "verified", "primary", "user_id"], addresses)


def fill_games(cursor: Any, chosen: Sequence[Pattern], part: Part) -> None:
    """Copy the patterns in turn until there are as many games as wanted, table by table."""
    for name, where in {"games_game": "id = {game}", **TABLES}.items():
        if part.age and name.startswith("notifications_"):
            continue  # such rows were purged by then
        columns, blocks = blocks_of(cursor, name, where, chosen)
        copy_in(cursor, name, columns, (blocks[which] % values for which, values in copies(len(chosen), part)))


def copies(patterns: int, part: Part) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the pattern to copy for the next game, and its new values."""
    now = timezone.now() - timedelta(days=part.age)
    moments = [now - timedelta(seconds=86400 * 20 * n / SPREAD) for n in range(SPREAD)]
    moved = [moment.isoformat() for moment in moments]
    made = [(moment - timedelta(days=9)).isoformat() for moment in moments]
    due = [(now + timedelta(seconds=86400 * 2 * (n + 1) / SPREAD)).isoformat() for n in range(SPREAD)]
    heavy = max(1, part.count // part.heavy)
    for n in range(part.count):
        game, moment_index = part.first + n, n * 31 % SPREAD
        persons = [FIRST_PERSON + 1 + (n * SEATS + seat) * 7919 % (part.people - 1) for seat in range(SEATS)]
        if n % heavy == 0 and n // heavy < part.heavy:
            persons[0] = FIRST_PERSON
        ids = {f"user{seat}": persons[seat] for seat in range(SEATS)} | {f"row{seat}": game * SEATS + seat for seat in range(SEATS)}
        times = {"moved": moved[moment_index], "made": made[moment_index], "due": due[moment_index]}
        yield (n * 2654435761 >> 9) % patterns, {"game": game, "public": "t" if n % PUBLIC == 0 else "f", **ids, **times}


def blocks_of(cursor: Any, table: str, where: str, chosen: Sequence[Pattern]) -> tuple[list[str], list[str]]:
    """Return the copied columns of a table and, for each pattern, its rows as text with placeholders for new values."""
    columns, texts = [], []
    for pattern in chosen:
        columns, lines = rows_of(cursor, table, where.format(game=pattern.game), drop=() if table in KEPT_IDS else ("id",))
        texts.append("".join(line_of(renewed(table, row, pattern, number)) for number, row in enumerate(map(dict, pairs(columns, lines)))))
    return columns, texts


def pairs(columns: list[str], lines: list[list[str]]) -> Iterator[Any]:
    return (zip(columns, line, strict=True) for line in lines)


def renewed(table: str, row: dict[str, str], pattern: Pattern, number: int) -> list[str]:
    """Return the values of a row, with placeholders for those that are new in each copy."""
    return [value if value == NULL else new_value(table, name, value, pattern, number) for name, value in row.items()]


def new_value(table: str, name: str, value: str, pattern: Pattern, number: int) -> str:
    """Return the placeholder for a new value, or the value itself."""
    if name == "id":
        return "%(game)s" if table == "games_game" else f"%(row{number})s"
    if name in ("user_id", "owner_id"):
        return f"%(user{pattern.people.index(int(value))})s"
    if name == "player_id":
        return f"%(row{pattern.players.index(int(value))})s"
    if name.endswith("_at") or name == "not_before":
        return (
            "%(due)s" if name in ("due_at", "next_at") else "%(made)s" if name in ("created_at", "started_at", "joined_at") else "%(moved)s"
        )
    places = {"game_id": "%(game)s", "join_token": "million-%(game)s", "key": f"{number}:%(game)s", "notice_id": f"%(row{number})s"}
    if name == "open_to_all" and value == "f":
        return "%(public)s"
    if name == "facts" and table == "notifications_notice":
        return escaped(value).replace(f'"game": {pattern.game}', '"game": %(game)s')
    return places.get(name) or escaped(value)


def escaped(value: str) -> str:
    return value.replace("%", "%%")


def line_of(values: Sequence[str]) -> str:
    return "\t".join(values) + "\n"


def rows_of(cursor: Any, table: str, where: str, drop: Sequence[str] = ()) -> tuple[list[str], list[list[str]]]:
    """Return the columns of a table and the rows under this condition, as COPY writes them."""
    cursor.execute(
        "SELECT attname FROM pg_attribute WHERE attrelid = %s::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum", [table]
    )
    columns = [name for (name,) in cursor.fetchall() if name not in drop]
    named = ", ".join(f'"{name}"' for name in columns)
    with cursor.copy(f"COPY (SELECT {named} FROM {table} WHERE {where} ORDER BY id) TO STDOUT") as out:
        text = b"".join(out).decode()
    return columns, [line.split("\t") for line in text.splitlines()]


def copy_in(cursor: Any, table: str, columns: Sequence[str], lines: Iterator[str]) -> None:
    """Write these lines into the table by COPY."""
    named = ", ".join(f'"{name}"' for name in columns)
    with cursor.copy(f"COPY {table} ({named}) FROM STDIN") as into:
        for line in lines:
            into.write(line)


def fill_what_follows(cursor: Any, first: int, ended: int) -> None:
    """Write rows derived from the copies: ratings, friends and blocks of the reader, and pending letters."""
    for ruleset in ("buccaneer", "piracy"):
        cursor.execute(
            """INSERT INTO leagues_rating (ruleset, person, user_id, value, deviation, games, last, cautious)
               SELECT %s, id, id, 1500 + id %% 300, 80, 12, extract(epoch FROM now()), 1340 + id %% 300
               FROM accounts_user WHERE id >= %s""",
            [ruleset, FIRST_PERSON],
        )
    cursor.execute(
        """INSERT INTO leagues_ratedtable (game_id, number, ruleset, ended, people, stepped_in, "left", is_done)
           SELECT g.id, g.id, g.ruleset, extract(epoch FROM g.ended_at),
             (SELECT jsonb_agg(jsonb_build_array(p.user_id, p.seat + 1)) FROM games_player p WHERE p.game_id = g.id), '[]', '[]', true
           FROM games_game g WHERE g.id BETWEEN %s AND %s""",
        [first, first + ended - 1],
    )
    cursor.execute(
        """INSERT INTO leagues_ratingevent (table_id, person, before, before_deviation, after, after_deviation, against, model)
           SELECT t.id, p.user_id, 1500, 80, 1510, 79, '[]', 1 FROM leagues_ratedtable t JOIN games_player p ON p.game_id = t.game_id"""
    )
    friends = "SELECT %s, id, now() - interval '9 days' FROM accounts_user WHERE id BETWEEN %s AND %s"
    cursor.execute(
        f"INSERT INTO games_keptaway (user_id, other_id, since) {friends}", [FIRST_PERSON, FIRST_PERSON + 500, FIRST_PERSON + 520]
    )
    cursor.execute(
        f"INSERT INTO games_friendship (user_id, other_id, asked_at) {friends}", [FIRST_PERSON, FIRST_PERSON + 1, FIRST_PERSON + 100]
    )
    cursor.execute("UPDATE games_friendship SET agreed_at = asked_at")
    cursor.execute("UPDATE notifications_delivery SET state = 'pending', ended_at = NULL WHERE id % 5000 = 0")
