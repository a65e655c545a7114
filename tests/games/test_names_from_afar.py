"""Names and talk in other scripts and in emoji: whole in letters, without boxes in pictures, and turning nothing around them."""

import pytest
from django.core import mail
from PIL import ImageDraw

from core.plain_text import END, ISOLATE, isolated, printable
from games.drawing.pictures.rendering import NO_WORDS, drawable, only_drawn
from games.drawing.share_card import Card, Line
from games.drawing.share_picture import drawn
from games.mail.grammar.reply_grammar import plain
from games.tables import chat, lobby

FAMILY, FLAG, THUMB = "👨\u200d👩\u200d👧", "🏴\u200d☠\ufe0f", "👍🏽"
HEBREW, ARABIC = "משה כהן", "مريم"


@pytest.mark.parametrize("words", [FAMILY, FLAG, THUMB, "🇬🇧", "می\u200cخواهم", "क्\u200dष", "شكرا 5 مرات"])
def test_what_is_joined_in_talk_stays_joined(words):
    assert printable(f"Ahoy {words} there") == f"Ahoy {words} there"


@pytest.mark.parametrize("words", ["a\u200dda", "a\u200d", "\u200dda", "wo\u200crd", "two \u200d words", "a\u202eb", "a\u2066b\u2069"])
def test_what_joins_nothing_and_what_turns_the_direction_is_left_out(words):
    assert printable(words).isascii()


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        (f"{HEBREW} 12, {ARABIC} 5.", f"{ISOLATE}{HEBREW}{END} 12, {ISOLATE}{ARABIC}{END} 5."),
        (f"<b>{ARABIC}</b> won.", f"<b>{ISOLATE}{ARABIC}{END}</b> won."),
        (f"{ISOLATE}שלום, 5!{END}", f"{ISOLATE}שלום, 5!{END}"),
        ("Zoë and 安妮 won.", "Zoë and 安妮 won."),
    ],
)
def test_a_name_from_right_to_left_turns_no_sentence_around(sentence, expected):
    assert isolated(sentence) == expected == isolated(expected)


def test_a_line_copied_from_our_letter_with_its_isolates_is_read_like_any_other():
    assert plain(isolated(f"attack {HEBREW}")) == plain(f"attack {HEBREW}") != "\0"


@pytest.mark.django_db
def test_letters_keep_joined_emoji_and_isolate_names_in_subject_text_and_html(anne, make_person, post):
    other = make_person("Moshe")
    other.name = HEBREW
    other.save()
    game = lobby.create(other, "buccaneer", seats=2, place="bombay", name=f"{ARABIC} 5")
    lobby.join(game.pk, anne, place="london", token=game.join_token)
    chat.post_line(game.pk, other, f"Ahoy {FAMILY}, שלום 5!")
    post.letters(30)
    told = next(letter for letter in mail.outbox if letter.to == [anne.email] and "Ahoy 👨" in letter.body)
    turn = next(letter for letter in mail.outbox if letter.to == [other.email])
    for letter in (told, turn):
        assert f"{ISOLATE}{ARABIC}{END} 5" in letter.subject
        assert f"<title>Buccaneer · {ISOLATE}{ARABIC}{END} 5:" in letter.alternatives[0][0]
    assert f"{ISOLATE}Ahoy {FAMILY}, שלום 5!{END}" in told.body
    assert f"{ISOLATE}{HEBREW}{END}" in turn.body


@pytest.mark.parametrize(
    ("words", "shown"), [(f"Anne {FAMILY}", "Anne"), (FLAG, "☠"), ("🦜", NO_WORDS), ("Anne", "Anne"), ("Zoë 漢", "Zoë")]
)
def test_a_picture_leaves_out_what_its_font_cannot_draw(words, shown):
    assert drawable(words) == shown


def test_a_picture_isolates_names_from_right_to_left():
    assert drawable(f"{HEBREW} 🦜 5") == f"{ISOLATE}{HEBREW}{END} 5"
    assert only_drawn(f"<text>{HEBREW} 🦜</text>") == f"<text>{HEBREW} </text>"


def test_no_box_is_drawn_on_the_picture_of_a_link(monkeypatch):
    written: list[str] = []
    text = ImageDraw.ImageDraw.text
    monkeypatch.setattr(
        ImageDraw.ImageDraw, "text", lambda pen, at, words, *more, **how: written.append(words) or text(pen, at, words, *more, **how)
    )
    drawn(Card(f"The {FLAG} of {HEBREW}", f"🦜 {ARABIC} 5", [Line(f"Anne {THUMB}", "#a3271b", "5")]))
    assert all(words == only_drawn(words) or ISOLATE in words for words in written)
    assert "Anne" in written
