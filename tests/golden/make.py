"""Make the golden files of every edition: `python -m tests.golden.make FOLDER [SLUG …]`, by the code that is to be remembered.

A file holds games and positions as this code stored them. Files that exist are never made again: they say what stored games look
like, and later code has to load, play on and replay them (`tests/golden/test_golden.py`). Anyone who raises a format, or a version of
rules, makes one more folder with the new code.

    FOLDER/<slug>.json.xz = {"ruleset", "version", "format", "records": [text of a whole game, …],
        "positions": [{"snapshot", "hash", "then": [[seat, decision, answer], …], "after": hash, "kinds": […]}, …]}
"""

import argparse
import json
import lzma
import random
from itertools import chain, islice
from pathlib import Path

from games.engine import Action, Dice, close_game, commitment, last_round, leave, play
from games.engine.play import find_decision
from games.engine.random_play import next_action, random_bot
from games.formats.notation import write
from games.formats.replay import digest, to_json
from games.rulesets import all_rulesets
from harness.simulation.chances import some_options
from tests import nim_edition  # noqa: F401  one more edition is found
from tests.rulesets.walks import scenario_steps, steps

NAMES = ["Anne", "Mary", "Jack", "Eve", "Bo", "Cy", "Di", "Flo"]
LONG, SHORT, THEN = 1200, 220, 12
"""Most moves of a game that bots play to its end; of one that is cut short; moves played on from a position."""
DICE = b"golden"


def make(folder: Path, slug: str) -> None:
    """One file for this edition."""
    rules = all_rulesets()[slug]
    found = {
        "ruleset": slug, "version": rules.version, "format": getattr(rules, "format", 1),
        "records": [write(rules, *one) for one in records(rules)], "positions": list(positions(rules)),
    }  # fmt: skip
    path = folder / f"{slug}.json.xz"
    path.write_bytes(lzma.compress(json.dumps(found, separators=(",", ":")).encode(), preset=9 | lzma.PRESET_EXTREME))
    kinds = sorted({kind for position in found["positions"] for kind in position["kinds"]})
    print(slug, path.stat().st_size, "bytes", len(found["records"]), "records", len(found["positions"]), "positions", *kinds, flush=True)


