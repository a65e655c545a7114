"""Short messages to the channels of people: given up when they are gone, and never into our own network."""

import socket

import pytest

from core import outward
from notifications import channels, notify
from notifications.models import Channel, Delivery, State
from tests.notifications.transports.other_side import URL

pytestmark = [pytest.mark.one_database, pytest.mark.django_db]


@pytest.mark.parametrize("code", [404, 410, 302, 403])
def test_a_way_that_is_gone_or_leads_elsewhere_is_given_up_at_once(other_side, anne, news, code):
    channels.add(anne, "discord", URL, {})
    other_side[0].answers = [code]
    assert news("discord").state == State.FAILED
    assert not Channel.objects.exists()
    assert len(other_side[1]) == 1


@pytest.mark.parametrize("code", [429, 500, 503])
def test_a_way_that_is_busy_is_tried_again_and_given_up_in_the_end(other_side, anne, news, code):
    channels.add(anne, "discord", URL, {})
    other_side[0].answers = [code] * 10
    assert news("discord").state == State.RETRY
    assert Channel.objects.get().failures == 1
    for _ in range(9):
        news("discord")
    assert not Channel.objects.exists()


def test_one_way_that_fails_is_no_matter_when_another_works(other_side, anne, news):
    channels.add(anne, "discord", URL, {})
    channels.add(anne, "discord", URL + "/other", {})
    other_side[0].answers = [503, 204]
    assert news("discord").state == State.SENT
    assert sorted(Channel.objects.values_list("failures", flat=True)) == [0, 1]


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1",
        "10.0.0.7",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "[::1]",
        "[fd00::1]",
        "[::ffff:127.0.0.1]",
        "0.0.0.0",
        "[64:ff9b::7f00:1]",
    ],
)
def test_nothing_is_posted_into_our_own_network(anne, news, host):
    channels.add(anne, "webhook", f"https://{host}/", {"secret": "whsec_QUJD"})
    sent = news("webhook")
    assert (sent.state, sent.last_code) == (State.FAILED, "inside-our-network")
    assert not Channel.objects.exists()


@pytest.mark.parametrize("host", ["127.0.0.1", "10.0.0.7", "[::1]", "[::ffff:127.0.0.1]", "[::127.0.0.1]", "[::ffff:0:127.0.0.1]"])
def test_a_number_of_our_own_network_is_not_even_kept(host):
    assert outward.refusal(f"https://{host}/") == outward.INSIDE


def test_a_number_elsewhere_is_kept():
    assert outward.refusal("https://[2606:4700:4700::1111]/") == outward.refusal("https://9.9.9.9/") == ""


def test_a_name_that_leads_into_our_own_network_is_seen_when_it_is_posted_to(anne, news, monkeypatch):
    inside = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("10.1.2.3", 443))]
    monkeypatch.setattr("socket.getaddrinfo", lambda *_, **__: inside)
    channels.add(anne, "discord", "https://rebinding.example.net/", {})
    assert news("discord").last_code == "inside-our-network"


def test_who_has_no_such_way_gets_no_row_for_it(anne, news):
    notify("hail", anne, "hail:x", {})
    assert set(Delivery.objects.values_list("transport", flat=True)) == {"email"}
