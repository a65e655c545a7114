"""One captain keeps another away: what they read no more, where neither may sit with the other, and that nobody else learns of it."""

from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone

from accounts import account_deletion, services
from games.agreements import clock_queries, extensions
from games.editions.errors import NotAllowed
from games.models import Block, ChatLine, Game, Player
from games.moderation import blocks
from games.play import acting
from games.queries import journal, lists
from games.tables import arranged, chat, lobby
from games.tables.rematch import rematch
from games.timeouts import seats
from notifications.models import LetterIn, Notice, Preference
from tests.games.conftest import At, two_people
from tests.games.test_clock_people import friends
from tests.letters import of_kind, receipt, tidy
from tests.reading import alert, has, opening, part, parts

pytestmark = pytest.mark.django_db


@pytest.fixture
def apart(anne, mary):
    """Anne keeps Mary away."""
    blocks.block(anne, mary)


@pytest.fixture
def page(client, sign_in):
    """`page(user, address)`: what this person reads there."""
    return lambda user, address: sign_in(client, user).get(address).content.decode()


# -- doing it -------------------------------------------------------------------------------------
def test_keeping_away_and_letting_near_take_one_press_each_and_two_do_no_harm(client, sign_in, anne, mary, golden):
    sign_in(client, anne)
    for _ in range(2):
        assert client.post(f"/captains/{mary.pk}/away/").url == f"/captains/{mary.pk}/"
    assert Block.objects.get().other == mary
    assert golden("pages/captain", part(client.get(f"/captains/{mary.pk}/"), "[aria-labelledby=away] p"))
    for _ in range(2):
        client.post(f"/captains/{mary.pk}/near/", {"list": ""})
    assert not Block.objects.exists()


def test_the_list_of_those_kept_away_is_on_a_page_of_ones_own_and_on_nobody_elses(page, anne, mary, apart, golden):
    assert golden("pages/blocks", part(page(anne, "/blocks/"), "main button.small"))
    assert "Anne" not in page(mary, "/blocks/")
    assert golden("pages/captain", part(page(mary, f"/captains/{anne.pk}/"), "main"))


def test_nobody_keeps_themselves_away_and_the_list_has_an_end(client, sign_in, anne, mary, jack, monkeypatch, golden):
    sign_in(client, anne)
    reply = client.post(f"/captains/{anne.pk}/away/")
    assert reply.status_code == 422
    assert golden("pages/captain", alert(reply))
    monkeypatch.setattr(blocks, "MOST_BLOCKS", 1)
    blocks.block(anne, mary)
    assert client.post(f"/captains/{mary.pk}/away/").status_code == 302
    assert client.post(f"/captains/{jack.pk}/away/").status_code == 422


@pytest.mark.parametrize("address", ["/captains/{}/", "/blocks/"])
def test_who_is_not_signed_in_is_asked_to_sign_in(client, anne, address):
    assert client.get(address.format(anne.pk)).status_code == 302


@pytest.mark.parametrize("what", ["away", "near", "report"])
def test_a_link_alone_changes_nothing(client, sign_in, anne, mary, what):
    assert sign_in(client, anne).get(f"/captains/{mary.pk}/{what}/").status_code == 405


def test_names_at_a_table_and_beside_what_was_said_lead_to_the_captain(page, at, anne, mary, golden):
    line = chat.post_line(at.pk, mary, "Ahoy!")
    read = page(anne, f"/games/{at.pk}/")
    assert f'href="/captains/{mary.pk}/?line={line.pk}"' in read
    assert f'href="/captains/{mary.pk}/?table={at.pk}"' in read
    assert f"/captains/{anne.pk}/" not in read
    assert golden("pages/captain", part(page(anne, f"/captains/{mary.pk}/?line={line.pk}"), "main p"))
    waiting = lobby.create(mary, "toy", seats=3, open_to_all=True)
    assert f'href="/captains/{mary.pk}/?table={waiting.pk}"' in page(anne, f"/games/{waiting.pk}/")
    assert f'href="/captains/{mary.pk}/?table={at.pk}"' in page(anne, f"/games/{at.pk}/clock/")


