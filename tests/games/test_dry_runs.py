"""“try”, the page of a link and a letter with a wrong line tell nothing of what other seats have ordered."""

import re
from time import process_time

import pytest

from games.mail.grammar.reply_grammar import Line
from games.mail.replies.dry_run import OTHERS, Asked, run_dry
from games.models import Game, Hand, Wait
from games.play.session import Session
from games.rulesets import all_rulesets
from tests.in_play import in_play
from tests.letters import codes, receipt
from tests.reading import opening, part

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
PLANS = [
    {},
    {"orders": {"dispute": "always"}},
    {"queue": [{"decision": "steer", "answer": "north", "undisturbed": False, "since": 0}]},
    {"queue": [{"decision": "dig", "answer": "no", "undisturbed": False, "since": 0}]},
]


def plans(at, wishes: dict) -> None:
    """Mary's wishes for when she is away."""
    Hand.objects.filter(player__game=at.pk, player__seat=1).update(**wishes)


def tried(post, letter, lines: str) -> tuple:
    """What is said to “try”: the words of the receipt and the board."""
    kept = post.answer(letter, f"try\n{lines}")
    told = receipt()
    return kept.state, kept.facts["tried"], kept.facts["problem"], re.sub(r"\d+ [A-Z]{2}\b|\S+@\S+|http\S+", "", told.body)


def test_a_dry_run_is_the_same_whatever_others_have_ordered(post, at):
    [letter] = post.letters()
    found = []
    for wishes in PLANS:
        plans(at, wishes)
        found.append(tried(post, letter, f"{codes(letter)['stay']}\nno"))
    assert found == found[:1] * len(PLANS)
    assert found[0][1:3] == (["Anne steered.", "Anne rested."], OTHERS)
    assert at.game.number == 0


def test_a_dry_run_goes_no_further_than_to_where_others_may_answer(post, at):
    [letter] = post.letters()
    for rest in ("north", "77 ZZ", "See you on Sunday!"):
        _, done, problem, _ = tried(post, letter, f"{codes(letter)['stay']}\nno\n{rest}")
        assert (done, problem) == (["Anne steered.", "Anne rested."], OTHERS)


def test_the_page_of_a_link_is_the_same_whatever_others_have_ordered(client, post, at, golden):
    at.act(0, "steer", "stay")
    [letter] = post.letters()
    [path] = re.findall(r'href="http://[^/"]+(/letters/do/[^"]+)"[^>]*>no<', letter.alternatives[0].content)
    pages = []
    for wishes in PLANS:
        plans(at, wishes)
        pages.append(re.sub(r"csrf\w*[^>]*|nonce[^>]*", "", client.get(path).content.decode()))
    assert pages == pages[:1] * len(PLANS)
    assert golden("pages/by-link", part(pages[0], "main p.soft"))


@pytest.mark.parametrize("wishes", PLANS)
def test_a_letter_with_a_wrong_line_stays_played_as_far_as_others_may_answer_whatever_they_have_ordered(post, at, wishes, golden):
    plans(at, wishes)
    [letter] = post.letters()
    kept = post.answer(letter, f"{codes(letter)['stay']}\nno\n77 ZZ")
    assert (kept.state, kept.reason) == ("applied", "played-in-part")
    assert list(at.game.moves.filter(seat=0).values_list("decision", flat=True)) == ["steer", "dig"]
    assert golden("letters/receipt", opening(receipt()))


def test_what_comes_before_that_is_played_whole_or_not_at_all(post, at):
    [letter] = post.letters()
    kept = post.answer(letter, f"{codes(letter)['stay']}\n77 ZZ\nno")
    assert (kept.state, kept.reason, at.game.number) == ("refused", "unknown-code", 0)


def test_a_letter_may_go_on_once_others_have_answered_at_once(post, at):
    plans(at, {"orders": {"defend": "yield"}})
    [letter] = post.letters()
    kept = post.answer(letter, "raid\nno")
    assert (kept.state, kept.facts["played"]) == ("applied", ["Steer? raid", "Dig? no"])
    assert list(at.game.moves.order_by("number").values_list("seat", "decision"))[1:] == [(0, "steer"), (1, "defend"), (0, "dig")]


def test_a_letter_ends_with_the_last_move_of_the_game(post, at):
    Game.objects.filter(pk=at.pk).update(public=at.game.public | {"most": 1})
    at.turn(0)
    [letter] = [letter for letter in post.letters() if letter.to == ["mary@example.org"]]
    kept = post.answer(letter, f"{codes(letter)['stay']}\nno\nThanks for the game.")
    assert (kept.state, kept.facts["rest"], at.game.status) == ("applied", "Thanks for the game.", Game.Status.OVER)


@pytest.mark.parametrize("slug", sorted(all_rulesets()))
def test_a_dry_run_takes_less_than_thirty_milliseconds(slug, make_person):
    game, seat = in_play(slug, [make_person(name) for name in ("Ruth", "Bess", "Nan")], seed=3)
    wait = Wait.objects.get(game=game, closed_at=None)
    spent = []
    for _ in range(5):
        asked = Asked(Session.load(game.pk), seat, {"where": f"{wait.pk}:{game.last_moves[seat]}", "codes": {}})
        code, entry = next((code, entry) for code, entry in asked.present.items())
        asked.printed["codes"][code] = entry
        decision = next(found for found in asked.open() if found.name == entry[0])
        before = process_time()
        assert not run_dry(asked, [Line(code, code, code, "" if entry[1] is not None else said(decision))], dry=True).problem
        spent.append(process_time() - before)
    assert sorted(spent)[2] < 0.03


def said(decision) -> str:
    """An answer in words, behind a code."""
    return str(decision.default) if decision.kind in ("amount", "place") else "a"
