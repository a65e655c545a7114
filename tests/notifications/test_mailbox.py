"""On one machine letters lie at /mailbox/: everyone sees their own, and only there."""

import pytest
from django.core.mail import EmailMessage
from django.test import Client

from notifications import Letter, mailbox, notify
from notifications.models import LetterIn, LocalLetter
from tests.letters import sweep
from tests.reading import has, links

pytestmark = pytest.mark.django_db
DOT = bytes.fromhex("89504e470d0a1a0a") + b"a picture"


@pytest.fixture(autouse=True)
def one_machine(settings):
    settings.EMAIL_BACKEND = "notifications.mailbox.EmailBackend"
    settings.MAILBOX, settings.DESK = True, "play@localhost"


@pytest.fixture
def turn(hail, anne):
    """A letter about a game to Anne."""
    hail.letter = Letter(
        "[Port Royal] Buccaneer",
        "Ahoy <b>Anne</b>\n",
        '<html><head></head><img src="cid:board"></html>',
        {"board": DOT},
    )
    notify("hail", anne, "hail:1", {})
    sweep()
    return LocalLetter.objects.get()


@pytest.fixture
def confirm():
    """A letter about an account to a person just signing up."""
    EmailMessage(
        "Confirm",
        "Open https://x.example/confirm/1/ please",
        to=["new@example.org"],
        headers={mailbox.ACCOUNT_HEADER: "yes"},
    ).send()
    return LocalLetter.objects.get(to="new@example.org")


def status(client, letter):
    return client.get(f"/mailbox/{letter.pk}/").status_code


def test_a_person_sees_the_letters_to_them_and_no_others(client, sign_in, anne, mary, turn):
    assert f"/mailbox/{turn.pk}/" in links(sign_in(client, anne).get("/mailbox/"))
    assert status(client, turn) == 200
    assert f"/mailbox/{turn.pk}/" not in links(sign_in(client, mary).get("/mailbox/"))
    assert status(client, turn) == client.get(f"/mailbox/{turn.pk}/html/").status_code == 404


def test_who_is_not_signed_in_sees_letters_about_accounts_only(client, turn, confirm):
    assert [link for link in links(client.get("/mailbox/")) if link.startswith("/mailbox/")] == [f"/mailbox/{confirm.pk}/"]
    assert (status(client, turn), status(client, confirm)) == (404, 200)


@pytest.mark.parametrize("came", [{"REMOTE_ADDR": "192.0.2.7"}, {"HTTP_X_FORWARDED_FOR": "192.0.2.7"}, {"REMOTE_ADDR": ""}])
def test_who_comes_from_another_machine_sees_nothing_before_signing_in(client, confirm, came):
    assert f"/mailbox/{confirm.pk}/" not in links(client.get("/mailbox/", **came))
    assert client.get(f"/mailbox/{confirm.pk}/", **came).status_code == 404


def test_old_letters_about_accounts_are_not_for_everyone(client, confirm, time_machine):
    time_machine.move_to(confirm.created_at + mailbox.ACCOUNT_LETTERS_FOR * 2)
    assert status(client, confirm) == 404


def test_an_address_that_is_not_confirmed_opens_no_letters_about_games(client, sign_in, jack, anne, turn, confirm):
    anne.emailaddress_set.all().delete()
    jack.emailaddress_set.create(email=anne.email, verified=False, primary=False)
    jack.emailaddress_set.create(email="new@example.org", verified=False, primary=False)
    sign_in(client, jack)
    assert (status(client, turn), status(client, confirm)) == (404, 200)


def test_in_a_town_there_is_no_such_page(client, sign_in, anne, turn, settings):
    settings.MAILBOX = False
    sign_in(client, anne)
    paths = ["/mailbox/", f"/mailbox/{turn.pk}/", f"/mailbox/{turn.pk}/html/"]
    assert {client.get(path).status_code for path in paths} == {404}