def test_a_line_that_one_may_not_read_is_not_found_by_its_number(client, sign_in, mary, jack, anne, golden):
    private = friends(anne, mary)
    line = chat.post_line(private.pk, mary, "A secret of ours")
    for number in (line.pk, "x", "9" * 30, "-1"):
        assert sign_in(client, jack).get(f"/captains/{mary.pk}/?line={number}").status_code == 404
    assert golden("pages/captain", part(sign_in(client, anne).get(f"/captains/{mary.pk}/?line={line.pk}"), "blockquote.said"))
    assert private.game.name not in sign_in(client, jack).get(f"/captains/{mary.pk}/?table={private.pk}").content.decode()


# -- talk -----------------------------------------------------------------------------------------
def test_talk_is_folded_away_together_for_who_keeps_its_speaker_away_and_for_nobody_else(page, at, anne, mary, apart, golden):
    for speaker, text in ((mary, "Ahoy!"), (mary, "Ahoy again!"), (anne, "Who spoke?"), (mary, "I did.")):
        chat.post_line(at.pk, speaker, text)
    read = page(anne, f"/games/{at.pk}/")
    assert golden("pages/table", parts(read, "li.kept-away summary"))
    hers = page(mary, f"/games/{at.pk}/")
    assert (has(hers, "li.kept-away"), "Who spoke?" in hers) == (False, True)


def test_a_watcher_finds_it_folded_away_too(page, at, mary, jack, golden):
    blocks.block(jack, mary)
    chat.post_line(at.pk, mary, "Ahoy!")
    assert golden("pages/table", part(page(jack, f"/games/{at.pk}/"), "li.kept-away details"))


def test_a_watcher_without_an_account_reads_all_talk(client, at, mary, apart):
    chat.post_line(at.pk, mary, "Ahoy!")
    assert not has(client.get(f"/games/{at.pk}/"), "li.kept-away")


def test_no_letter_is_written_about_what_is_said_by_whom_one_keeps_away(post, anne, mary, jack):
    private = friends(anne, mary, jack)
    blocks.block(anne, mary)
    post.letters()
    chat.post_line(private.pk, mary, "Ahoy!")
    assert [letter.to for letter in of_kind("talk", post.letters(minutes=20))] == [[jack.email]]
    assert [notice.user for notice in Notice.objects.filter(kind="talk")] == [jack]  # so none by any other way either


def test_a_letter_about_talk_leaves_out_what_they_said(post, anne, mary, jack):
    private = friends(anne, mary, jack)
    post.letters()
    chat.post_line(private.pk, jack, "Ahoy, all!")
    chat.post_line(private.pk, mary, "Ahoy, Anne!")
    blocks.block(anne, mary)
    letters = {letter.to[0]: tidy(letter) for letter in post.letters(minutes=20)}
    assert ("Ahoy, all!" in letters[anne.email], "Ahoy, Anne!" in letters[anne.email]) == (True, False)
    assert "Ahoy, Anne!" in letters[jack.email]


def test_a_letter_that_waited_is_not_sent_when_nothing_is_left_in_it(post, anne, mary):
    private = friends(anne, mary)
    post.letters()
    chat.post_line(private.pk, mary, "Ahoy!")
    blocks.block(anne, mary)
    assert [letter for letter in post.letters(minutes=20) if anne.email in letter.to] == []


def test_a_turn_letter_leaves_out_what_they_said(post, anne, mary):
    at = At(two_people(anne, mary))
    blocks.block(anne, mary)
    at.turn(0)
    chat.post_line(at.pk, mary, "Ahoy!")
    at.turn(1)
    [letter] = [letter for letter in post.letters() if letter.to == [anne.email]]
    assert "Ahoy!" not in letter.body + letter.alternatives[0].content


