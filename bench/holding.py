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
from harness.soak import holding

ASKED = (0, 1, 4)
DEPTH = int(os.environ.get("DEPTH", "5"))


def main() -> None:
    usual = Terms()
    turn = holding.longest_turn(usual, depth=DEPTH)
    print(f"usual pace, {DEPTH} choices a turn: {turn.hours:.0f} hours without declared leave ({', '.join(turn.ways)})")
    leave = holding.best(usual, limits.SPARE_A_TURN, limits.LEAVE_A_GAME, DEPTH, usual.pace.usual)
    print(f"usual pace, with declared leave: {leave.hours:.0f} hours and {leave.leave:.0f} of leave ({', '.join(leave.ways)})")
    for preset in PRESETS:
        if not isinstance(preset.pace, (Untimed, Slots)):
            given = preset.pace.free + preset.pace.cap if isinstance(preset.pace, Bank) else preset.pace.usual
            terms = Terms(preset.pace)
            found = holding.longest_turn(terms, depth=3, given=given)
            print(f"{preset.name}: {found.hours:.0f} hours, of which {(given + terms.patience) / HOUR:.0f} are its time and grace")
    for players in (2, 3, 4):
        for rounds in (1, 2, 3, 4, 5, 6, 20):
            print(f"{players} players, {rounds} rounds: {games(usual, players, rounds)}")


def games(terms: Terms, players: int, rounds: int) -> str:
    """How long the longest game is, without declared leave and with it; up to four questions off turn are asked in each round."""
    said = []
    for name, leave in (("", 0), (" with leave", limits.LEAVE_A_GAME)):
        asked = max(ASKED, key=lambda count: holding.beyond(terms, players, rounds, leave, count))
        honest, beyond = holding.honest(terms, rounds, players, asked), holding.beyond(terms, players, rounds, leave, asked)
        more = f", which is {beyond / 24:.1f} days more than twice that" if beyond > 0 else ""
        said.append(f"{(2 * honest + beyond) / 24:.0f} days{name} ({(2 * honest + beyond) / honest:.2f} times {honest / 24:.0f}{more})")
    return "; ".join(said)


if __name__ == "__main__":
    main()
