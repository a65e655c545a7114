"""The parts of the simulated town by themselves."""

from itertools import product

import pytest

from games.mail.grammar.reply_grammar import read_block
from games.soak import mail_programs
from notifications.inbound.parser_process import read_message
from simulation.clock import Chance
from simulation.weather import FAULTS, UnknownFault, Weather

pytestmark = pytest.mark.one_database

ORIGINAL = mail_programs.Original(
    "letters@town.example", "[Port Royal] Table 1", "It is your turn.\n\n[1 HZ]  North\n[2 JP]  East", "<d.1@town>"
)


@pytest.mark.parametrize(("program", "tongue"), [*product(mail_programs.PROGRAMS, mail_programs.TONGUES)])
def test_the_site_reads_what_each_mail_program_writes(program, tongue):
    _, raw = mail_programs.answer(program, tongue, "2 JP", ORIGINAL, "anne@example.org", "r-x@in.town.example", 1)
    found = read_message(raw)
    block = read_block(found["text"], lambda words: False)
    assert (found["sender"], found["problem"], len(block.lines), block.problem) == ("anne@example.org", "", 1, "")


def test_weather_of_one_seed_is_the_same_and_names_what_it_does_not_know():
    first, again = (Weather.forecast("all", Chance(7), 0, 60) for _ in range(2))
    assert first.spans == again.spans
    assert set(first.faults) == set(FAULTS)
    with pytest.raises(UnknownFault):
        Weather.forecast("relay,locusts", Chance(7), 0, 1)
