"""Versions of the rules: a game is played to its end by the version it began with."""

import pytest

from games.engine import Dice, TableOption, UnknownVersion, agreed, version_of
from games.rulesets import all_rulesets, get_ruleset
from games.rulesets.nim.rules import Nim

OLD, NEW = TableOption("heap", "Heap", "How many.", 12, ((12, "12"),)), TableOption("twist", "Twist", "New.", "a", (("a", "A"),), since=2)


class Newer(Nim):
    """The smallest game, with a second version."""

    version = 2
    options = (OLD, NEW)


def test_an_older_version_is_the_same_edition_without_the_options_that_came_later():
    old = Newer().of_version(1)
    assert (old.slug, old.version, old.options) == (Newer.slug, 1, (OLD,))
    assert (Newer().version, Newer().options) == (2, (OLD, NEW))


def test_a_newer_version_can_be_had_from_an_older_one_with_all_its_options():
    newer = Newer().of_version(1).of_version(2)
    assert (newer.version, newer.options) == (2, (OLD, NEW))


@pytest.mark.parametrize("version", [0, -1, 3])
def test_a_version_that_is_not_known_is_refused(version):
    with pytest.raises(UnknownVersion, match="versions 1 to 2"):
        Newer().of_version(version)


def test_options_name_the_version_from_the_second_on_so_that_hashes_of_the_first_stay_true():
    assert agreed((OLD, NEW), 1) == {"heap": 12}
    assert agreed((OLD, NEW), 2, {"heap": 3}) == {"heap": 3, "twist": "a", "version": 2}


@pytest.mark.parametrize("slug", all_rulesets())
def test_every_version_of_every_edition_deals_a_game_that_says_which_version_it_is(slug):
    newest = get_ruleset(slug)
    for version in range(1, newest.version + 1):
        rules = get_ruleset(slug, version)
        state, _ = rules.setup(rules.first_places(rules.seats[0]), 0, {}, Dice(b"versions"))
        loaded = rules.load(rules.dump(state))
        assert {version_of(state), version_of(loaded), version_of(state.copy()), version_of(rules.view(state, 0).public)} == {version}
