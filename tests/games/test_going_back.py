"""Back to the older release: games that the newer one has not stored go on; the others wait for it, and nothing of theirs is lost."""

import io
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from accounts import api_keys
from games import tasks
from games.agreements import votes
from games.history.verifying import begun_games, verify
from games.models import Game, Hand, Move, Pause, Player, Wait
from games.queries import past
from games.tables import lobby
from games.timeouts import unread_letters
from notifications.inbound import processing
from notifications.models import Delivery, LetterIn
from tests.games.conftest import At, two_people
from tests.games.releases import release  # noqa: F401  a fixture
from tests.letters import codes
from tests.reading import part

pytestmark = [pytest.mark.one_database, pytest.mark.django_db]


@pytest.fixture
def upgraded(at, release):  # noqa: F811
    """A game that the newer release has played on, under the older one."""
    at.turn(0, dig="yes")
    with release.newer_for_a_while():
        at.turn(1)
    return at


def as_stored(at) -> tuple:
    game = at.game
    return game.number, game.public, game.status, game.format, Move.objects.filter(game=game).count()


@pytest.mark.parametrize("page", ["table", "history", "what-if", "orders"])
def test_a_table_that_only_newer_code_can_open_says_so(upgraded, client, sign_in, anne, page, golden):
    address = {"table": "", "history": "history/", "what-if": "what-if/", "orders": "orders/"}[page]
    answer = sign_in(client, anne).get(f"/games/{upgraded.pk}/{address}")
    assert (answer.status_code, answer["Retry-After"]) == (503, "600")
    assert golden("pages/503", part(answer, "main p"))


def test_a_move_at_such_a_table_is_refused_and_nothing_changes(upgraded, client, sign_in, anne):
    before = as_stored(upgraded)
    form = {"seen": upgraded.game.number, "decision": "steer", "answer": "north"}
    assert sign_in(client, anne).post(f"/games/{upgraded.pk}/move/", form).status_code == 503
    assert as_stored(upgraded) == before


def test_answers_in_advance_and_votes_at_such_a_table_are_refused_and_stay_as_they_are(at, release, client, sign_in, anne, mary):  # noqa: F811
    vote = votes.propose(at.pk, mary, "cancel")
    with release.newer_for_a_while():
        at.turn(0)
    kept = [{"decision": "steer", "answer": "stay", "undisturbed": False, "since": 0}]
    Hand.objects.filter(player__game=at.pk).update(queue=kept)
    before = as_stored(at)
    sign_in(client, anne)
    assert client.post(f"/games/{at.pk}/clock/vote/{vote.pk}/", {"answer": "yes"}).status_code == 503
    assert client.post(f"/games/{at.pk}/orders/queue/", {}).status_code == 503
    assert list(Hand.objects.filter(player__game=at.pk).values_list("queue", flat=True)) == [kept, kept]
    vote.refresh_from_db()
    assert (vote.result, as_stored(at)) == ("", before)


def test_a_program_is_told_that_a_table_is_too_new(upgraded, client, anne):
    answer = client.get(f"/api/games/{upgraded.pk}", headers={"Authorization": f"Bearer {api_keys.create_key(anne, 'test')}"})
    assert (answer.status_code, answer.json()["code"], answer["Retry-After"]) == (503, "too-new", "600")


def test_lists_show_a_table_that_is_too_new_beside_the_others(upgraded, client, sign_in, anne, golden):
    Game.objects.filter(pk=upgraded.pk).update(version=3, name="From the future")
    for address in ("/my/", "/lobby/"):
        answer = sign_in(client, anne).get(address)
        assert answer.status_code == 200
    assert golden("pages/my-games", part(client.get("/my/"), "li.mine h3"))


def test_a_game_of_newer_rules_waits_too(at, release, client, sign_in, anne):  # noqa: F811
    Game.objects.filter(pk=at.pk).update(version=2)
    assert sign_in(client, anne).get(f"/games/{at.pk}/").status_code == 503


def test_clocks_play_for_nobody_while_the_code_is_older_than_the_game(upgraded, release, later):  # noqa: F811
    before = as_stored(upgraded)
    for _ in range(20):
        later(hours=12)
    assert as_stored(upgraded) == before
    assert Player.objects.filter(game=upgraded.pk, strikes__gt=0).count() == 0
    wait = upgraded.wait()
    assert (wait.failures, wait.overdue_at, wait.due_at > timezone.now()) == (0, None, True)
    assert set(Pause.objects.filter(game=upgraded.pk).values_list("reason", flat=True)) == {"newer"}
    release.newer()
    upgraded.turn(0)
    assert [found.wrong for found in verify(begun_games(), 0)] == [""]


def test_bots_wait_while_the_code_is_older_than_the_game(release, later, anne):  # noqa: F811
    release.newer()
    game = lobby.create(anne, "toy", {"rounds": 100}, seats=2, bots=("easy",), place="bombay")
    game.refresh_from_db()
    release.older()
    Wait.objects.filter(game=game).update(next_step="bot", next_at=timezone.now(), due_at=None)
    for _ in range(10):
        tasks.play_bots(game.pk)
        later(minutes=10)
    again = Game.objects.get(pk=game.pk)
    assert (again.status, again.number) == ("running", game.number)
    assert Wait.objects.get(game=game, closed_at=None).failures == 0


