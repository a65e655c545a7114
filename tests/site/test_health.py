import pytest


@pytest.mark.django_db
def test_the_health_page_says_ok(client):
    answer = client.get("/healthz")
    assert (answer.status_code, answer.content) == (200, b"ok\n")
