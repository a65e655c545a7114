"""Two positions to draw: a game that has just begun, and a crowded one near its end."""

from games.engine import Dice
from games.rulesets.buccaneer.editions import ONLINE
from games.rulesets.buccaneer.setup import setup
from games.rulesets.buccaneer.state import State

CHART = ONLINE.sea
NAMES = ("Anne", "Mary", "Jack Rackham", "Calico", "Grace", "Zheng Yi Sao", "Bartholomew the Younger", "<b>Ned</b>")


def early() -> State:
    """Return four ships in their harbours, with stock at the four ports without an owner."""
    return setup(ONLINE, ("bombay", "bristol", "genoa", "marseilles"), 0, ONLINE.agreed, Dice(b"chart of the first day" + bytes(10)))[0]


def crowded() -> State:
    """Return eight ships, two on one square, three in one harbour, and goods everywhere."""
    state = setup(ONLINE, CHART.slugs, 0, ONLINE.agreed, Dice(b"chart of the last days" + bytes(10)))[0]
    state.at = [CHART.squares[name] for name in ("M9", "J13", "J13", "London", "London", "London", "C19", "X1")]
    state.heading = [2, 4, 6, 0, 1, 7, 3, 5]
    state.holds = [("G", "M"), ("D",), ("U", "P"), (), ("M",), (), ("P",), ("D", "G")]
    state.docks = [
        ("B1", "B2", "G", "R3"), ("D", "M", "M"), (), ("B3", "B3", "B3", "B3", "LJ", "R1"), ("G", "G"), ("DB",), ("K1", "PE", "R2"),
        (*("B1",) * 5, *("B2",) * 4, *("R1",) * 5, *("R3",) * 4, "D", "U"),
    ]  # fmt: skip
    state.zones = [("G", "G", "G"), (), ("P", "P", "P", "P"), (), (), ("M", "M", "M"), (), ("D", "D", "D")]
    state.flat = ("B1", "B2", "D", "M", "P", "R1", "R3")
    state.treasure = {"D": 1, "U": 2, "G": 0, "P": 1, "M": 1}
    state.kept[0], state.hands[1], state.hands[0] = ("K2",), (), ("B2", "B3", "R1", "R1", "R2")
    state.turn, state.round = 0, 31
    return state
