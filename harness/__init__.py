"""Programs that find faults in the whole site, and code that tests share with them (docs/simulation.md, docs/drill.md, docs/machines.md).

`simulation` runs in one process: simulated people play by page and letter in virtual time, or random games run without people. `drill`
kills real processes. The wheel contains no part of the harness. Only tests, benches and `python -m harness` import it.
"""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT / "scripts"))  # for servers.py, which scripts/test.py uses, too
