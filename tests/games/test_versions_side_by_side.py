"""Two versions of the rules on one site: each game by its own, and a game that is moved to the newer one on its way."""

import io

import pytest
from django.core.management import call_command

from games.editions.errors import NotAllowed
from games.engine import Action
from games.formats.notation import BadRecord, parse, replayed, write
from games.formats.record import check
from games.history.story import scenes
from games.models import Game, Move, Wait
from games.play import acting, hypothetical, standing_orders
from games.play.upgrading import to_newer_rules
from games.queries import journal, past
from games.tables import lobby, record_import
from notifications.models import Notice
from tests.games.conftest import At, two_people
from tests.games.releases import release  # noqa: F401  a fixture
from tests.letters import of_kind
from tests.reading import opening, part

pytestmark = [pytest.mark.one_database, pytest.mark.django_db]
NAMES = ["Anne", "Mary"]


def verified() -> str:
    out = io.StringIO()
    call_command("verify_games", processes=0, stdout=out)
    return out.getvalue()


def upgrade() -> str:
    out = io.StringIO()
    call_command("upgrade_games", rules=True, stdout=out)
    return out.getvalue()


def held(at, seat: int) -> int:
    """How many cards a captain holds."""
    return len(past.state_at(at.game, at.game.number).hands[seat])


@pytest.fixture
def both(at, release, anne, mary):  # noqa: F811
    """A game begun under the older release, and one begun under the newer: (by version 1, by version 2)."""
    at.turn(0, dig="yes")
    release.newer()
    return at, At(two_people(anne, mary))


def test_each_game_is_played_by_the_version_it_began_with(both):
    old, new = both
    for at in both:
        at.turn(at.game.turn, dig="yes")
    assert (old.game.version, new.game.version) == (1, 2)
    assert (held(old, 1), held(new, 0)) == (2, 3)
    assert "2 games" in verified()


def test_history_story_and_thoughts_of_each_game_are_those_of_its_version(both, anne):
    for at in both:
        at.turn(at.game.turn, dig="yes")
        at.turn(at.game.turn)
    counts = [[len(state.hands[1]) for _number, state, _events in scenes(at.game)] for at in both]
    assert counts == [[1, 1, 1, 1, 2, 2, 2], [1, 1, 1, 1, 1]]
    assert [past.view_at(at.game, 0, 2)["counts"] for at in both] == [{0: 2, 1: 1}, {0: 3, 1: 1}]
    thought = []
    for at in both:
        while at.game.turn != 0:
            at.turn(at.game.turn)
        mind = hypothetical.WhatIf(at.game, anne.pk, 0, NAMES)
        before = len(mind.state.hands[0])
        mind.answer(Action(0, "steer", "stay"))
        mind.answer(Action(0, "dig", "yes"))
        thought.append(len(mind.state.hands[0]) - before)
    assert thought == [1, 2]


def test_the_record_of_each_game_is_checked_and_taken_in_by_its_version(both, jack):
    for at, version in zip(both, (1, 2), strict=True):
        at.turn(at.game.turn, dig="yes")
        acting.resign(at.pk, 0)
        record = past.record(at.game)
        assert record["version"] == version
        assert any("ended as recorded" in line for line in check(record))
        text = write(at.game.rules, record, NAMES)
        assert f"Version: {version}\n" in text
        kept = record_import.take_in(jack, text)
        assert (kept.version, kept.public) == (version, at.game.public)
    assert "4 games" in verified()


def test_nothing_is_moved_to_newer_rules_unless_it_is_asked_for(both):
    call_command("upgrade_games", stdout=io.StringIO())
    assert set(Game.objects.values_list("version", flat=True)) == {1, 2}


def test_a_running_game_is_moved_to_newer_rules_and_goes_on_by_them(both, golden):
    old, _new = both
    old.act(1, "boast", "yes")
    before = Wait.objects.get(game=old.pk, closed_at=None)
    assert golden("programs/upgrade_games", upgrade())
    game = old.game
    assert (game.version, game.number, game.public["options"]["loud"], game.public["boasted"]) == (2, 4, True, False)
    move = Move.objects.get(game=game, number=4)
    assert (move.decision, move.seat, move.answer) == ("new-rules", None, 2)
    assert Wait.objects.get(game=old.pk, closed_at=None).due_at == before.due_at
    old.turn(1, dig="yes")
    assert held(old, 1) == 3
    assert verified().startswith("ok ")
    assert golden("programs/upgrade_games", upgrade())


