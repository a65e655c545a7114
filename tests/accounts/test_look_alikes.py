"""Nobody looks like somebody else, whichever way the name came in."""

import pytest
from django.core import mail
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction
from django.db.migrations.executor import MigrationExecutor

from accounts import services
from accounts.confusables import fill_skeletons, skeleton
from accounts.models import RESERVED, TAKEN, User
from accounts.names import is_reserved, looks_like_site, mixes_scripts, must_be_one_script, tidy, validate_name
from tests.people import PASSWORD

pytestmark = pytest.mark.one_database

CYRILLIC_ANNE = "\u0410nne"
ACCENTED_ANNE = "A-nn\u00e9"
SIGN_UP = {"email": "grace@example.org", "username": "Grace", "password1": PASSWORD, "time_zone": "UTC"}
PROFILE = {"name": "Grace", "time_zone": "UTC", "theme": "auto"}
KEEP = {"address": "grace@example.org", "name": "Grace", "secret": PASSWORD}


def refusal(do, *said) -> ValidationError:
    with pytest.raises(ValidationError) as refused:
        do(*said)
    return refused.value


@pytest.mark.parametrize(
    "name",
    ["Anne\u034f", "\u3164\u3164", "\u2800\u2800", "An\u115fne", "An\u17b4ne", "An\u2060ne", "An\u00adne", "An\u2066ne", "An\U000e0061ne"],
)
def test_a_name_holds_no_blank_and_no_ignorable_character(name):
    assert refusal(validate_name, tidy(name)).code == "invisible"


@pytest.mark.parametrize(
    "name", ["Ann" + "e\u0301\u0302\u0303\u0304", "Anne" + "\u0301" * 15, "Anne\u0301\u0301", "A\u20dd\u20de\u20df\u20e0x"]
)
def test_a_letter_has_few_accents_and_none_twice(name):
    assert refusal(validate_name, tidy(name)).code == "accents"


@pytest.mark.parametrize(
    "name", ["Việt Nguyễn", "שָּׁלום", "प्रीति", "นก้อง", "⚓\ufe0f Anne", "🏴\u200d☠\ufe0f Anne", "安妮", "Zoë d'Ångström"]
)
def test_names_of_living_languages_are_taken(name):
    assert validate_name(tidy(name)) is None


@pytest.mark.parametrize(
    "name",
    [
        "evil.example", "Go to www.evil", "http://evil", "evil。example", "ｅvil．com", "10.0.0.1", "xn.xn--p1ai",
        "💩.la", "evil-.com", "evilx\u030c.com", "evil.\u092d\u093e\u0930\u0924",
    ],
)  # fmt: skip
def test_a_name_is_no_web_address(name):
    assert refusal(validate_name, tidy(name)).code == "address"


@pytest.mark.parametrize("name", ["J.R.R. Tolkien", "St. Malo", "Anne Jr.", "No. 7", "Dr. O’Malley", "Well... Anne"])
def test_a_dot_alone_makes_no_web_address(name):
    assert validate_name(name) is None


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Anne", CYRILLIC_ANNE),
        ("Anne", "\u0410NNE"),
        ("Alice", "AIice"),
        ("Mary", "Rnary"),
        ("Anne", "𝐀nne"),
        ("Anne", "A\u034fnne"),
        ("Gull 1000", "Gull lO0O"),
        ("Bob", "\u0412\u043eb"),
    ],
)
def test_names_that_look_alike_have_one_skeleton(name, other):
    assert skeleton(name) == skeleton(other)


@pytest.mark.parametrize(("name", "other"), [("Kai", "Kal"), ("Anne", "Anna"), ("Anne 1", "Anne 2"), ("安妮", "安娜")])
def test_names_that_differ_to_the_eye_have_two(name, other):
    assert skeleton(name) != skeleton(other)


@pytest.mark.parametrize(
    "name",
    [
        "Host", "hosts", "H0st", "Hоst", "Admin", "ADMIN", "adm1n", "ADMlN", "А D M I N", "Admin 7", "Anne the Admin", "Site-Moderator",
        "postmaster", "Buccaneer", "Staff", "Calico Jack", "Cаlico Jack", "Calico Jack 2", "Sea Wolf", "Sea Wolf 3", "A helmsman",
        "Helmsman", "A departed captain", "A former player",
    ],
)  # fmt: skip
def test_names_of_the_site_and_of_its_bots_are_reserved(name):
    assert is_reserved(name)


@pytest.mark.parametrize("name", ["Àdmin", "Ádmín", "Høst", "Anné Bonny", "Wolf Àdmin", "Bùccaneer"])
def test_an_accent_makes_no_other_name_of_a_reserved_one(name):
    assert is_reserved(name)


