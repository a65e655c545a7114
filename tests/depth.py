"""How far random tests go: a little in every run, DEPTH times as far by night (`make nightly`)."""

import os

DEPTH = int(os.environ.get("DEPTH", "1"))
