"""Fill PostgreSQL with any number of games: real games are played on the site first, and each is copied many times by SQL.

A copy has every row of its pattern, with the same JSON: game, seats, hands, piles, seed, moves, checkpoints, waits, the journal of
clocks, chat, notices and letters. Its numbers, its people and its times, spread over the last days, are new. So the database is like
that of a site of this size, except that positions repeat.
"""

import random
from typing import Any, NamedTuple

from _site import new_people
from django.db import connection
from django.utils import timezone

from games.engine.random_play import random_bot
from games.models import Game
from games.play import acting
from games.queries.past import state_at
from games.rulesets import on_offer
from games.tables import chat, lobby
from notifications.models import Delivery, State

SEATS = 3
STAGES = 5
"""Patterns of running games of each edition; each has a few moves more than the one before."""
MOVES, LONG = 5, 240
"""Moves of the first pattern of a running game, and the most of an ended one."""
FIRST_GAME, FIRST_PERSON = 10_000, 10_000
"""The first numbers of copies. The first person has 500 games: their pages are measured."""
LONG_AGO = 200
"""Days since the ended games ended."""
PUBLIC = 20
"""One game in this many is public."""
NOTICES = "r.id IN (SELECT n.id FROM notifications_notice n WHERE (n.facts->>'game')::int = p.game ORDER BY n.id DESC LIMIT 2)"
OF_GAME = "r.game_id = p.game"
TABLES = {
    "games_game": "r.id = p.game",
    "games_player": OF_GAME,
    "games_hand": "r.player_id IN (SELECT id FROM games_player WHERE game_id = p.game)",
    "games_deck": OF_GAME,
    "games_seed": OF_GAME,
    "games_move": OF_GAME,
    "games_checkpoint": OF_GAME,
    "games_wait": OF_GAME,
    "games_clockentry": OF_GAME,
    "games_chatline": OF_GAME,
    "notifications_notice": NOTICES,
    "notifications_delivery": f"r.notice_id IN (SELECT r.id FROM notifications_notice r WHERE {NOTICES})",
}
"""The tables that are copied, each with the condition for the rows `r` of a pattern `p`."""
NUMBERED = ("games_player", "notifications_notice")
"""Tables to whose rows others refer: the number of a copy is worked out from the game's."""


class Part(NamedTuple):
    """Games copied in one go: their patterns, the first number, the count, the age in days, and how many have the first person."""

    patterns: list[int]
    first: int
    count: int
    age: int
    heavy: int


def fill(games: int) -> None:
    """Play the patterns and copy them. The database must be empty and migrated, and its user a superuser."""
    people, ended = max(1000, games // 10), games // 100
    running, over, waiting = patterns()
    Delivery.objects.update(state=State.SENT, ended_at=timezone.now())
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")  # references are valid by construction
        copy_people(cursor, people)
        keep_patterns(cursor, running + over + waiting)
        for part in (
            Part(running, FIRST_GAME, games, 0, 400),
            Part(over, FIRST_GAME + games, ended, LONG_AGO, 80),
            Part(waiting, FIRST_GAME + games + ended, ended, 0, 20),
        ):
            copy_games(cursor, part, people)
        cursor.execute("SET session_replication_role = DEFAULT")
        for table in ("games_game", "accounts_user", *NUMBERED):
            cursor.execute(f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), (SELECT max(id) FROM {table}))")
        fill_what_follows(cursor, FIRST_GAME + games, ended)
        cursor.execute("VACUUM ANALYZE")


# -- patterns ------------------------------------------------------------------------------------------
def patterns() -> tuple[list[int], list[int], list[int]]:
    """Play and return the patterns: running games, ended ones, and tables that wait for players."""
    chance, slugs = random.Random(12), sorted(on_offer())
    running = [played(slug, MOVES - 2 + stage, chance) for slug in slugs for stage in range(STAGES)]
    ended = [played(slug, LONG, chance, end=True) for slug in slugs]
    return running, ended, [new_table(slug, 2) for slug in slugs]


def new_table(slug: str, taken: int) -> int:
    """Make a public table of three with this number of people; return its number."""
    members = new_people(f"pattern{Game.objects.count()}", taken)
    game = lobby.create(members[0], slug, seats=SEATS, open_to_all=True)
    for person in members[1:]:
        lobby.join(game.pk, person)
    chat.post_line(game.pk, members[0], "A fair wind to all of you!")
    Game.objects.filter(pk=game.pk).update(open_to_all=taken < SEATS)
    return game.pk


def played(slug: str, moves: int, chance: random.Random, end: bool = False) -> int:
    """Play a game on the site up to this number of moves by any legal answers; `end` then ends it in its current position."""
    pk = new_table(slug, SEATS)
    while (game := Game.objects.get(pk=pk)).status == Game.Status.RUNNING and game.number < moves:
        asked = [decision for decision in game.rules.decisions(state_at(game, game.number)) if not decision.optional]
        action = random_bot(None, [decision for decision in asked if decision.seat == asked[0].seat], chance.randrange)
        if action is None:
            break
        acting.act(game.pk, action, game.number)
    if end and game.status == Game.Status.RUNNING:
        acting.end_as_it_stands(game.pk, "agreed")
    return pk


# -- copies --------------------------------------------------------------------------------------------
def columns_of(cursor: Any, table: str) -> list[str]:
    cursor.execute(
        "SELECT attname FROM pg_attribute WHERE attrelid = %s::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum", [table]
    )
    return [name for (name,) in cursor.fetchall()]


