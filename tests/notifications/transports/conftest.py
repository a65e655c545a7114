"""What the tests of transports share: another party's server, and news for Anne."""

import socket
import ssl
import threading
from http.server import HTTPServer

import pytest
import trustme
from requests_hardened import Config, Manager

from core import outward, posting
from notifications import Letter, notify
from notifications.models import Delivery
from notifications.tasks import sweep
from tests.notifications.transports.other_side import PORT, listener


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
    config = Config(ip_filter_enable=True, ip_filter_allow_loopback_ips=True, never_redirect=True, default_timeout=(2, 2))

    def session():
        found = Manager(config).get_session()
        found.verify, found.trust_env = str(certificate), False
        return found

    real = socket.getaddrinfo

    def lookup(host, *args, **kwargs):
        return real("127.0.0.1" if host == "hooks.example.net" else host, *args, **kwargs)

    monkeypatch.setattr("socket.getaddrinfo", lookup)
    monkeypatch.setattr(posting, "session", session)
    monkeypatch.setattr(outward, "PORTS", (None, 443, PORT))
    yield handler, seen
    server.shutdown()
    server.server_close()


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
        notify("hail", anne, f"hail:{count}", {})
        sweep()
        return Delivery.objects.filter(transport=transport).latest("pk")

    return news
