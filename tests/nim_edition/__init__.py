"""A folder of rulesets beside the shipped ones: the smallest edition there may be, a draft, which only tests can find.

Importing this puts it on the path of `games.rulesets`, which has to happen before any edition is looked for.
"""

from pathlib import Path

import games.rulesets

games.rulesets.__path__.append(str(Path(__file__).parent))
