"""Addresses in templates are remembered, and are those that Django works out."""

import pytest
from django.template import engines
from django.urls import NoReverseMatch, reverse

from core.url_tag import address


@pytest.fixture(autouse=True)
def nothing_remembered():
    address.cache_clear()


def drawn(text: str, **context) -> str:
    return engines["django"].from_string(text).render(context)


def test_an_address_is_the_same_when_it_is_asked_for_again():
    for game in (7, 8, 7, 8):
        assert drawn('{% url "history_at" game 3 %}', game=game) == reverse("history_at", args=[game, 3])
    assert address.cache_info().hits == 2


def test_numbers_and_their_digits_lead_to_the_same_address():
    assert drawn('{% url "table" one %} {% url "table" two %}', one=7, two="7").split() == 2 * [reverse("table", args=[7])]


def test_an_address_is_escaped_where_text_is_and_only_there():
    key = "a&b"
    plain = reverse("account_reset_password_from_key", args=["1", key])
    tag = '{% url "account_reset_password_from_key" "1" key %}'
    assert drawn(tag, key=key) == plain.replace("&", "&amp;")
    assert drawn("{% autoescape off %}" + tag + "{% endautoescape %}", key=key) == plain


def test_namespaces_keywords_and_names_go_on_as_django_reads_them():
    assert drawn('{% url "leagues:leagues" %}') == reverse("leagues:leagues")
    assert drawn('{% url "table" pk=7 %}') == reverse("table", args=[7])
    assert drawn('{% url "table" 7 as here %}[{{ here }}]') == f"[{reverse('table', args=[7])}]"
    assert drawn('{% url "no_such_view" as nowhere %}[{{ nowhere }}]') == "[]"


def test_an_address_that_does_not_exist_fails_each_time():
    for _ in range(2):
        with pytest.raises(NoReverseMatch):
            drawn('{% url "table" game %}', game="")