def test_the_html_is_shown_in_a_frame_that_can_do_nothing(client, sign_in, anne, turn):
    page = sign_in(client, anne).get(f"/mailbox/{turn.pk}/")
    assert 'sandbox="allow-popups' in page.content.decode()
    assert "frame-src 'self'" in page["Content-Security-Policy"]
    frame = client.get(f"/mailbox/{turn.pk}/html/")
    policy = frame["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "script-src" not in policy
    assert "sandbox allow-popups" in policy
    assert "data:image/png;base64," in frame.content.decode()


def test_the_text_of_a_letter_is_never_markup(client, sign_in, anne, turn):
    page = sign_in(client, anne).get(f"/mailbox/{turn.pk}/").content.decode()
    assert "Ahoy &lt;b&gt;Anne&lt;/b&gt;" in page


def test_a_link_in_a_letter_about_accounts_can_be_clicked(client, confirm):
    assert 'href="https://x.example/confirm/1/"' in client.get(f"/mailbox/{confirm.pk}/").content.decode()


def test_the_same_letter_sent_twice_lies_there_once(anne):
    for _ in range(2):
        EmailMessage("s", "t", to=[anne.email], headers={"Message-ID": "<d.1@x>"}).send()
    assert LocalLetter.objects.count() == 1


def sign_up(client, name, **came):
    email = f"{name.lower()}@example.org"
    form = {"email": email, "username": name, "password1": "a-long-walk-off-a-plank", "time_zone": "UTC"}
    client.post("/account/signup/", form, **came)
    return LocalLetter.objects.get(to=email)


def test_the_letter_that_confirms_an_address_can_be_read_while_signing_up(client):
    letter = sign_up(client, "Newcomer")
    assert letter.about_account
    assert "/account/" in client.get(f"/mailbox/{letter.pk}/").content.decode()


def test_who_signs_up_from_another_machine_reads_their_own_letter_only(client):
    elsewhere = {"REMOTE_ADDR": "192.0.2.7"}
    other = sign_up(Client(), "Neighbour")
    letter = sign_up(client, "Newcomer", **elsewhere)
    assert client.get(f"/mailbox/{letter.pk}/", **elsewhere).status_code == 200
    assert client.get(f"/mailbox/{other.pk}/", **elsewhere).status_code == 404


@pytest.fixture
def answerable(hail, anne):
    """A letter that takes answers; what is answered is kept in `said`."""
    from notifications.inbound import READERS, Verdict, reads
    from notifications.inbound.reply_addresses import new_address

    said = []

    @reads("hail", receipt="hail", held="hail")
    def read(letter, text):
        said.append((letter.sender, letter.auth, text.strip()))
        return Verdict("applied", "played")

    hail.letter = Letter("[Port Royal] Buccaneer", "Ahoy\n", "", reply_to=new_address(anne, "hail", {}))
    notify("hail", anne, "hail:1", {})
    sweep()
    yield LocalLetter.objects.get(), said
    READERS.pop("hail")


def test_a_letter_can_be_answered_in_the_mailbox_as_if_by_mail(client, sign_in, anne, answerable):
    letter, said = answerable
    assert has(sign_in(client, anne).get(f"/mailbox/{letter.pk}/"), "#answer textarea")
    assert client.post(f"/mailbox/{letter.pk}/answer/", {"text": "1 KX"}).status_code == 302
    sweep()
    assert said == [(anne.email, "pass", "1 KX")]


def test_nobody_else_can_answer_it(client, sign_in, mary, answerable):
    letter, said = answerable
    assert client.post(f"/mailbox/{letter.pk}/answer/", {"text": "1 KX"}).status_code == 404
    assert sign_in(client, mary).post(f"/mailbox/{letter.pk}/answer/", {"text": "1 KX"}).status_code == 404
    assert said == []


@pytest.mark.parametrize("text", ["", "  ", "x" * 5000])
def test_an_answer_of_nothing_or_of_too_much_is_refused_with_a_sentence(client, sign_in, anne, answerable, text):
    letter, _ = answerable
    page = sign_in(client, anne).post(f"/mailbox/{letter.pk}/answer/", {"text": text})
    assert page.status_code == 422
    assert 'role="alert"' in page.content.decode()


def test_a_letter_that_takes_no_answers_has_no_box(client, sign_in, anne, turn):
    assert not has(sign_in(client, anne).get(f"/mailbox/{turn.pk}/"), "#answer")
    assert client.post(f"/mailbox/{turn.pk}/answer/", {"text": "1 KX"}).status_code == 404


# -- writing to the site --------------------------------------------------------------------------
def test_a_member_writes_to_the_site_from_their_mailbox_and_finds_the_answer_there(client, sign_in, anne):
    assert has(sign_in(client, anne).get("/mailbox/"), "#write textarea")
    assert client.post("/mailbox/write/", {"text": "help"}).status_code == 302
    sweep()
    kept = LetterIn.objects.get()
    assert (kept.sender, kept.envelope_to, kept.state, kept.reason) == (anne.email, "play@localhost", "applied", "help")
    assert "[tables]" in bytes(LocalLetter.objects.get(to=anne.email).raw).decode()


@pytest.mark.parametrize("text", ["", " \n ", "x" * 4001])
def test_nothing_or_too_much_is_not_sent_and_stays_in_its_box(client, sign_in, anne, text):
    page = sign_in(client, anne).post("/mailbox/write/", {"text": text})
    assert (page.status_code, LetterIn.objects.count()) == (422, 0)
    assert 'role="alert"' in page.content.decode()


def test_who_has_no_confirmed_address_has_no_box_to_write_in(client, sign_in, anne):
    assert client.post("/mailbox/write/", {"text": "help"}).status_code == 404
    anne.emailaddress_set.update(verified=False)
    assert not has(sign_in(client, anne).get("/mailbox/"), "#write")
    assert client.post("/mailbox/write/", {"text": "help"}).status_code == 404


def test_where_nobody_may_write_to_the_site_and_in_a_town_there_is_no_such_box(client, sign_in, anne, settings):
    sign_in(client, anne)
    settings.DESK = ""
    assert client.post("/mailbox/write/", {"text": "help"}).status_code == 404
    settings.DESK, settings.MAILBOX = "play@localhost", False
    assert client.post("/mailbox/write/", {"text": "help"}).status_code == 404
