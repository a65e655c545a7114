from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from accounts.forms import KeepForm
from accounts.middleware import time_zone
from accounts.personal_data import personal_data_of
from tests.reading import part

pytestmark = pytest.mark.django_db
GOOD = {"name": "Anne of Cork", "time_zone": "America/New_York", "theme": "dark"}


def test_a_profile_is_changed(client, anne, sign_in):
    assert sign_in(client, anne).post("/account/profile/", GOOD).status_code == 302
    anne.refresh_from_db()
    assert {name: getattr(anne, name) for name in GOOD} == GOOD


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": "MARY"},
        {"name": "x" * 500_000},
        {"name": "\u202egnp.exe"},
        {"time_zone": "Sea/Bottom"},
        {"time_zone": "../../etc/passwd"},
        {"theme": "<script>"},
        {"theme": ""},
    ],
)
def test_what_makes_no_sense_is_refused_and_changes_nothing(client, anne, mary, sign_in, wrong):
    assert sign_in(client, anne).post("/account/profile/", GOOD | wrong).status_code in (400, 422)
    anne.refresh_from_db()
    assert (anne.name, anne.time_zone, anne.theme) == ("Anne", "UTC", "auto")


@pytest.mark.parametrize("taken", ["Mary", "mary"])
def test_that_a_name_is_taken_is_said_once_and_at_its_field(client, anne, mary, sign_in, taken):
    form = sign_in(client, anne).post("/account/profile/", GOOD | {"name": taken}).context["form"]
    assert form.errors == {"name": ["Somebody here goes by that name already."]}


def test_a_guest_reads_once_that_a_name_is_taken(mary, make_person):
    form = KeepForm({"name": "mary", "address": "jack@example.net", "secret": "eleven ships at sea"}, instance=make_person("Guest 7"))
    assert form.errors == {"name": ["Somebody here goes by that name already."]}


def test_a_person_may_ask_to_confirm_their_moves_and_stop_that(client, anne, sign_in):
    sign_in(client, anne)
    for sent, found in ((GOOD | {"confirm_moves": "on"}, True), (GOOD, False)):
        client.post("/account/profile/", sent)
        anne.refresh_from_db()
        assert (anne.confirm_moves, personal_data_of(anne)["person"]["confirm_moves"]) == (found, found)


def test_letters_are_asked_about_on_one_page_only(client, anne, sign_in):
    page = sign_in(client, anne).get("/account/profile/").content.decode()
    assert 'name="letters"' not in page
    assert 'href="/letters/"' in page


def test_nobody_can_make_themselves_staff(client, anne, sign_in):
    sign_in(client, anne).post("/account/profile/", GOOD | {"is_staff": "on", "is_superuser": "on", "is_guest": "on"})
    anne.refresh_from_db()
    assert (anne.is_staff, anne.is_superuser, anne.is_guest) == (False, False, False)


def test_times_on_pages_are_in_the_readers_zone(rf, anne):
    anne.time_zone = "Asia/Tokyo"
    request = rf.get("/")
    request.user = anne
    noon = datetime(2026, 11, 21, 12, tzinfo=ZoneInfo("UTC"))
    assert time_zone(lambda request: timezone.localtime(noon).hour)(request) == 21
    assert timezone.localtime(noon).hour == 12


def test_a_page_without_a_forgery_token_is_refused_with_a_sentence(anne, sign_in, golden):
    from django.test import Client

    answer = sign_in(Client(enforce_csrf_checks=True), anne).post("/account/profile/", GOOD)
    assert answer.status_code == 403
    assert golden("pages/forged", part(answer, "main"))


def test_staff_never_see_a_password_or_a_second_factor(admin_client, anne):
    page = admin_client.get(f"/admin/accounts/user/{anne.pk}/change/").content.decode()
    assert anne.password not in page
    assert "password" not in page.lower().replace("change password", "").replace("password_change", "")
    assert admin_client.get("/admin/mfa/authenticator/").status_code == 404
