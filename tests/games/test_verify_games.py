"""Before and after an upgrade every stored game is played again, in as many processes as there are cores."""

import io
import re

import pytest
from django.core.management import CommandError, call_command

from games.history.verifying import begun_games, proof_of
from games.models import Deck, Game, Move, Seed
from games.play import acting
from games.rulesets import on_offer
from games.tables import lobby

pytestmark = [pytest.mark.one_database, pytest.mark.django_db]


@pytest.fixture
def games(anne):
    """One of each edition against bots, some way on; one of them ended, one not begun."""
    found = {slug: lobby.create(anne, slug, seats=2, bots=("easy",), name=f"A table of {slug}") for slug in on_offer()}
    acting.end_as_it_stands(found["bounty"].pk, "agreed")
    lobby.create(anne, "piracy", seats=3)
    return found


def run(*ids, processes=0) -> str:
    out = io.StringIO()
    call_command("verify_games", *map(str, ids), processes=processes, stdout=out)
    return out.getvalue()


def test_every_game_that_was_begun_is_played_again_and_a_line_says_so(games):
    said = run()
    assert re.fullmatch(rf"ok  {len(games)} games with \d+ moves played again in [\d.]+ s: none differ.\n", said)


def test_processes_of_their_own_find_the_same(games):
    assert f"{len(games)} games" in run(processes=2)
    broken = games["piracy"]
    Move.objects.filter(game=broken, number=0).update(hash="0" * 64)
    out = io.StringIO()
    with pytest.raises(CommandError, match="1 differ"):
        call_command("verify_games", processes=2, stdout=out)
    assert (
        out.getvalue()
        == f"NO  game {broken.pk}, 'A table of piracy', {broken.moves.count() - 1} moves: After move 0 the table is not the recorded one.\n"
    )


def test_each_game_that_differs_has_a_line_and_the_command_ends_with_one(games):
    Deck.objects.filter(game=games["trade-winds"], name="crew").update(cards=[])
    Move.objects.filter(game=games["bounty"], number=0).update(hash="0" * 64)
    out = io.StringIO()
    with pytest.raises(CommandError) as ended:
        call_command("verify_games", processes=0, stdout=out)
    lines = out.getvalue().splitlines()
    assert ended.value.returncode == 1
    assert [line.split(",")[0] for line in lines] == [f"NO  game {games[slug].pk}" for slug in ("bounty", "trade-winds")]
    assert "What is stored now is not the table after the newest move." in lines[1]


def test_a_game_whose_rules_are_gone_is_named_and_the_others_are_played_again(games):
    Game.objects.filter(pk=games["piracy"].pk).update(ruleset="whist")
    out = io.StringIO()
    with pytest.raises(CommandError, match=f"{len(games)} games with .*: 1 differ"):
        call_command("verify_games", processes=0, stdout=out)
    assert "the edition whist is not known here" in out.getvalue()


def test_no_seed_and_no_hand_is_printed_whatever_differs(games):
    for game in games.values():
        Move.objects.filter(game=game).update(answer="nonsense")
        Seed.objects.filter(game=game).update(secret=bytes([game.pk % 256] * 32))
    out = io.StringIO()
    with pytest.raises(CommandError):
        call_command("verify_games", processes=0, stdout=out)
    for proof in map(proof_of, begun_games()):
        assert proof.record["seed"] not in out.getvalue()
    assert out.getvalue().count("The seed is not the one that was promised before the first move.") == len(games)


def test_only_some_games_are_played_again_when_they_are_named(games, golden):
    assert "1 games" in run(games["bounty"].pk)
    with golden.refused("programs/verify_games", CommandError):
        run(games["bounty"].pk, 4711)
