"""We post to an address that a person gave only if it lies outside our own network, whatever form its number has and whoever names it."""

import socket
from ipaddress import ip_address

import pytest

from core import outward, posting

INSIDE = [
    "127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.0.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "0.1.2.3", "192.0.0.8",
    "198.18.0.1", "192.88.99.1", "224.0.0.1", "240.0.0.1", "255.255.255.255", "::", "::1", "fe80::1", "fec0::1", "fc00::1", "fd12::1",
    "ff02::1", "100::1", "2001:db8::1", "4000::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254",
    "::127.0.0.1", "::10.0.0.1", "::ffff:0:127.0.0.1", "64:ff9b::7f00:1", "64:ff9b::a00:1", "64:ff9b:1::7f00:1", "64:ff9b:1:2::a00:1",
    "2002:7f00:1::", "2002:a00:1::1", "2001:0:7f00:1::1", "2600::5efe:10.0.0.1", "2600::200:5efe:127.0.0.1",
]  # fmt: skip
"""Plain, mapped (RFC 4291), translated (6052, 8215, 2765), tunnelled (6to4, Teredo, ISATAP), reserved."""
OUTSIDE = ["9.9.9.9", "::ffff:9.9.9.9", "2606:4700:4700::1111", "2a01:4f8::1", "2600::5efe:9.9.9.9"]


@pytest.fixture
def named(monkeypatch):
    """`named(address)`: the name hook.example.net leads there, as its owner may say at any moment."""

    def name(address: str) -> None:
        family = socket.AF_INET6 if ":" in address else socket.AF_INET
        where = (address, 443, 0, 0) if family == socket.AF_INET6 else (address, 443)
        monkeypatch.setattr("socket.getaddrinfo", lambda *_, **__: [(family, socket.SOCK_STREAM, 6, "", where)])

    return name


@pytest.mark.parametrize("address", INSIDE)
def test_a_name_that_leads_inside_is_not_posted_to(named, address):
    named(address)
    with pytest.raises(posting.PostError) as refusal:
        posting.post("https://hook.example.net/", b"{}", {})
    assert (refusal.value.code, refusal.value.is_permanent) == ("inside-our-network", True)


@pytest.mark.parametrize("address", INSIDE)
def test_the_same_number_given_as_it_is_is_not_kept(address):
    host = f"[{address}]" if ":" in address else address
    assert outward.refusal(f"https://{host}/") == outward.INSIDE


@pytest.mark.parametrize("address", OUTSIDE)
def test_an_address_of_others_is_outside(address):
    assert not outward.leads_inside(ip_address(address))


@pytest.mark.parametrize("url", ["https://127.1/", "https://2130706433/", "https://0x7f.1/", "https://localhost/", "https://017700000001/"])
def test_other_ways_to_write_a_number_lead_nowhere(url):
    """The system reads them as numbers when it looks them up, and that number is looked at."""
    with pytest.raises(posting.PostError) as refusal:
        posting.post(url, b"{}", {})
    assert refusal.value.code in ("inside-our-network", "bad-address")
