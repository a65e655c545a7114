"""Measure python-chess's move generation for bench/peers.py: for each line of standard input, print move lists per second of CPU time.

Run this with the Python of a virtual environment that has python-chess.
"""

import sys
from time import process_time

import chess

LISTS = 3000
BOARD = chess.Board("r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2N1PN2/PP2BPPP/R1BQ1RK1 w - - 0 9")

for _ in sys.stdin:
    began = process_time()
    for _ in range(LISTS):
        list(BOARD.legal_moves)
    print(LISTS / (process_time() - began), flush=True)
