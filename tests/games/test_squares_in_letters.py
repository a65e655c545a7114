"""Squares in a letter: its board names those one may answer with, so nobody reads a wall of them."""

import re

import pytest
from django.core import mail

from games.drawing import board_pictures
from games.engine import Place, commitment
from games.kit.parts import face_of
from games.mail.grammar.square_runs import in_lines, in_short
from games.models import Seed, Wait
from games.play import acting
from games.queries import table_view
from games.rulesets import on_offer
from games.storage.snapshots import state_of
from games.tables import lobby
from notifications.models import ReplyAddress
from tests.letters import answer_by_button, codes
from tests.reading import section, tree

pytestmark = [pytest.mark.one_database, pytest.mark.django_db]
A_NAME = re.compile(r'<g data-name="([^"]+)">')
EDITIONS = [slug for slug, rules in sorted(on_offer().items()) if face_of(rules).picture]


@pytest.fixture
def asked(anne, mary, post, monkeypatch):
    """`asked(slug)`: a table in its first question about at least five squares, as the one who is asked sees it; the same each time."""
    secret = b"many squares to choose from"
    monkeypatch.setattr(Seed, "draw", lambda: (secret, commitment(secret)))

    def begin(slug: str):
        game = lobby.create(anne, slug, seats=2, open_to_all=True)
        lobby.join(game.pk, mary)
        for _ in range(60):
            wait = Wait.objects.get(game=game, closed_at=None)
            seen = table_view.table(game.pk, game.players.get(seat=wait.seat).user)
            decision = next(found for found in seen.decisions if not found.optional)
            if isinstance(decision, Place) and len(decision.options) > 4:
                return seen, decision
            acting.act(game.pk, acting.Action(wait.seat, decision.name, decision.default), seen.game.number)
        raise AssertionError("no square was asked for")

    return begin


def letter_to(post, user):
    return next(letter for letter in post.letters() if letter.to == [user.email] and "How to answer" in letter.body)


@pytest.mark.parametrize("slug", EDITIONS)
def test_the_picture_in_a_letter_carries_the_names_one_may_answer(slug, asked, monkeypatch, post):
    drawn = []
    monkeypatch.setattr("games.drawing.pictures.png", lambda svg: drawn.append(str(svg)) or b"")
    seen, decision = asked(slug)
    letter_to(post, seen.me.user)
    squares = {option for option in decision.options if re.fullmatch(r"[A-Z]\d+", option)}
    assert squares
    assert squares <= set(A_NAME.findall(drawn[-1]))


@pytest.mark.parametrize("slug", EDITIONS)
def test_the_text_board_in_a_letter_marks_the_squares_one_may_answer(slug, asked, post):
    seen, decision = asked(slug)
    bare = board_pictures.text(seen.rules, seen.view, seen.names)
    marked = board_pictures.text(seen.rules, seen.view, seen.names, decision)
    rows, squares = "\n".join(board_of(marked)), set(decision.options) - {"stay"}
    named = [square for square in squares if re.search(rf"\b{square}\b", rows)]
    assert len(named) + rows.count("*") == len(squares)
    assert "*" not in bare
    assert max(map(len, marked.splitlines())) <= 66
    assert set(board_of(marked)) <= set(letter_to(post, seen.me.user).body.splitlines())


def board_of(text: str) -> list[str]:
    return [line for line in text.splitlines() if re.match(r" ?\d+ ", line)]


@pytest.mark.parametrize("slug", EDITIONS)
def test_nobody_else_sees_the_names_one_may_answer(slug, asked):
    seen, decision = asked(slug)
    others = [seat for seat in (None, 0, 1) if seat != decision.seat]
    for seat in others:
        view, face = seen.rules.view(state_of(seen.game), seat), face_of(seen.rules)
        assert not A_NAME.search(str(face.picture(view, decision, names=seen.names)))
        assert "*" not in face.text_board(view, seen.names, decision)


@pytest.mark.parametrize("slug", EDITIONS)
def test_a_letter_is_no_wall_of_squares(slug, asked, post):
    seen, _ = asked(slug)
    answers = section(letter_to(post, seen.me.user), 1 if slug.startswith("bounty") else 0) or ""
    assert len(re.findall(r"\b[A-Z]\d{1,2}\b", answers)) <= 24


def test_squares_in_a_line_are_named_by_the_first_two_and_the_last():
    assert in_short(("X16", "W15", "V14", "U13", "T12", "A1", "stay")) == "X16 W15 … T12, A1, stay"
    assert in_short(("D1", "F1", "E2", "Genoa")) == "D1, F1, E2, Genoa"
    assert in_short(("A1", "C1", "E1", "G1", "I1", "I2", "I3")) == "A1 C1 … I1, I2, I3"
    assert in_short(("A1", "A2", "A3", "A4")) == "A1, A2, A3, A4"
    assert in_lines(()) == ()


