"""Figures that are counted from many rows lie in rows of their own: a page shows the last ones, and a task counts them anew."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.utils import timezone

from accounts import account_deletion
from games import tasks
from games.models import Counted
from games.queries import reliability
from games.storage import counted
from games.tables import housekeeping, lobby

pytestmark = pytest.mark.django_db


@pytest.fixture
def asked(monkeypatch):
    """What a task was asked to count; nothing does it."""
    found = []
    monkeypatch.setattr(counted, "enqueue", lambda name, keys: found.append((name, sorted(keys))))
    return found


def kept(key, value, age):
    Counted.objects.create(key=key, value=value, at=timezone.now() - age)


def test_a_figure_that_is_not_fresh_is_shown_and_counted_anew(anne, asked, django_capture_on_commit_callbacks):
    key = reliability.key_of(anne.pk)
    kept(key, "As it was", counted.FRESH * 2)
    with django_capture_on_commit_callbacks(execute=True):
        assert reliability.in_words([anne.pk]) == {anne.pk: "As it was"}
    assert asked == [("games.tasks.count_again", [key])]
    tasks.count_again([key])
    assert reliability.in_words([anne.pk]) == {anne.pk: reliability.reliability_of(anne).words}


def test_a_task_is_asked_once_a_minute(anne, asked, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        for _ in range(3):
            reliability.in_words([anne.pk])
    assert len(asked) == 1


def test_what_is_fresh_is_not_counted_again(anne, django_assert_num_queries):
    key = reliability.key_of(anne.pk)
    kept(key, "As it was", timedelta(minutes=1))
    with django_assert_num_queries(1):
        housekeeping.count_again([key])
    assert Counted.objects.get().value == "As it was"


def test_a_figure_of_last_week_is_counted_before_it_is_shown_and_forgotten_by_the_hour(anne, asked):
    kept(reliability.key_of(anne.pk), "As it was", timedelta(days=7))
    assert reliability.in_words([anne.pk]) == {anne.pk: reliability.reliability_of(anne).words}
    tasks.tidy_lobby()
    assert not Counted.objects.exists()


def test_the_pace_of_tables_is_measured_for_each_kind(anne, mary):
    found = [lobby.create(anne, "buccaneer", seats=3, open_to_all=is_public) for is_public in (True, False)]
    keys = [reliability.Kind.of(game).key for game in found]
    housekeeping.count_again(keys)
    assert {row.key: row.value for row in Counted.objects.all()} == {key: [] for key in keys}
    kept_row = Counted.objects.get(key=keys[0])
    kept_row.value = [60, 7200]
    kept_row.save()
    assert reliability.of_tables(found)[1] == {found[0].pk: (60, 7200), found[1].pk: None}


def test_the_lobby_measures_no_pace_itself_and_asks_for_it(anne, asked, django_capture_on_commit_callbacks, django_assert_num_queries):
    game = lobby.create(anne, "buccaneer", seats=3, open_to_all=True)
    Counted.objects.create(key=reliability.key_of(anne.pk), value="As it was", at=timezone.now())
    with django_capture_on_commit_callbacks(execute=True), django_assert_num_queries(2):  # the chairs, and what was counted
        assert reliability.of_tables([game]) == ({anne.pk: "As it was"}, {game.pk: None})
    assert asked == [("games.tasks.count_again", [reliability.Kind.of(game).key])]


def test_a_person_who_leaves_the_site_leaves_no_record(anne):
    kept(reliability.key_of(anne.pk), "As it was", timedelta(minutes=1))
    account_deletion.leave(anne)
    assert not Counted.objects.exists()


def test_an_empty_cache_counts_nothing_in_the_lobby(
    client, sign_in, anne, make_person, django_assert_max_num_queries, django_capture_on_commit_callbacks
):
    for number in range(6):
        owner = make_person(f"Owner {number}")
        lobby.create(owner, ("buccaneer", "piracy")[number % 2], seats=3, open_to_all=bool(number))
    with django_capture_on_commit_callbacks(execute=True):
        sign_in(client, anne).get("/lobby/")
    cache.clear()
    with django_assert_max_num_queries(20):
        client.get("/lobby/")