def test_the_letter_of_the_day_leaves_out_what_they_said(post, anne, mary, jack):
    private = friends(anne, mary, jack)
    post.letters()
    Preference.objects.create(user=anne, mode=Preference.Mode.DIGEST)
    chat.post_line(private.pk, jack, "Ahoy!")
    chat.post_line(private.pk, mary, "Ahoy!")
    blocks.block(anne, mary)
    letters = [tidy(letter) for hour in range(26) for letter in post.letters(minutes=60) if letter.to == [anne.email]]
    assert [("Jack" in letter, "Mary: | Ahoy!" in letter, "the last by Mary" in letter) for letter in letters if "said" in letter] == [
        (True, False, False)
    ]


def test_the_talk_of_who_keeps_another_away_still_reaches_them(post, anne, mary):
    private = friends(anne, mary)
    blocks.block(anne, mary)
    post.letters()
    chat.post_line(private.pk, anne, "Ahoy!")
    assert [letter.to for letter in post.letters(minutes=20) if "Ahoy!" in letter.body] == [[mary.email]]


def test_reading_talk_takes_one_query_no_matter_who_is_kept_away(at, anne, mary, django_assert_num_queries, apart):
    chat.post_line(at.pk, mary, "Ahoy!")
    game = at.game
    for reader, hidden in ((anne.pk, True), (mary.pk, False), (None, False)):
        with django_assert_num_queries(1):
            assert [line.is_hidden for line in journal.chat(game, reader)] == [hidden]


# -- tables that have not begun -------------------------------------------------------------------
@pytest.fixture
def open_table(anne):
    """Anne's table, open to anyone."""
    return lobby.create(anne, "toy", seats=3, name="Port Royal", open_to_all=True)


def test_who_is_kept_away_cannot_sit_down_by_page_link_or_letter_and_reads_no_name(client, sign_in, post, open_table, mary, apart, golden):
    sign_in(client, mary)
    for data in ({}, {"token": open_table.join_token}):
        reply = client.post(f"/games/{open_table.pk}/join/", data)
        assert (reply.status_code, blocks.NOT_OPEN in reply.content.decode()) == (422, True)
    kept = post.write(mary.email, f"join {open_table.pk}")
    assert (kept.state, kept.reason) == (LetterIn.State.REFUSED, "not-open")
    assert golden("letters/receipt-command", opening(receipt()))
    assert "Anne" not in receipt().body.replace(blocks.NOT_OPEN, "").partition("Tables with")[0]
    assert open_table.players.count() == 1


def test_it_counts_where_one_sits_not_only_where_one_owns(anne, mary, jack, apart):
    game = lobby.create(jack, "toy", seats=4, open_to_all=True)
    lobby.join(game.pk, anne)
    with pytest.raises(NotAllowed, match=blocks.NOT_OPEN):
        lobby.join(game.pk, mary)


def test_who_keeps_another_away_does_not_sit_down_beside_them_and_is_told_why(anne, mary, apart, golden):
    game = lobby.create(mary, "toy", seats=3, open_to_all=True)
    with golden.refused("refusals/blocks", NotAllowed):
        lobby.join(game.pk, anne)
    blocks.unblock(anne, mary)
    assert lobby.join(game.pk, anne).user == anne


def test_the_lobby_and_the_mail_commands_list_no_table_where_the_two_would_meet(open_table, anne, mary, jack, apart):
    hers = lobby.create(mary, "toy", seats=3, open_to_all=True)
    assert open_table not in lists.open_tables(mary)
    assert hers not in lists.open_tables(anne)
    assert set(lists.open_tables(jack)) == {open_table, hers}


def test_who_is_kept_away_cannot_invite_by_name_by_page_or_letter(client, sign_in, post, anne, mary, apart, golden):
    game = lobby.create(mary, "toy", seats=3)
    reply = sign_in(client, mary).post(f"/games/{game.pk}/invite/", {"who": "Anne"})
    assert reply.status_code == 422
    assert golden("pages/room", alert(reply))
    assert post.write(mary.email, f"invite Anne to {game.pk}").state == LetterIn.State.REFUSED
    assert not game.invitations.exists()


