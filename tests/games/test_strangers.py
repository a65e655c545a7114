"""Somebody without an account writes to the address that everybody knows, and may begin by letter alone."""

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth import get_user_model
from django.core import mail

from accounts.models import User
from games.models import Game
from notifications.inbound import command_address, processing
from notifications.models import LetterIn, Notice, ReplyAddress, Stop
from tests.reading import opening, section

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
BESS = "bess@elsewhere.example"


def accounts() -> set[str]:
    return set(get_user_model().objects.values_list("name", flat=True))


@pytest.fixture
def welcome(post):
    """Bess has written, and this is our answer."""
    post.write(BESS, "new buccaneer")
    [letter] = mail.outbox
    return letter


def test_a_stranger_is_told_what_this_is_and_how_to_begin_and_nothing_else_is_done(post, welcome, golden):
    assert (welcome.to, accounts(), Game.objects.count()) == ([BESS], set(), 0)
    assert golden("letters/stranger", section(welcome, 1))
    assert golden("letters/stranger", section(welcome, 2))
    assert welcome.extra_headers["In-Reply-To"] == "<1@example.org>"
    assert welcome.extra_headers["Reply-To"].startswith("r-")


def test_yes_opens_an_account_with_that_address_confirmed_and_no_password(post, welcome, golden):
    kept = post.answer(welcome, "Yes!\n\nBess")
    [member] = User.objects.all()
    assert (kept.state, kept.reason, kept.user) == ("applied", "opened", member)
    assert EmailAddress.objects.filter(user=member, email=BESS, verified=True, primary=True).exists()
    assert not member.has_usable_password()
    [letter] = mail.outbox
    assert letter.to == [BESS]
    assert golden("letters/receipt-stranger", opening(letter).replace(member.name, "‹name›"))
    assert golden("letters/receipt-stranger", section(letter, 2))
    assert "/account/password/reset/" in letter.body


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("yes, call me Long Bess", "Long Bess"),
        ("YES please, call me  Long   Bess.", "Long Bess"),
        ("yes. Call me: Bess O’Malley", "Bess O’Malley"),
        ("yes, call me 1 kx", "1 kx"),
        ("yes, call me <b>Bess</b>", "<b>Bess</b>"),
        ("yes, call me '; DROP TABLE x", "DROP TABLE x"),
    ],
)
def test_a_name_may_be_chosen_and_stays_what_was_written(post, welcome, line, name):
    post.answer(welcome, line)
    assert accounts() == {name}
    assert "<b>Bess" not in mail.outbox[0].alternatives[0].content


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("Anne", "Somebody here goes by that name already."),
        ("aNNE", "Somebody here goes by that name already."),
        ("x", "A name has 2 to 24 characters."),
        ("B" * 25, "A name has 2 to 24 characters."),
        ("bess@elsewhere.example", "please no e-mail address"),
        ("…---…", "A name needs a letter or a digit."),
    ],
)
def test_a_name_that_cannot_be_is_refused_with_the_reason_and_another_may_follow(post, anne, welcome, name, why, golden):
    kept = post.answer(welcome, f"yes, call me {name}")
    assert (kept.state, kept.reason, accounts()) == ("refused", "no-account", {"Anne"})
    [letter] = mail.outbox
    assert golden("letters/receipt-stranger", opening(letter))
    assert post.answer(letter, "yes, call me Bess").state == "applied"
    assert accounts() == {"Anne", "Bess"}


@pytest.mark.parametrize(
    "text",
    ["Yes or no?", "Dear Sirs,\nyes", "yesterday", "try yes", "1 KX", "", "new buccaneer", "yes, call me", "y\N{ZERO WIDTH SPACE}es"],
)
def test_anything_but_yes_opens_nothing_and_is_told_so(post, welcome, text, golden):
    kept = post.answer(welcome, text)
    assert (kept.state, kept.reason, accounts()) == ("refused", "unread", set())
    assert golden("letters/receipt-stranger", opening(mail.outbox[0]))