def test_where_the_board_shows_no_squares_all_of_them_are_listed(asked, post, monkeypatch):
    monkeypatch.setattr("games.mail.letter_parts.face_of", lambda rules: type("Plain", (), {"text_board": None, "quiet": ()}))
    seen, decision = asked("buccaneer")
    letter = letter_to(post, seen.me.user)
    assert set(decision.options) <= set(letter.body.split())
    assert set(decision.options) <= set(tree(letter.alternatives[0].content).text(separator=" ").split())


@pytest.mark.parametrize("slug", EDITIONS)
def test_every_square_is_chosen_from_the_page_of_the_board_without_signing_in(slug, asked, post, client):
    seen, decision = asked(slug)
    html = letter_to(post, seen.me.user).alternatives[0].content
    [path] = {path for path in re.findall(r'href="http://[^/"]+(/letters/do/[^"]+)"', html) if "-" not in path.split("/")[-2]}
    page = client.get(path, follow=True)
    assert {button.attributes.get("value") for button in tree(page).css("[name=answer]")} >= set(decision.options)
    before = seen.game.number
    assert answer_by_button(client, page, decision.name, decision.options[-1]).status_code == 200
    seen.game.refresh_from_db()
    assert seen.game.moves.get(number=before + 1).answer == decision.options[-1]
    assert client.get(path, follow=True).status_code == 410


def test_what_is_asked_after_a_link_leads_to_the_board_if_it_is_a_square(asked, post, client, monkeypatch):
    monkeypatch.setattr("games.mail.grammar.reply_codes.SQUARES", 0)
    seen, decision = asked("piracy")
    html = letter_to(post, seen.me.user).alternatives[0].content
    path = next(path for path in re.findall(r'href="http://[^/"]+(/letters/do/[^"]+)"', html) if "-" in path.split("/")[-2])
    page = client.post(path, {"what": "play"}, follow=True)
    for asks in ("ship", "sail"):
        [decision, *_] = table_view.table(seen.game.pk, seen.me.user).decisions
        assert decision.name == asks
        assert {button.attributes.get("value") for button in tree(page).css("[name=answer]")} >= set(decision.options)
        page = answer_by_button(client, page, decision.name, decision.options[0])


def test_codes_of_single_squares_in_letters_of_earlier_code_are_still_answered(asked, post):
    seen, decision = asked("bounty")
    letter = letter_to(post, seen.me.user)
    row = ReplyAddress.objects.filter(purpose="game").latest("pk")
    [entry] = [entry for entry in row.facts["codes"].values() if entry[0] == decision.name]
    square = decision.options[1]
    row.facts["codes"] = {"2kx": [decision.name, square, entry[2], square]}
    row.save()
    assert post.answer(letter, "2 KX").state == "applied"
    assert seen.game.moves.latest("number").number > seen.game.number
    assert seen.game.moves.filter(by="mail").get().answer == square


@pytest.mark.parametrize("slug", EDITIONS)
def test_a_square_alone_answers_as_the_letter_says(slug, asked, post):
    seen, decision = asked(slug)
    letter = letter_to(post, seen.me.user)
    [said] = re.findall(r"a square, such as ([A-Z]\d+),", " ".join(letter.body.split()))
    assert said in decision.options
    assert post.answer(letter, said).state == "applied"
    assert seen.game.moves.filter(by="mail").first().answer == said


@pytest.mark.parametrize("slug", EDITIONS)
def test_a_square_whose_letter_and_number_are_apart_is_read_as_well(slug, asked, post):
    seen, decision = asked(slug)
    letter = letter_to(post, seen.me.user)
    square = next(option for option in decision.options if re.fullmatch(r"[A-Z]\d+", option))
    assert post.answer(letter, f"{square[0]} {square[1:]}").state == "applied"
    assert seen.game.moves.filter(by="mail").first().answer == square


def test_a_square_that_the_board_names_beyond_the_next_ones_sails_there(asked, post):
    seen, decision = asked("piracy")
    while not hasattr(decision, "far"):
        acting.act(seen.game.pk, acting.Action(decision.seat, decision.name, decision.default), seen.game.number)
        seen = table_view.table(seen.game.pk, seen.me.user)
        decision = next(found for found in seen.decisions if not found.optional)
    square = max(decision.far(), key=lambda name: len(decision.far()[name]))
    assert square not in decision.options
    mail.outbox.clear()
    letter = letter_to(post, seen.me.user)
    assert re.search(rf"\b{square}\b", letter.body)
    assert post.answer(letter, square).state == "applied"


def test_a_square_within_a_folded_line_can_be_written_behind_the_code(asked, post):
    seen, decision = asked("buccaneer")
    letter = letter_to(post, seen.me.user)
    code = next(code for label, code in codes(letter).items() if label == "Your answer")
    square = decision.options[len(decision.options) // 2]
    assert post.answer(letter, f"{code}: {square}").state == "applied"
    assert seen.game.moves.filter(by="mail").get().answer == square
