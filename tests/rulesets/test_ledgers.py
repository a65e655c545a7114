"""A captain's ledger is true in games from play, and is made only from what its seat was shown."""

from collections import Counter
from importlib import import_module
from random import Random

import pytest

from games.engine import Dice, leave, play
from games.engine.random_play import next_action, random_bot
from games.kit.crew_game.crew import CREW_WORDS
from games.kit.crew_game.ledger import hands_of
from games.kit.ledger import Noted, one_by_one
from games.kit.parts import face_of
from games.rulesets import all_rulesets
from games.rulesets.bounty.cards import PORT_OF
from games.rulesets.bounty.ledger import Cargo
from games.rulesets.bounty.wording import card
from harness.simulation.chances import some_options
from tests.depth import DEPTH

pytestmark = pytest.mark.one_database

WITH_LEDGER = [slug for slug, rules in all_rulesets().items() if face_of(rules).ledger]
NAMES = ["Anne", "Mary", "Jack"]
STEPS, EVERY = 260, 13
STILL, UNDER = "Chance cards still to come", "Chance cards under the pack, in order"
GAMES = range(2 * DEPTH)


def game(slug: str, seed: int):
    """Yield (rules, state, all events so far) at times while a game is played; one captain leaves at the end."""
    rules, chance = all_rulesets()[slug], Random(f"{slug} {seed}")
    places: list[str] = []
    for _ in NAMES:
        places.append(chance.choice(rules.places_left(places, len(NAMES)) or [""]))
    dice = Dice(chance.randbytes(32))
    state, happened = rules.setup(places, chance.randrange(len(NAMES)), some_options(rules, len(NAMES), chance), dice)
    seen = [Noted(0, event) for event in happened]
    bots = [rules.bots.get("middle", random_bot) if chance.random() < 0.5 else random_bot for _ in NAMES]
    for number in range(1, STEPS):
        if rules.outcome(state) is not None:
            return
        if number == STEPS - 2 * EVERY:
            state, happened = leave(rules, state, chance.choice(rules.seats_left(state)), dice)
        else:
            played = play(rules, state, next_action(rules, state, bots, chance.randrange), dice)
            state, happened = played.state, played.events
        seen += [Noted(number, event) for event in happened]
        if number % EVERY == 0:
            yield rules, state, seen


def shown(seen: list[Noted], seat: int) -> list[Noted]:
    """Return the events as this seat saw them."""
    return [noted for noted in seen if noted.event.seen_by(seat)]


@pytest.mark.parametrize("seed", GAMES)
@pytest.mark.parametrize("slug", WITH_LEDGER)
def test_a_ledger_is_the_same_whatever_its_captain_cannot_know(slug, seed):
    for rules, state, seen in game(slug, seed):
        make = face_of(rules).ledger
        for seat in rules.seats_left(state):
            other = rules.redeal_hidden(state, seat, Dice(b"other"))
            told = make(rules.view(state, seat), shown(seen, seat), NAMES)
            assert told == make(rules.view(other, seat), shown(seen, seat), NAMES)
            assert all(len(row) == max(1, len(section.head)) and all(row) for section in told for row in section.rows)
        assert make(rules.view(state, None), shown(seen, None), NAMES) == []


def out_of_sight(state, seat: int) -> list[str]:
    """Return the crew cards that this captain cannot see: in the pile, in other hands, and ashore face down."""
    others = [card for other in range(len(NAMES)) if other != seat for card in (*state.hands[other], *state.fresh[other])]
    return [*state.crew, *others, *(card for pile in getattr(state, "ashore", ()) for card, layer in pile if layer != seat)]


@pytest.mark.parametrize("seed", GAMES)
@pytest.mark.parametrize("slug", ["buccaneer", "buccaneer-classic", "buccaneer-family", "trade-winds"])
def test_what_a_ledger_says_of_crews_and_chance_cards_is_true(slug, seed):
    for rules, state, seen in game(slug, seed):
        for seat in rules.seats_left(state):
            mine = shown(seen, seat)
            hands = hands_of(seat, len(NAMES), mine)
            for other in range(len(NAMES)):
                if other != seat:
                    assert not Counter(hands.surely(other)) - Counter(state.hands[other]), (other, hands.surely(other), state.hands[other])
            told = {section.title: section for section in face_of(rules).ledger(rules.view(state, seat), mine, NAMES)}
            pack = [import_module(f"{rules.package}.cards").CHANCE[number].title for number in state.chance]
            under = [row[0] for row in told[UNDER].rows] if UNDER in told else []
            still = [row[0] for row in told[STILL].rows] if STILL in told else []
            listed = [row[0] for row in one_by_one(STILL, sorted(pack[: len(pack) - len(under)])).rows]
            assert (sorted(still), under) == (sorted(listed), pack[len(pack) - len(under) :])
            for row, code in zip(told["Crew cards"].rows, CREW_WORDS, strict=True):
                assert int(row[4]) + int(row[5]) == out_of_sight(state, seat).count(code)


@pytest.mark.parametrize("seed", GAMES)
def test_what_a_ledger_says_of_cargo_and_ports_is_true(seed):
    for rules, state, seen in game("bounty", seed):
        for seat in rules.seats_left(state):
            mine = shown(seen, seat)
            cargo = Cargo(state.owners, seat)
            for number, event in mine:
                cargo.note(number, event)
            for ship in range(len(state.owners)):
                aboard = Counter((*state.holds[ship], *state.loot[ship]))
                assert not Counter(cargo.aboard[ship]) - aboard, (ship, cargo.aboard[ship], aboard)
                assert ship not in cargo.own or Counter(cargo.aboard[ship]) == aboard
            told = {section.title: section for section in face_of(rules).ledger(rules.view(state, seat), mine, NAMES)}
            for port, row in enumerate(told["Ports"].rows):
                unseen = [*state.packs[port]]
                for ship in set(range(len(state.owners))) - cargo.own:
                    found = Counter((*state.holds[ship], *state.loot[ship])) - Counter(cargo.aboard[ship])
                    unseen += [code for code in found.elements() if PORT_OF[code] == port]
                words = [card(code) for code in unseen]
                roles = [sum(f"a {role} from" in word for word in words) for role in ("pirate", "warship")]
                assert [int(row[2]), int(row[3])] == roles
                assert len(row[4].split(", ") if row[4] else []) == len(unseen) - sum(roles)
