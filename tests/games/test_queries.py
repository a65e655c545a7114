"""What a person may read of a game, and that reading stays cheap."""

import json

import pytest
from django.contrib.auth.models import AnonymousUser

from games.editions.errors import NotAllowed
from games.models import Game
from games.play import acting
from games.queries import journal, lists, past, table_view
from games.storage.snapshots import state_of
from games.tables import chat


def test_a_table_shows_each_seat_its_own_hand_only(at, anne, mary, jack):
    own, other, strangers = (table_view.table(at.pk, user) for user in (anne, mary, jack))
    assert own.view["hand"] != other.view["hand"]
    assert strangers.view["hand"] is None
    assert strangers.seat is None


def test_only_the_one_who_is_asked_has_decisions_and_a_due_time(at, anne, mary):
    own, other = table_view.table(at.pk, anne), table_view.table(at.pk, mary)
    assert [decision.name for decision in own.decisions] == ["steer", "boast"]
    assert own.due == at.wait().due_at
    assert (other.decisions, other.due) == ([], None)
    assert [wait.seat for wait in other.waits] == [0]


def test_a_stranger_has_no_decisions(at, jack):
    assert table_view.table(at.pk, jack).decisions == []
    assert table_view.table(at.pk, AnonymousUser()).seat is None


def test_what_happened_since_begins_after_my_last_own_move(at, anne, mary):
    at.turn(0)
    at.turn(1)
    table = table_view.table(at.pk, anne)
    assert journal.news_of(journal.since(table), table.rules, table.names, table.seat) == ["Mary steered.", "Mary rested."]


def test_a_card_found_is_told_to_the_finder_only(at):
    at.turn(0, dig="yes")
    card = state_of(at.game).hands[0][-1]
    mine = [line for _, lines in journal.journal(at.game, 0) for line in lines]
    others = [line for _, lines in journal.journal(at.game, 1) for line in lines]
    assert f"Anne found {card}." in mine
    assert not any("found" in line for line in others)


def test_a_move_in_the_journal_carries_nothing_that_seat_may_not_know(at):
    at.turn(0, dig="yes")
    (mine, _), (others, _), (strangers, _) = (journal.journal(at.game, seat, after=1)[0] for seat in (0, 1, None))
    assert [event["name"] for event in mine.events] == ["dug", "found"]
    assert [event["name"] for event in others.events] == [event["name"] for event in strangers.events] == ["dug"]
    assert (mine.answer, others.answer, strangers.answer) == ("yes", None, None)


def test_taking_a_move_back_is_told_in_the_journal(at, golden):
    at.act(0, "steer", "north")
    acting.take_back(at.pk, 0, 1)
    assert golden("pages/table", journal.journal(at.game, 1, after=1)[0][1])
    assert journal.journal(at.game, 0, after=1)[0][1] == ["You took a move back."]


def test_whether_a_move_can_be_taken_back_is_known_without_trying(at, anne, mary):
    assert not table_view.table(at.pk, anne).can_undo
    at.act(0, "steer", "north")
    assert table_view.table(at.pk, anne).can_undo
    assert not table_view.table(at.pk, mary).can_undo
    at.act(0, "dig", "yes")
    assert not table_view.table(at.pk, anne).can_undo


def test_an_earlier_table_is_seen_with_the_eyes_of_that_seat(at):
    for turn in range(30):
        at.turn(turn % 2, dig="yes" if turn < 20 else "no")
    then = past.view_at(at.game, 1, 7)
    assert sum(then["counts"].values()) == 2 + 3
    assert past.view_at(at.game, None, 7)["hand"] is None
    assert past.view_at(at.game, 1, 10**9)["counts"] == past.view_at(at.game, 1, 60)["counts"]


def test_a_long_game_is_read_with_as_few_queries_as_a_short_one(at, anne, django_assert_num_queries):
    for turn in range(60):
        at.turn(turn % 2)
    game = at.game
    with django_assert_num_queries(3):
        table_view.table(game, anne)
    with django_assert_num_queries(3):
        past.view_at(game, 0, 74)


def test_the_seed_is_shown_when_the_game_is_over(at):
    assert past.seed_of(at.game) is None
    acting.end_as_it_stands(at.pk, "agreed")
    assert len(past.seed_of(at.game)) == 64


def test_the_next_waiting_game_goes_round(at, anne, mary):
    from tests.games.conftest import two_people

    other = two_people(anne, mary)
    assert lists.next_waiting(anne, at.pk) == other.pk
    assert lists.next_waiting(anne, other.pk) == at.pk
    assert lists.next_waiting(anne) == at.pk
    assert lists.next_waiting(mary) is None


def test_chat_keeps_words_and_drops_control_characters(at, anne):
    chat.post_line(at.pk, anne, "  Ahoy\x00\u202e <b>there</b>\n\n! ")
    assert [line.text for line in journal.chat(at.game, anne.pk)] == ["Ahoy <b>there</b> !"]


def test_nothing_of_a_table_page_can_be_traced_to_the_other_hand(at, anne):
    at.turn(0)
    at.turn(1, dig="yes")
    found = table_view.table(at.pk, anne)
    assert "hand" not in json.dumps(found.game.public)
    assert all("hand" not in player._state.fields_cache for player in found.players)


def test_talk_has_its_limits(at, anne, jack, golden):
    with golden.refused("refusals/talk", NotAllowed):
        chat.post_line(at.pk, anne, "a" * 501)
    with golden.refused("refusals/talk", NotAllowed):
        chat.post_line(at.pk, anne, "\u202e \x07")
    with pytest.raises(Game.DoesNotExist):
        chat.post_line(at.pk, jack, "Let me in")
    for number in range(20):
        chat.post_line(at.pk, anne, f"Ahoy {number}")
    with golden.refused("refusals/talk", NotAllowed):
        chat.post_line(at.pk, anne, "Ahoy")
