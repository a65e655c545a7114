"""What must be so of points, totals and ratings: as a recomputation by the site makes them, and by no arithmetic of the site at all.

The simulated town looks at it when a run ends.
"""

from collections import defaultdict
from collections.abc import Iterator
from itertools import chain, pairwise, permutations
from math import inf

from harness.soak.ledgers import places_of
from leagues.models import Entry, Fixture, FixtureSeat, League, RatedTable, Rating, RatingEvent, Season, Standing
from leagues.services import rating
from leagues.tables import keeping
from leagues.tables.counting import COUNTS


def wrong_results() -> Iterator[str]:
    """Say what is wrong with any points, totals and ratings of the site; each in one sentence."""
    return chain(wrong_standings(), points(), totals(), changes())


def wrong_standings() -> Iterator[str]:
    """Standings and ratings are those that a recomputation by the site gives."""
    for season in Season.objects.order_by("pk"):
        for division in keeping.wrong_tables(season):
            yield f"the standings of {division} of season {season.pk} are not what its tables make them"
    for ruleset in sorted(set(League.objects.values_list("ruleset", flat=True))):
        for person in rating.wrong_ratings(ruleset):
            yield f"the rating of captain {person} in {ruleset} is not what their games make it"


def points() -> Iterator[str]:
    """All tables of one size in a season give as many points, and nobody gets fewer than a captain they beat or who was gone."""
    sums: dict[tuple[int, int], int] = {}
    for fixture in Fixture.objects.filter(status__in=COUNTS).select_related("game", "round__season").order_by("pk"):
        seats, season = list(fixture.seats.select_related("entry")), fixture.round.season
        out = [seat for seat in seats if seat.gone and (seat.entry.status != Entry.Status.ACCEPTED or seat.entry.sanctions.exists())]
        given = sum(seat.points for seat in seats)
        if not out and not 0 < given == sums.setdefault((season.pk, len(seats)), given):
            yield f"fixture {fixture.pk} gave {given} parts of points, and another of its size {sums[season.pk, len(seats)]}"
        is_played = fixture.status == Fixture.Status.FINISHED and not fixture.corrections.exists()
        places = places_of(fixture.game) if is_played else ()
        for one, other in permutations(seats if season.preset.points != "share" else (), 2):
            is_ahead = not one.gone and (other.gone or (places and places[one.seat] < places[other.seat]))
            if is_ahead and one.points < other.points:
                yield f"seat {one.seat} of fixture {fixture.pk} came before {other.seat} and got {one.points} parts, not {other.points}"


def totals() -> Iterator[str]:
    """Totals are the sums of what the tables gave."""
    gave = defaultdict(list)
    for seat in FixtureSeat.objects.filter(fixture__status__in=COUNTS, fixture__round__is_final=False):
        gave[seat.entry_id].append(seat.points)
    for line in Standing.objects.filter(division__recounts=None).order_by("pk"):
        if (line.points, line.games) != (sum(gave[line.entry_id]), len(gave[line.entry_id])):
            yield f"entry {line.entry_id} has {line.points} parts of points in {line.games} games, and tables gave {gave[line.entry_id]}"


def changes() -> Iterator[str]:
    """A rating is where the last game left it and the next begins. Who alone came first loses none of it, who alone was last gains none."""
    events = defaultdict(list)
    for event in RatingEvent.objects.select_related("table").order_by("table__ended", "table__number"):
        events[event.table.ruleset, event.person].append(event)
    for row in Rating.objects.order_by("pk"):
        own = events[row.ruleset, row.person]
        if len(own) != row.games or own[-1].after != row.value or any(one.after != other.before for one, other in pairwise(own)):
            told = [(event.before, event.after) for event in own]
            yield f"captain {row.person} is rated {row.value} after {row.games} games, which changed it so: {told}"
    for table in RatedTable.objects.filter(is_done=True, game__fixture__corrections=None).order_by("number"):
        places, seats = places_of(table.game), table.game.players.values_list("user", "seat") if table.game else ()
        known, gone = dict(table.people), dict(table.left)
        found = {who: inf if who in gone else places[seat] for who, seat in seats if places and seat is not None and who in known}
        for event in table.events.filter(person__in=found) if len(found) == len(known) else ():
            others, gain = [found[person] for person in found if person != event.person], event.after - event.before
            if others and ((found[event.person] < min(others) and gain < 0) or (found[event.person] > max(others) and gain > 0)):
                yield f"game {table.number} changed the rating of captain {event.person} by {gain:.1f}, and the places are {found}"