def insert(cursor: Any, table: str, values: dict[str, str], rows: str, parameters: dict[str, Any]) -> None:
    """Insert a row for each of these rows, with each column computed by its expression."""
    names = ", ".join(f'"{name}"' for name in values)
    cursor.execute(f"INSERT INTO {table} ({names}) SELECT {', '.join(values.values())} FROM {rows}", parameters)


def copy_people(cursor: Any, count: int) -> None:
    """Copy a person, with a confirmed address each."""
    span = {"first": FIRST_PERSON, "last": FIRST_PERSON + count - 1}
    new = {"id": "n", "name": "'Captain ' || n", "email": "'c' || n || '@example.org'", "skeleton": "NULL"}
    values = {name: new.get(name, f'r."{name}"') for name in columns_of(cursor, "accounts_user")}
    people = "generate_series(%(first)s::bigint, %(last)s) n"
    insert(cursor, "accounts_user", values, f"(SELECT * FROM accounts_user ORDER BY id LIMIT 1) r, {people}", span)
    address = {"email": new["email"], "verified": "true", "primary": "true", "user_id": "n"}
    insert(cursor, "account_emailaddress", address, people, span)


def keep_patterns(cursor: Any, games: list[int]) -> None:
    """Keep the rows of each pattern in a table of their own, and number its people, seats and notices from 0."""
    for table, condition in TABLES.items():
        rows = f"SELECT r.*, p.game AS pattern FROM (SELECT unnest(%s::bigint[]) AS game) p JOIN {table} r ON {condition}"
        cursor.execute(f"CREATE TEMP TABLE pattern_{table} AS {rows}", [games])
    cursor.execute("CREATE TEMP TABLE numbers (kind text, id bigint, index int, PRIMARY KEY (kind, id))")
    for kind, column, table in (("person", "user_id", "games_player"), *((table, "id", table) for table in NUMBERED)):
        number = "row_number() OVER (PARTITION BY pattern ORDER BY id) - 1"
        cursor.execute(f"INSERT INTO numbers SELECT '{kind}', {column}, {number} FROM pattern_{table}")


def copy_games(cursor: Any, part: Part, people: int) -> None:
    """Copy the patterns in turn until there are as many games as wanted, table by table."""
    cursor.execute("DROP TABLE IF EXISTS p")
    cursor.execute(
        """CREATE TEMP TABLE p AS SELECT (%(patterns)s::bigint[])[1 + ((n * 2654435761 >> 9) %% %(kinds)s)::int] AS game,
             %(first)s + n AS copy, n %% %(public)s = 0 AS public,
             now() - make_interval(days => %(age)s) - interval '20 days' * spread AS moved,
             now() - make_interval(days => %(age)s + 9) - interval '20 days' * spread AS made,
             now() - make_interval(days => %(age)s) + interval '2 days' * (spread + 0.001) AS due,
             ARRAY(SELECT CASE WHEN seat = 0 AND n %% %(heavy)s = 0 AND n / %(heavy)s < %(most)s THEN %(person)s
                   ELSE %(person)s + 1 + (n * %(seats)s + seat) * 7919 %% (%(people)s - 1) END
                   FROM generate_series(0, %(seats)s - 1) seat ORDER BY seat) AS people
           FROM (SELECT n, n * 31 %% 997 / 997.0 AS spread FROM generate_series(0::bigint, %(count)s - 1) n) copies""",
        part._asdict()
        | {"kinds": len(part.patterns), "public": PUBLIC, "heavy": max(1, part.count // part.heavy), "most": part.heavy}
        | {"person": FIRST_PERSON, "people": people, "seats": SEATS},
    )
    for table in TABLES:
        if part.age and table.startswith("notifications_"):
            continue  # such rows were purged by then
        values = {name: new_value(table, name) for name in columns_of(cursor, table) if name != "id" or table in ("games_game", *NUMBERED)}
        insert(cursor, table, values, f"p JOIN pattern_{table} r ON r.pattern = p.game", {})


def new_value(table: str, column: str) -> str:
    """Return the expression for a column of a copied row."""
    number = "(SELECT index FROM numbers WHERE kind = '{}' AND id = r.{})"
    of_row = f"p.copy * {SEATS} + {number}"
    new = {
        ("games_game", "id"): "p.copy",
        ("games_game", "join_token"): "'million-' || p.copy",
        ("games_game", "open_to_all"): "r.open_to_all OR p.public",
        ("notifications_notice", "key"): f"{number.format('notifications_notice', 'id')} || ':' || p.copy",
        ("notifications_notice", "facts"): "jsonb_set(r.facts, '{game}', to_jsonb(p.copy))",
        **{(numbered, "id"): of_row.format(numbered, "id") for numbered in NUMBERED},
    }
    everywhere = {
        "game_id": "p.copy",
        "player_id": of_row.format("games_player", "player_id"),
        "notice_id": of_row.format("notifications_notice", "notice_id"),
        **{name: f"p.people[1 + {number.format('person', name)}]" for name in ("user_id", "owner_id")},
    }
    if column.endswith("_at") or column == "not_before":
        moment = "due" if column in ("due_at", "next_at") else "made" if column in ("created_at", "started_at", "joined_at") else "moved"
        return f'CASE WHEN r."{column}" IS NULL THEN NULL ELSE p.{moment} END'
    return new.get((table, column)) or everywhere.get(column) or f'r."{column}"'


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
