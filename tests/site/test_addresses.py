"""Addresses in templates are cached, and are Django's own."""

import pytest
from django.template import engines
from django.urls import NoReverseMatch, reverse

from core.web import address


@pytest.fixture(autouse=True)
def empty_cache():
    address.cache_clear()


def drawn(text: str, **context) -> str:
    return engines["jinja2"].from_string(text).render(context)


def test_an_address_is_the_same_when_it_is_asked_for_again():
    for game in (7, 8, 7, 8):
        assert drawn('{{ url("history_at", game, 3) }}', game=game) == reverse("history_at", args=[game, 3])
    assert address.cache_info().hits == 2


def test_numbers_and_their_digits_lead_to_the_same_address():
    assert drawn('{{ url("table", number) }} {{ url("table", digits) }}', number=7, digits="7").split() == 2 * [reverse("table", args=[7])]


def test_an_address_is_escaped_where_text_is_and_only_there():
    plain = reverse("account_reset_password_from_key", args=["1", "a&b"])
    tag = '{{ url("account_reset_password_from_key", "1", key) }}'
    assert drawn(tag, key="a&b") == plain.replace("&", "&amp;")
    assert drawn("{% autoescape false %}" + tag + "{% endautoescape %}", key="a&b") == plain


def test_an_address_in_a_namespace_is_djangos():
    assert drawn('{{ url("leagues:leagues") }}') == reverse("leagues:leagues")


def test_an_address_that_does_not_exist_fails_each_time():
    for _ in range(2):
        with pytest.raises(NoReverseMatch):
            drawn('{{ url("table", game) }}', game="")
