"""Hoard is played in teams of two: partners win and lose together, and whatever tells of a result tells it of teams."""

import pytest
from django.utils import timezone

from games.announcements import notices
from games.engine import Dice, Outcome
from games.history.story import Sides, Story, turning_points
from games.models import Game
from games.queries.results import place_of, places
from games.rulesets import on_offer
from games.tables import lobby
from tests.letters import of_kind
from tests.reading import opening, part, parts

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
TEAMS = ((0, 2), (1, 3))
LOST = {"winners": [1, 3], "places": [3, 1, 3, 1], "scores": [1, 5, 1, 5], "reason": "decided"}


@pytest.fixture
def hoard(anne, mary) -> Game:
    """A table of Hoard for four at which Anne and Mary sit."""
    game = lobby.create(anne, "piracy", seats=4, options={"mode": "hoard"}, name="The Old Chest", open_to_all=True)
    lobby.join(game.pk, mary)
    return game


@pytest.fixture
def ended(hoard, anne) -> Game:
    """The same table after its end: Mary and her partner, the bots of seats 1 and 3, won. Anne and the bot of seat 2 lost."""
    for _ in range(2):
        lobby.add_bot(hoard.pk, anne, "easy")
    Game.objects.filter(pk=hoard.pk).update(status="over", outcome_data=LOST)
    return Game.objects.get(pk=hoard.pk)


@pytest.mark.parametrize("seats", [4, 6])
def test_the_rules_name_the_teams_that_the_game_is_played_by(seats):
    rules = on_offer()["piracy"]
    for mode in ("race", "hoard"):
        state, _ = rules.setup(rules.first_places(seats), 0, {"mode": mode}, Dice(b"hoard"))
        teams = rules.teams(state.options, seats)
        assert sorted(seat for team in teams for seat in team) == list(range(seats))
        assert all(len({state.team[seat] for seat in team}) == 1 for team in teams)
        assert len(teams) == len(set(state.team))


def test_partners_stand_on_one_line_of_the_result(ended, client, anne, sign_in, golden):
    as_anne = sign_in(client, anne)
    assert golden("pages/partners", part(as_anne.get(f"/games/{ended.pk}/"), "#live .result .places"))
    assert golden("pages/partners", part(as_anne.get(f"/games/{ended.pk}/story/"), ".places"))


def test_partners_who_won_read_that_they_have_won_together_and_not_that_they_share_the_victory(ended, mary, post, golden):
    notices.game_ended(notices.OVER, ended, ended.players.all(), timezone.now())
    letter = next(letter for letter in of_kind("over", post.letters()) if letter.to == [mary.email])
    assert golden("letters/partners", opening(letter))


def test_a_letter_about_the_end_names_teams(ended, anne, post, golden):
    notices.game_ended(notices.OVER, ended, ended.players.all(), timezone.now())
    letter = next(letter for letter in of_kind("over", post.letters()) if letter.to == [anne.email])
    assert golden("letters/partners", opening(letter))


def test_who_lost_as_one_of_two_teams_came_second(ended, client, anne, mary, sign_in, golden):
    assert golden("pages/partners", parts(sign_in(client, anne).get("/my/"), f"#game-{ended.pk} .stand"))
    assert golden("pages/partners", parts(sign_in(client, mary).get("/my/"), f"#game-{ended.pk} .stand"))
    assert (place_of(ended, 0), place_of(ended, 1)) == ((2, 2, False), (1, 2, False))
    assert golden("pages/partners", part(sign_in(client, mary).get(f"/captains/{anne.pk}/"), ".results"))


def test_a_partner_who_left_comes_behind_their_team_and_rivals_who_share_a_place_still_share_it():
    left = Outcome((0,), (1, 2, 4, 2), (5, 1, 5, 1), "decided")
    assert places(left, TEAMS) == [(1, (0,)), (2, (1, 3)), (3, (2,))]
    alone = Outcome((0, 1), (1, 1, 3, 3), (5, 5, 1, 1), "coins")
    assert places(alone, ((0,), (1,), (2,), (3,))) == [(1, (0,)), (1, (1,)), (3, (2,)), (3, (3,))]
    assert places(Outcome((0, 1, 2, 3), (1, 1, 1, 1), (2, 2, 2, 2), "rounds"), TEAMS) == [(1, (0, 2)), (1, (1, 3))]


def test_the_story_tells_of_teams_who_takes_the_lead_and_who_gains(golden):
    told = Story(points=[(0, 0, 0, 0), (1, 0, 1, 0), (1, 3, 1, 3)], rounds=[1, 2, 3], happened={1: "", 2: ""})
    turns = turning_points(told, Sides(TEAMS, ["Anne", "Mary", "Jack", "Grace"]), on_offer()["piracy"])
    assert golden("pages/partners", [line.text for line in turns])


def test_a_table_of_teams_says_before_its_start_who_will_play_with_whom(hoard, client, anne, sign_in, golden):
    as_anne = sign_in(client, anne)
    assert golden("pages/partners", part(as_anne.get(f"/games/{hoard.pk}/"), ".partners"))
    lobby.change_place(hoard.pk, anne, "white")
    assert golden("pages/partners", part(as_anne.get(f"/games/{hoard.pk}/"), ".partners"))


def test_a_table_at_which_everyone_plays_alone_names_no_partners(client, anne, sign_in):
    race = lobby.create(anne, "piracy", seats=4)
    assert part(sign_in(client, anne).get(f"/games/{race.pk}/"), ".partners") is None