def test_an_invitation_to_an_address_of_theirs_reaches_nobody_and_does_not_say_whose_it_is(post, anne, mary, apart):
    game = lobby.create(mary, "toy", seats=3)
    assert lobby.invite(game.pk, mary, anne.email).email == anne.email
    assert [letter for letter in post.letters() if anne.email in letter.to] == []
    assert not lists.invitations_of(anne).exists()
    assert game not in lists.visible_games(anne)


def test_an_invitation_that_waited_is_not_sent_any_more(post, anne, mary):
    game = lobby.create(mary, "toy", seats=3)
    lobby.invite(game.pk, mary, "Anne")
    blocks.block(anne, mary)
    assert [letter for letter in post.letters() if anne.email in letter.to] == []
    assert not lists.invitations_of(anne).exists()
    with pytest.raises(Game.DoesNotExist):
        lobby.join(game.pk, anne)


@pytest.mark.parametrize("who", ["Mary", "mary@example.org"])
def test_an_invitation_by_anyone_who_keeps_the_guest_away_now_stands_no_more(post, anne, mary, who, golden):
    game = lobby.create(anne, "toy", seats=3)
    lobby.invite(game.pk, anne, who)
    [letter] = [letter for letter in post.letters() if mary.email in letter.to]
    late = lobby.create(anne, "toy", seats=3)
    lobby.invite(late.pk, anne, who)
    blocks.block(anne, mary)
    assert [letter for letter in post.letters() if mary.email in letter.to] == []
    assert not lists.invitations_of(mary).exists()
    if who == "Mary":  # a member can answer
        assert golden("letters/invitation-receipt", opening(post.answer(letter, "join") and mail.outbox[-1]))
    assert game.players.count() == 1


def test_an_invitation_to_a_table_where_the_other_sits_meanwhile_is_refused_in_the_same_words(post, anne, mary, jack, apart):
    game = lobby.create(jack, "toy", seats=4)
    lobby.invite(game.pk, jack, "Mary")
    lobby.join(game.pk, anne, token=game.join_token)
    [letter] = [letter for letter in post.letters() if mary.email in letter.to]
    assert (post.answer(letter, "join").reason, blocks.NOT_OPEN in tidy(mail.outbox[-1])) == ("not-open", True)


def test_who_keeps_another_away_does_not_invite_them_either(anne, mary, apart, golden):
    game = lobby.create(anne, "toy", seats=3)
    with golden.refused("refusals/blocks", NotAllowed):
        lobby.invite(game.pk, anne, "Mary")


def ended(*people) -> At:
    at = At(two_people(*people[:2])) if len(people) == 2 else friends(*people)
    acting.end_as_it_stands(at.pk, "agreed")
    return at


def test_no_rematch_is_asked_for_across_the_two(anne, mary, jack, golden):
    at = ended(anne, mary, jack)
    blocks.block(anne, mary)
    with golden.refused("refusals/blocks", NotAllowed):
        rematch(at.pk, mary)
    with golden.refused("refusals/blocks", NotAllowed):
        rematch(at.pk, anne)
    assert not Game.objects.filter(rematch_of=at.pk).exists()


def test_a_rematch_that_somebody_else_asks_for_goes_to_both_and_the_first_of_them_has_the_chair(anne, mary, jack):
    at = ended(anne, mary, jack)
    blocks.block(anne, mary)
    game = rematch(at.pk, jack)
    assert rematch(at.pk, anne).pk == game.pk
    with pytest.raises(NotAllowed, match=blocks.NOT_OPEN):
        rematch(at.pk, mary)


def test_a_rematch_that_was_asked_for_before_stands_no_more_between_the_two(anne, mary, golden):
    at = ended(anne, mary)
    game = rematch(at.pk, anne)
    blocks.block(anne, mary)
    with golden.refused("refusals/blocks", NotAllowed):
        rematch(at.pk, mary)
    assert game.players.count() == 1


