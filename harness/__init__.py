"""Programs that look for faults in the whole site, and what tests share with them (docs/simulation.md, docs/drill.md, docs/machines.md).

`simulation` plays in one process: simulated people by page and letter in virtual time, or random games without people. `drill` kills
real processes. They are part of no wheel. Nothing imports them but tests, benches and `python -m harness`.
"""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT / "scripts"))  # the servers that scripts/test.py starts, too