@pytest.mark.parametrize("name", ["You", "you", "Yоu", "You 2", "The Site"])
def test_nobody_is_called_as_sentences_call_their_reader_or_the_site(name):
    assert is_reserved(name)


@pytest.mark.parametrize(
    "name",
    [
        "Buccaneer Support", "support team", "The clock", "Organiser", "noreply", "no-reply", "Sup-port Team", "S u p p o r t Tom",
        "AnneAdmin", "The Buccaneer Team", "BuccaneerTeam", "League organiser",
    ],
)  # fmt: skip
def test_a_reserved_word_is_reserved_as_part_of_a_name(name):
    assert is_reserved(name)


@pytest.mark.parametrize(
    "name",
    ["Officia1", "0fficial", "Mai1", "Inf0", "R00t", "5upport", "$upport", "Adm!n", "M0d3rator", "Officia1 7", "Officia17", "Nob0dy"],
)
def test_a_digit_for_a_letter_makes_no_other_name_of_a_reserved_word(name):
    assert is_reserved(tidy(name))


@pytest.mark.parametrize("name", ["Bob 7", "Mary 2", "Mai 1", "Ali 8", "Ame", "Bob7", "Theo Bot", "Captain 7", "Guest of Honour", "Юлия"])
def test_an_honest_name_with_a_number_or_beside_a_reserved_word_is_free(name):
    assert not is_reserved(name)


@pytest.mark.parametrize(
    "name",
    [
        "Deleted captain", "DeletedCaptain 2", "Anonymous", "Nobody", "Me", "Everyone", "Bot", "Bot 3", "A bot", "Someone who left",
        "Guest", "An organiser", "A departed captain", "A former player",
    ],
)  # fmt: skip
def test_nobody_is_called_as_the_site_calls_people_without_a_name(name):
    assert is_reserved(name)
    assert not looks_like_site("Everyone")


@pytest.mark.parametrize("name", ["Administratör", "modérateur", "Soporte", "beheerder", "Amministratore", "Администратор", "АДМИН"])
def test_reserved_words_are_reserved_in_other_languages(name):
    assert is_reserved(name)
    assert looks_like_site(name)


@pytest.mark.parametrize("name", ["Official Buccaneer League", "Buccaneer Support", "The Buccaneer Team", "ADMIN cup", "Sìte News"])
def test_no_table_or_league_looks_like_the_site(name):
    assert looks_like_site(name)


@pytest.mark.parametrize("name", ["Hosts and guests", "Buccaneer League Bristol", "Staff outing", "Around the clock", "You and me"])
def test_tables_and_leagues_may_speak_of_hosts_and_clocks(name):
    assert not looks_like_site(name)


@pytest.mark.parametrize("name", ["A n n e t t e", "Anne-tte", "A\u0144nette", "Annett\u00eb", "\u0410nnette", "Anne\u02bctte"])
def test_separators_and_accents_make_no_other_name(name):
    assert skeleton(tidy(name)) == skeleton("Annette")


@pytest.mark.parametrize(("name", "other"), [("राम", "रमा"), ("が", "か"), ("ノア", "ア"), ("हिंदी", "हिदी"), ("ไก่", "ไก"), ("김", "금")])
def test_marks_that_make_another_letter_make_another_name(name, other):
    assert skeleton(name) != skeleton(other)


@pytest.mark.django_db
@pytest.mark.parametrize(("name", "other"), [("Анна", "АННА"), ("АННА", "Анна"), ("Νίκος", "ΝΙΚΟΣ"), ("Åsa", "ÅSA"), ("Viêt", "VIÊT")])
def test_another_case_makes_no_other_name_in_any_alphabet(name, other):
    User.objects.create_user(name=name)
    assert User.objects.is_taken(other)


@pytest.mark.parametrize("name", ["Bill Bo\u043fes", "B o \u043f e s", "\u0391nna", "\u0410nne"])
def test_a_word_does_not_mix_alphabets(name):
    assert mixes_scripts(name)
    assert refusal(must_be_one_script, name).code == "scripts"


@pytest.mark.parametrize(
    "name",
    [
        "Анна Smith", "山田タロウ", "Tシャツ", "김철수 金", "Ольга", "Ανδρέας",
        "שלום", "محمد علي", "प्रीति", "นก้อง", "Հայկ", "გიორგი", "ቅዱስ", "தமிழ்",
        "Анна’s table", "Ελλάδα's Cup", "O’Malley", "ʻOkina", "⚓Анна", "Clocktower Tom", "Red Buccaneer", "A-Team", "Joe Root",
    ],
)  # fmt: skip
def test_names_of_living_alphabets_and_honest_words_are_free(name):
    assert validate_name(tidy(name)) is None
    assert not mixes_scripts(name)
    assert not is_reserved(name)