def test_a_letter_to_such_a_table_waits_and_is_played_by_the_newer_code(at, release, post):  # noqa: F811
    [letter] = post.letters()
    release.newer()
    call_command("upgrade_games", stdout=io.StringIO())
    release.older()
    kept = post.answer(letter, codes(letter)["north"])
    for _ in range(5):
        post.letters()
    kept.refresh_from_db()
    assert (kept.state, kept.attempts, at.game.number) == ("stored", 0, 0)
    release.newer()
    post.letters()
    kept.refresh_from_db()
    assert (kept.state, at.game.moves.get(number=1).answer) == ("applied", "north")


def test_a_letter_that_waits_for_newer_code_is_not_set_aside_for_workers_that_died_meanwhile(at, post):
    """Each died of something else: the letter was read in between, as far as it can be."""
    [letter] = post.letters()
    Game.objects.filter(pk=at.pk).update(version=3)
    kept = post.answer(letter, codes(letter)["north"])
    for _ in range(processing.MAX_ATTEMPTS):
        processing.claim(kept.pk)  # and the worker is killed
        LetterIn.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
        assert processing.process_letter(kept.pk) == "stored"


def test_a_letter_with_which_three_workers_died_of_something_else_is_still_played(at, post):
    [letter] = post.letters()
    version = Game.objects.get(pk=at.pk).version
    Game.objects.filter(pk=at.pk).update(version=3)
    kept = post.answer(letter, codes(letter)["north"])
    Game.objects.filter(pk=at.pk).update(version=version)
    for _ in range(3):
        processing.claim(kept.pk)  # and the worker is killed
        LetterIn.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    assert processing.process_letter(kept.pk) == "applied"


def test_letters_that_wait_for_newer_code_hold_no_other_letter_up(at, release, post, monkeypatch, caplog):  # noqa: F811
    [letter] = post.letters()
    Game.objects.filter(pk=at.pk).update(version=3)
    monkeypatch.setattr(processing, "LETTERS_AT_ONCE", 2)
    waiting = [post.answer(letter, codes(letter)["north"]) for _ in range(3)]
    other = post.write("mary@example.org", "help")
    for kept in (*waiting, other):
        kept.refresh_from_db()
    assert [kept.state for kept in waiting] == ["stored"] * 3
    assert other.state != "stored"
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


@pytest.mark.parametrize(("sends", "holds"), [("an answer", True), ("a command", False)])
def test_a_letter_for_a_game_that_only_newer_code_can_open_holds_no_clock_in_other_games(at, post, anne, mary, sends, holds):
    other = At(two_people(anne, mary))
    letter = next(letter for letter in post.letters() if letter.to == [anne.email])
    Game.objects.filter(pk=at.pk).update(version=3)
    kept = post.answer(letter, codes(letter)["north"]) if sends == "an answer" else post.write(anne.email, f"join {at.pk}")
    assert kept.state == "stored"
    here, there = (game.game.players.get(user=anne) for game in (at, other))
    assert unread_letters.may_have_answered(here, timezone.now()) is holds
    assert not unread_letters.may_have_answered(there, timezone.now())


def test_a_letter_about_such_a_table_is_written_later_by_the_newer_code(at, release, post, mary):  # noqa: F811
    release.newer()
    at.turn(0)
    release.older()
    for _ in range(5):
        assert [letter for letter in post.letters(minutes=11) if letter.to == [mary.email]] == []
    waiting = Delivery.objects.get(notice__kind="turn", notice__user=mary)
    assert (waiting.state, waiting.last_code) == ("pending", "not-now")
    release.newer()
    assert [letter.to for letter in post.letters(minutes=31)] == [[mary.email]]


def test_a_game_that_was_not_upgraded_goes_on_under_the_older_release(at, release):  # noqa: F811
    release.newer()
    past.view_at(at.game, 0, 0)
    release.older()
    at.turn(0)
    at.turn(1)
    assert at.game.number == 4


def test_a_table_that_newer_code_opened_is_shown_by_the_older_and_begins_by_its_rules(release, client, sign_in, anne, mary, golden):  # noqa: F811
    release.newer()
    game = lobby.create(anne, "toy", {"rounds": 100}, seats=2, place="bombay", open_to_all=True, name="Opened by newer code")
    assert game.version == 2
    release.older()
    assert golden("pages/lobby", part(sign_in(client, mary).get("/lobby/"), "main h2"))
    lobby.join(game.pk, mary, place="london")
    game.refresh_from_db()
    assert (game.status, game.version, game.format) == ("running", 1, 1)


def test_verifying_names_a_game_that_is_too_new(upgraded):
    [found] = verify(begun_games(), 0)
    assert "stored in format 2" in found.wrong


@pytest.mark.django_db(transaction=True)
def test_the_database_does_not_go_back_to_a_release_that_would_not_know_newer_games(anne):
    game = lobby.create(anne, "bounty", seats=2, bots=("easy",))
    newest, older = MigrationExecutor(connection).loader.graph.leaf_nodes(), [("games", "0014_a_day_that_was_asked_for")]
    for change in ({"format": 2}, {"format": 1, "version": 2}):
        Game.objects.filter(pk=game.pk).update(**change)
        with pytest.raises(RuntimeError, match="1 games are stored in a newer format, or played by newer rules"):
            MigrationExecutor(connection).migrate(older)
    Game.objects.filter(pk=game.pk).update(format=1, version=1)
    MigrationExecutor(connection).migrate(older)
    MigrationExecutor(connection).migrate(newest)
    game.refresh_from_db()
    assert (game.format, game.status) == (1, "running")
