"""Short messages to browsers, chat rooms and other programs: signed, encrypted, and never into our own network."""

import base64
import json
import socket
import ssl
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import http_ece
import pytest
import trustme
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02
from requests_hardened import Config, Manager

from core import http_client
from notifications import Letter, channels, tell
from notifications.models import Channel, Delivery, State
from notifications.tasks import sweep
from notifications.transports.discord.transport import escaped
from notifications.transports.webhook.signing import signature
from notifications.transports.webpush.keys import public_key
from tests.ports import free_port

pytestmark = pytest.mark.django_db
PORT = free_port(22750)


def listener(seen: list) -> type[BaseHTTPRequestHandler]:
    """Answers as `answers` tells it to, and writes down in `seen` what was sent."""

    class Handler(BaseHTTPRequestHandler):
        answers: list[int] = []

        def do_POST(self):
            seen.append((self.path, dict(self.headers), self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(Handler.answers.pop(0) if Handler.answers else 201)
            self.send_header("Location", "https://elsewhere.example/")
            self.end_headers()

        def log_message(self, *_):
            pass

    return Handler


@pytest.fixture
def other_side(monkeypatch, tmp_path, hail):
    """A server of another party, over TLS, at an address of its own; `answers` is what it says."""
    authority, seen = trustme.CA(), []
    handler = listener(seen)
    server = HTTPServer(("127.0.0.1", PORT), handler)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("hooks.example.net").configure_cert(context)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    certificate = tmp_path / "ca.pem"
    authority.cert_pem.write_to_path(str(certificate))
    outward = Config(ip_filter_enable=True, ip_filter_allow_loopback_ips=True, never_redirect=True, default_timeout=(2, 2))

    def session():
        found = Manager(outward).get_session()
        found.verify, found.trust_env = str(certificate), False
        return found

    real = socket.getaddrinfo

    def lookup(host, *args, **kwargs):
        return real("127.0.0.1" if host == "hooks.example.net" else host, *args, **kwargs)

    monkeypatch.setattr("socket.getaddrinfo", lookup)
    monkeypatch.setattr(http_client, "session", session)
    monkeypatch.setattr(http_client, "PORTS", (None, 443, PORT))
    yield handler, seen
    server.shutdown()
    server.server_close()


URL = f"https://hooks.example.net:{PORT}/room/7"


@pytest.fixture
def news(anne, hail):
    """`news()` tells Anne something, and gives what became of it by this transport."""
    count = 0

    def news(transport):
        nonlocal count
        count += 1
        hail.letter = Letter(
            "[Port *Royal*] Buccaneer", "secret hand", "<p>secret hand</p>", link="https://x.example/games/7/", brief="It is your turn."
        )
        tell("hail", anne, f"hail:{count}", {})
        sweep()
        return Delivery.objects.filter(transport=transport).latest("pk")

    return news


def test_a_signed_post_can_be_checked_by_who_gets_it(other_side, anne, news):
    channels.add(anne, "webhook", URL, {"secret": "whsec_" + "QUJD" * 8})
    assert news("webhook").state == State.SENT
    [(path, headers, body)] = other_side[1]
    assert path == "/room/7"
    assert json.loads(body) == {
        "kind": "hail", "title": "[Port *Royal*] Buccaneer", "body": "It is your turn.", "link": "https://x.example/games/7/",
    }  # fmt: skip
    right = signature("whsec_" + "QUJD" * 8, headers["webhook-id"], headers["webhook-timestamp"], body)
    assert headers["webhook-signature"] == right
    assert signature("whsec_" + "QUJE" * 8, headers["webhook-id"], headers["webhook-timestamp"], body) != right


def test_a_chat_room_hears_that_and_never_what_and_nobody_is_called_by_it(other_side, anne, news):
    channels.add(anne, "discord", URL, {})
    assert news("discord").state == State.SENT
    said = json.loads(other_side[1][0][2])
    assert said["content"] == "\\[Port \\*Royal\\*\\] Buccaneer: It is your turn. <https://x.example/games/7/>"
    assert said["allowed_mentions"] == {"parse": []}
    assert escaped("@everyone <@1> `x`\n# y") == "\\@everyone \\<\\@1\\> \\`x\\` \\# y"


def test_a_browser_can_read_what_is_pushed_and_check_who_sent_it(other_side, anne, news):
    key, auth = ec.generate_private_key(ec.SECP256R1()), b"0123456789abcdef"
    point = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    channels.add(anne, "webpush", URL, {"p256dh": b64(point), "auth": b64(auth)})
    sent = news("webpush")
    assert (sent.state, sent.last_code) == (State.SENT, "")
    _, headers, body = other_side[1][0]
    assert json.loads(http_ece.decrypt(body, private_key=key, auth_secret=auth, version="aes128gcm"))["body"] == "It is your turn."
    assert Vapid02.verify(headers["Authorization"])
    assert f"k={public_key()}" in headers["Authorization"]


def b64(raw):
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def test_a_browser_with_broken_keys_is_given_up(other_side, anne, news):
    channels.add(anne, "webpush", URL, {"p256dh": "x", "auth": "y"})
    assert news("webpush").state == State.FAILED
    assert not Channel.objects.exists()


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
    assert http_client.refusal(f"https://{host}/") == http_client.INSIDE


def test_a_number_elsewhere_is_kept():
    assert http_client.refusal("https://[2606:4700:4700::1111]/") == http_client.refusal("https://9.9.9.9/") == ""


def test_a_name_that_leads_into_our_own_network_is_seen_when_it_is_posted_to(anne, news, monkeypatch):
    inside = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("10.1.2.3", 443))]
    monkeypatch.setattr("socket.getaddrinfo", lambda *_, **__: inside)
    channels.add(anne, "discord", "https://rebinding.example.net/", {})
    assert news("discord").last_code == "inside-our-network"


def test_who_has_no_such_way_gets_no_row_for_it(anne, news):
    tell("hail", anne, "hail:x", {})
    assert set(Delivery.objects.values_list("transport", flat=True)) == {"email"}
