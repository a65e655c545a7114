"""The one who changes what is stored of a state without a new format is told so by `make check`."""

import json

import pytest

from games.engine import Snapshot, Upgrade
from games.kit.agenda import Steps
from games.rulesets import all_rulesets
from games.rulesets.bounty import RULESET
from games.rulesets.bounty.context import GameContext
from scripts import formats

SLUGS = sorted(all_rulesets())


@pytest.fixture
def copied(monkeypatch, tmp_path):
    """What is written down, to be changed at will."""
    kept = formats.written_down(RULESET).read_text()
    monkeypatch.setattr(formats, "written_down", lambda rules: tmp_path / f"{type(rules).__module__}.json")
    for rules in all_rulesets().values():
        formats.renew(rules)
    assert json.loads(formats.written_down(RULESET).read_text()) == json.loads(kept)
    return formats.written_down(RULESET)


def test_every_edition_stores_states_as_is_written_down_of_their_format(capsys):
    assert (formats.main([]), capsys.readouterr().out) == (0, "")


@pytest.mark.parametrize("slug", SLUGS)
def test_a_format_that_was_written_down_has_an_upgrade_to_the_next(slug):
    rules = all_rulesets()[slug]
    known = formats.read_shapes(formats.written_down(rules))[slug]
    assert sorted(map(int, known)) == list(range(1, len(rules.upgrades) + 2))


@pytest.mark.parametrize("part", ["public", "seats", "decks"])
def test_a_name_added_to_a_state_fails_until_the_format_is_a_new_one(copied, monkeypatch, capsys, part):
    dump = RULESET.dump

    def with_more(self, state):
        snapshot = dump(state)
        for holder in snapshot.seats if part == "seats" else [getattr(snapshot, part)]:
            holder["weather"] = []
        return snapshot

    monkeypatch.setattr(type(RULESET), "dump", with_more)
    assert formats.main([]) == 1
    assert f"bounty: states are not those of format 1 ({part} +weather). See “Formats of stored games”" in capsys.readouterr().out
    assert formats.main(["--renew"]) == 1  # nothing is written over
    same: Upgrade = Upgrade(Snapshot, Snapshot)
    monkeypatch.setattr(type(RULESET), "upgrades", (same,))
    assert formats.main([]) == 1
    assert "format 2 is not written down yet" in capsys.readouterr().out
    assert formats.main(["--renew"]) == 0
    assert sorted(json.loads(copied.read_text())["bounty"]) == ["1", "2"]


def test_another_entry_in_a_step_fails_until_the_format_is_a_new_one(copied, monkeypatch, capsys):
    kinds = [" ".join((kind, *step._fields[1:])) for (kind, _), step in GameContext.steps.types.items()]
    changed = [f"{words} weather" if words.startswith("loan") else words for words in kinds]
    monkeypatch.setattr(GameContext, "steps", Steps(*changed))
    assert formats.main([]) == 1
    assert "(steps +loan seat ship bankrupt weather, steps -loan seat ship bankrupt)" in capsys.readouterr().out


def test_new_kinds_of_steps_need_no_new_format_where_they_come_with_new_rules(copied, monkeypatch, capsys):
    kinds = [" ".join((kind, *step._fields[1:])) for (kind, _), step in GameContext.steps.types.items()]
    monkeypatch.setattr(GameContext, "steps", Steps(*kinds, "parley seat other"))
    assert (formats.main(["--renew"]), "(steps +parley seat other)" in capsys.readouterr().out) == (1, True)
    monkeypatch.setattr(RULESET, "version", RULESET.version + 1)
    assert (formats.main([]), f"bounty: version {RULESET.version} of the rules is not written down yet." in capsys.readouterr().out) == (
        1,
        True,
    )
    assert formats.main(["--renew"]) == 0
    assert "parley seat other" in json.loads(copied.read_text())["bounty"]["1"]["steps"]
