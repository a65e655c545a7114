"""A letter answered is a move played: the whole circle from our letter over a reply to the receipt."""

from datetime import timedelta
from html import unescape

import pytest
from allauth.account import signals
from django.core import mail
from django.test import RequestFactory

from games.mail.grammar import reply_codes
from games.mail.grammar.reply_grammar import speaks
from games.models import Game, Player, Wait
from games.play import acting
from notifications.inbound.store import store
from notifications.models import LetterIn, ReplyAddress, Stop
from tests.games.conftest import two_people
from tests.games.disputes import act
from tests.letters import codes, of_kind, receipt, sweep
from tests.reading import opening, part, section

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def test_the_number_and_letters_of_an_option_play_it(post, at, anne, golden):
    [letter] = post.letters()
    kept = post.answer(letter, f"{codes(letter)['north']}\n\n> quoted")
    move = at.game.moves.get(number=1)
    assert (kept.state, move.seat, move.decision, move.answer, move.by) == ("applied", 0, "steer", "north", "mail")
    assert receipt().to == [anne.email]
    assert golden("letters/receipt", opening(receipt()))
    assert golden("letters/receipt", section(receipt(), 1))
    assert set(codes(receipt())) == {"yes", "no", "Boast? yes"}


def test_the_letter_on_a_button_of_the_compass_alone_says_which_way_the_ship_points(post, table, anne):
    game = table()
    act(game, 0, "sail", "E17")
    letter = next(letter for letter in post.letters(24) if letter.to == [anne.email])
    assert post.answer(letter, "w").state == "applied"
    assert game.moves.get(decision="heading").answer == "W"


def test_an_option_in_whole_words_plays_it(post, at):
    [letter] = post.letters()
    assert post.answer(letter, "North.").state == "applied"
    assert at.game.moves.get(number=1).answer == "north"


def test_several_lines_are_played_one_after_the_other(post, at):
    [letter] = post.letters()
    post.answer(letter, f"{codes(letter)['stay'].lower()}\nno\n-- \nAnne")
    assert list(at.game.moves.filter(by="mail").values_list("decision", "answer")) == [("steer", "stay"), ("dig", "no")]


def test_a_receipt_can_be_answered_like_any_letter(post, at):
    [letter] = post.letters()
    post.answer(letter, codes(letter)["stay"])
    again = receipt()
    assert post.answer(again, codes(again)["no"]).state == "applied"
    assert at.game.number == 2


def test_a_table_that_is_only_named_in_the_letter_of_another_can_be_played_by_letter_too(post, at, anne, mary, settings, golden):
    settings.MAILBOX = False
    two_people(anne, mary)
    [letter] = [found for found in post.letters() if found.to == [anne.email]]
    post.answer(letter, "2 board")
    whole = receipt()
    assert golden("letters/receipt", opening(whole))
    assert whole.subject != letter.subject
    post.answer(whole, codes(whole)["stay"])
    assert [game.moves.filter(by="mail").count() for game in Game.objects.order_by("pk")].count(1) == 1


def test_all_or_nothing_is_played_as_long_as_nothing_was_shown(post, at, golden):
    [letter] = post.letters()
    kept = post.answer(letter, f"{codes(letter)['stay']}\n77 ZZ")
    assert (kept.state, kept.reason, at.game.number) == ("refused", "unknown-code", 0)
    assert golden("letters/receipt", opening(receipt()))


def test_what_came_before_a_wrong_line_stays_when_it_showed_something_new(post, at, golden):
    [letter] = post.letters()
    kept = post.answer(letter, f"{codes(letter)['stay']}\nyes\n77 ZZ")
    assert (kept.state, kept.reason, at.game.number) == ("applied", "played-in-part", 2)
    assert golden("letters/receipt", opening(receipt()))


def test_a_code_means_nothing_once_its_question_is_answered(post, at, golden):
    [letter] = post.letters()
    at.act(0, "steer", "stay")
    kept = post.answer(letter, codes(letter)["north"])
    assert (kept.state, kept.reason, at.game.number) == ("refused", "stale", 1)
    assert golden("letters/receipt", opening(receipt()))


def test_a_code_of_an_old_letter_means_nothing_when_the_very_same_is_asked_again(post, at):
    [letter] = post.letters()
    at.turn(0)
    at.turn(1)
    assert (post.answer(letter, codes(letter)["north"]).reason, at.game.number) == ("stale", 4)


def test_whole_words_in_answer_to_an_old_letter_mean_nothing_new(post, at, golden):
    [letter] = post.letters()
    at.turn(0)
    at.turn(1)
    assert (post.answer(letter, "north").reason, at.game.number) == ("stale", 4)
    assert golden("letters/receipt", opening(receipt()))


