import pytest
from allauth.account.models import EmailAddress

from accounts import account_deletion, services
from accounts.models import User
from core.registry import Registry
from tests.people import PASSWORD
from tests.reading import part

pytestmark = pytest.mark.django_db


def test_who_leaves_is_gone_with_all_addresses(client, anne, mary, sign_in, golden):
    assert golden("pages/leave-the-site", part(sign_in(client, anne).post("/account/leave/", {"proof": PASSWORD}), "main"))
    assert list(User.objects.all()) == [mary]
    assert not EmailAddress.objects.filter(email="anne@example.org").exists()
    assert client.get("/account/profile/").status_code == 302


@pytest.mark.parametrize("proof", ["", "wrong", "x" * 1000])
def test_nobody_leaves_by_mistake(client, anne, sign_in, proof):
    assert sign_in(client, anne).post("/account/leave/", {"proof": proof}).status_code == 422
    assert User.objects.filter(pk=anne.pk).exists()


def test_a_guest_leaves_by_typing_the_name(client, sign_in):
    guest = services.make_guest()
    assert sign_in(client, guest).post("/account/leave/", {"proof": "Somebody"}).status_code == 422
    assert client.post("/account/leave/", {"proof": guest.name}).status_code == 200
    assert not User.objects.filter(pk=guest.pk).exists()


def test_passwords_cannot_be_guessed_on_the_leaving_page(client, anne, sign_in):
    sign_in(client, anne)
    for _ in range(10):
        client.post("/account/leave/", {"proof": "wrong"})
    assert client.post("/account/leave/", {"proof": PASSWORD}).status_code == 429


def test_other_parts_hear_of_it_while_the_person_is_still_there(anne, monkeypatch):
    monkeypatch.setattr(account_deletion, "HOOKS", Registry())
    heard = []
    account_deletion.HOOKS.register("other", lambda user: heard.append((user.name, User.objects.filter(pk=user.pk).exists())))
    account_deletion.leave(anne)
    assert heard == [("Anne", True)]


def test_when_a_part_fails_nobody_is_half_gone(anne, monkeypatch):
    def fails(user):
        raise RuntimeError("no helmsman")

    monkeypatch.setattr(account_deletion, "HOOKS", Registry(other=fails))
    with pytest.raises(RuntimeError):
        account_deletion.leave(anne)
    assert User.objects.filter(pk=anne.pk).exists()