@pytest.mark.parametrize("name", ["Ghost", "Hostess", "Modesty", "Red Buccaneer", "Jack", "Rootless", "Wolf"])
def test_a_name_that_only_holds_such_letters_is_free(name):
    assert not is_reserved(name)


# -- each way in ----------------------------------------------------------------------------------------
BAD = [
    (ACCENTED_ANNE, TAKEN),
    (CYRILLIC_ANNE, refusal(must_be_one_script, CYRILLIC_ANNE).messages[0]),
    ("Admin", RESERVED),
    ("Calico Jack", RESERVED),
    ("An\u2800ne", refusal(validate_name, "An\u2800ne").messages[0]),
]


@pytest.mark.django_db
@pytest.mark.parametrize(("name", "why"), BAD)
def test_who_signs_up_cannot_look_like_somebody_else(client, anne, name, why):
    answer = client.post("/account/signup/", SIGN_UP | {"username": name})
    assert (answer.status_code, User.objects.count(), mail.outbox) == (422, 1, [])
    assert why in answer.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize(("name", "why"), BAD)
def test_who_changes_a_name_cannot_look_like_somebody_else(client, sign_in, anne, mary, name, why):
    answer = sign_in(client, mary).post("/account/profile/", PROFILE | {"name": name})
    mary.refresh_from_db()
    assert (answer.status_code, mary.name, why in answer.content.decode()) == (422, "Mary", True)


@pytest.mark.django_db
@pytest.mark.parametrize(("name", "why"), BAD)
def test_a_guest_who_keeps_the_games_cannot_look_like_somebody_else(aboard, guest, anne, name, why):
    answer = aboard.post("/account/keep/", KEEP | {"name": name})
    assert (answer.status_code, mail.outbox, why in answer.content.decode()) == (422, [], True)


@pytest.mark.django_db
@pytest.mark.parametrize(("name", "why"), BAD)
def test_who_signs_up_by_letter_cannot_look_like_somebody_else(anne, name, why):
    assert refusal(services.open_by_letter, "grace@example.org", name).messages == [why]
    assert User.objects.count() == 1


@pytest.mark.django_db
def test_in_the_admin_nobody_gets_a_name_that_looks_like_another(client, sign_in, make_person, anne, mary):
    host = make_person("Grace", is_staff=True, is_superuser=True)
    form = {"name": ACCENTED_ANNE, "email": mary.email, "time_zone": "UTC", "letters": "on", "theme": "auto", "is_active": "on"}
    form |= {"date_joined_0": "2026-11-01", "date_joined_1": "12:00:00"}
    answer = sign_in(client, host).post(f"/admin/accounts/user/{mary.pk}/change/", form)
    mary.refresh_from_db()
    assert (answer.status_code, mary.name, TAKEN in answer.content.decode()) == (200, "Mary", True)
    assert client.post(f"/admin/accounts/user/{mary.pk}/change/", form | {"name": "Moll"}).status_code == 302


@pytest.mark.django_db
def test_who_runs_the_site_may_be_called_host(client, sign_in, make_person):
    host = make_person("Grace", is_staff=True, is_superuser=True)
    assert sign_in(client, host).post("/account/profile/", PROFILE | {"name": "Host Grace"}).status_code == 302


@pytest.mark.django_db
def test_the_database_itself_refuses_a_second_name_that_looks_the_same(anne):
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user(name=CYRILLIC_ANNE)
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.bulk_create([User(name=ACCENTED_ANNE)])


@pytest.mark.django_db
def test_a_new_name_is_compared_by_its_own_letters(anne):
    anne.name = "Grace"
    anne.save(update_fields=["name"])
    assert list(User.objects.values_list("skeleton", flat=True)) == ["grace"]


# -- two at the same time -------------------------------------------------------------------------------
@pytest.fixture
def nobody_sees_it_coming(monkeypatch, anne):
    """The name is free when it is looked at, and taken when it is written."""
    found, asked = type(User.objects).looking_like, []

    def looking_like(manager, name):
        asked.append(name)
        return manager.none() if len(asked) == 1 else found(manager, name)

    monkeypatch.setattr(type(User.objects), "looking_like", looking_like)


@pytest.mark.django_db
def test_of_two_who_sign_up_at_once_the_second_is_told(client, nobody_sees_it_coming):
    answer = client.post("/account/signup/", SIGN_UP | {"username": ACCENTED_ANNE})
    assert (answer.status_code, TAKEN in answer.content.decode(), mail.outbox) == (422, True, [])