def test_the_past_of_a_moved_game_stays_as_it_was(both):
    old, _new = both
    old.turn(1, dig="yes")
    views = {number: past.view_at(old.game, 0, number) for number in range(5)}
    upgrade()
    old.turn(0, dig="yes")
    assert {number: past.view_at(old.game, 0, number) for number in range(5)} == views
    assert [len(state.hands[0]) for _number, state, _events in scenes(old.game)] == [1, 1, 2, 2, 2, 2, 2, 4]
    acting.resign(old.pk, 1)
    assert verified().startswith("ok ")


def test_the_record_of_a_moved_game_says_where_it_was_moved_and_can_be_checked(both, jack):
    old, _new = both
    upgrade()
    old.turn(1, dig="yes")
    acting.resign(old.pk, 0)
    record = past.record(old.game)
    assert record["version"] == 1
    assert any("ended as recorded" in line for line in check(record))
    text = write(old.game.rules, record, NAMES)
    assert "\n3 - new-rules 2 #" in text
    assert [step.decision for step in replayed(parse(text))][3] == "new-rules"
    kept = record_import.take_in(jack, text)
    assert (kept.version, kept.public) == (2, old.game.public)
    practice = At(record_import.take_in(jack, text, last_number=4, seat=1))
    assert practice.game.version == 2
    practice.act(1, "dig", "yes")
    assert held(practice, 1) == 3
    assert "4 games" in verified()


def test_a_record_that_moves_a_game_to_rules_there_are_not_is_refused(both, golden):
    old, _new = both
    upgrade()
    acting.resign(old.pk, 0)
    text = write(old.game.rules, past.record(old.game), NAMES)
    with golden.refused("refusals/records", BadRecord):
        list(replayed(parse(text.replace("new-rules 2", "new-rules 3"))))


def test_captains_are_told_in_the_journal_and_by_letter_when_their_game_is_moved(at, release, post, golden):  # noqa: F811
    at.turn(0)
    post.letters()
    release.newer()
    upgrade()
    sentence = "From here on this table is played by newer rules. Each dig finds two cards now."
    assert [line for _move, lines in journal.journal(at.game, 0, 2) for line in lines] == [sentence]
    assert sorted(Notice.objects.filter(kind="new-rules").values_list("user__name", flat=True)) == NAMES
    told = of_kind("new-rules", post.letters())
    assert sorted(address for letter in told for address in letter.to) == ["anne@example.org", "mary@example.org"]
    assert golden("letters/new-rules", opening(told[0]))


def test_the_page_of_history_says_that_the_rules_are_newer(both, client, sign_in, anne, golden):
    old, _new = both
    upgrade()
    page = sign_in(client, anne).get(f"/games/{old.pk}/history/3/").content.decode()
    assert golden("pages/history", part(page, "div.table-panel p", 1))
    assert golden("pages/history", part(page, ".table-panel .card[aria-live]"))


def test_what_was_done_before_newer_rules_is_not_taken_back(both, golden):
    old, _new = both
    old.act(1, "steer", "north")
    assert old.game.may_take_back(1)
    upgrade()
    assert not old.game.may_take_back(1)
    with golden.refused("refusals/tables", NotAllowed):
        acting.take_back(old.pk, 1, old.game.number)


def test_answers_given_in_advance_are_kept_when_a_game_is_moved(both):
    old, _new = both
    standing_orders.save_queue(old.pk, 0, [("steer", "north", False), ("dig", "yes", False)])
    upgrade()
    old.turn(1)
    assert list(Move.objects.filter(game=old.pk, seat=0, number__gt=3).values_list("decision", "answer")) == [
        ("steer", "north"),
        ("dig", "yes"),
    ]
    assert held(old, 0) == 4


def test_ended_and_newest_games_are_not_moved(both):
    old, new = both
    acting.resign(old.pk, 0)
    assert (to_newer_rules(old.pk), to_newer_rules(new.pk)) == ([], [])
    assert (old.game.version, new.game.number) == (1, 0)


def test_a_table_that_is_open_while_newer_rules_come_begins_by_them(release, anne, mary):  # noqa: F811
    game = lobby.create(anne, "toy", {"rounds": 100}, seats=2, place="bombay", open_to_all=True)
    release.newer()
    lobby.join(game.pk, mary, place="london")
    game.refresh_from_db()
    assert (game.version, game.format, game.public["options"]["version"]) == (2, 2, 2)
