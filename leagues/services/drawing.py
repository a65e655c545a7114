"""Draw divisions, rounds and tables from the entries. Every random draw can be repeated from the season's seed."""

import hashlib
from datetime import timedelta
from functools import cache

from games.engine import Dice
from games.tables.lobby import edition
from leagues.models import Division, Entry, Fixture, FixtureSeat, Rating, Round, Season
from leagues.pure import pairing
from leagues.pure.pairing import Table
from leagues.pure.presets import Preset
from leagues.tables import promotion
from leagues.tables.division_tables import mark_season
from leagues.tables.promotion import fill_tiers

WORDS = ("First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth", "Ninth")


def commitment_to(seed: str) -> str:
    """Return a hash of the seed, published as a commitment before registration closes."""
    return hashlib.sha256(f"buccaneer draw:{seed}".encode()).hexdigest()


def order_entries(season: Season, room: list[int]) -> list[Entry]:
    """Return accepted entries, strongest first: by the last season, by rating, then at random. `room`: places in each tier."""
    entries = list(season.entries.filter(status=Entry.Status.ACCEPTED).order_by("pk"))
    ratings = Rating.objects.filter(ruleset=season.league.ruleset, person__in=[entry.user_id for entry in entries if entry.user_id])
    strength = {rating.person: rating.cautious for rating in ratings}
    drawn = Dice(season.seed.encode()).shuffle(entries, "order")
    drawn.sort(key=lambda entry: -strength.get(entry.user_id or 0, 0))
    by_key = {promotion.key_of(entry): entry for entry in drawn}
    placed = [(by_key[key], placed) for key, placed in promotion.before(season).items() if key in by_key]
    known = {entry.pk for entry, _ in placed}
    ordered = fill_tiers(placed, [entry for entry in drawn if entry.pk not in known], room)
    for order, entry in enumerate(ordered, start=1):
        entry.order = order
    return ordered


def tiers(sizes: list[int], shape: str) -> list[int]:
    """Return the tier of each division, highest first. Each tier has one division or, in a pyramid, twice as many as the tier above."""
    if shape != "pyramid":
        return list(range(1, len(sizes) + 1))
    return [(index + 1).bit_length() for index in range(len(sizes))]


def deal(entries: list[Entry], sizes: list[int], levels: list[int]) -> list[list[Entry]]:
    """Deal entries to divisions, strongest first. Divisions of one tier are filled in snake order, so that they are equally strong."""
    dealt: list[list[Entry]] = [[] for _ in sizes]
    undealt = list(entries)
    for level in sorted(set(levels)):
        here = [division for division, tier in enumerate(levels) if tier == level]
        forth = True
        while any(len(dealt[division]) < sizes[division] for division in here):
            for division in here if forth else reversed(here):
                if len(dealt[division]) < sizes[division]:
                    dealt[division].append(undealt.pop(0))
            forth = not forth
    return dealt


def plan(season: Season) -> list[int]:
    """Return the sizes of the divisions that a draw would make now. Raise pairing.NotEnough."""
    preset, count = season.preset, season.entries.filter(status=Entry.Status.ACCEPTED).count()
    if preset.shape == "swiss":
        pairing.event_sizes(count, preset.seats, least_seats(season))
        return [count]
    return pairing.division_sizes(count, preset.size, preset.seats)


def least_seats(season: Season) -> int:
    """Return the smallest table size such that the season's options suit it and every size up to `preset.seats`."""
    rules, preset = edition(season.league.ruleset), season.preset
    options, least = preset.options or season.league.options, preset.seats
    while least > 2 and not rules.unplayable(options, least - 1):
        least -= 1
    return least


