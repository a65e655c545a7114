"""Who of those that look for company sits down together: plain lists, so no table and no clock is needed."""

from hypothesis import given
from hypothesis import strategies as st

from games.matchmaking.pairing import Pairing, Wish, compatible_group, next_pairing

SIZES = {"bounty": range(2, 9), "piracy": (2, 4, 6)}
wishes = st.lists(
    st.builds(
        Wish, person=st.integers(1, 99), rulesets=st.sets(st.sampled_from(sorted(SIZES)), min_size=1),
        paces=st.sets(st.sampled_from([1, 2, 7]), min_size=1), least=st.integers(2, 6),
    ),
    max_size=9, unique_by=lambda wish: wish.person,
)  # fmt: skip
pairs = st.sets(st.frozensets(st.integers(1, 99), min_size=2, max_size=2), max_size=9)


def wish(person: int, *rulesets: str, paces=(2,), least: int = 2) -> Wish:
    return Wish(person, rulesets or ("bounty",), paces, least)


@given(wishes, pairs)
def test_everybody_at_a_table_has_what_they_wished_for_and_nobody_whom_they_are_kept_apart_from(wishes, apart):
    found = next_pairing(wishes, SIZES, apart)
    if found is None:
        return
    by_person = {wish.person: wish for wish in wishes}
    seated = [by_person[person] for person in found.people]
    assert len(found.people) in SIZES[found.ruleset]
    assert len(set(found.people)) == len(found.people)
    assert all(found.ruleset in wish.rulesets and found.pace in wish.paces and wish.least <= len(seated) for wish in seated)
    assert not any({one, other} in apart for one in found.people for other in found.people if one != other)


@given(wishes)
def test_two_who_want_the_same_are_never_left_waiting(wishes):
    if next_pairing(wishes, SIZES) is None:
        modest = [wish for wish in wishes if wish.least == 2]
        assert not any(
            one.rulesets & other.rulesets and one.paces & other.paces for index, one in enumerate(modest) for other in modest[index + 1 :]
        )


def test_one_alone_and_two_who_want_different_things_wait():
    assert next_pairing([wish(1)], SIZES) is None
    assert next_pairing([wish(1), wish(2, "piracy")], SIZES) is None
    assert next_pairing([wish(1), wish(2, paces=(7,))], SIZES) is None
    assert next_pairing([wish(1, least=3), wish(2)], SIZES) is None


def test_the_largest_table_is_made_that_suits_all_who_sit_at_it():
    assert next_pairing([wish(1), wish(2), wish(3, least=4)], SIZES) == Pairing("bounty", 2, (1, 2))
    assert next_pairing([wish(1), wish(2), wish(3, least=4), wish(4)], SIZES) == Pairing("bounty", 2, (1, 2, 3, 4))


def test_a_game_is_made_only_for_as_many_as_can_play_it():
    three = [wish(number, "piracy", least=3) for number in (1, 2, 3)]
    assert next_pairing(three, SIZES) is None
    assert next_pairing([*three, wish(4, "piracy")], SIZES) == Pairing("piracy", 2, (1, 2, 3, 4))


def test_who_has_waited_longest_comes_first():
    waiting = [wish(1, "piracy"), wish(2, "bounty"), wish(3, "bounty"), wish(4, "piracy")]
    assert next_pairing(waiting, SIZES) == Pairing("piracy", 2, (1, 4))


def test_who_is_kept_apart_from_the_first_leaves_room_for_another():
    apart = {frozenset({1, 2})}
    assert compatible_group([1, 2, 3], 2, apart) == (1, 3)
    assert compatible_group([1, 2], 2, apart) == ()
    assert next_pairing([wish(1), wish(2), wish(3)], SIZES, apart) == Pairing("bounty", 2, (1, 3))


def test_of_several_paces_that_suit_all_the_slowest_is_taken_so_that_nobody_is_hurried():
    assert next_pairing([wish(1, paces=(1, 2, 7)), wish(2, paces=(1, 2))], SIZES) == Pairing("bounty", 2, (1, 2))
