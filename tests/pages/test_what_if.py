"""The page on which a captain plays on in thought."""

import pytest

from games.models import Fault, Move
from games.play import acting, hypothetical
from games.rulesets import all_rulesets
from games.tables import lobby
from tests.pages.test_journeys import sign_in as become
from tests.reading import alert, flash, part

pytestmark = pytest.mark.one_database

HTMX = {"HTTP_HX_REQUEST": "true"}


@pytest.fixture
def there(table) -> str:
    return f"{table.address}what-if/"


def said(decision: str, answer: str, seen: int = 1) -> dict:
    return {"seen": seen, "decision": decision, "answer": answer}


def test_the_table_leads_there_and_it_leads_back(as_anne, table, there, golden):
    assert f'href="{there}"' in as_anne.get(table.address).content.decode()
    page = as_anne.get(there)
    assert golden("pages/what-if", part(page, "p.state"))
    assert f'href="{table.address}"' in page.content.decode()
    assert f'action="{table.address}move/"' not in page.content.decode()


def test_an_answer_shows_what_would_happen_and_one_back_where_one_was(as_anne, there, golden):
    as_anne.get(there)
    page = as_anne.post(there, said("sail", "T17"), follow=True)
    assert golden("pages/what-if", part(page, "div.since li"))
    assert golden("pages/what-if", part(page, "div.question h2"))
    page = as_anne.post(there, {"seen": 2, "back": "yes"}, follow=True)
    assert golden("pages/what-if", part(page, "div.question h2"))
    assert Move.objects.count() == 1


def test_a_button_pressed_twice_counts_once(as_anne, there, golden):
    as_anne.get(there)
    for _ in range(2):
        page = as_anne.post(there, said("sail", "T17"), **HTMX)
        assert page.status_code == 200
        assert golden("pages/table", part(page, "div.question h2"))
        assert page.content.decode().lstrip().startswith('<div id="live"')


@pytest.mark.parametrize("wrong", [{}, {"seen": "x"}, {"seen": "1"}, {"seen": "1", "decision": "sail", "answer": ["T17", "T16"]}])
def test_nonsense_is_refused_with_a_sentence(as_anne, there, wrong):
    as_anne.get(there)
    page = as_anne.post(there, wrong)
    assert page.status_code == 422
    assert 'role="alert"' in page.content.decode()


def test_a_square_that_is_not_offered_is_refused_with_the_reason(as_anne, there, golden):
    as_anne.get(there)
    page = as_anne.post(there, said("sail", "A1"), **HTMX)
    assert page.status_code == 422
    assert golden("pages/table", alert(page))


def test_begin_anew_and_a_table_that_has_gone_on_begin_where_the_table_stands(as_anne, table, there, golden):
    as_anne.get(there)
    as_anne.post(there, said("sail", "T17"))
    assert golden("pages/what-if", part(as_anne.post(there, {"seen": 2, "anew": "yes"}, follow=True), "div.question h2"))
    as_anne.post(f"{table.address}move/", said("sail", "S17", seen=0))
    page = as_anne.get(there)
    assert golden("pages/what-if", part(page, "div.table-panel p.card"))
    assert golden("pages/what-if", part(page, "div.question h2"))


def test_what_holds_on_a_mind_of_ones_own_is_nobody_elses(client, sign_in, jack, mary, as_anne, table, there):
    assert sign_in(client, jack).get(there).status_code == 404
    assert client.post(there, said("sail", "T17")).status_code == 404
    client.logout()
    assert client.get(there).status_code == 302


def test_where_no_game_runs_there_is_nothing_to_think_about(as_anne, anne, table, there):
    waiting = lobby.create(anne, "buccaneer", seats=3)
    assert as_anne.get(f"/games/{waiting.pk}/what-if/")["Location"] == f"/games/{waiting.pk}/"
    acting.end_as_it_stands(table.pk, "agreed")
    assert as_anne.get(there)["Location"] == table.address
    assert as_anne.post(there, said("sail", "T17")).status_code == 404


def test_who_is_never_asked_again_is_led_back_to_the_table_with_a_sentence(client, sign_in, mary, there, table, monkeypatch, golden):
    monkeypatch.setattr(hypothetical, "MOST_BOT_ANSWERS", 1)
    page = sign_in(client, mary).get(there, follow=True)
    assert page.redirect_chain[-1][0] == table.address
    assert golden("pages/table", flash(page))


def test_the_page_needs_few_queries(as_anne, there, django_assert_max_num_queries):
    as_anne.get(there)
    with django_assert_max_num_queries(12):
        as_anne.post(there, said("sail", "T17"), **HTMX)


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_the_chart_is_drawn_anew_after_each_answer(page, anne, table, there):
    become(page, anne)
    page.goto(table.address)
    page.get_by_role("link", name="What if?").click()
    page.wait_for_url(f"**{there}", wait_until="load")
    page.wait_for_function("document.title.startsWith('(1) ')")  # a script adds the number
    title = page.title()
    page.locator(".board-squares button[value=T17]").click()
    page.get_by_role("button", name="Head north, N", exact=True).click()
    page.locator(".controls").get_by_role("button", name="End the turn").click()
    page.locator(".since", has_text="You ended the turn.").wait_for()
    assert page.locator("#board svg").count() > 0
    assert page.title() == title
    page.get_by_role("button", name="One back").click()
    page.locator(".controls").get_by_role("button", name="End the turn").wait_for()
    assert page.locator("#live").get_attribute("data-number") == "5"
    assert table.game.number == 0


@pytest.mark.parametrize("slug", sorted(all_rulesets()))
def test_a_thought_about_a_game_of_any_edition_goes_on_where_it_was_left(slug, anne, mary, client, sign_in):
    game = lobby.create(anne, slug, seats=2)
    lobby.join(game.pk, mary, token=game.join_token)
    for _ in range(2):
        page = sign_in(client, anne).get(f"/games/{game.pk}/what-if/")
        assert (page.status_code, page.context["thought"].count) == (200, 1)
    assert not Fault.objects.exists()
