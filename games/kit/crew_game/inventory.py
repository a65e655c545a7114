"""Count everything in the box, wherever it lies: nothing may be created or lost."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any


def count_everything(state: Any, piles: Iterable[Iterable[str]], chance: Mapping[int, Any]) -> dict[str, int]:
    """Return the number of each card and piece. `piles` are the piles of this game only; `chance` maps numbers to chance cards."""
    count = Counter(state.treasure)
    for pile in (*state.hands, *state.fresh, *state.holds, *state.kept, *state.docks, *state.zones, state.crew, *piles):
        count.update(pile)
    count.update(chance[number].keep or f"chance {number}" for number in state.chance)
    return dict(sorted(count.items()))
