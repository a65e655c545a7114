"""Parts of sentences."""

from collections.abc import Iterable


def listed(names: Iterable[str], most: int = 10) -> str:
    """Anne, Mary and 5 more."""
    found = list(names)
    if len(found) > most:
        return f"{', '.join(found[:most])} and {len(found) - most} more"
    return " and ".join(part for part in (", ".join(found[:-1]), found[-1] if found else "") if part)