def test_yes_twice_is_one_account_and_the_same_letter_again_is_not_read(post, welcome):
    post.answer(welcome, "yes", Message_ID="<same@elsewhere.example>")
    assert post.answer(welcome, "yes ", Message_ID="<same@elsewhere.example>").reason == "twice"
    assert post.answer(welcome, "yes, call me Bess").state == "refused"
    assert User.objects.count() == 1


def test_what_they_write_to_the_first_address_afterwards_is_done_like_a_mail_command(post, welcome):
    post.answer(welcome, "yes")
    assert post.answer(welcome, "new bounty").state == "applied"
    assert Game.objects.get().ruleset == "bounty"


# -- who is not answered --------------------------------------------------------------------------
@pytest.mark.parametrize("auth", ["none", "fail"])
def test_who_is_not_proved_is_never_answered(post, auth):
    kept = post.write(BESS, "help", auth=auth)
    assert (kept.state, kept.reason, mail.outbox, Notice.objects.count()) == ("ignored", "not-proved", [], 0)


@pytest.mark.parametrize("headers", [{"Auto-Submitted": "auto-generated"}, {"List-Id": "<x.example>"}, {"Subject": "Out of office: Ahoy"}])
def test_a_machine_and_a_note_of_absence_are_not_answered(post, headers):
    kept = post.write(BESS, "help", **headers)
    assert (kept.state, mail.outbox) == ("ignored", [])


def test_a_letter_in_the_name_of_nobody_or_of_a_postmaster_is_not_answered(post):
    assert post.write(BESS, "help", sent_by="").reason == "null-sender"
    assert post.write("postmaster@elsewhere.example", "help").reason == "machine"
    assert post.write("r-x@localhost.example", "help", From="a@x.example, b@x.example").state == "refused"
    assert not ReplyAddress.objects.exists()


@pytest.mark.parametrize(("sender", "auth"), [("mallory@elsewhere.example", "pass"), (BESS, "fail"), (BESS, "none")])
def test_the_yes_of_somebody_else_opens_nothing_and_nobody_is_written_to(post, welcome, sender, auth):
    kept = post.answer(welcome, "yes", sender=sender, auth=auth)
    assert (kept.state, accounts(), mail.outbox) == ("ignored", set(), [])


def test_a_signed_yes_that_went_to_the_command_address_opens_nothing(post, welcome):
    assert post.write(BESS, "yes").reason == "told-already"
    assert accounts() == set()


def test_one_answer_a_day_goes_to_an_inbox_by_all_its_addresses(post):
    asked = ("bess.read@gmail.com", "bessread@googlemail.com", "bessread+2@gmail.com", "anna@gmail.com")
    assert [post.write(sender, "help").reason for sender in asked] == ["welcomed", "told-already", "told-already", "welcomed"]


def test_one_answer_a_day_goes_to_an_address(post, welcome):
    assert post.write(BESS.upper(), "help").reason == "told-already"
    post.letters(minutes=24 * 60 + 1)
    assert post.write(BESS, "help").reason == "welcomed"


def test_so_many_strangers_of_one_domain_are_answered_in_an_hour(post, monkeypatch):
    monkeypatch.setattr(command_address, "FROM_A_DOMAIN", 2)
    reasons = [post.write(f"{name}@elsewhere.example", "help").reason for name in "abc"]
    assert reasons == ["welcomed", "welcomed", "too-many"]
    assert post.write("d@other.example", "help").reason == "welcomed"
    post.letters(minutes=61)
    assert post.write("c@elsewhere.example", "help").reason == "welcomed"


def test_so_many_strangers_are_answered_in_an_hour_at_all(post, monkeypatch):
    monkeypatch.setattr(command_address, "FROM_ANYWHERE", 2)
    reasons = [post.write(f"bess@{name}.example", "help").reason for name in "abc"]
    assert reasons == ["welcomed", "welcomed", "too-many"]


def test_five_answers_without_a_yes_are_answered_and_then_none(post, welcome):
    told = []
    for _ in range(7):
        post.answer(welcome, "who are you?")
        told.append(len(mail.outbox))
    assert told == [1] * 5 + [0] * 2


