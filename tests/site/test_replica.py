"""Which requests may be answered from the replica, and by which database each row is read and written."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.models import Session
from django.http import Http404, HttpResponse
from django.test import RequestFactory
from django.urls import resolve, reverse

from accounts.models import User
from buccaneer_site import replica
from buccaneer_site.urls import urlpatterns
from games.models import Game
from leagues.models import Season

pytestmark = pytest.mark.one_database


def names(patterns, before=""):
    """The names of all views below these addresses."""
    for pattern in patterns:
        if hasattr(pattern, "url_patterns"):
            yield from names(pattern.url_patterns, f"{before}{pattern.namespace}:" if pattern.namespace else before)
        elif pattern.name:
            yield f"{before}{pattern.name}"


def request_of(path, method="GET", user=None, cookies="", **headers):
    request = getattr(RequestFactory(headers={"cookie": cookies} | headers), method.lower())(path)
    request.user, request.resolver_match = user or AnonymousUser(), resolve(path)
    return request


@pytest.fixture
def fresh(monkeypatch):
    """A replica that has just been found to keep up."""
    freshness = replica.Freshness()
    freshness.until, freshness.is_good = float("inf"), True
    monkeypatch.setattr(replica, "FRESHNESS", freshness)
    return freshness


def answered_by(request, view=lambda request: HttpResponse(Game.objects.all().db)):
    """The database that the view of this request reads games from."""
    at_replica = replica.ReadsFromReplica(view).process_view(request, view, [], {})
    return (at_replica or view(request)).content.decode()


def test_each_view_that_the_replica_serves_has_an_address():
    assert set(names(urlpatterns)) >= replica.FOR_ALL | replica.FOR_STRANGERS


def test_only_rows_of_games_and_leagues_are_read_from_the_replica_and_none_is_written_there():
    router = replica.Router()
    with replica.reading():
        assert [router.db_for_read(model) for model in (Game, Season)] == ["replica", "replica"]
        assert [router.db_for_read(model) for model in (User, Session)] == ["default", "default"]
        assert [router.db_for_write(model) for model in (Game, Season, User)] == ["default"] * 3
    assert router.db_for_read(Game) == "default"
    assert (router.allow_migrate("default", "games"), router.allow_migrate("replica", "games")) == (True, False)


def test_a_row_that_is_to_be_changed_is_locked_at_the_primary(settings):
    settings.DATABASE_ROUTERS = ["buccaneer_site.replica.Router"]
    with replica.reading():
        assert Game.objects.all().db == "replica"
        assert Game.objects.select_for_update().db == "default"


@pytest.mark.parametrize(
    ("path", "said", "database"),
    [
        ("/games/7/", {}, "replica"),
        ("/lobby/", {}, "replica"),
        ("/leagues/", {"user": User(pk=1)}, "replica"),
        ("/games/7/", {"user": User(pk=1)}, "default"),
        ("/leagues/", {"cookies": "wrote=1"}, "default"),
        ("/games/7/", {"HX-Request": "true"}, "default"),
        ("/my/", {"user": User(pk=1)}, "default"),
        ("/games/7/move/", {"method": "POST", "user": User(pk=1)}, "default"),
        ("/leagues/", {"method": "POST"}, "default"),
    ],
)
def test_the_replica_shows_what_is_public_to_those_who_have_not_written(settings, fresh, path, said, database):
    settings.DATABASE_ROUTERS = ["buccaneer_site.replica.Router"]
    assert answered_by(request_of(path, **said)) == database


def test_a_browser_that_has_posted_reads_from_the_primary_until_the_replica_must_have_it():
    middleware = replica.ReadsFromReplica(lambda request: HttpResponse())
    assert replica.COOKIE not in middleware(request_of("/leagues/")).cookies
    mark = middleware(request_of("/leagues/", "POST")).cookies[replica.COOKIE]
    assert mark["max-age"] > replica.BEHIND + replica.LOOK_AGAIN
    assert (mark["httponly"], mark["samesite"]) == (True, "Lax")


@pytest.mark.parametrize("problem", [Http404(), ValueError("a row that refers to one that is not there yet")])
def test_what_the_replica_does_not_have_is_looked_for_at_the_primary(settings, fresh, problem):
    settings.DATABASE_ROUTERS = ["buccaneer_site.replica.Router"]

    def view(request):
        if replica.READING.get():
            raise problem
        return HttpResponse(Game.objects.all().db)

    assert answered_by(request_of("/games/7/"), view) == "default"
    assert fresh.is_good


def test_a_replica_that_fails_is_left_alone_for_a_while(settings, fresh):
    settings.DATABASE_ROUTERS = ["buccaneer_site.replica.Router"]

    def view(request):
        if replica.READING.get():
            raise replica.Error("the server closed the connection")
        return HttpResponse("the primary")

    assert answered_by(request_of(reverse("lobby")), view) == "the primary"
    assert not fresh.is_good