# -- whole games ----------------------------------------------------------------------------------
def records(rules):
    """Games of the fewest, a middling number and the most: one by bots to its end, one at random with everything the site can do.

    Of an edition for few there are more games, so that there are always four.
    """
    least, most = rules.seats
    sizes = sorted({least, (least + most) // 2, most})
    for more in range(1 if len(sizes) > 1 else 2):
        for players in sizes:
            for most_moves, bots in ((LONG, list(rules.bots.values())[:1] or [random_bot]), (SHORT, [random_bot])):
                yield recorded(rules, players, most_moves + more, bots * players), NAMES[:players]


def recorded(rules, players: int, most: int, bots: list) -> dict:
    """One game as a record; when it is long somebody leaves, and in the end it is closed."""
    chance = random.Random(f"{rules.slug} {players} {most}")
    order, taken = [place for place, _ in rules.places], []
    for _ in range(players if order else 0):
        taken.append(chance.choice(rules.places_left(taken, players)))
    places = sorted(taken, key=order.index) or [""] * players
    secret = bytes(chance.randrange(256) for _ in range(32))
    dice, options, first = Dice(secret), some_options(rules, players, chance), chance.randrange(players)
    state, _ = rules.setup(places, first, options, dice)
    states, moves = [state], [[0, None, "setup", None, digest(rules.dump(state))]]
    while rules.outcome(states[-1]) is None:
        seat, decision, answer, after = next_entry(rules, states, most, bots, dice, chance)
        moves.append([len(states), seat, decision, answer, digest(rules.dump(after))])
        states.append(after)
    outcome = rules.outcome(states[-1])
    return {
        "ruleset": rules.slug, "version": rules.version, "options": options, "places": places, "first": first, "seed": secret.hex(),
        "commitment": commitment(secret), "moves": moves, "outcome": {"reason": outcome.reason, "places": list(outcome.places)},
    }  # fmt: skip


def next_entry(rules, states: list, most: int, bots: list, dice: Dice, chance: random.Random) -> tuple:
    """(seat, decision, answer, state after it) of what comes next in such a game."""
    state, at = states[-1], len(states)
    if at >= most:
        return None, "close", "agreed", close_game(rules, state, "agreed").state
    if at == most - 20 and len(rules.seats_left(state)) > 2:
        seat = rules.seats_left(state)[-1]
        return seat, "resign", None, leave(rules, state, seat, dice).state
    if at == most - 10 and rules.round_limit:
        return None, "last-round", None, last_round(rules, state).state
    if SHORT <= most < LONG and at > 1 and chance.randrange(25) == 0:
        return rules.turn(state)[1], "undo", at - 2, states[-2]
    return played(rules, state, bots, dice, chance)


def played(rules, state, bots: list, dice: Dice, chance: random.Random) -> tuple:
    """One action of the one who is asked."""
    action = next_action(rules, state, bots, chance.randrange)
    answer = find_decision(rules, state, action.seat, action.decision).check(action.answer)
    return action.seat, action.decision, answer, play(rules, state, Action(*action[:2], answer), dice).state


# -- positions ------------------------------------------------------------------------------------
def positions(rules):
    """From the beginning, the middle and the end of games of every number of captains, and every kind of step there is."""
    seen: set = set()
    for players in range(rules.seats[0], rules.seats[1] + 1):
        game = [step.state for step in islice(steps(rules.slug, players, 7), 900)]
        for at in (2, len(game) // 2, len(game) - 1):
            yield position(rules, game[at])
            seen |= signature(rules, game[at])
        more = (step.state for seed in range(8, 14) for step in islice(steps(rules.slug, players, seed), 500))
        yield from (position(rules, state) for state in chain(game, more) if is_new(rules, state, seen))
    yield from (position(rules, step.state) for step in scenario_steps(rules.slug) if is_new(rules, step.state, seen))


def signature(rules, state) -> set:
    """What makes a position unlike others: each step on the agenda by kind and length, the one that asks apart; without one the turn."""
    if not hasattr(state, "agenda"):
        return {("turn", rules.turn(state))}
    found = {(step[0], len(step)) for step in state.agenda}
    return found | ({("asks", state.agenda[-1][0])} if state.agenda else {("over",)})


def is_new(rules, state, seen: set) -> bool:
    """Is anything on the agenda that no position kept so far has?"""
    new = signature(rules, state) - seen
    seen |= new
    return bool(new)


def position(rules, state) -> dict:
    """A position as it is stored, and some moves on from there."""
    chance, dice, then, at = random.Random(digest(rules.dump(state))), Dice(DICE), [], state
    while rules.outcome(at) is None and len(then) < THEN:
        seat, decision, answer, at = played(rules, at, [random_bot] * len(rules.scores(at)), dice, chance)
        then.append([seat, decision, answer])
    snapshot = rules.dump(state)
    return {
        "snapshot": to_json(snapshot), "hash": digest(snapshot), "then": then, "after": digest(rules.dump(at)),
        "kinds": sorted({step[0] for step in getattr(state, "agenda", ())}),
    }  # fmt: skip


def main() -> None:
    """Make what is missing."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="where the files go, such as tests/golden/version-2-format-1")
    parser.add_argument("slugs", nargs="*", metavar="slug", help="editions; all, if none is named")
    said = parser.parse_args()
    if unknown := set(said.slugs) - set(all_rulesets()):
        parser.error(f"no such edition: {', '.join(sorted(unknown))}")
    said.folder.mkdir(parents=True, exist_ok=True)
    for name in said.slugs or all_rulesets():
        if not (said.folder / f"{name}.json.xz").exists():
            make(said.folder, name)


if __name__ == "__main__":
    main()