def test_after_a_week_a_yes_opens_nothing_but_brings_a_new_letter_that_takes_one(post, welcome):
    post.letters(minutes=8 * 24 * 60)
    assert (post.answer(welcome, "yes").reason, accounts()) == ("welcomed", set())
    assert post.answer(mail.outbox[0], "yes").reason == "opened"


def test_a_yes_after_one_has_signed_up_on_the_site_is_told_to_sign_in_there(post, welcome, make_person, golden):
    person = make_person("Bess")
    person.emailaddress_set.update(email=BESS)
    type(person).objects.filter(pk=person.pk).update(email=BESS)
    assert post.answer(welcome, "yes, call me Another").reason == "no-account"
    assert golden("letters/receipt-stranger", opening(mail.outbox[0]))
    assert accounts() == {"Bess"}


def test_who_wants_no_letters_gets_none(post, welcome):
    assert post.answer(welcome, "stop").reason == "stop"
    assert Stop.objects.get().address == BESS
    post.letters(minutes=24 * 60 + 1)
    post.write(BESS, "help")
    assert mail.outbox == []


def test_a_yes_takes_back_the_stop_of_a_stranger(post, welcome):
    post.answer(welcome, "stop")
    assert post.answer(welcome, "yes").reason == "opened"
    assert not Stop.objects.exists()


def test_a_site_may_keep_strangers_out(post, settings):
    settings.DESK_STRANGERS = False
    assert post.write(BESS, "help").reason == "no-account"
    assert mail.outbox == []


def test_what_nobody_can_prove_is_neither_parsed_nor_kept(post, monkeypatch):
    monkeypatch.setattr(processing, "parse", lambda raw: pytest.fail("it was parsed"))
    kept = post.write(BESS, "help", auth="fail")
    assert (kept.reason, bytes(kept.raw)) == ("not-proved", b"")


@pytest.mark.parametrize("sender", ["bess@elsewhere", f"{'b' * 64}@{'e' * 60}.{'e' * 60}.{'e' * 60}.{'e' * 60}.example"])
def test_an_address_that_no_account_can_have_is_not_answered(post, sender):
    kept = post.write(BESS, "help", From=sender)
    assert (kept.state, mail.outbox) == ("ignored", [])
    assert kept.reason == "odd-from"


def test_not_a_word_of_a_strangers_first_letter_is_kept(post, welcome):
    assert bytes(LetterIn.objects.get().raw) == b""


# -- accounts that are there ----------------------------------------------------------------------
def test_a_sign_up_that_was_never_confirmed_gives_the_address_to_who_proves_it(post, client):
    form = {"email": BESS, "username": "Mallory", "password1": "a-long-walk-off-a-plank", "time_zone": "UTC"}
    assert client.post("/account/signup/", form).status_code == 302
    post.write(BESS, "help")
    welcome = next(letter for letter in mail.outbox if "“yes”" in letter.body)
    post.answer(welcome, "yes, call me Bess")
    assert accounts() == {"Bess"}
    assert not client.login(email=BESS, password="a-long-walk-off-a-plank")


def test_an_account_that_somebody_uses_is_never_given_away(post, django_user_model):
    django_user_model.objects.create_superuser(email=BESS, password="a-long-walk-off-a-plank", name="Captain")
    post.write(BESS, "help")
    kept = post.answer(mail.outbox[0], "yes, call me Bess")
    assert (kept.state, kept.reason, accounts()) == ("refused", "no-account", {"Captain"})


def test_who_was_shut_out_is_no_stranger(post, anne):
    anne.is_active = False
    anne.save()
    assert post.write(anne.email, "help").reason == "no-account"
    assert mail.outbox == []


def test_a_password_is_set_by_the_usual_way(post, welcome, client):
    post.answer(welcome, "yes, call me Bess")
    mail.outbox.clear()
    client.post("/account/password/reset/", {"email": BESS})
    assert any("/account/password/reset/key/" in letter.body for letter in mail.outbox)


def test_a_letter_that_was_read_names_its_writer_only_in_its_own_row(post, welcome):
    assert LetterIn.objects.get().sender == BESS
    assert ReplyAddress.objects.get().facts == {"email": BESS}
