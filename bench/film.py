"""Measure an ended game: its film (a frame a turn, with words and hands as the site makes it) as it was and as it is, with the ratio of
bytes and of CPU time; its record written, read and replayed.

Run: python bench/film.py
"""

import os
import random
import sys
from pathlib import Path
from time import perf_counter, process_time

sys.path.insert(0, str(Path(__file__).parents[1]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "buccaneer_site.settings")

import django
from _old_film import old_film

django.setup()

from games.drawing.animation import Frame, film
from games.drawing.pictures import pieces
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


def compared(frames):
    """Print bytes and CPU time of the film in the old way and in the new one, and their ratios."""
    found = []
    for what, make in (("as it was", old_film), ("as it is", film)):
        pieces.known.clear()
        start = process_time()
        data = make(frames)
        found.append((len(data), process_time() - start))
        print(f"film of {len(frames)} turns, {what:<26} {found[-1][1]:8.3f} s of CPU {len(data) / 1000:8.0f} KB")
    (before, slow), (after, quick) = found
    print(f"{'ratio of what it was':<44} {quick / slow:8.2f}          {after / before:8.2f}")


def timed(what: str, work):
    start = perf_counter()
    found = work()
    print(f"{what:<44} {perf_counter() - start:8.3f} s")
    return found


def main() -> None:
    rules, record, frames = played()
    compared(frames)
    text = timed(f"record of {len(record['moves']) - 1} moves written", lambda: write(rules, record, NAMES))
    print(f"{'':<44} {len(text) // 1024:5d} KB")
    timed("record read, played again and compared", lambda: list(replayed(parse(text))))


if __name__ == "__main__":
    main()
