import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore
from django.core import mail
from django.utils import timezone

from accounts import services
from accounts.models import User
from accounts.tasks import forget_guests
from tests.people import PASSWORD

pytestmark = pytest.mark.django_db
KEEP = {"address": "Grace@Example.org", "name": "Grace", "secret": PASSWORD}


def visit(rf, user=None):
    request = rf.post("/play/", {"time_zone": "Europe/Dublin"})
    request.session, request.user = SessionStore(), user or AnonymousUser()
    return request


def test_a_guest_has_a_name_and_no_way_to_be_written_to(guest):
    guest.full_clean(exclude=["password"])
    assert (guest.is_guest, guest.email, guest.gets_letters) == (True, None, False)


def test_a_visitor_becomes_a_guest_who_is_signed_in(rf):
    request = visit(rf)
    person = services.person_at(request)
    assert person.is_guest
    assert request.session["_auth_user_id"] == str(person.pk)


def test_someone_signed_in_stays_who_they_are(rf, anne):
    assert services.person_at(visit(rf, anne)) == anne


def test_one_network_cannot_make_guests_without_end(rf):
    for _ in range(20):
        services.person_at(visit(rf))
    with pytest.raises(services.TooMany):
        services.person_at(visit(rf))


def test_keeping_the_games_makes_the_same_person_a_full_one(aboard, guest):
    assert aboard.post("/account/keep/", KEEP).url == "/account/confirm-email/"
    guest.refresh_from_db()
    assert (guest.name, guest.is_guest, guest.email) == ("Grace", True, None)

    assert [letter.to for letter in mail.outbox] == [["grace@example.org"]]
    aboard.post(re.search(r"https?://[^/\s]+(/\S+)", mail.outbox[0].body).group(1))
    guest.refresh_from_db()
    assert (guest.is_guest, guest.email, guest.gets_letters) == (False, "grace@example.org", True)
    assert aboard.get("/account/profile/").wsgi_request.user == guest
    assert aboard.login(email="grace@example.org", password=PASSWORD)


def test_keeping_under_an_address_that_is_taken_says_so_by_letter_only(aboard, guest, anne, golden):
    answer = aboard.post("/account/keep/", KEEP | {"address": "anne@example.org"})
    assert answer.url == "/account/confirm-email/"
    assert golden("letters/account", mail.outbox[0].subject)
    guest.refresh_from_db()
    assert guest.is_guest
    assert not guest.emailaddress_set.exists()


@pytest.mark.parametrize(
    "wrong",
    [{"address": "nowhere"}, {"name": "anne"}, {"name": "An\u202ene"}, {"secret": "12345"}, {"secret": ""}],
)
def test_keeping_with_something_wrong_changes_nothing(aboard, guest, anne, wrong):
    before = guest.name
    assert aboard.post("/account/keep/", KEEP | wrong).status_code == 422
    guest.refresh_from_db()
    assert (guest.name, guest.has_usable_password(), len(mail.outbox)) == (before, False, 0)


def test_a_guest_cannot_be_used_to_flood_a_stranger_with_letters(aboard):
    for _ in range(5):
        aboard.post("/account/keep/", KEEP)
    assert aboard.post("/account/keep/", KEEP).status_code == 422
    assert len(mail.outbox) == 5


def test_a_full_person_is_sent_from_the_keep_page_to_their_profile(client, anne, sign_in):
    assert sign_in(client, anne).get("/account/keep/").url == "/account/profile/"


def test_guests_who_stay_away_for_a_season_are_forgotten(guest, anne):
    User.objects.update(last_seen=timezone.now().date() - timedelta(days=91))
    here = services.make_guest()
    assert forget_guests() == 1
    assert set(User.objects.all()) == {anne, here}


def test_a_guest_who_comes_by_is_remembered(aboard, guest):
    User.objects.update(last_seen=timezone.now().date() - timedelta(days=89))
    aboard.get("/account/profile/")
    guest.refresh_from_db()
    assert guest.last_seen == timezone.now().date()
