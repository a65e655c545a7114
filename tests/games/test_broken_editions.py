"""An edition whose part fails takes no page down: rules, cards, lobby, forms, lessons, pictures, feeds, the API."""

import pytest

from games.editions import rules_text
from games.kit.parts import face_of
from games.rulesets import all_rulesets
from games.tables import lobby
from tests.games.test_guard import browser, change, fails
from tests.reading import has

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
SLUG = "buccaneer"
SENTENCES = ("summary", "edition", "place_called", "orders_about", "usual_seats", "changes")
METHODS = ("unplayable", "teams", "places_left", "first_places", "orders_first", "orders_for", "counted")
FACE = ("piles", "pictures", "colours", "picture", "text_board", "parts", "ledger", "advise", "warn", "motions", "teller", "holding")


class Failing(dict):
    """Pictures that are there and cannot be drawn."""

    def __getitem__(self, name):
        return fails


@pytest.fixture
def tables(anne, mary):
    """Anne's running game with Mary and her table that waits for players, both public."""
    running = lobby.create(anne, SLUG, seats=2, open_to_all=True)
    lobby.join(running.pk, mary)
    return running.pk, lobby.create(anne, SLUG, seats=3, open_to_all=True).pk


def inject(monkeypatch, kind: str) -> None:
    rules = all_rulesets()[SLUG]
    if kind in SENTENCES:
        monkeypatch.setattr(type(rules), kind, property(fails))
    elif kind in METHODS:
        monkeypatch.setattr(rules, kind, fails)
    elif kind == "pictures":
        change(monkeypatch, rules, pictures=Failing(face_of(rules).pictures))
    elif kind == "rules text":
        rules_text.rendered.cache_clear()
        monkeypatch.setattr(rules_text, "source", fails)
    else:
        change(monkeypatch, rules, **{kind: fails})


def pages(running: int, waiting: int) -> list[str]:
    """Every page, picture, feed and answer to programs that calls into an edition."""
    of_game = ["", "rules/", "orders/", "share.png", "feed/", "history/", "replay/", "record/", "clock/"]
    return [
        *(f"/games/{pk}/{page}" for pk in (running, waiting) for page in of_game),
        *("/", "/my/", "/lobby/", "/lobby/feed/", "/find-players/", "/share.png", "/friends/", "/account/profile/"),
        *("/rules/", f"/rules/{SLUG}/", "/tables/new/", f"/tables/new/{SLUG}/", f"/pictures/{SLUG}.svg", "/api/openapi.json"),
        *("/leagues/", "/leagues/new/", "/leagues/tournament/", "/ratings/", f"/ratings/{SLUG}/"),
    ]


@pytest.mark.parametrize("kind", [*SENTENCES, *METHODS, *FACE, "rules text"])
def test_a_failing_part_of_an_edition_takes_no_page_down(kind, tables, anne, monkeypatch):
    inject(monkeypatch, kind)
    client, form = browser(anne), {"pace": "86400", "seats": "2", "bots": "1"}
    client.raise_request_exception = False
    failed = [path for path in pages(*tables) if client.get(path).status_code >= 500]
    failed += [path for path in (f"/games/{tables[0]}/rules/",) if client.get(path, headers={"HX-Request": "true"}).status_code >= 500]
    failed += [path for path in (f"/play/{SLUG}/", f"/tables/new/{SLUG}/terms/") if client.post(path, form).status_code >= 500]
    assert failed == []


def test_the_rules_page_of_a_table_shows_its_laws_without_the_summary_that_fails(tables, anne, monkeypatch):
    inject(monkeypatch, "summary")
    page = browser(anne).get(f"/games/{tables[0]}/rules/")
    assert page.status_code == 200
    assert has(page, "article.prose h2")