@pytest.mark.django_db
def test_of_two_who_change_their_names_at_once_the_second_is_told(client, sign_in, mary, nobody_sees_it_coming):
    answer = sign_in(client, mary).post("/account/profile/", PROFILE | {"name": ACCENTED_ANNE})
    assert (answer.status_code, TAKEN in answer.content.decode()) == (422, True)


@pytest.mark.django_db
def test_of_two_guests_who_keep_their_games_at_once_the_second_is_told(aboard, nobody_sees_it_coming):
    answer = aboard.post("/account/keep/", KEEP | {"name": ACCENTED_ANNE})
    assert (answer.status_code, TAKEN in answer.content.decode(), mail.outbox) == (422, True, [])


@pytest.mark.django_db
def test_of_two_who_sign_up_by_letter_at_once_the_second_is_told(nobody_sees_it_coming):
    assert refusal(services.open_by_letter, "grace@example.org", ACCENTED_ANNE).messages == [TAKEN]
    assert User.objects.count() == 1


@pytest.mark.django_db
def test_in_the_admin_too(client, sign_in, make_person, mary, nobody_sees_it_coming):
    host = make_person("Grace", is_staff=True, is_superuser=True)
    form = {"name": ACCENTED_ANNE, "email": mary.email, "time_zone": "UTC", "letters": "on", "theme": "auto", "is_active": "on"}
    form |= {"date_joined_0": "2026-11-01", "date_joined_1": "12:00:00"}
    answer = sign_in(client, host).post(f"/admin/accounts/user/{mary.pk}/change/", form, follow=True)
    assert TAKEN in answer.content.decode()


@pytest.mark.django_db
def test_a_guest_gets_another_name_when_the_first_is_just_taken(monkeypatch):
    names = iter(["Merry Gull 1000", "Merry Gull 1000", "Sly Otter 2000"])
    monkeypatch.setattr(services, "made_up_name", lambda: next(names))
    assert [services.make_guest().name for _ in range(2)] == ["Merry Gull 1000", "Sly Otter 2000"]


# -- names of before ------------------------------------------------------------------------------------
@pytest.mark.django_db(transaction=True)
def test_people_whose_names_look_alike_already_keep_them_through_the_migration():
    executor = MigrationExecutor(connection)
    executor.migrate([("accounts", "0005_skeletons_of_names")])
    try:
        Old = executor.loader.project_state([("accounts", "0005_skeletons_of_names")]).apps.get_model("accounts", "User")
        rows = [Old.objects.create(name=name, password="x") for name in ("Anne", "Mary", CYRILLIC_ANNE, "\u3164\u3164")]
        Old.objects.update(skeleton=None)
    finally:
        executor = MigrationExecutor(connection)
        executor.migrate(executor.loader.graph.leaf_nodes())
    later = User.objects.get(pk=rows[2].pk)
    assert (later.name, later.skeleton) == (CYRILLIC_ANNE, f"anne@{later.pk}")
    assert User.objects.get(name="Anne").skeleton == "anne"
    later.theme = "dark"
    later.save()
    later.full_clean(exclude=["password"])
    assert User.objects.get(pk=later.pk).skeleton == f"anne@{later.pk}"
    User.objects.get(name="Anne").delete()
    assert refusal(User(name="ANNE").clean).messages == [TAKEN]


@pytest.mark.django_db
def test_the_names_that_look_alike_are_printed_for_those_who_run_the_site(anne, mary, capsys):
    User.objects.filter(pk=mary.pk).update(name=CYRILLIC_ANNE)
    call_command("look_alikes")
    said = capsys.readouterr().out.split()
    assert (len([word for word in said if CYRILLIC_ANNE in word]), "“Anne”" in said) == (1, True)
    assert fill_skeletons(User.objects.all()) == [(CYRILLIC_ANNE, "Anne")]


@pytest.mark.parametrize("name", ["ᴀᴅᴍɪɴ", "🅰dmin", "🄰🄳🄼🄸🄽", "🅐🅓🅜🅘🅝", "🇦🇩🇲🇮🇳", "The ᴀᴅᴍɪɴ"])
def test_letters_in_another_dress_make_no_other_name_of_a_reserved_one(name):
    assert is_reserved(tidy(name))


def test_small_capitals_look_like_the_letters_they_are():
    assert skeleton("ᴍᴀʀʏ") == skeleton("MARY")
    assert refusal(validate_name, tidy("An\U00016fe4ne")).code == "invisible"
