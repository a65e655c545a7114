"""Count everything in the box, wherever it lies: nothing may be made or lost."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any


def count_everything(state: Any, piles: Iterable[Iterable[str]], chance: Mapping[int, Any]) -> dict[str, int]:
    """Return card or piece -> its number; `piles` are those of one game only, `chance` maps numbers to chance cards."""
    count = Counter(state.treasure)
    for pile in (*state.hands, *state.fresh, *state.holds, *state.kept, *state.docks, *state.zones, state.crew, *piles):
        count.update(pile)
    count.update(chance[number].keep or f"chance {number}" for number in state.chance)
    return dict(sorted(count.items()))
