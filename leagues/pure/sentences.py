"""Parts of sentences."""

from collections.abc import Iterable


def listed(names: Iterable[str], most: int = 10) -> str:
    """Return the names as a list in words: "Anne, Mary and 5 more"."""
    all_names = list(names)
    if len(all_names) > most:
        return f"{', '.join(all_names[:most])} and {len(all_names) - most} more"
    return " and ".join(part for part in (", ".join(all_names[:-1]), all_names[-1] if all_names else "") if part)