def test_the_code_of_a_newer_letter_counts_in_answer_to_an_older_one(post, at):
    [old] = post.letters()
    at.turn(0)
    at.turn(1)
    new = of_kind("turn", post.letters())[0]
    assert post.answer(old, codes(new)["north"]).state == "applied"


def test_an_answer_that_comes_after_another_is_told_so_kindly(post, at, golden):
    [letter] = post.letters()
    at.turn(0)
    kept = post.answer(letter, codes(letter)["stay"])
    assert (kept.reason, at.game.number) == ("answered", 2)
    assert golden("letters/receipt", opening(receipt()))


def test_an_answer_that_comes_after_the_time_ran_out_is_told_by_how_much(post, at, golden):
    [letter] = post.letters()
    Wait.objects.filter(game=at.pk, seat=0).update(closed_at=post.now - timedelta(minutes=14), closed_by="clock")
    Game.objects.filter(pk=at.pk).update(number=0)
    Player.objects.get(game=at.pk, seat=0)
    at.turn(0)
    Wait.objects.filter(game=at.pk, seat=0).update(closed_at=post.now - timedelta(minutes=14), closed_by="clock")
    assert post.answer(letter, codes(letter)["stay"]).reason == "too-late"
    assert golden("letters/receipt", opening(receipt()))


def test_the_same_letter_twice_plays_once(post, at):
    [letter] = post.letters()
    at.act(0, "steer", "stay")
    [code] = [code for label, code in codes(letter).items() if label == "stay"]
    raw = f"From: {letter.to[0]}\nMessage-ID: <x@y>\n\n{code}\n".encode()
    first = store(raw, letter.extra_headers["Reply-To"], letter.to[0], post.now, "pass")
    again = store(b"Received: by elsewhere\n" + raw, letter.extra_headers["Reply-To"], letter.to[0], post.now, "pass")
    assert first.pk == again.pk
    later = store(raw + b"\nPS\n", letter.extra_headers["Reply-To"], letter.to[0], post.now, "pass")
    sweep()
    later.refresh_from_db()
    assert (later.state, later.reason) == ("ignored", "twice")


def test_a_letter_that_is_no_order_is_answered_with_how_it_is_done(post, at, golden):
    [letter] = post.letters()
    kept = post.answer(letter, "I am away until Monday.\n\nnorth\n")
    assert (kept.reason, at.game.number) == ("unread", 0)
    assert golden("letters/receipt", opening(receipt()))


def test_at_most_one_letter_an_hour_that_holds_no_order_is_answered(post, at):
    [letter] = post.letters()
    for _ in range(3):
        post.answer(letter, "I am away until Monday.")
        assert len(mail.outbox) <= 1
    assert mail.outbox == []


@pytest.mark.parametrize("word", ["resign", "draw", "kick Mary", "<b>1 KX</b>", "'; DROP TABLE games; --", "http://x.example/1KX"])
def test_other_words_are_no_orders(post, at, word, golden):
    [letter] = post.letters()
    assert post.answer(letter, word).reason == "unread"
    assert at.game.number == 0
    page = receipt().alternatives[0].content
    assert golden("pages/held-letter", part(unescape(page), "p.said"))
    assert "<b>1 KX" not in page


def test_try_shows_the_board_as_it_would_be_and_plays_nothing(post, at, golden):
    [letter] = post.letters()
    kept = post.answer(letter, f"try {codes(letter)['north']}")
    assert (kept.state, kept.reason, at.game.number) == ("applied", "tried", 0)
    assert golden("letters/receipt", opening(receipt()))


def test_trying_never_shows_what_playing_would_turn_up(post, at, golden):
    at.act(0, "steer", "stay")
    [letter] = post.letters()
    kept = post.answer(letter, f"try {codes(letter)['yes']}")
    assert (kept.facts["lines"], at.game.number) == ([], 1)
    assert golden("letters/receipt", opening(receipt()))
    assert "found" not in receipt().body


def test_stop_as_the_first_line_ends_letters_about_turns(post, at, anne, golden):
    [letter] = post.letters()
    post.answer(letter, "Stop!")
    assert Stop.objects.get().category == "turns"
    assert golden("letters/receipt", opening(receipt()))


@pytest.mark.parametrize(("word", "told"), [("help", "You play by answering our letters."), ("board", "Here is the board as it is now.")])
def test_words_about_the_letters_are_answered(post, at, word, told, golden):
    [letter] = post.letters()
    assert post.answer(letter, word).state == "applied"
    assert golden("letters/receipt", opening(receipt()))
    assert codes(receipt())


