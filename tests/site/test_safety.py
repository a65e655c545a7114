"""What a browser is told, and what it gets when something is wrong."""

import json
import logging
import sys

import pytest
from django.core.exceptions import PermissionDenied
from django.urls import path

from buccaneer_site import urls
from buccaneer_site.logs import LineFormatter
from tests.reading import part

pytestmark = pytest.mark.django_db


def breaks(request):
    raise RuntimeError("the seed is 12345")


@pytest.fixture
def broken_page(settings):
    class Broken:
        urlpatterns = [path("broken/", breaks), path("api/broken/", breaks), *urls.urlpatterns]
        handler400, handler500 = urls.handler400, urls.handler500

    settings.ROOT_URLCONF = Broken


def test_pages_allow_no_script_of_others_and_none_inline(client):
    policy = client.get("/account/login/")["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self';" in policy + ";"
    assert "style-src 'self';" in policy + ";"
    assert "unsafe" not in policy


def test_pages_hold_no_inline_script_or_style(client, anne, sign_in):
    sign_in(client, anne)
    for address in ("/account/profile/", "/account/leave/", "/account/email/", "/account/2fa/"):
        page = client.get(address).content.decode()
        assert "style=" not in page
        assert "<script>" not in page
        assert "onclick" not in page


def test_pages_cannot_be_framed_or_sniffed(client):
    page = client.get("/account/login/")
    assert page["X-Frame-Options"] == "DENY"
    assert page["X-Content-Type-Options"] == "nosniff"
    assert page["Referrer-Policy"] == "same-origin"


def test_pages_are_denied_every_device(client):
    policy = client.get("/account/login/")["Permissions-Policy"]
    for device in ("camera", "microphone", "geolocation", "usb", "payment", "display-capture"):
        assert f"{device}=()" in policy
    assert "publickey-credentials-get=(self)" in policy
    assert client.get("/account/login/")["Cross-Origin-Opener-Policy"] == "same-origin"


def test_a_page_that_breaks_shows_a_sentence_and_nothing_of_the_inside(client, broken_page, golden):
    client.raise_request_exception = False
    page = client.get("/broken/")
    assert page.status_code == 500
    assert golden("pages/our-fault", part(page, "main"))
    assert b"12345" not in page.content


def test_a_fault_of_ours_is_told_to_programs_as_they_read_it(client, broken_page):
    client.raise_request_exception = False
    answer = client.get("/api/broken/")
    assert (answer.status_code, answer.json()["code"]) == (500, "our-fault")
    assert b"12345" not in answer.content


def test_what_cannot_be_read_is_refused_to_programs_as_they_read_it(client):
    answer = client.get("/api/games", headers={"host": "elsewhere.example"})
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")


def test_an_unknown_page_says_so_kindly(client, golden):
    page = client.get("/no/such/page/")
    assert page.status_code == 404
    assert golden("pages/not-found", part(page, "main"))


def test_a_million_characters_are_refused(client, anne, sign_in):
    answer = sign_in(client, anne).post("/account/profile/", {"name": "x" * 1_000_000})
    assert answer.status_code == 400


def test_a_host_that_is_not_ours_is_refused(client):
    assert client.get("/account/login/", HTTP_HOST="evil.example").status_code == 400


def test_a_log_record_is_one_line_whatever_it_holds():
    record = logging.LogRecord("games", logging.ERROR, "x.py", 1, "one\ntwo %s", ("three\r\nfour",), None)
    line = LineFormatter().format(record)
    assert "\n" not in line
    assert "\r" not in line
    assert json.loads(line)["event"] == "one\ntwo three\r\nfour"


def test_the_key_in_a_link_is_not_written_down():
    path = "/account/password/reset/key/1-d4hk2x-6d0a6d2f9f2d7c1e6a5b/"
    record = logging.LogRecord("django.request", logging.WARNING, "x.py", 1, "Not Found: %s", (path,), None)
    assert json.loads(LineFormatter().format(record))["event"] == "Not Found: /account/password/reset/key/…/"


def test_the_log_says_where_a_quiet_site_is_at_home():
    said = "its database belongs to http://pirates.example.org, and this is https://a-copy-of-it.pirates.example.org. Run adopt"
    record = logging.LogRecord("notifications.home", logging.WARNING, "x.py", 1, said, (), None)
    assert json.loads(LineFormatter().format(record))["event"] == said


def test_a_refusal_is_logged_without_a_traceback():
    try:
        raise PermissionDenied("not for you")
    except PermissionDenied:
        record = logging.LogRecord("django.request", logging.WARNING, "x.py", 1, "Forbidden: %s", ("/admin/",), sys.exc_info())
        record.status_code = 403
    line = LineFormatter().format(record)
    assert "Forbidden: /admin/" in line
    assert "Traceback" not in line


def test_a_traceback_is_written_without_what_variables_held():
    hand = "".join(["a secret", " hand"])
    try:
        breaks(hand)
    except RuntimeError:
        record = logging.LogRecord("games", logging.ERROR, "x.py", 1, "broke", (), sys.exc_info())
    line = LineFormatter().format(record)
    assert "Traceback" in line
    assert "secret hand" not in line


def test_search_engines_are_told_which_pages_are_not_for_them(client):
    answer = client.get("/robots.txt")
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/plain; charset=utf-8")
    assert b"Disallow: /letters/" in answer.content
