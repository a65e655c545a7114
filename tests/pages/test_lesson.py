"""The first voyage: from the front page to treasure on the docks, by plain forms."""

import pytest

from games.engine import Deal
from games.models import Game, Move
from games.play import acting, lessons
from games.rulesets import all_rulesets
from games.tables.lessons import open_lesson
from tests.reading import alert, has, part

pytestmark = pytest.mark.one_database

LESSONS = [slug for slug, rules in all_rulesets().items() if lessons.lesson_of(rules)]


def form(game: Game, step) -> dict:
    """What the page's form sends for this step."""
    data = {"seen": game.number, "decision": step.decision}
    if isinstance(step.answer, tuple) and step.answer and isinstance(step.answer[0], tuple):
        return data | {"kind": Deal.kind, "give": step.answer[0], "take": step.answer[1]}
    return data | {"answer": step.answer}


@pytest.fixture
def begin(client, anne, sign_in, django_capture_on_commit_callbacks):
    """`begin(slug)`: Anne on her first voyage, and `press(step)` to answer it."""
    sign_in(client, anne)

    def go(slug: str):
        with django_capture_on_commit_callbacks(execute=True):
            client.post(f"/first-voyage/{slug}/")
        return Game.objects.latest("pk")

    return go


@pytest.fixture
def press(client, django_capture_on_commit_callbacks):
    def send(game: Game, data: dict):
        with django_capture_on_commit_callbacks(execute=True):
            return client.post(f"/games/{game.pk}/move/", data)

    return send


@pytest.mark.parametrize("slug", LESSONS)
def test_every_lesson_can_be_sailed_to_its_end_as_it_says(client, begin, press, slug, golden):
    game = begin(slug)
    for step in lessons.lesson_of(game.rules).steps:
        game.refresh_from_db()
        page = client.get(f"/games/{game.pk}/")
        assert part(page, "#lesson-title") == step.title
        assert press(game, form(game, step)).status_code == 302, step.title
    assert golden("pages/table", part(client.get(f"/games/{game.pk}/"), "#lesson-title"))
    game.refresh_from_db()
    assert game.scores[0] == 7


@pytest.mark.parametrize("slug", LESSONS)
def test_a_lesson_is_about_ten_steps_against_two_bots_and_counts_for_nothing(begin, slug):
    game = begin(slug)
    assert 8 <= len(lessons.lesson_of(game.rules).steps) <= 14
    assert [bool(player.bot) for player in game.players.all()].count(True) == 2
    assert not game.is_rated


def test_only_what_the_step_waits_for_is_offered(client, begin):
    page = client.get(f"/games/{begin('buccaneer').pk}/").content.decode()
    assert 'value="V14"' in page
    assert 'value="W15"' not in page


@pytest.mark.parametrize(
    "wrong",
    [
        {"decision": "sail", "answer": "W15"},
        {"decision": "end", "answer": "yes"},
        {"line": "sail W15"},
        {"decision": "sail", "answer": "<b>"},
    ],
)
def test_anything_else_is_refused_in_a_sentence_and_nothing_changes(begin, press, wrong, golden):
    game = begin("buccaneer")
    response = press(game, {"seen": 0, **wrong})
    assert response.status_code == 422
    assert golden("pages/table", alert(response))
    assert Move.objects.filter(game=game).count() == 1


def test_it_can_be_left_and_taken_up_again_where_it_was(client, begin, press, golden):
    game = begin("buccaneer")
    press(game, {"seen": 0, "decision": "sail", "answer": "V14"})
    client.get("/lobby/")
    assert begin("buccaneer") == game
    assert golden("pages/table", part(client.get(f"/games/{game.pk}/"), "#lesson p.soft"))


def test_taking_a_choice_back_goes_back_a_step(client, begin, press, golden):
    game = begin("buccaneer")
    press(game, {"seen": 0, "decision": "sail", "answer": "V14"})
    client.post(f"/games/{game.pk}/undo/", {"seen": 1})
    assert golden("pages/table", part(client.get(f"/games/{game.pk}/"), "#lesson p.soft"))


def test_when_the_clock_plays_the_lesson_is_over_and_the_game_is_like_any_other(client, anne, begin):
    from games.engine import Action

    game = begin("buccaneer")
    acting.act(game.pk, Action(0, "sail", "stay"), 0, "clock")
    assert lessons.course(Game.objects.get(pk=game.pk), 0) is None
    assert not has(client.get(f"/games/{game.pk}/"), "#lesson p.soft")
    assert open_lesson(anne, "buccaneer") != game


def test_after_the_last_step_the_game_goes_on_as_the_player_likes(begin, press):
    game = begin("buccaneer")
    for step in lessons.lesson_of(game.rules).steps:
        game.refresh_from_db()
        press(game, form(game, step))
    game.refresh_from_db()
    assert press(game, {"seen": game.number, "decision": "end", "answer": "yes"}).status_code == 302
    assert lessons.course(Game.objects.get(pk=game.pk), 0) is None


def test_a_guest_learns_too_and_there_is_no_lesson_where_an_edition_has_none(client, db):
    assert client.post("/first-voyage/buccaneer/").url.startswith("/games/")
    assert client.post("/first-voyage/nowhere/").url == "/"


def test_the_front_page_leads_to_the_first_voyage(client, db, golden):
    assert golden("pages/home", part(client.get("/"), "section.hero button.big", 1))