# -- may it act? ----------------------------------------------------------------------------------
def test_another_of_my_confirmed_addresses_may_answer(post, at, anne):
    anne.emailaddress_set.create(email="anne@ship.example", verified=True)
    [letter] = post.letters()
    assert post.answer(letter, codes(letter)["stay"], sender="anne@ship.example").state == "applied"


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"sender": "friend@example.net"}, "other-sender"),
        ({"sender": '"anne@example.org" <friend@example.net>'}, "other-sender"),
        ({"auth": "none"}, "not-proved"),
        ({"auth": "fail"}, "not-proved"),
    ],
)
def test_a_letter_that_may_be_somebody_elses_is_held_and_told_to_me(post, at, anne, changes, reason):
    [letter] = post.letters()
    kept = post.answer(letter, codes(letter)["stay"], **changes)
    assert (kept.state, kept.reason, at.game.number) == ("held", reason, 0)
    assert [told.to for told in mail.outbox] == [[anne.email]]
    assert f"/letters/held/{kept.pk}/" in mail.outbox[0].body


def test_what_was_held_is_played_when_its_writer_says_so(post, at, anne, mary, client, sign_in):
    [letter] = post.letters()
    kept = post.answer(letter, codes(letter)["stay"], auth="none")
    page = f"/letters/held/{kept.pk}/"
    assert sign_in(client, mary).get(page).status_code == 404
    assert codes(letter)["stay"] in sign_in(client, anne).get(page).content.decode()
    assert at.game.number == 0
    assert client.post(page, {"what": "dance"}).status_code == 400
    assert client.post(page, {"what": "play"}).status_code == 302
    assert at.game.number == 1
    assert client.post(page, {"what": "play"}).status_code == 302
    assert at.game.number == 1


def test_a_letter_in_html_alone_that_is_not_proved_is_read_when_its_writer_opens_it_signed_in(post, at, anne, client, sign_in):
    [letter] = post.letters()
    order = codes(letter)["north"]
    kept = post.answer(letter, f"<p>{order}</p>", auth="none", Content_Type="text/html; charset=utf-8")
    kept.refresh_from_db()
    assert (kept.state, kept.text) == ("held", "")
    page = f"/letters/held/{kept.pk}/"
    assert order in sign_in(client, anne).get(page).text
    client.post(page, {"what": "play"})
    assert at.game.number > 0


def test_what_was_held_can_be_thrown_away(post, at, anne, client, sign_in):
    [letter] = post.letters()
    kept = post.answer(letter, codes(letter)["stay"], auth="none")
    sign_in(client, anne).post(f"/letters/held/{kept.pk}/", {"what": "discard"})
    kept.refresh_from_db()
    assert (kept.state, kept.text, at.game.number) == ("ignored", "", 0)


@pytest.mark.parametrize(
    ("headers", "sent_by", "reason"),
    [
        ({}, "", "null-sender"),
        ({"Auto_Submitted": "auto-replied"}, None, "auto-submitted"),
        ({"Precedence": "bulk"}, None, "precedence"),
        ({"List_Id": "<x.y>"}, None, "list-id"),
        ({"X_Autoreply": "yes"}, None, "x-autoreply"),
        ({"X_Autorespond": "yes"}, None, "x-autorespond"),
        ({"X_Loop": "pirates"}, None, "x-loop"),
        ({"Precedence": "Auto_Reply"}, None, "precedence"),
        ({"sender": "mailer-daemon@example.org"}, None, "machine"),
    ],
)
def test_letters_by_machines_are_neither_read_nor_answered(post, at, headers, sent_by, reason):
    [letter] = post.letters()
    kept = post.answer(letter, codes(letter)["stay"], sent_by=sent_by, **headers)
    assert (kept.state, kept.reason, at.game.number, mail.outbox) == ("ignored", reason, 0, [])


def test_a_delivery_report_with_an_order_in_its_words_is_no_letter_of_a_person(post, at):
    [letter] = post.letters()
    head = f"From: {letter.to[0]}\nMessage-ID: <x@y>\nContent-Type: multipart/report; boundary=x\n"
    raw = f"{head}\n--x\nContent-Type: text/plain\n\n{codes(letter)['stay']}\n--x--\n".encode()
    mail.outbox.clear()
    kept = store(raw, letter.extra_headers["Reply-To"], letter.to[0], post.now, "pass")
    sweep()
    kept.refresh_from_db()
    assert (kept.state, kept.reason, at.game.number, mail.outbox) == ("ignored", "report", 0, [])


