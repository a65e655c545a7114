"""What may be said of a position of this game, compared with what is so."""

from collections.abc import Callable, Iterator
from typing import Any

from games.kit.words import mapping, under, unknown, whole, yes_or_no
from games.rulesets.piracy.chart import GONE
from games.rulesets.piracy.seen import cards_left
from games.rulesets.piracy.state import State

from . import words

Found = Iterator[tuple]


def equal(wanted: Any, came: Any, *path: str) -> Found:
    if wanted != came:
        yield wanted, came, path


def where(state: State, square: int) -> str:
    return "gone" if square == GONE else "anchorage" if square < 0 else state.chart.name(square)


def ships(state: State, wanted: Any) -> Found:
    """Ship -> what is true of it."""
    for name, parts in mapping(wanted, "ships").items():
        with under(name):
            ship = words.ship_of(state, name)
            for key, value in mapping(parts, "A ship").items():
                if key not in SHIP:
                    raise unknown("thing to be true of a ship", key, SHIP)
                with under(key):
                    yield from ((*found[:2], (name, key)) for found in SHIP[key](state, ship, value))


SHIP: dict[str, Callable[[State, int, Any], Found]] = {
    "at": lambda state, ship, value: equal(where(state, words.square(state.chart, value)), where(state, state.pos[ship])),
    "coins": lambda state, ship, value: equal(whole(value), state.coins[ship]),
    "held": lambda state, ship, value: equal(yes_or_no(value), state.is_held(ship)),
    "allowance": lambda state, ship, value: equal(whole(value), state.allow[ship]),
    "left": lambda state, ship, value: equal(yes_or_no(value), state.owner[ship] in state.gone),
}


def by_captain(count: Callable[[State, int], int]) -> Callable[[State, Any], Found]:
    """Captain -> a number."""

    def compare(state: State, wanted: Any) -> Found:
        for name, value in mapping(wanted, "captains").items():
            with under(name):
                yield from equal(whole(value), count(state, words.seat_of(state, name)), name)

    return compare


def monsters(state: State, wanted: Any) -> Found:
    for name, value in mapping(wanted, "monsters").items():
        with under(name):
            number = words.monster(name)
            square = state.chart.homes[number] if value == "home" else words.square(state.chart, value)
            yield from equal(where(state, square), where(state, state.monsters[number]), name)


def coins(state: State, wanted: Any) -> Found:
    """Square -> how many coins lie there."""
    for name, value in mapping(wanted, "coins").items():
        with under(name):
            yield from equal(whole(value), state.loose.get(words.square(state.chart, name), 0), name)


def cards(state: State, wanted: Any) -> Found:
    """Event -> how many are still in the pack."""
    for name, value in mapping(wanted, "cards left").items():
        with under(name):
            yield from equal(whole(value), cards_left(state).get(words.events(name)[0], 0), name)


def partners(state: State, wanted: Any) -> Found:
    """Captain -> his partner."""
    for name, value in mapping(wanted, "partners").items():
        with under(name):
            seat = words.seat_of(state, name)
            found = [words.captain(state, other) for other in state.seats if other != seat and state.team[other] == state.team[seat]]
            yield from equal([value] if isinstance(value, str) else value, found, name)


def monster_may_go(state: State, wanted: Any) -> Found:
    """Monster -> every square where it might end."""
    for name, value in mapping(wanted, "monster may go").items():
        with under(name):
            number = words.monster(name)
            ends = state.chart.monster_ends(state.monsters[number], state.monsters[1 - number])
            yield from equal(sorted(str(value).split()), sorted(state.chart.names[square] for square in ends), name)


def distances(state: State, wanted: Any) -> Found:
    """Two places, "Port Blackwood to hoard" -> the fewest squares a ship sails between them."""
    for name, value in mapping(wanted, "distances").items():
        with under(name):
            one, _, other = name.partition(" to ")
            far = state.chart.distances((words.square(state.chart, other),))
            yield from equal(whole(value), far[words.square(state.chart, one)], name)


TRUTHS: dict[str, Callable[[State, Any], Found]] = {
    "ships": ships,
    "monsters": monsters,
    "coins": coins,
    "balls": by_captain(lambda state, seat: state.balls[seat]),
    "chests": by_captain(lambda state, seat: state.chest[state.team[seat]]),
    "stock": lambda state, wanted: equal(whole(wanted), state.stock),
    "hoard": lambda state, wanted: equal(whole(wanted), state.hoard),
    "event": lambda state, wanted: equal(wanted, state.event),
    "die": lambda state, wanted: equal(wanted, state.die),
    "cards left": cards,
    "partners": partners,
    "distances": distances,
    "monster may go": monster_may_go,
}
