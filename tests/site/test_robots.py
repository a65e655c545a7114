"""Crawlers find plain rules."""

import pytest

pytestmark = pytest.mark.django_db


def test_robots_txt_is_plain_text(client):
    answer = client.get("/robots.txt")
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/plain; charset=utf-8")
    assert answer.content.startswith(b"User-agent: *\n")
