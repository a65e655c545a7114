"""What happened as scenes: with the answer to a move, as a replay, in the history and in What if?."""

import json

import pytest

from games.engine import Action
from games.models import Game
from games.play import acting
from tests.reading import part, tree

pytestmark = pytest.mark.one_database

HTMX = {"HTTP_HX_REQUEST": "true"}
SAILED = {"do": "move", "who": "ship-0", "way": [[510, 170], [410, 170]]}


def scenes(page) -> list[dict]:
    """What a page says that moves."""
    found = tree(page).css_first("[data-scenes]")
    return json.loads(found.attributes["data-scenes"]) if found else []


def play(table, seat: int, *answers: tuple[str, str]) -> None:
    """Answer one question after the other."""
    for decision, said in answers:
        acting.act(table.pk, Action(seat, decision, said), table.game.number, "player")


def sail(table) -> None:
    play(table, 0, ("sail", "T17"), ("heading", "W"))


def motions(found: list[dict]) -> list[dict]:
    return [motion for scene in found for motion in scene["motions"]]


def test_the_answer_to_a_move_brings_what_moved_and_its_sentence(as_anne, table):
    play(table, 0, ("sail", "T17"))
    page = as_anne.post(f"{table.address}move/", {"seen": 1, "decision": "heading", "answer": "W"}, HTTP_SEEN_MOVE="1", **HTMX)
    [scene] = scenes(page)
    assert (scene["number"], scene["motions"]) == (2, [SAILED])
    assert scene["say"] in part(page, ".this-turn")


def test_a_page_that_keeps_up_is_told_only_what_it_has_not_shown(client, sign_in, mary, table):
    sail(table)
    seen = [scenes(sign_in(client, mary).get(table.address, HTTP_SEEN_MOVE=str(number), **HTMX)) for number in (1, 2)]
    assert (motions(seen[0]), seen[1]) == ([SAILED], [])


@pytest.mark.parametrize("said", ["", "-1", "x", "1e9", "9" * 40, "²"])
def test_a_page_that_does_not_say_what_it_shows_is_sent_no_scenes(as_anne, table, said):
    sail(table)
    page = as_anne.get(table.address, HTTP_SEEN_MOVE=said, **HTMX)
    assert (page.status_code, scenes(page)) == (200, [])


def test_a_whole_page_weighs_no_more_for_what_it_could_show(as_anne, table):
    sail(table)
    assert scenes(as_anne.get(table.address)) == []


def test_a_replay_tells_all_since_ones_last_turn_and_not_what_was_laid_out(client, sign_in, mary, table):
    sail(table)
    found = sign_in(client, mary).get(f"{table.address}replay/").json()
    assert (found["number"], motions(found["scenes"])) == (2, [SAILED])
    play(table, 0, ("end", "yes"))
    assert "motions" in client.get(f"{table.address}replay/").json()["scenes"][0]


def test_a_replay_of_ones_own_turn_is_not_shown_to_oneself(as_anne, table):
    sail(table)
    play(table, 0, ("end", "yes"))
    assert motions(as_anne.get(f"{table.address}replay/").json()["scenes"]) == []


def sail_otherwise(table) -> None:
    """Anne sails to T17, takes that back, and goes to W17 instead."""
    sail(table)
    for _ in range(2):
        acting.take_back(table.pk, 0, table.game.number)
    play(table, 0, ("sail", "W17"), ("heading", "W"))


def test_a_replay_and_the_wakes_do_not_show_a_move_that_was_taken_back(client, sign_in, anne, mary, table):
    sail_otherwise(table)
    sign_in(client, mary)
    assert [motion["way"][-1] for motion in motions(client.get(f"{table.address}replay/").json()["scenes"])] == [[470, 170]]
    page = client.get(table.address)
    assert "T17" not in part(page, ".news")
    wakes = {" ".join(filter(None, path.attributes.values())) for path in tree(page).css("[data-wakes] path")}
    assert wakes
    assert all("470" in wake and "410" not in wake for wake in wakes), wakes
    play(table, 0, ("end", "yes"))
    assert "T17" not in part(sign_in(client, anne).get(table.address), ".news")


def test_a_page_that_shows_a_move_hears_that_it_was_taken_back(client, sign_in, mary, table):
    sail(table)
    acting.take_back(table.pk, 0, 2)
    sign_in(client, mary)
    assert scenes(client.get(table.address, HTTP_SEEN_MOVE="2", **HTMX)) == []
    assert scenes(client.get(table.address, HTTP_SEEN_MOVE="1", **HTMX)) == []


def test_the_film_leaves_out_what_was_taken_back_and_the_history_keeps_it(as_anne, table):
    sail_otherwise(table)

    def following(page) -> str:
        return tree(page).css_first("a[rel=next]").attributes["href"]

    assert following(as_anne.get(f"{table.address}film/0/")) == f"{table.address}film/5/"
    assert following(as_anne.get(f"{table.address}history/1/")) == f"{table.address}history/2/"


def test_a_step_back_in_thought_shows_nothing_once_more(as_anne, table):
    there = f"{table.address}what-if/"
    page, shown = as_anne.get(there), []
    for said in (
        {"decision": "sail", "answer": "T17"},
        {"decision": "heading", "answer": "W"},
        {"decision": "end", "answer": "yes"},
        {"back": "yes"},
    ):
        seen = tree(page).css_first('input[name="seen"]').attributes["value"]
        page = as_anne.post(there, {"seen": seen, **said}, **HTMX)
        shown.append(motions(scenes(page)))
    assert shown[1] == [SAILED]
    assert shown[-1] == []


def test_a_replay_is_for_those_who_may_see_the_table(client, sign_in, jack, table):
    assert sign_in(client, jack).get(f"{table.address}replay/").status_code == 404
    Game.objects.filter(pk=table.pk).update(open_to_all=True)
    assert client.get(f"{table.address}replay/").json()["number"] == table.game.number


def test_each_step_of_the_history_says_what_moved_in_it(as_anne, table):
    sail(table)
    assert motions(scenes(as_anne.get(f"{table.address}history/2/"))) == [SAILED]
    assert motions(scenes(as_anne.get(f"{table.address}history/1/"))) == []


def test_an_answer_in_thought_brings_what_would_move_and_going_back_nothing(as_anne, table):
    there = f"{table.address}what-if/"
    as_anne.get(there)
    as_anne.post(there, {"seen": 1, "decision": "sail", "answer": "T17"}, **HTMX)
    page = as_anne.post(there, {"seen": 2, "decision": "heading", "answer": "W"}, **HTMX)
    assert motions(scenes(page)) == [SAILED]
    assert scenes(as_anne.post(there, {"seen": 3, "back": "yes"}, **HTMX)) == []
