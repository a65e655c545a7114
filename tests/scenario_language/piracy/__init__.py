"""The vocabulary for scenarios of Piracy; docs/scenarios-piracy.md lists all its words."""

from tests.scenario_language.shared import Words

from . import words
from .coming import COMING
from .given import position
from .said import parse_action, write_answer
from .truths import TRUTHS

VOCABULARY = Words(position, words.seat_of, words.captain, parse_action, write_answer, COMING, TRUTHS)
