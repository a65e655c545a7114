"""Measure an ended game: its film (a frame for each turn, as the site makes it), and its record written, read and replayed.

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
from games.kit.parts import face_of
from games.queries import journal
from games.rulesets import get_ruleset

MOVES, SEED = 1000, bytes(range(32))
NAMES = ["Anne", "Mary", "Jack", "Grace"]


def played():
    """Return (edition, record, frames) of a game of middle bots, up to MOVES moves."""
    rules, dice, chance = get_ruleset("buccaneer"), Dice(SEED), random.Random(1)
    options = {option.key: option.default for option in rules.options}
    places = [place for place, _ in rules.places[: len(NAMES)]]
    state, events = rules.setup(places, 0, options, dice)
    happened, moves = [(state, events)], [[0, None, "setup", None, digest(rules.dump(state))]]
    while rules.outcome(state) is None and len(moves) <= MOVES:
        action = next_action(rules, state, [rules.bots["middle"]] * len(NAMES), chance.randrange)
        answer = find_decision(rules, state, action.seat, action.decision).check(action.answer)
        done = play(rules, state, Action(*action[:2], answer), dice)
        state = done.state
        happened.append((state, done.events))
        moves.append([len(moves), action.seat, action.decision, answer, digest(rules.dump(state))])
    ended = rules.outcome(state)
    reason = ended.reason if ended else "agreed"
    if ended is None:
        state = state.copy()
        rules.close_game(state, "agreed")
        moves.append([len(moves), None, "close", "agreed", digest(rules.dump(state))])
    head = {"ruleset": rules.slug, "version": rules.version, "options": options, "places": places, "first": 0}
    sealed = {
        "commitment": commitment(SEED),
        "seed": SEED.hex(),
        "outcome": {"reason": reason},
        "moves": moves,
    }
    return rules, head | sealed, list(turns(rules, happened))


def turns(rules, happened):
    """Yield a frame for each turn, as `games.history.films` makes them of an ended game."""
    face, told = face_of(rules), []
    for at, (state, events) in enumerate(happened):
        found = [event for event in events if event.to is None and event.name not in face.quiet]
        told += [words for event in found if (words := journal.event_sentence(rules, event, NAMES, None))]
        if at + 1 == len(happened) or rules.turn(happened[at + 1][0]) != rules.turn(state):
            held = tuple(face.holding(rules.view(state, seat), NAMES) for seat in range(len(NAMES)))
            yield Frame(face.picture(rules.view(state, None), names=NAMES), f"Round {rules.turn(state)[0]}, move {at}", tuple(told), held)
            told = []


def timed(title: str, work):
    start = perf_counter()
    result = work()
    print(f"{title:<44} {perf_counter() - start:8.3f} s")
    return result


def main() -> None:
    rules, record, frames = played()
    film_data = timed(f"film of {len(frames)} turns", lambda: film(frames))
    print(f"{'':<44} {len(film_data) // 1024:5d} KB")
    text = timed(f"record of {len(record['moves']) - 1} moves written", lambda: write(rules, record, NAMES))
    print(f"{'':<44} {len(text) // 1024:5d} KB")
    timed("record read, played again and compared", lambda: list(replayed(parse(text))))


if __name__ == "__main__":
    main()
