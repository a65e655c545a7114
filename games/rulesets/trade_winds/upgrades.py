"""Convert stored games of earlier code to this code; docs/changing-rules.md has an example of each conversion."""

from games.engine import NewLaws, Upgrade

UPGRADES: tuple[Upgrade, ...] = ()
"""A step for every change of the stored format, the first one from 1 to 2."""

NEW_LAWS: dict[int, NewLaws] = {}
"""Version of the rules -> how running games are moved to it, if they are moved at all."""
