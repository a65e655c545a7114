"""Measure an ended game: its film of 200 moves (a frame per move, and per turn), its record written, read and replayed.

Run: python bench/film.py
"""

import os
import random
import sys
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parents[1]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "buccaneer_site.settings")

import django

django.setup()

from games.drawing.animation import Frame, film
from games.engine import Action, Dice, commitment, play
from games.engine.play import find_decision
from games.engine.random_play import next_action
from games.formats.notation import parse, replayed, write
from games.formats.replay import digest
from games.rulesets import get_ruleset
from games.rulesets.buccaneer import drawing

MOVES, SEED = 200, bytes(range(32))
NAMES = ["Anne", "Mary", "Jack", "Grace"]


def played():
    """Return (record, states) of a game of middle bots, up to 200 moves."""
    rules, dice, chance = get_ruleset("buccaneer"), Dice(SEED), random.Random(1)
    options = {option.key: option.default for option in rules.options}
    places = [place for place, _ in rules.places[: len(NAMES)]]
    state, _ = rules.setup(places, 0, options, dice)
    states, moves = [state], [[0, None, "setup", None, digest(rules.dump(state))]]
    while rules.outcome(state) is None and len(states) <= MOVES:
        action = next_action(rules, state, [rules.bots["middle"]] * len(NAMES), chance.randrange)
        answer = find_decision(rules, state, action.seat, action.decision).check(action.answer)
        state = play(rules, state, Action(*action[:2], answer), dice).state
        states.append(state)
        moves.append([len(moves), action.seat, action.decision, answer, digest(rules.dump(state))])
    state = state.copy()
    rules.close(state, "agreed")
    moves.append([len(moves), None, "close", "agreed", digest(rules.dump(state))])
    head = {"ruleset": rules.slug, "version": rules.version, "options": options, "places": places, "first": 0}
    sealed = {"commitment": commitment(SEED), "seed": SEED.hex(), "outcome": {"reason": "agreed"}, "moves": moves}
    return rules, head | sealed, states


def timed(what: str, work):
    start = perf_counter()
    found = work()
    print(f"{what:<44} {perf_counter() - start:8.3f} s")
    return found


def main() -> None:
    rules, record, states = played()
    frames = [
        Frame(drawing.picture(rules.view(state, None), names=NAMES), f"Move {at}", ("Somebody moved.",)) for at, state in enumerate(states)
    ]
    turns = [frame for frame, one, other in zip(frames, states, states[1:], strict=False) if rules.turn(one) != rules.turn(other)]
    for what, shown in (("a frame a move", frames), ("a frame a turn, as the site makes it", turns)):
        data = timed(f"film, {what}, {len(shown)} frames", lambda shown=shown: film(shown))
        print(f"{'':<44} {len(data) // 1024:5d} KB")
    text = timed(f"record of {len(states) - 1} moves written", lambda: write(rules, record, NAMES))
    print(f"{'':<44} {len(text) // 1024:5d} KB")
    timed("record read, played again and compared", lambda: list(replayed(parse(text))))


if __name__ == "__main__":
    main()
