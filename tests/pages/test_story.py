"""The story of a game, its film, and a rematch."""

from io import BytesIO

import pytest
from PIL import Image

from games.drawing import animation
from games.drawing.points_chart import Captains, charts
from games.engine import Action, Dice, Event
from games.formats.notation import parse, replayed, write
from games.history import films
from games.history.films import frames
from games.history.story import happened, story
from games.models import Game, Invitation
from games.play import acting, bots
from games.play.lessons import lesson_of
from games.queries.past import state_at
from games.rulesets import all_rulesets
from games.tables import lobby, record_import
from games.tables.arranged import open_lesson
from tests.notation.test_every_record import recorded
from tests.pages.conftest import seen_text
from tests.pages.test_records import play_some

pytestmark = pytest.mark.one_database


@pytest.fixture(autouse=True)
def _films_of_our_own(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path


@pytest.fixture
def ended(table):
    play_some(table)
    return table


@pytest.fixture
def long_game(anne) -> Game:
    """A random game of four captains, taken in from its record; Anne has the first seat."""
    record = recorded("buccaneer", 4, 5, most=200)
    text = write(all_rulesets()["buccaneer"], record, ["Anne", "Mary", "Jack", "Grace"])
    assert len(list(replayed(parse(text)))) > 150
    return record_import.take_in(anne, text)


def test_a_running_game_has_no_story_yet(as_anne, table):
    assert as_anne.get(f"{table.address}story/").url == f"{table.address}history/"


def test_the_story_shows_growth_turning_points_fights_and_bluffs(as_anne, long_game):
    page = as_anne.get(f"/games/{long_game.pk}/story/")
    assert page.status_code == 200
    text = seen_text(page)
    for words in ("How the points grew", "Turning points", "Fights", "Bluffs that were caught", "Bluffs that nobody caught", "Rematch"):
        assert words in text
    for shape in ("wide", "narrow"):
        assert f'<svg class="growth {shape}"' in page.content.decode()


def test_the_growth_ends_with_the_points_of_the_game(long_game):
    told = story(long_game, ["Anne", "Mary", "Jack", "Grace"])
    assert len(told.points) == len(told.rounds) == long_game.number + 1
    assert list(told.points[-1]) == long_game.scores


def test_a_turning_point_is_told_of_those_whose_points_it_changed():
    events = [Event("sailed", 0, {"ship": 0, "start": "D9", "square": "D13"}), Event("threw", 1, {"ship": 1, "throw": 4})]
    rules = all_rulesets()["bounty"]
    told = happened(rules, events, ["Anne", "Mary"], (5, 9), (45, 9))
    nobody = happened(rules, events[1:], ["Anne", "Mary"], (5, 9), (45, 9))
    assert "sailed from D9 to Home Port." in told
    assert "threw a 4" not in told
    assert "threw a 4" in nobody


@pytest.fixture
def landed(anne) -> Game:
    """Anne's first voyage: a diamond and rum lie at home, and her turn lasts."""
    game = open_lesson(anne, "buccaneer")
    for step in lesson_of(game.rules).steps:
        bots.play_on(game.pk)
        game.refresh_from_db()
        acting.act(game.pk, Action(0, step.decision, step.answer), game.number)
    return Game.objects.get(pk=game.pk)


def test_a_turning_point_says_what_happened(landed, golden):
    acting.end_as_it_stands(landed.pk, "agreed")
    (line,) = story(landed, ["Anne", "Calico Jack", "Mary Read"]).turning
    assert line.number == landed.number
    assert golden("pages/story", line.text)


def test_what_was_taken_back_gained_nobody_a_point_and_is_no_turning_point(landed):
    acting.take_back(landed.pk, 0, landed.number)
    acting.end_as_it_stands(landed.pk, "agreed")
    found = story(landed, ["Anne", "Calico Jack", "Mary Read"])
    assert set(found.points) == {(0, 0, 0)}
    assert found.turning == []


def test_every_bluff_is_either_caught_or_not(long_game):
    from games.history.story import scenes, taken_back
    from games.rulesets.buccaneer.story import bluffed

    chapters, lost = story(long_game, ["A", "B", "C", "D"]).chapters, taken_back(long_game)
    caught, uncaught = (
        next(lines for title, lines, _ in chapters if title == f"Bluffs that {what}") for what in ("were caught", "nobody caught")
    )
    bluffs = [number for number, state, events in scenes(long_game) for event in events if number not in lost and bluffed(state, event)]
    assert bluffs, "random captains sail too far now and then"
    assert len(uncaught) + len(caught) >= len(bluffs)
    assert {line.number for line in uncaught} <= set(bluffs)


def test_for_a_stranger_there_is_no_story_and_no_film(client, jack, sign_in, ended):
    for what in ("story", "film"):
        assert sign_in(client, jack).get(f"{ended.address}{what}/").status_code == 404
    assert client.get(f"{ended.address}film.gif").status_code == 404
    assert client.post(f"{ended.address}rematch/").status_code == 404


def test_a_film_is_drawn_when_asked_for_and_is_then_a_moving_picture(as_anne, ended):
    assert as_anne.get(f"{ended.address}film.gif").status_code == 404
    assert as_anne.post(f"{ended.address}film/").url == f"{ended.address}film/"
    response = as_anne.get(f"{ended.address}film.gif")
    assert response["Content-Type"] == "image/gif"
    with Image.open(BytesIO(b"".join(response.streaming_content))) as picture:
        assert picture.n_frames > 1
        assert picture.width == 520


def test_asking_twice_draws_it_once(as_anne, ended, monkeypatch):
    drawn = []
    monkeypatch.setattr(animation, "film", lambda shown: drawn.append(1) or b"GIF")
    for _ in range(3):
        as_anne.post(f"{ended.address}film/")
    assert drawn == [1]


def test_a_film_of_a_running_game_shows_only_what_its_viewer_could_know(table):
    game, names = table.game, ["Anne", "Mary"]
    shown = {seat: frames(game, seat, names) for seat in (0, 1, None)}
    assert [line[:5] for line in shown[0][-1].held] == ["Anne:"]
    assert [line[:5] for line in shown[1][-1].held] == ["Mary:"]
    assert shown[None][-1].held == ()
    state = game.rules.redeal_hidden(state_at(game, 0), 0, Dice(b"other"))
    assert films.held(game.rules, state, 0, names, ended=False) == shown[0][0].held


def test_after_the_end_the_film_shows_every_hand(ended):
    shown = frames(ended.game, None, ["Anne", "Mary"])
    assert [line.split(":")[0] for line in shown[-1].held] == ["Anne", "Mary"]


def test_a_film_made_before_a_newer_move_is_put_away(as_anne, anne, table):
    as_anne.post(f"{table.address}film/")
    old = films.path(table.game, 0)
    assert films.is_ready(table.game, 0)
    acting.end_as_it_stands(table.pk, "agreed")
    assert not films.is_ready(table.game, 0)
    assert films.path(table.game, 0) != old


@pytest.mark.parametrize("players", [1, 2, 8])
def test_the_chart_has_a_line_and_a_name_for_everyone_and_names_are_never_markup(players):
    points = [tuple(move * seat for seat in range(players)) for move in range(30)]
    drawn = charts(points, [1 + move // 5 for move in range(30)], Captains(["<b>"] * players))
    assert drawn.count('class="growth-line') == drawn.count('class="growth-name') == 2 * players
    assert "<b>" not in drawn


def test_a_game_without_a_point_has_a_chart_too():
    assert "NaN" not in charts([(0, 0)], [1], Captains(["Anne", "Mary"]))


def test_a_rematch_has_the_same_terms_and_invites_everyone(as_anne, anne, mary, ended):
    response = as_anne.post(f"{ended.address}rematch/")
    game = Game.objects.latest("pk")
    assert response.url == f"/games/{game.pk}/"
    assert (game.ruleset, game.options, game.pace, game.seats) == ("buccaneer", ended.game.options, ended.game.pace, 2)
    assert [player.user for player in game.players.all()] == [anne]
    assert Invitation.objects.get(game=game).user == mary


def test_a_rematch_is_one_button_away_on_the_table_that_has_ended_for_those_who_played(client, as_anne, anne, jack, ended, sign_in):
    button = f'action="{ended.address}rematch/"'
    assert button in as_anne.get(ended.address).content.decode()
    Game.objects.filter(pk=ended.pk).update(open_to_all=True)
    assert button not in sign_in(client, jack).get(ended.address).content.decode()


def test_asking_twice_leads_to_the_same_rematch(as_anne, ended):
    first, second = (as_anne.post(f"{ended.address}rematch/").url for _ in range(2))
    assert first == second
    assert Game.objects.count() == 2


def test_anyone_who_asks_for_a_rematch_after_another_sits_down_at_theirs(client, as_anne, anne, mary, sign_in, ended):
    address = as_anne.post(f"{ended.address}rematch/").url
    assert sign_in(client, mary).post(f"{ended.address}rematch/").url == address
    game = Game.objects.latest("pk")
    assert {player.user: player.place for player in game.players.all()} == {anne: "bombay", mary: "london"}
    assert game.status == Game.Status.RUNNING, "everyone is there"
    assert client.post(f"{ended.address}rematch/").url == address
    assert Game.objects.count() == 2


def test_a_rematch_that_was_called_off_or_is_over_leaves_room_for_another(as_anne, anne, mary, ended):
    first = Game.objects.get(pk=as_anne.post(f"{ended.address}rematch/").url.split("/")[2])
    lobby.leave(first.pk, anne)
    second = Game.objects.get(pk=as_anne.post(f"{ended.address}rematch/").url.split("/")[2])
    assert second != first
    lobby.join(second.pk, mary)
    acting.end_as_it_stands(second.pk, "agreed")
    assert as_anne.post(f"{ended.address}rematch/").url not in (f"/games/{first.pk}/", f"/games/{second.pk}/")


def test_there_is_no_rematch_of_a_game_that_still_runs(as_anne, table):
    assert as_anne.post(f"{table.address}rematch/").status_code == 422
    assert Game.objects.count() == 1