def test_a_code_of_another_question_plays_nothing_even_when_it_fits_this_one_by_chance(post, at, monkeypatch):
    monkeypatch.setattr(reply_codes, "check_letters", lambda *_: "kx")
    [letter] = post.letters()
    steer = codes(letter)
    at.act(0, "steer", "stay")
    post.answer(letter, "board")
    dig = codes(receipt())
    assert dig["yes"] in steer.values(), "the same code stands for something else now"
    assert (post.answer(letter, dig["yes"]).reason, at.game.number) == ("stale", 1)
    again = receipt()
    assert post.answer(again, codes(again)["yes"]).state == "applied"


def test_a_letter_in_our_own_name_is_ignored_and_one_from_our_domain_is_a_persons(post, at, anne, settings):
    settings.DEFAULT_FROM_EMAIL = "Buccaneer <letters@example.org>"
    [letter] = post.letters()
    assert post.answer(letter, "north", sender="letters@example.org").reason == "our-own"
    assert post.answer(letter, "north", sender=anne.email).state == "applied"


def test_a_person_whose_program_asks_for_no_automatic_answers_is_a_person(post, at):
    [letter] = post.letters()
    assert post.answer(letter, codes(letter)["stay"], X_Auto_Response_Suppress="All").state == "applied"


def test_a_note_of_absence_is_held_even_when_it_holds_an_order(post, at):
    [letter] = post.letters()
    letter.subject = "Out of office"
    assert post.answer(letter, "north").reason == "absent"


def test_the_address_is_worth_one_seat_and_only_while_it_is_mine(post, at, jack):
    [letter] = post.letters()
    Player.objects.filter(game=at.pk, seat=0).update(user=jack)
    kept = post.answer(letter, codes(letter)["stay"])
    assert (kept.state, kept.reason, at.game.number) == ("refused", "not-seated", 0)


@pytest.mark.parametrize("change", ["password_changed", "password_reset", "email_changed", "email_removed"])
def test_a_new_password_or_address_ends_what_old_letters_are_worth(post, at, anne, change, golden, client, sign_in):
    [letter] = post.letters()
    sign_in(client, anne)
    request = RequestFactory().post("/")
    request.user, request.session = anne, client.session
    getattr(signals, change).send(sender=type(anne), request=request, user=anne)
    assert post.answer(letter, codes(letter)["stay"]).reason == "revoked"
    assert golden("letters/receipt", opening(receipt()))
    assert at.game.number == 0


def test_an_expired_address_gets_a_kind_word(post, at, golden):
    [letter] = post.letters()
    ReplyAddress.objects.update(expires_at=post.now)
    assert post.answer(letter, codes(letter)["stay"]).reason == "expired"
    assert golden("letters/receipt", opening(receipt()))


def test_thirty_letters_an_hour_are_the_most(post, at, anne):
    [letter] = post.letters()
    LetterIn.objects.bulk_create(
        LetterIn(sha256=str(n), envelope_to="x", received_at=post.now, raw=b"", user=anne, state="ignored") for n in range(30)
    )
    assert post.answer(letter, codes(letter)["stay"]).reason == "too-many"
    assert at.game.number == 0


def test_a_game_that_is_over_says_so(post, at):
    [letter] = post.letters()
    acting.end_as_it_stands(at.pk, "agreed")
    assert post.answer(letter, codes(letter)["stay"]).reason == "not-running"


def test_no_line_of_a_letter_would_be_taken_for_an_order(post, at, mary):
    Game.objects.filter(pk=at.pk).update(name="1 KX north")
    Player.objects.filter(game=at.pk, seat=1).update(own_name="1 kx")
    [letter] = post.letters()
    words = {"stay", "north", "raid", "steer stay", "steer north", "yes", "boast yes"}
    post.answer(letter, "something else")
    for sent in (letter, receipt()):
        assert [line for line in sent.body.splitlines() if speaks(line, words.__contains__)] == []


def test_a_fault_of_ours_is_told_to_who_wrote_and_plays_nothing(post, at, monkeypatch, golden):
    from games.mail.replies import turn_replies

    [letter] = post.letters()

    def broken(*_):
        raise RuntimeError("a bug")

    monkeypatch.setattr(turn_replies, "run_dry", broken)
    kept = post.answer(letter, codes(letter)["stay"])
    assert (kept.state, kept.reason, at.game.number) == ("refused", "our-fault", 0)
    assert golden("letters/receipt", opening(mail.outbox[-1]))
