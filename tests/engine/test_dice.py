"""Randomness: known answers, so that anyone can check a game with their own program."""

import hashlib
import hmac
from collections import Counter

from games.engine import Dice, commitment

SEED = bytes(range(32))
ROLLS = [0, 5, 4, 2, 3, 1, 2, 4, 2, 5, 5, 2]
PACK = [6, 9, 3, 2, 1, 4, 5, 10, 8, 7]


def test_a_draw_is_the_hmac_of_label_and_number():
    digest = hmac.new(SEED, b"crew:0", hashlib.sha256).digest()
    assert Dice(SEED).below(52, "crew") == int.from_bytes(digest, "big") % 52


def test_known_draws_of_a_known_seed():
    dice = Dice(SEED)
    assert [dice.below(6, "roll") for _ in range(12)] == ROLLS
    assert dice.count == 12


def test_a_known_shuffle_of_a_known_seed():
    assert Dice(SEED).shuffle(range(1, 11), "pack") == PACK


def test_draws_go_on_where_the_count_stands():
    dice = Dice(SEED)
    first = [dice.below(100, "x") for _ in range(5)]
    assert [Dice(SEED, 3).below(100, "x")] == first[3:4]


def test_a_shuffle_leaves_the_cards_it_was_given_alone():
    cards = (1, 2, 3)
    assert sorted(Dice(SEED).shuffle(cards, "pack")) == [1, 2, 3]
    assert cards == (1, 2, 3)
    assert Dice(SEED).shuffle([], "pack") == []


def test_every_side_comes_about_as_often():
    dice = Dice(SEED)
    count = Counter(dice.below(6, "roll") for _ in range(6000))
    assert set(count) == set(range(6))
    assert all(850 < times < 1150 for times in count.values())


def test_the_commitment_is_the_hash_of_a_label_and_the_seed():
    assert commitment(SEED) == hashlib.sha256(b"buccaneer commitment:" + SEED).hexdigest()
    assert commitment(SEED) != commitment(SEED[::-1])
