"""Convert stored games of earlier code to this code; docs/changing-rules.md has an example of each conversion."""

from games.engine import NewLaws, Upgrade

UPGRADES: tuple[Upgrade, ...] = ()
"""A step for every change of the stored format; the first leads from 1 to 2."""

NEW_LAWS: dict[int, NewLaws] = {}
"""Version of the rules -> how to move running games to it. A version that is not listed moves none."""
