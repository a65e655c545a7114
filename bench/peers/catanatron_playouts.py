"""Measure random games of catanatron for bench/peers.py: for each line of standard input, print decisions per second of CPU time.

Run this with the Python of a virtual environment that has catanatron.
"""

import sys
from time import process_time

from catanatron.game import Game
from catanatron.models.player import Color, RandomPlayer

GAMES = 8

for number, _ in enumerate(sys.stdin):
    began, made = process_time(), 0
    for seed in range(GAMES * number, GAMES * (number + 1)):
        game = Game([RandomPlayer(colour) for colour in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)], seed=seed)
        while game.winning_color() is None and game.state.num_turns < 1000:
            game.play_tick()
            made += 1
    print(made / (process_time() - began), flush=True)
