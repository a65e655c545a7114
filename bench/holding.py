"""How long one hostile player can hold a turn and a game: every way to gain time, in every order. The bound is in docs/clocks.md.

DEPTH is how many such things are done in one turn (5); each more takes eight times as long.
"""

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from games.clocks import limits
from games.clocks.pace_choices import HOUR, PRESETS, Bank, Slots, Untimed
from games.clocks.terms import Terms
from games.soak import holding

DEPTH = int(os.environ.get("DEPTH", "5"))


def main() -> None:
    usual = Terms()
    turn = holding.longest_turn(usual, depth=DEPTH)
    print(f"usual pace, {DEPTH} choices a turn: {turn.hours:.0f} hours without declared leave ({', '.join(turn.ways)})")
    leave = holding.best(usual, limits.SPARE_A_GAME, limits.LEAVE_A_GAME, DEPTH)
    print(f"usual pace, with declared leave: {leave.hours:.0f} hours and {leave.leave:.0f} of leave ({', '.join(leave.ways)})")
    for preset in PRESETS:
        if not isinstance(preset.pace, (Untimed, Slots)):
            given = preset.pace.free + preset.pace.cap if isinstance(preset.pace, Bank) else preset.pace.usual
            terms = Terms(preset.pace)
            found = holding.longest_turn(terms, depth=3, given=given)
            print(f"{preset.name}: {found.hours:.0f} hours, of which {(given + terms.patience) / HOUR:.0f} are its time and grace")
    for players, rounds in ((2, 6), (2, 20), (3, 4), (4, 3), (4, 20)):
        honest = holding.honest(usual, rounds, players)
        took = holding.honest(usual, rounds, players - 1) + holding.longest_game(usual, rounds)
        days = 24
        print(f"{players} players, {rounds} rounds: {took / days:.0f} days; honest {honest / days:.0f}; {took / honest:.2f} times that")


if __name__ == "__main__":
    main()
