"""Properties of the order of a division, over random seasons."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations, pairwise
from random import Random
from typing import Any, NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st

from leagues.pure.standings import CRITERIA, MAX_SEATS, MEAN, POINT, USUAL, Row, Seat, decimal, points_of, standings

VISITOR = 99
"""Sits at tables, but stands in no division."""
MOST_POINTS = MEAN * MAX_SEATS * POINT


class Season(NamedTuple):
    """What `standings` gets."""

    entries: list[int]
    games: list[list[Seat]]
    criteria: tuple[str, ...]
    strikes: dict[int, int]
    seed: str
    finals: dict[int, int]

    def rows(self, **changed: Any) -> list[Row]:
        return standings(*self._replace(**changed))

    @property
    def everybody(self) -> list[int]:
        return [*self.entries, VISITOR]

    @property
    def declared(self) -> tuple[str, ...]:
        return ("final", *self.criteria) if self.finals else self.criteria


def a_season(chance: Random) -> Season:
    """A season with sizes, results, ties and criteria by chance."""
    people = chance.randint(2, 12)
    entries = list(range(1, people + 1))
    seats = chance.randint(2, min(MAX_SEATS, people))
    games = [a_game(chance, people, seats) for _ in range(chance.choice([0, 1, 3, people, 2 * people]))]
    if chance.random() < 0.3:  # everybody met everybody equally often, so that games among the tied count
        games = [a_duel(chance, *pair) for pair in combinations(entries, 2)]
    criteria = list(USUAL[1:])
    chance.shuffle(criteria)
    strikes = {entry: chance.randint(0, 2) for entry in entries} if chance.random() < 0.5 else {}
    finals = {entry: place for place, entry in enumerate(chance.sample(entries, seats), start=1)} if chance.random() < 0.2 else {}
    return Season(entries, games, ("points", *criteria[: chance.randint(0, 7)]), strikes, str(chance.random()), finals)


def a_game(chance: Random, people: int, seats: int) -> list[Seat]:
    seated = chance.sample(range(1, people + 1), seats)
    if chance.random() < 0.2:
        seated[0] = VISITOR
    return a_table(seated, [chance.randint(-2, 4) for _ in seated], chance.choice(("table", "wins", "ranks", "share")))


def a_duel(chance: Random, first: int, second: int) -> list[Seat]:
    return a_table([first, second], [chance.randint(0, 1), chance.randint(0, 1)], "table")


def a_table(seated: list[int], scores: list[int], scheme: str) -> list[Seat]:
    places = [1 + sum(other > score for other in scores) for score in scores]
    return list(map(Seat, seated, places, points_of(places, scores, scheme), scores))


chances = st.integers(0, 2**32).map(Random)
seasons = st.builds(a_season, chances)
often = settings(max_examples=200)


def parting(season: Season, above: Row, below: Row) -> str | None:
    """The first declared criterion by which two neighbours differ."""
    return next((key for key in season.declared if above.values.get(key) != below.values.get(key)), None)


def compared(season: Season, key: str, rows: list[Row]) -> Iterable[list[Row]]:
    """The groups of at least two that are tied by all that is declared before `key`."""
    before = season.declared[: season.declared.index(key)]
    groups: dict[tuple, list[Row]] = {}
    for row in rows:
        groups.setdefault(tuple(row.values.get(earlier) for earlier in before), []).append(row)
    return [group for group in groups.values() if len(group) > 1]


# -- the order ----------------------------------------------------------------------------------------
@often
@given(seasons, chances)
def test_neither_the_order_of_entries_nor_of_games_nor_of_seats_matters(season, chance):
    def shown(rows):
        return [(row.entry, row.points, row.games, row.wins, sorted(row.places), row.place, row.why, row.values) for row in rows]

    games = [chance.sample(game, len(game)) for game in chance.sample(season.games, len(season.games))]
    entries = chance.sample(season.entries, len(season.entries))
    assert shown(season.rows(games=games, entries=entries)) == shown(season.rows())


@often
@given(seasons)
def test_the_first_declared_criterion_that_parts_two_neighbours_decides(season):
    rows = season.rows()
    assert rows[0].place == 1
    for index, (above, below) in enumerate(pairwise(rows), start=2):
        key = parting(season, above, below)
        assert below.place == (index if key else above.place)
        assert key is None or above.values[key] > below.values[key]


@often
@given(seasons)
def test_only_those_who_are_tied_are_compared_further(season):
    rows = season.rows()
    for key in season.declared:
        tied = {row.entry for group in compared(season, key, rows) for row in group}
        known = {row.entry for row in rows if key in row.values}
        assert known <= tied if key == "head-to-head" else known == tied


@often
@given(seasons)
def test_a_season_played_twice_has_the_order_of_one_played_once(season):
    once, twice = season.rows(), season.rows(games=season.games * 2)
    assert [(row.entry, row.place, 2 * row.points) for row in once] == [(row.entry, row.place, row.points) for row in twice]


@often
@given(seasons)
def test_a_game_of_strangers_changes_nothing(season):
    strangers = [Seat(VISITOR, 1, 10 * POINT, 5), Seat(VISITOR + 1, 2, 0, 1), Seat(VISITOR + 2, 3, 0, 1)]
    assert season.rows(games=[*season.games, strangers]) == season.rows()


@often
@given(seasons, st.data())
def test_one_more_game_won_never_lowers_its_winner(season, data):
    winner, loser = data.draw(st.permutations(season.entries))[:2]
    won = [Seat(winner, 1, MOST_POINTS, 5), Seat(loser, 2, 0, 1)]
    before, after = (
        {row.entry: row.place for row in season.rows(criteria=("points",), finals={}, games=games)}
        for games in (season.games, [*season.games, won])
    )
    assert after[winner] <= before[winner]


@often
@given(seasons)
def test_neighbours_give_the_same_reason_each_from_their_side(season):
    is_even = len({row.games for row in season.rows()}) == 1
    for above, below in pairwise(season.rows()):
        key, ahead, behind = parting(season, above, below), above.why.split("; ")[-1], below.why.split("; ")[0]
        ahead, behind = ahead.partition(" (")[0], behind.partition(" (")[0]
        names = f"{{{below.entry}}}", f"{{{above.entry}}}"
        if key is None:
            assert (ahead, behind) == tuple(f"level with {name}" for name in names)
        elif key == "lot":
            assert (ahead, behind) == (
                f"ahead of {names[0]} by lot, since all else is equal",
                f"behind {names[1]} by lot, since all else is equal",
            )
        else:
            words = CRITERIA[key].words if key != "points" or is_even else "points a game"
            more, less = shown_values(key, above.values[key], below.values[key])
            assert ahead == f"ahead of {names[0]} by {words}: {more} to {less}"
            assert behind == f"behind {names[1]} by {words}: {less} to {more}"


def shown_values(key: str, *values: Any) -> list[str]:
    if key == "places":
        place = next(number for number, (one, other) in enumerate(zip(*values, strict=True)) if one != other)
        return [f"{counts[place]} of place {place + 2}" for counts in values]
    if key == "final":
        return [f"place {MAX_SEATS + 1 - value}" if value else "not in it" for value in values]
    return [decimal(-value if CRITERIA[key].fewest_first else value) for value in values]


# -- what is compared ---------------------------------------------------------------------------------
@often
@given(seasons)
def test_points_games_wins_and_places_of_everybody_add_up(season):
    rows, seats = season.rows(entries=season.everybody, criteria=("places",), finals={}), [seat for game in season.games for seat in game]
    assert sum(row.points for row in rows) == sum(seat.points for seat in seats)
    assert sum(row.games for row in rows) == len(seats)
    assert sum(row.wins for row in rows) == len(season.games)
    for place in range(2, MAX_SEATS + 1):
        assert sum(row.values["places"][place - 2] for row in rows) == sum(seat.place == place for seat in seats)
    for row in rows:
        assert row.points == sum(seat.points for seat in seats if seat.entry == row.entry)


@often
@given(seasons)
def test_points_count_on_average_as_soon_as_somebody_has_fewer_games(season):
    rows = season.rows(criteria=("points",), finals={})
    is_even = len({row.games for row in rows}) == 1
    for row in rows:
        assert row.values["points"] == Fraction(row.points, POINT) / (1 if is_even else max(1, row.games))


@often
@given(seasons)
def test_games_among_the_tied_count_if_every_pair_met_equally_often(season):
    season = season._replace(criteria=("head-to-head",) if len(season.criteria) % 2 else ("wins", "head-to-head"))
    for group in compared(season, "head-to-head", rows := season.rows()):
        names = {row.entry for row in group}
        here = [[seat for seat in game if seat.entry in names] for game in season.games]
        met = {sum({one, other} <= {seat.entry for seat in seats} for seats in here) for one, other in combinations(names, 2)}
        if len(met) > 1 or 0 in met:
            assert not any("head-to-head" in row.values for row in group)
            continue
        for row in group:
            gained = sum(seat.points for seats in here if len(seats) > 1 for seat in seats if seat.entry == row.entry)
            assert row.values["head-to-head"] == Fraction(gained, POINT)
    assert {row.entry for row in rows} == set(season.entries)


@often
@given(seasons)
def test_every_pair_at_a_table_shares_its_points_for_who_was_beaten(season):
    rows = season.rows(entries=season.everybody, criteria=("sonneborn",), finals={})
    total = {row.entry: row.values["points"] for row in season.rows(entries=season.everybody, criteria=("points",), finals={})}
    shared = dict.fromkeys(season.everybody, Fraction(0))
    for game in season.games:
        for one, other in combinations(game, 2):
            better, worse = sorted((one, other), key=lambda seat: seat.place)
            if better.place == worse.place:
                shared[better.entry] += total[worse.entry] / 2 / (len(game) - 1)
                shared[worse.entry] += total[better.entry] / 2 / (len(game) - 1)
            else:
                shared[better.entry] += total[worse.entry] / (len(game) - 1)
    assert {row.entry: row.values["sonneborn"] for row in rows} == shared


@often
@given(seasons)
def test_the_part_of_the_winners_score_is_an_average_and_whole_for_those_who_were_always_best(season):
    rows = season.rows(criteria=("share",), finals={})
    scaled = [[seat._replace(score=3 * seat.score) for seat in game] for game in season.games]
    assert [row.values for row in season.rows(criteria=("share",), finals={}, games=scaled * 2)] == [row.values for row in rows]
    best = {id(game): max(seat.score for seat in game) for game in season.games}
    for row in rows:
        own = [(seat.score, best[id(game)]) for game in season.games for seat in game if seat.entry == row.entry]
        assert (row.values["share"] == 1) == (bool(own) and all(score == top > 0 for score, top in own))
        assert (row.values["share"] == 0) == all(score <= 0 for score, _ in own)
        assert len(own) != 1 or row.values["share"] == (Fraction(max(0, own[0][0]), own[0][1]) if own[0][1] > 0 else 0)


@often
@given(seasons)
def test_strikes_count_against_and_the_final_above_all(season):
    rows = season.rows(criteria=("strikes",))
    for above, below in pairwise(rows):
        places = [season.finals.get(row.entry, MAX_SEATS + 1) for row in (above, below)]
        assert (places[0], above.strikes) <= (places[1], below.strikes)
    assert {row.entry: row.strikes for row in rows} == {entry: season.strikes.get(entry, 0) for entry in season.entries}


@often
@given(seasons)
def test_the_lot_parts_everybody_and_another_seed_deals_it_anew(season):
    draws = [[row.entry for row in season.rows(criteria=("lot",), finals={}, seed=f"{season.seed}-{number}")] for number in range(9)]
    assert len({row.place for row in season.rows(criteria=("lot",), finals={})}) == len(season.entries)
    assert len(season.entries) < 4 or len(set(map(tuple, draws))) > 1
