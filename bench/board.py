"""Measure the drawings: time and size of the chart, the board with its buttons, the letter's picture and the text board.

Run: python bench/board.py
"""

import sys
from pathlib import Path
from statistics import median
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parents[1]))

from games.engine import Action, Dice, play
from games.rulesets import get_ruleset
from games.rulesets.buccaneer import drawing, text_board

ROUNDS = 200
LONGEST = 2000


def running_game(players: int, actions: int):
    """Return a game after this number of random actions, at the next question where to sail."""
    rules = get_ruleset("buccaneer")
    dice = Dice(bytes(range(32)))
    state, _ = rules.setup([place for place, _ in rules.places][:players], 0, {}, dice)
    chance, number = Dice(bytes(32)), 0
    while number < LONGEST:
        decisions = rules.decisions(state)
        asked = next((decision for decision in decisions if decision.name == "sail"), None)
        if asked is not None and number >= actions:
            return rules, state, asked
        decision = decisions[chance.below(len(decisions), "bench")]
        answer = decision.sample(lambda most: chance.below(most, "bench"))
        state = play(rules, state, Action(decision.seat, decision.name, answer), dice).state
        number += 1
    raise SystemExit("no running game was found")


def cost(name: str, draw) -> None:
    """Print one line: median and worst time, and the size."""
    draw()
    times = []
    for _ in range(ROUNDS):
        start = perf_counter()
        made = draw()
        times.append((perf_counter() - start) * 1000)
    print(f"{name:<34} median {median(times):6.3f} ms   worst {max(times):6.3f} ms   {len(made.encode()):>7,} bytes")


def report(players: int, actions: int) -> None:
    """Measure every kind of drawing, of one game."""
    rules, state, asked = running_game(players, actions)
    view = rules.view(state, asked.seat)
    names = [f"Captain {seat}" for seat in range(players)]
    print(f"{players} players, after {actions} random actions")
    cost("chart (target 2 ms, 40,000)", lambda: drawing.svg(view, asked, names=names))
    cost("board with its buttons", lambda: drawing.board(view, asked, names=names))
    cost("picture for a letter", lambda: drawing.picture(view, asked, names=names))
    cost("text board", lambda: text_board.text(view, names))


if __name__ == "__main__":
    report(4, 0)
    report(8, 300)
