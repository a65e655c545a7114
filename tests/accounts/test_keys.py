"""Keys for programs of one's own: made, shown once, ended; by their owner alone."""

import re

import pytest
from django.contrib.auth.models import Permission

from accounts import account_deletion, api_keys
from accounts.models import Key
from tests.accounts.test_second_factor import come_in
from tests.people import PASSWORD
from tests.reading import parts

pytestmark = pytest.mark.django_db
SECRET = re.compile(r"sail_[\w-]{43}")


@pytest.fixture
def signed_in(client, anne):
    """Anne, who has just typed her password."""
    come_in(client)
    return client


def test_a_key_is_shown_once_and_opens_her_tables_then(signed_in, anne):
    page = signed_in.post("/account/keys/", {"name": "my <b>app</b>"})
    [secret] = SECRET.findall(page.content.decode())
    assert "no-store" in page.headers["Cache-Control"]
    assert api_keys.user_of_key(secret) == anne
    later = signed_in.get("/account/keys/").content.decode()
    assert not SECRET.search(later)
    assert "my &lt;b&gt;app&lt;/b&gt;" in later


def test_what_is_kept_opens_nothing(anne):
    secret = api_keys.create_key(anne, "app")
    kept = Key.objects.get()
    assert api_keys.user_of_key(kept.digest) is None
    assert secret not in str(vars(kept))


def test_that_it_is_used_is_noted_once_an_hour(anne, time_machine, django_assert_num_queries):
    secret = api_keys.create_key(anne, "app")
    assert Key.objects.get().used_at is None
    api_keys.user_of_key(secret)
    with django_assert_num_queries(1):
        api_keys.user_of_key(secret)
    assert Key.objects.get().used_at is not None


@pytest.mark.parametrize("method", ["get", "post"])
def test_the_password_is_asked_for_first(client, sign_in, anne, method):
    answer = getattr(sign_in(client, anne), method)("/account/keys/", {"name": "app"})
    assert (answer.status_code, "reauthenticate" in answer.headers["Location"]) == (302, True)
    assert Key.objects.count() == 0


def test_a_key_is_ended_by_its_owner_alone_and_twice_is_as_good_as_once(client, sign_in, anne, mary):
    api_keys.create_key(anne, "app")
    end = f"/account/keys/{Key.objects.get().pk}/end/"
    assert client.post(end).status_code == 302
    assert sign_in(client, mary).post(end).status_code == 302
    assert Key.objects.count() == 1
    for _ in range(2):
        assert sign_in(client, anne).post(end).headers["Location"] == "/account/keys/"
    assert Key.objects.count() == 0


@pytest.mark.parametrize("name", ["", "   ", "x" * 41])
def test_a_key_without_a_fit_name_is_not_made(signed_in, name):
    assert signed_in.post("/account/keys/", {"name": name}).status_code == 422
    assert Key.objects.count() == 0


def test_ten_are_enough(signed_in, anne, golden):
    for number in range(api_keys.MAX_KEYS):
        api_keys.create_key(anne, str(number))
    page = signed_in.post("/account/keys/", {"name": "one more"})
    assert page.status_code == 422
    assert golden("pages/keys", parts(page, ".errorlist li, [role=alert]"))
    assert Key.objects.count() == api_keys.MAX_KEYS


def test_a_guest_is_led_to_signing_up(aboard, guest):
    assert aboard.post("/account/keys/", {"name": "app"}).headers["Location"] == "/account/keep/"
    with pytest.raises(api_keys.Refused):
        api_keys.create_key(guest, "app")


def test_a_new_password_ends_them(signed_in, anne):
    api_keys.create_key(anne, "app")
    fields = {"oldpassword": PASSWORD, "password1": "another sea chest", "password2": "another sea chest"}
    assert signed_in.post("/account/password/change/", fields).status_code == 302
    assert Key.objects.count() == 0


def test_they_go_with_the_account(anne):
    api_keys.create_key(anne, "app")
    account_deletion.leave(anne)
    assert Key.objects.count() == 0


def test_a_key_of_one_who_runs_the_site_opens_no_more_than_tables(client, anne):
    anne.is_staff = True
    anne.save()
    anne.user_permissions.set(Permission.objects.all())
    answer = client.get("/admin/", headers={"Authorization": f"Bearer {api_keys.create_key(anne, 'app')}"})
    assert answer.status_code == 302
