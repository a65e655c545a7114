"""An edition whose part fails takes no page down: tables, rules, cards, lobby, forms, lessons, pictures, feeds, the API."""

import re
from collections.abc import Iterator

import pytest
from django.test import Client

from accounts import api_keys
from games.editions import rules_text
from games.kit.parts import face_of
from games.models import Fault
from games.play import acting
from games.rulesets import all_rulesets, on_offer
from games.tables import lobby
from notifications import calendar
from tests.depth import DEPTH
from tests.games.test_guard import FailingTeller, answer, browser, change, fails
from tests.reading import has, part
from tests.site.test_every_address import PLACE, templates

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
EDITIONS = sorted(on_offer())
SENTENCES = ("summary", "edition", "place_called", "orders_about", "usual_seats", "changes")
METHODS = (
    "unplayable", "teams", "places_left", "first_places", "orders_first", "orders_for", "counted", "view", "describe_event", "ask", "label",
    "help", "react", "carry_on",
)  # fmt: skip
FACE = (
    "piles", "pictures", "colours", "picture", "text_board", "short_board", "parts", "ledger", "advise", "warn", "motions", "teller",
    "holding",
)  # fmt: skip
LAWS = ("decisions", "scores", "load", "turn", "outcome")
"""Without these no table begins; those that there are are looked at."""
BY_DAY = [SENTENCES, METHODS, (*FACE, "bots", "rules text"), LAWS]
"""Parts that fail together; by night each fails alone."""
KINDS = BY_DAY if DEPTH == 1 else [(kind,) for group in BY_DAY for kind in group]
NOT_OF_EDITIONS = re.compile("(account|admin|mailbox|letters|u|static)/|.*(logout|webauthn)")


class Failing(dict):
    """Pictures or bots that are there and fail."""

    def __getitem__(self, name):
        return fails

    def get(self, name, default=None):
        return fails


def inject(monkeypatch, slug: str, kind: str) -> None:
    """From now on this part of the edition fails."""
    rules = all_rulesets()[slug]
    if kind in SENTENCES:
        monkeypatch.setattr(type(rules), kind, property(fails))
    elif kind in (*METHODS, *LAWS):
        monkeypatch.setattr(rules, kind, fails)
    elif kind == "bots":
        monkeypatch.setattr(rules, "bots", Failing(rules.bots))
    elif kind == "rules text":
        rules_text.rendered.cache_clear()
        monkeypatch.setattr(rules_text, "source", fails)
    elif getattr(face_of(rules), kind):
        broken = {"pictures": Failing(face_of(rules).pictures), "teller": FailingTeller}
        change(monkeypatch, rules, **{kind: broken.get(kind, fails)})


@pytest.fixture
def tables(anne, mary, monkeypatch, settings, tmp_path):
    """`tables(slug)`: a running game of Anne and Mary, an ended one, and a table that waits for players, all public."""
    monkeypatch.setattr("games.drawing.pictures.png", lambda svg: b"a picture")
    settings.MEDIA_ROOT = tmp_path

    def make(slug: str) -> list[int]:
        made = [lobby.create(anne, slug, seats=2, open_to_all=True) for _ in range(2)]
        for game in made:
            lobby.join(game.pk, mary)
            for number in range(4):
                answer(game.pk, number)
        acting.end_as_it_stands(made[1].pk, "agreed")
        return [*(game.pk for game in made), lobby.create(anne, slug, seats=2, open_to_all=True).pk]

    return make


def walk(slug: str, numbers: list[int], user) -> Iterator[str]:
    """Every address that is looked at without changing anything, and could touch this edition."""
    lesson = next((lesson.slug for lesson in face_of(all_rulesets()[slug]).lessons), slug)
    words = {"slug": slug, "ruleset": slug, "card": slug, "lesson": lesson, "number": "2", "person": str(user.pk)}
    for template in templates():
        if NOT_OF_EDITIONS.match(template) is None:
            for pk in numbers if "pk" in PLACE.findall(template) or "game" in template else numbers[:1]:
                yield "/" + PLACE.sub(lambda place, pk=pk: words.get(place[1], str(pk)), template)
    yield calendar.link_of(user).partition("//")[2].partition("/")[2].join(("/", ""))


@pytest.mark.long
@pytest.mark.parametrize("kinds", KINDS, ids=lambda kinds: kinds[0])
def test_a_failing_part_of_an_edition_takes_no_page_down(kinds, tables, anne, monkeypatch):
    for slug in [*EDITIONS, *EDITIONS][KINDS.index(kinds) % len(EDITIONS) :][: min(DEPTH, len(EDITIONS))]:
        numbers = tables(slug)
        with monkeypatch.context() as broken:
            for kind in kinds:
                inject(broken, slug, kind)
            client, programs = browser(anne), Client(headers={"Authorization": f"Bearer {api_keys.create_key(anne, 'test')}"})
            client.raise_request_exception = programs.raise_request_exception = False
            paths = list(walk(slug, numbers, anne))
            found = {path: (programs if path.startswith("/api/") else client).get(path).status_code for path in paths}
            found |= {
                f"part of {path}": client.get(path, headers={"HX-Request": "true"}).status_code for path in paths if "/games/" in path
            }
            if kinds[0] not in LAWS:
                form = {"pace": "86400", "seats": "2", "bots": "1"}
                found |= {path: client.post(path, form).status_code for path in (f"/play/{slug}/", f"/tables/new/{slug}/terms/")}
            assert {path: status for path, status in found.items() if status >= 500} == {}
            assert found[paths[-1]] == found[f"/games/{numbers[0]}/"] == 200


def test_the_rules_page_of_a_table_shows_its_laws_without_the_summary_that_fails(tables, anne, monkeypatch):
    numbers = tables("buccaneer")
    inject(monkeypatch, "buccaneer", "summary")
    page = browser(anne).get(f"/games/{numbers[0]}/rules/")
    assert page.status_code == 200
    assert has(page, "article.prose h2")


@pytest.mark.parametrize("slug", EDITIONS)
@pytest.mark.parametrize("kind", ["view", "decisions"])
def test_a_table_whose_board_fails_says_so_and_talk_clock_and_leaving_still_work(kind, slug, tables, anne, monkeypatch, golden):
    number, client = tables(slug)[0], browser(anne)
    inject(monkeypatch, slug, kind)
    page = client.get(f"/games/{number}/")
    assert page.status_code == 200
    if kind == "view":
        assert golden("pages/table", part(page, "#board .problem, p.problem, #board pre"))
    assert client.post(f"/games/{number}/say/", {"text": "Ahoy"}).status_code == 302
    assert "Ahoy" in client.get(f"/games/{number}/").content.decode()
    assert client.get(f"/games/{number}/clock/").status_code == 200
    assert Fault.objects.filter(game=number, part="board" if kind == "view" else "law").exists()
    assert client.post(f"/games/{number}/resign/", {"sure": "yes"}).status_code == (302 if kind == "view" else 422)
