import re

import pytest
from django.core import mail

from accounts.models import User
from games.tables import lobby
from tests.people import PASSWORD
from tests.reading import links, part

pytestmark = pytest.mark.django_db
FORM = {"email": "Grace@Example.org", "username": "Grace", "password1": PASSWORD, "time_zone": "Europe/Dublin"}

OPEN_PAGES = [
    "login/",
    "signup/",
    "logout/",
    "inactive/",
    "confirm-email/",
    "confirm-email/nonsense/",
    "password/reset/",
    "password/reset/done/",
    "password/reset/key/done/",
    "password/reset/key/1-nonsense/",
]


def link_in(letter) -> str:
    return re.search(r"https?://[^/\s]+(/\S+)", letter.body).group(1)


def test_signing_up_sends_a_link_that_opens_the_account(client, golden):
    assert client.post("/account/signup/", FORM).url == "/account/confirm-email/"
    assert not client.get("/account/profile/").wsgi_request.user.is_authenticated

    assert [letter.to for letter in mail.outbox] == [["grace@example.org"]]
    link = link_in(mail.outbox[0])
    assert golden("pages/confirm-address", part(client.get(link), "section.account"))
    client.post(link)

    page = client.get("/account/profile/")
    assert page.wsgi_request.user == User.objects.get(email="grace@example.org")
    assert page.wsgi_request.user.time_zone == "Europe/Dublin"


@pytest.mark.parametrize("link", ["signup", "login"])
def test_the_links_above_every_page_lead_back_to_it_once_one_has_an_account(client, anne, link):
    table = lobby.create(anne, "piracy", seats=2)
    invited = f"/join/{table.join_token}/"
    above = next(found for found in links(client.get(invited), "header nav") if f"/{link}/" in found)
    assert above == f"/account/{link}/?next={invited}"
    other = next(found for found in links(client.get(above), "header nav") if f"/{link}/" in found)
    assert other == above  # the page in between passes it on


def test_signing_up_from_an_invitation_ends_at_its_table(client, anne):
    invited = f"/join/{lobby.create(anne, 'piracy', seats=2).join_token}/"
    client.post("/account/signup/", FORM | {"next": invited})
    assert client.post(link_in(mail.outbox[0])).url == invited


def test_opening_the_link_alone_confirms_nothing(client):
    client.post("/account/signup/", FORM)
    client.get(link_in(mail.outbox[0]))
    assert not User.objects.get(name="Grace").emailaddress_set.get().verified


def test_a_made_up_time_zone_becomes_utc(client):
    client.post("/account/signup/", FORM | {"time_zone": "Sea/Bottom"})
    assert User.objects.get(name="Grace").time_zone == "UTC"


def test_the_page_does_not_tell_that_an_address_is_taken(client, anne, golden):
    taken = client.post("/account/signup/", FORM | {"email": "anne@example.org"})
    new = client.post("/account/signup/", FORM)
    assert (taken.status_code, taken.url) == (new.status_code, new.url)
    assert golden("letters/account", mail.outbox[0].subject)
    assert User.objects.count() == 2


@pytest.mark.parametrize("name", ["anne", "A", "x" * 25, "An\u202ene", "a@b", " ", "<b>\x00</b>"])
def test_a_bad_or_taken_name_makes_no_account(client, anne, name):
    page = client.post("/account/signup/", FORM | {"username": name})
    assert page.status_code == 422
    assert b"errorlist" in page.content
    assert User.objects.count() == 1


def test_a_name_is_shown_as_text_never_as_markup(client):
    client.post("/account/signup/", FORM | {"username": "<b>Grace</b>"})
    page = client.get(link_in(mail.outbox[0]))
    assert b"&lt;b&gt;Grace&lt;/b&gt;" in page.content
    assert b"<b>Grace</b>" not in page.content


def test_signing_in_by_address_and_out_again(client, anne):
    assert client.post("/account/login/", {"login": "anne@example.org", "password": PASSWORD}).status_code == 302
    assert client.get("/account/profile/").status_code == 200
    client.post("/account/logout/")
    assert client.get("/account/profile/").status_code == 302


def test_a_wrong_password_is_refused_in_words_of_ours(client, anne, golden):
    refused = client.post("/account/login/", {"login": anne.email, "password": "wrong"})
    assert refused.status_code == 422
    assert golden("pages/sign-in", part(refused, "ul.errorlist"))


def test_a_name_does_not_sign_in(client, anne):
    page = client.post("/account/login/", {"login": "Anne", "password": PASSWORD})
    assert page.status_code == 422
    assert not page.wsgi_request.user.is_authenticated


def test_guessing_passwords_is_stopped(client, anne):
    for _ in range(6):
        client.post("/account/login/", {"login": "anne@example.org", "password": "wrong-wrong"})
    page = client.post("/account/login/", {"login": "anne@example.org", "password": PASSWORD})
    assert page.status_code == 422
    assert not page.wsgi_request.user.is_authenticated


def test_a_forgotten_password_is_replaced_by_letter(client, anne):
    client.post("/account/password/reset/", {"email": "anne@example.org"})
    form = client.get(link_in(mail.outbox[0]), follow=True)
    new = {"password1": "a-new-wooden-leg", "password2": "a-new-wooden-leg"}
    client.post(form.redirect_chain[-1][0], new)
    assert client.login(email="anne@example.org", password="a-new-wooden-leg")


def test_asking_for_an_unknown_address_sends_nothing_and_says_the_same(client, anne):
    known = client.post("/account/password/reset/", {"email": "anne@example.org"})
    unknown = client.post("/account/password/reset/", {"email": "nobody@example.org"})
    assert (known.status_code, known.url) == (unknown.status_code, unknown.url)
    assert len(mail.outbox) == 1


def test_the_password_is_changed_and_told_by_letter(client, anne, sign_in, golden):
    client.post("/account/login/", {"login": "anne@example.org", "password": PASSWORD})
    new = {"oldpassword": PASSWORD, "password1": "a-new-wooden-leg", "password2": "a-new-wooden-leg"}
    assert client.post("/account/password/change/", new).status_code == 302
    assert client.get("/account/profile/").status_code == 200
    assert golden("letters/account", mail.outbox[0].subject)


def test_a_new_address_counts_once_it_is_confirmed(client, anne):
    client.post("/account/login/", {"login": "anne@example.org", "password": PASSWORD})
    client.post("/account/reauthenticate/", {"password": PASSWORD})
    client.post("/account/email/", {"email": "bonny@example.org", "action_add": ""})
    anne.refresh_from_db()
    assert anne.email == "anne@example.org"
    to_new = next(letter for letter in mail.outbox if letter.to == ["bonny@example.org"])
    client.post(link_in(to_new))
    anne.refresh_from_db()
    assert anne.email == "bonny@example.org"


@pytest.mark.parametrize("path", OPEN_PAGES)
def test_every_page_before_signing_in_is_ours(client, path):
    page = client.get(f"/account/{path}", follow=True)
    assert page.status_code == 200
    assert b'name="viewport"' in page.content


@pytest.mark.parametrize("path", ["profile/", "leave/", "email/", "password/change/", "2fa/"])
def test_every_page_about_oneself_is_ours_and_for_oneself_only(client, anne, sign_in, path):
    assert client.get(f"/account/{path}").url.startswith("/account/login/")
    page = sign_in(client, anne).get(f"/account/{path}")
    assert page.status_code == 200
    assert b"card stack account" in page.content