def draw(season: Season) -> None:
    """Draw a season that has not begun, replacing any earlier draw. The caller has locked the season. Raise pairing.NotEnough."""
    preset, sizes = season.preset, plan(season)
    season.divisions.all().delete()
    season.rounds.all().delete()
    levels = tiers(sizes, preset.shape)
    room = [sum(size for size, tier in zip(sizes, levels, strict=True) if tier == level) for level in sorted(set(levels))]
    entries = order_entries(season, room)
    divisions = [
        Division(season=season, tier=level, number=index + 1, name=division_name(preset, levels, index))
        for index, level in enumerate(levels)
    ]
    Division.objects.bulk_create(divisions)
    dice = Dice(season.seed.encode())
    for division, members in zip(divisions, deal(entries, sizes, levels), strict=True):
        for label, entry in enumerate(dice.shuffle(members, f"labels {division.number}")):
            entry.division, entry.label = division, label
    Entry.objects.bulk_update(entries, ["division", "label", "order"], batch_size=300)
    if preset.shape == "swiss":
        rounds = make_rounds(season, preset.rounds + preset.final)
        if preset.final:
            Round.objects.filter(pk=rounds[-1].pk).update(is_final=True)
    else:
        make_fixtures(season, divisions, entries)
    mark_season(season, "the draw")


def division_name(preset: Preset, levels: list[int], position: int) -> str:
    """Return the name of a division, such as "First division" or "Second division B"; "The field" for a single division."""
    if preset.shape == "swiss" or len(levels) == 1:
        return "The field"
    level = levels[position]
    word = WORDS[level - 1] if level <= len(WORDS) else f"{level}th"
    same = [index for index, other in enumerate(levels) if other == level]
    if len(same) == 1:
        return f"{word} division"
    number = same.index(position)
    return f"{word} division {chr(65 + number) if number < 26 else number + 1}"


def make_rounds(season: Season, count: int) -> list[Round]:
    span = timedelta(days=season.preset.round_days)
    rounds = [
        Round(season=season, number=number + 1, opens=season.starts + span * number, target_end=season.starts + span * (number + 1))
        for number in range(count)
    ]
    return Round.objects.bulk_create(rounds)


@cache
def timetable(size: int, seats: int, most: int, seed: str) -> tuple[list[Table], list[list[int]]]:
    """Return the tables of a division and the waves in which they open. Cached, because most divisions have the same size."""
    tables = pairing.schedule(size, seats, seed)
    return tables, pairing.waves(tables, size, most, seed)


def make_fixtures(season: Season, divisions: list[Division], entries: list[Entry]) -> None:
    """Create all tables of all divisions, and the rounds in which they open."""
    preset = season.preset
    by_label = {(entry.division_id, entry.label): entry for entry in entries}
    sizes = {division.pk: sum(entry.division_id == division.pk for entry in entries) for division in divisions}
    plans = {division.pk: timetable(sizes[division.pk], preset.seats, preset.most_at_once, season.seed) for division in divisions}
    rounds = make_rounds(season, max(len(waves) for _, waves in plans.values()))
    fixtures: list[Fixture] = []
    seats: list[tuple[Fixture, int, Entry]] = []
    for division in divisions:
        tables, waves = plans[division.pk]
        quality = pairing.quality(tables, sizes[division.pk])
        division.quality = quality._asdict() | {"perfect": quality.is_perfect}
        for wave, indexes in enumerate(waves):
            for index in sorted(indexes):
                fixture = Fixture(round=rounds[wave], division=division, number=len(fixtures) + 1)
                fixtures.append(fixture)
                seats += [(fixture, seat, by_label[division.pk, label]) for seat, label in enumerate(tables[index])]
    Division.objects.bulk_update(divisions, ["quality"])
    store(fixtures, seats)


def store(fixtures: list[Fixture], seats: list[tuple[Fixture, int, Entry]]) -> None:
    """Number the fixtures within each division, and store them with their seats."""
    counted: dict[int, int] = {}
    for fixture in fixtures:
        before = counted.get(fixture.division_id)
        if before is None:
            before = Fixture.objects.filter(division_id=fixture.division_id).count()
        counted[fixture.division_id] = fixture.number = before + 1
    Fixture.objects.bulk_create(fixtures, batch_size=500)
    rows = [FixtureSeat(fixture=fixture, seat=seat, entry=entry) for fixture, seat, entry in seats]
    FixtureSeat.objects.bulk_create(rows, batch_size=500)
