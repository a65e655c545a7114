"""The vocabulary for scenarios of Buccaneer; docs/scenarios-buccaneer.md lists all its words."""

from functools import partial

from games.rulesets.buccaneer.editions import EDITIONS
from tests.scenario_language.shared import Words

from . import words
from .coming import COMING
from .given import position
from .said import parse_action, write_answer
from .truths import TRUTHS

VOCABULARIES = {
    slug: Words(partial(position, edition), words.seat_of, words.captain, parse_action, write_answer, COMING, TRUTHS)
    for slug, edition in EDITIONS.items()
}
