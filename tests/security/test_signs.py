"""Hosts see which seats may be one person's, and nobody learns where a person is."""

from datetime import timedelta

import pytest
from django.test import Client, RequestFactory
from django.utils import timezone

from accounts import account_deletion, personal_data, signs
from accounts.models import Sign
from accounts.tasks import forget_signs
from games.models import Game
from games.tables import lobby
from tests.people import PASSWORD
from tests.reading import has, parts

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

FOX, SAFARI = "Mozilla/5.0 (X11; Linux) Firefox/140.0", "Mozilla/5.0 (iPhone) Safari/604.1"
HOME, ELSEWHERE = "203.0.113.77", "198.51.100.4"


def come_by(person, address=HOME, agent=FOX) -> None:
    browser = Client(headers={"user-agent": agent}, REMOTE_ADDR=address)
    browser.post("/account/login/", {"login": person.email, "password": PASSWORD})
    assert browser.get("/account/profile/").status_code == 200


@pytest.fixture
def host(make_person):
    return make_person("Hal", is_staff=True, is_superuser=True)


@pytest.fixture
def public(anne, mary) -> Game:
    game = lobby.create(anne, "buccaneer", seats=2, open_to_all=True, name="Open Sea")
    lobby.join(game.pk, mary)
    return game


def shown_to(client, host, sign_in) -> list[str]:
    return parts(sign_in(client, host).get("/reports/signs/"), "ul.games li p")


def test_seats_at_a_public_table_that_share_an_address_are_shown_to_hosts(client, sign_in, host, public, anne, mary):
    come_by(anne)
    come_by(mary, agent=SAFARI)
    assert shown_to(client, host, sign_in) == ["Anne, Mary: the same network address"]


def test_the_same_browser_there_says_more(client, sign_in, host, public, anne, mary):
    come_by(anne)
    come_by(mary)
    assert shown_to(client, host, sign_in) == ["Anne, Mary: the same network address and kind of browser"]


def test_seats_from_two_places_share_nothing(client, sign_in, host, public, anne, mary):
    come_by(anne)
    come_by(mary, ELSEWHERE)
    assert shown_to(client, host, sign_in) == []


def test_people_of_one_address_who_share_no_table_are_not_shown(client, sign_in, host, public, anne, jack):
    come_by(anne)
    come_by(jack)
    assert shown_to(client, host, sign_in) == []


def test_friends_at_a_private_table_may_share_a_home(client, sign_in, host, anne, mary):
    game = lobby.create(anne, "buccaneer", seats=2)
    lobby.join(game.pk, mary, token=game.join_token)
    come_by(anne)
    come_by(mary)
    assert shown_to(client, host, sign_in) == []


def test_a_host_learns_nothing_about_a_table_where_they_play(client, sign_in, host, anne, mary):
    game = lobby.create(host, "buccaneer", seats=3, open_to_all=True)
    lobby.join(game.pk, anne)
    lobby.join(game.pk, mary)
    come_by(anne)
    come_by(mary)
    assert shown_to(client, host, sign_in) == []


def test_for_everyone_but_hosts_there_is_no_such_page(client, sign_in, public, anne):
    assert client.get("/reports/signs/").status_code == 302
    page = sign_in(client, anne).get("/reports/signs/")
    assert page.status_code == 404
    assert not has(page, "ul.games")


def test_a_sign_holds_no_address_and_does_not_link_two_spans_of_time(anne, time_machine):
    request = RequestFactory().get("/", REMOTE_ADDR=HOME, headers={"user-agent": FOX})
    signs.record(anne, request)
    first = set(Sign.objects.values_list("digest", flat=True))
    assert HOME not in str(list(Sign.objects.values()))
    time_machine.move_to(timezone.now() + signs.RETENTION)
    signs.record(anne, request)
    assert len(set(Sign.objects.values_list("digest", flat=True)) - first) == 2


def test_an_address_of_ipv6_counts_by_its_home_and_a_mapped_one_as_ipv4(anne, mary):
    for person, address in ((anne, "2001:db8:1:2::1"), (mary, "2001:db8:1:2:ffff::9"), (anne, HOME), (mary, f"::ffff:{HOME}")):
        signs.record(person, RequestFactory().get("/", REMOTE_ADDR=address))
    digests = [set(person.signs.values_list("digest", flat=True)) for person in (anne, mary)]
    assert digests[0] == digests[1]
    assert len(digests[0]) == 4


def test_what_is_no_address_leaves_no_sign(anne):
    signs.record(anne, RequestFactory().get("/", REMOTE_ADDR=""))
    assert not Sign.objects.exists()


def test_signs_go_after_thirty_days(anne, time_machine):
    signs.record(anne, RequestFactory().get("/", REMOTE_ADDR=HOME))
    time_machine.move_to(timezone.now() + signs.RETENTION)
    assert forget_signs() == 0
    time_machine.move_to(timezone.now() + timedelta(days=1))
    assert forget_signs() == 2
    assert not Sign.objects.exists()


def test_signs_are_in_the_personal_file_and_go_with_the_account(anne):
    signs.record(anne, RequestFactory().get("/", REMOTE_ADDR=HOME))
    assert {row["kind"] for row in personal_data.personal_data_of(anne)["accounts.Sign"]} == {"address", "browser"}
    account_deletion.leave(anne)
    assert not Sign.objects.exists()


def test_the_page_takes_few_queries_however_many_tables_there_are(client, sign_in, host, anne, mary, django_assert_max_num_queries):
    for _ in range(4):
        lobby.join(lobby.create(anne, "buccaneer", seats=2, open_to_all=True).pk, mary)
    come_by(anne)
    come_by(mary)
    sign_in(client, host).get("/reports/signs/")
    with django_assert_max_num_queries(9):
        assert len(parts(client.get("/reports/signs/"), "ul.games li")) == 4