def test_a_rematch_asked_for_by_letter_is_refused_in_the_same_words(post, anne, mary, golden):
    private = friends(anne, mary)
    blocks.block(anne, mary)
    post.letters()
    acting.end_as_it_stands(private.pk, "agreed")
    [letter] = [letter for letter in post.letters() if mary.email in letter.to]
    assert post.answer(letter, "again").state == LetterIn.State.REFUSED
    assert golden("letters/receipt-over", opening(mail.outbox[-1]))


# -- games that run -------------------------------------------------------------------------------
def test_a_game_that_runs_goes_on_and_all_that_happens_is_shown(page, at, anne, mary, apart, golden):
    at.turn(0)
    at.turn(1)
    assert golden("pages/table", part(page(anne, f"/games/{at.pk}/"), "section.news li"))


def test_nobody_takes_over_a_seat_beside_whom_they_are_kept_from(at, anne, mary, jack, make_person, apart):
    tom = make_person("Tom")
    blocks.block(anne, tom)
    Player.objects.filter(game=at.pk, user=mary).update(mode=Player.Mode.OPEN, open_until=timezone.now() + timedelta(days=1))
    assert [list(clock_queries.open_seats(who)) for who in (tom, anne)] == [[], []]
    assert [player.user for player in clock_queries.open_seats(jack)] == [mary]
    with pytest.raises(NotAllowed, match=blocks.NOT_OPEN):
        seats.substitute(at.pk, 1, tom)
    assert seats.substitute(at.pk, 1, jack).user == jack


def test_a_league_seats_them_as_its_organiser_decides(at, anne, mary, jack, monkeypatch):
    blocks.block(anne, jack)
    game = arranged.create("toy", {"rounds": 100}, 86400, "Cup, table 1", [arranged.Chair(anne), arranged.Chair(jack)])
    assert [player.user for player in game.players.order_by("seat")] == [anne, jack]
    monkeypatch.setattr(seats.arrangers, "is_arranged", lambda game: True)
    Player.objects.filter(game=at.pk, user=mary).update(mode=Player.Mode.OPEN)
    assert seats.substitute(at.pk, 1, jack).user == jack


def test_whom_one_keeps_away_sends_no_friendly_word(later, at, anne, mary, apart, golden):
    later(hours=13)
    with golden.refused("refusals/blocks", NotAllowed):
        extensions.nudge(at.pk, mary, 0)


# -- people who go, and guests who come -----------------------------------------------------------
@pytest.mark.parametrize("who", ["anne", "mary"])
def test_when_either_leaves_nothing_is_kept(anne, mary, who, apart):
    account_deletion.leave({"anne": anne, "mary": mary}[who])
    assert not Block.objects.exists()


def test_what_a_guest_keeps_away_and_who_keeps_them_away_comes_along_to_their_account(anne, mary, jack):
    guest = services.make_guest()
    blocks.block(guest, mary)
    blocks.block(jack, guest)
    account_deletion.move_to_account(guest, anne)
    assert set(Block.objects.values_list("user__name", "other__name")) == {("Anne", "Mary"), ("Jack", "Anne")}


def test_where_both_said_the_same_or_said_it_of_each_other_it_is_kept_once(anne, mary, jack):
    guest = services.make_guest()
    for one, other in ((guest, mary), (anne, mary), (jack, guest), (jack, anne), (guest, anne), (anne, guest)):
        blocks.block(one, other)
    account_deletion.move_to_account(guest, anne)
    assert set(Block.objects.values_list("user__name", "other__name")) == {("Anne", "Mary"), ("Jack", "Anne")}


def test_what_was_said_stays_for_those_who_were_never_apart(at, anne, mary, jack, apart):
    chat.post_line(at.pk, mary, "Ahoy!")
    blocks.unblock(anne, mary)
    assert [line.is_shown for line in journal.chat(at.game, anne.pk)] == [True]
    assert ChatLine.objects.get().text == "Ahoy!"
