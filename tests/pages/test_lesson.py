"""The first voyage: from the front page to treasure on the docks, by plain forms."""

import re

import pytest

from games.engine import SITE, Action, Deal, commitment
from games.models import Game, Move
from games.play import acting, lessons
from games.rulesets import all_rulesets
from games.tables.arranged import open_lesson
from tests.reading import alert, has, part, tree

pytestmark = pytest.mark.one_database

LESSONS = [(slug, lesson) for slug, rules in all_rulesets().items() for lesson in lessons.lessons_of(rules)]
EACH = pytest.mark.parametrize(("slug", "lesson"), LESSONS, ids=[f"{slug}-{lesson.slug}" for slug, lesson in LESSONS])
CONTROLS = ", ".join(f"{where} {what}" for where in ("#board", ".asked", ".controls") for what in ("button", "input", "option"))


def form(game: Game, step) -> dict:
    """What the page's form sends for this step."""
    data = {"seen": game.number, "decision": step.decision}
    if isinstance(step.answer, tuple) and step.answer and isinstance(step.answer[0], tuple):
        return data | {"kind": Deal.kind, "give": step.answer[0], "take": step.answer[1]}
    return data | {"answer": step.answer}


def offered(page) -> set[str]:
    """Every value that a control of the page's questions can send."""
    return {node.attributes.get("value") or "" for node in tree(page).css(CONTROLS)}


def values(answer) -> set[str]:
    """The values of an answer; those of a deal without those of empty sides."""
    return set().union(*map(values, answer)) if isinstance(answer, tuple) else {str(answer)}


@pytest.fixture
def begin(client, anne, sign_in, django_capture_on_commit_callbacks):
    """`begin(slug)`: Anne in a lesson, without a name on her first voyage."""
    sign_in(client, anne)

    def go(slug: str, lesson: str = ""):
        with django_capture_on_commit_callbacks(execute=True):
            client.post(f"/first-voyage/{slug}/{lesson}/" if lesson else f"/first-voyage/{slug}/")
        return Game.objects.latest("pk")

    return go


@pytest.fixture
def press(client, django_capture_on_commit_callbacks):
    def send(game: Game, data: dict):
        with django_capture_on_commit_callbacks(execute=True):
            return client.post(f"/games/{game.pk}/move/", data)

    return send


@EACH
def test_every_lesson_can_be_sailed_to_its_end_as_it_says(client, begin, press, slug, lesson, golden):
    game = begin(slug, lesson.slug)
    for step in lesson.steps:
        game.refresh_from_db()
        page = client.get(f"/games/{game.pk}/")
        assert part(page, "#lesson-title") == step.title
        assert values(step.answer) <= offered(page), step.title
        assert all(name in part(page, ".table") for name in re.findall("“(.*?)”", step.task)), step.title
        assert press(game, form(game, step)).status_code == 302, step.title
    page = client.get(f"/games/{game.pk}/")
    assert golden("pages/table", part(page, "#lesson-title"))
    client.post(tree(page).css_first("#lesson form").attributes["action"])
    real = Game.objects.latest("pk")
    assert real.ruleset == slug, "the game after a lesson is the one it taught"
    assert real.options.get("mode") == game.options.get("mode")


def moves_offered(page) -> set[str]:
    """Every value that a control can send with which one may do something now."""
    controls = [node.attributes for node in tree(page).css(CONTROLS)]
    return {found["value"] for found in controls if found.get("value") and "disabled" not in found and found.get("type") != "hidden"}


@EACH
def test_a_lesson_offers_no_other_move_than_the_one_of_its_step(client, begin, press, slug, lesson):
    game = begin(slug, lesson.slug)
    for step in lesson.steps:
        game.refresh_from_db()
        assert moves_offered(client.get(f"/games/{game.pk}/")) <= values(step.answer), step.title
        press(game, form(game, step))


@EACH
def test_in_every_lesson_a_wrong_move_is_refused_in_words_that_say_what_to_do(begin, press, slug, lesson):
    game = begin(slug, lesson.slug)
    refused = press(game, {"seen": game.number, "decision": lesson.steps[0].decision, "answer": "nonsense"})
    assert refused.status_code == 422
    assert lesson.steps[0].task in alert(refused)
    assert not Move.objects.filter(game=game, number__gt=len(lesson.opening)).exists()


@EACH
def test_a_lesson_is_about_ten_steps_against_bots_and_counts_for_nothing(begin, slug, lesson):
    game = begin(slug, lesson.slug)
    assert 4 <= len(lesson.steps) <= 14
    assert [bool(player.bot) for player in game.players.order_by("seat")] == [False, *(len(lesson.places) - 1) * [True]]
    assert not game.is_rated


@EACH
def test_the_text_of_every_step_ends_with_what_to_press(slug, lesson):
    assert [step.title for step in lesson.steps if "press" not in step.task.lower()] == []


def test_every_lesson_of_an_edition_has_a_seed_and_an_address_of_its_own():
    assert len({(slug, lesson.seed) for slug, lesson in LESSONS}) == len(LESSONS)
    assert len({(slug, lesson.slug) for slug, lesson in LESSONS}) == len(LESSONS)


def test_a_stored_first_voyage_is_known_by_its_seed_also_when_an_edition_has_several_lessons():
    seed = b"the first voyage, tide 391".ljust(32, b".")
    assert lessons.lessons()["buccaneer", commitment(seed)].slug == "first-voyage"


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
    assert game.scores[0] == 7
    assert press(game, {"seen": game.number, "decision": "end", "answer": "yes"}).status_code == 302
    assert lessons.course(Game.objects.get(pk=game.pk), 0) is None


def test_a_guest_learns_too_and_there_is_no_lesson_where_an_edition_has_none(client, db):
    assert client.post("/first-voyage/buccaneer/").url.startswith("/games/")
    assert client.post("/first-voyage/nowhere/").url == "/"


def test_the_front_page_leads_to_the_first_voyage(client, db, golden):
    assert golden("pages/home", part(client.get("/"), "section.hero button.big", 1))


def test_a_lesson_that_time_has_overtaken_asks_what_the_game_asks(client, begin, press):
    game = begin("buccaneer", "bluff")
    for step in lessons.lesson_of(game.rules, "bluff").steps[:3]:
        game.refresh_from_db()
        press(game, form(game, step))
    game.refresh_from_db()
    acting.act(game.pk, Action(SITE, "close-window", "yes"), game.number, "clock")
    game.refresh_from_db()
    page = client.get(f"/games/{game.pk}/")
    assert not has(page, "#lesson")
    assert has(page, "#board button[name=answer]")
    assert press(game, {"seen": game.number, "decision": "sail", "answer": "P17"}).status_code == 302


def test_a_short_lesson_begins_in_the_middle_of_a_game_that_the_learner_did_not_play(client, begin):
    game = begin("buccaneer", "fights")
    assert game.round == 3
    assert set(Move.objects.filter(game=game, number__gt=0).values_list("by", flat=True)) == {"bot"}
    assert lessons.course(game, 0).number == 1


def test_the_rules_and_the_form_of_a_new_table_offer_every_lesson_of_the_edition(client, anne, sign_in):
    sign_in(client, anne)
    names = [lesson.name for lesson in lessons.lessons_of(all_rulesets()["buccaneer"])]
    for page in (client.get("/rules/buccaneer/"), client.get("/tables/new/buccaneer/")):
        assert [node.text() for node in tree(page).css(".learn button")] == names
