"""The host takes captains, bots and invitations off a table before its first move; a block parts captains there."""

from dataclasses import replace

import pytest

from accounts import account_deletion, services
from games.editions.errors import NotAllowed
from games.models import ChatLine, Game, Invitation
from games.moderation import blocks
from games.queries import lists
from games.tables import arranged, chat, lobby, removing, starting
from games.tables.arranged import Chair
from notifications.models import Notice
from notifications.tasks import sweep
from tests.letters import of_kind, receipt
from tests.reading import flash, has, opening, paragraphs

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(anne, mary):
    """Anne's table, open to all, where Mary and a bot sit, with one chair free."""
    game = lobby.create(anne, "toy", {"rounds": 100}, seats=4, bots=("easy",), open_to_all=True, name="Port Royal")
    lobby.join(game.pk, mary)
    return game


def chair(game, **who):
    return game.players.get(**who).pk


def press(client, game, **said):
    return client.post(f"/games/{game.pk}/take-off/", said)


def test_the_host_takes_a_captain_off_who_is_told_and_cannot_sit_down_again(table, anne, mary, client, sign_in, golden):
    sign_in(client, anne)
    assert has(client.get(f"/games/{table.pk}/"), f"button[name=chair][value='{chair(table, user=mary)}']")
    assert press(client, table, chair=chair(table, user=mary)).status_code == 302
    assert not table.players.filter(user=mary).exists()
    sweep()
    assert golden("letters/clock", opening(of_kind("taken-off")[0]))
    for token in ("", table.join_token):
        with golden.refused("refusals/lobby", NotAllowed):
            lobby.join(table.pk, mary, token=token)


def test_the_letter_leads_to_no_table_that_its_reader_cannot_see_any_more(anne, mary):
    game = lobby.create(anne, "toy", seats=4)
    lobby.join(game.pk, mary, token=game.join_token)
    removing.take_off(game.pk, anne, chair(game, user=mary))
    sweep()
    [letter] = of_kind("taken-off")
    assert "/lobby/" in letter.body
    assert f"/games/{game.pk}/" not in letter.body


def test_a_new_invitation_brings_back_who_was_taken_off(table, anne, mary):
    removing.take_off(table.pk, anne, chair(table, user=mary))
    lobby.invite(table.pk, anne, "Mary")
    assert Notice.objects.filter(kind="invitation", user=mary).count() == 1
    lobby.join(table.pk, mary)
    assert table.players.filter(user=mary).exists()


def test_who_came_by_an_invitation_to_their_address_does_not_come_back_by_it(table, anne, mary, jack):
    lobby.invite(table.pk, anne, jack.email)
    lobby.join(table.pk, jack)
    Game.objects.filter(pk=table.pk).update(status="open")
    removing.take_off(table.pk, anne, chair(table, user=jack))
    assert not lists.invitations_of(jack).exists()
    with pytest.raises(NotAllowed):
        lobby.join(table.pk, jack)


def test_a_bot_makes_room_for_a_captain(table, anne, client, sign_in):
    sign_in(client, anne)
    press(client, table, chair=chair(table, bot="easy"))
    assert table.players.count() == 2


def test_an_invitation_is_taken_back_and_asking_again_sends_no_second_letter(table, anne, jack, client, sign_in):
    first = lobby.invite(table.pk, anne, "Jack")
    sign_in(client, anne)
    press(client, table, invitation=first.pk)
    assert not lists.invitations_of(jack).exists()
    assert not has(client.get(f"/games/{table.pk}/"), "button[name=invitation]")
    lobby.invite(table.pk, anne, "Jack")
    assert lists.invitations_of(jack).get() == first
    assert Notice.objects.filter(kind="invitation").count() == 1


def test_an_invitation_that_was_taken_back_before_its_letter_left_sends_none(table, anne, jack):
    removing.take_back_invitation(table.pk, anne, lobby.invite(table.pk, anne, "Jack").pk)
    sweep()
    assert of_kind("invitation") == []


def test_nobody_but_the_host_takes_anybody_off_and_the_host_not_themselves(table, anne, mary, jack, client, sign_in, golden):
    with golden.refused("refusals/lobby", NotAllowed):
        removing.take_off(table.pk, mary, chair(table, user=anne))
    with golden.refused("refusals/lobby", NotAllowed):
        removing.take_off(table.pk, anne, chair(table, user=anne))
    other = lobby.create(jack, "toy", seats=2)
    sign_in(client, anne)
    assert press(client, table, chair=chair(other, user=jack)).status_code == 404
    assert press(client, table, invitation="٣").status_code == 404
    assert (table.players.count(), other.players.count()) == (3, 1)


def test_once_the_game_has_begun_nobody_is_taken_off_and_what_was_said_stays(table, anne, mary, jack):
    chat.post_line(table.pk, mary, "You cheat, Anne!")
    removing.take_off(table.pk, anne, chair(table, user=mary))
    assert ChatLine.objects.filter(game=table).count() == 1
    lobby.join(table.pk, jack)
    lobby.start(table.pk, anne)
    with pytest.raises(NotAllowed):
        removing.take_off(table.pk, anne, chair(table, user=jack))
    assert table.players.filter(user=jack).exists()


def test_nobody_is_taken_off_a_table_of_a_league(anne, mary):
    game = arranged.create("toy", {}, 86400, "Round 1", [Chair(anne), Chair(mary)])
    with pytest.raises(NotAllowed):
        removing.take_off(game.pk, anne, chair(game, user=mary))


def test_a_ready_check_ends_when_a_chair_comes_free(table, anne, mary, jack):
    Game.objects.filter(pk=table.pk).update(clock=replace(table.terms, ready_check=True).to_json())
    lobby.join(table.pk, jack)
    assert Game.objects.get(pk=table.pk).ready_by
    removing.take_off(table.pk, anne, chair(table, user=jack))
    assert Game.objects.get(pk=table.pk).ready_by is None
    with pytest.raises(NotAllowed):
        starting.say_ready(table.pk, anne)


def test_by_letter_the_host_removes_and_begins(table, anne, mary, jack, post, golden):
    lobby.invite(table.pk, anne, "jack")
    for line in (f"remove mary from {table.pk}", f"remove JACK from {table.pk}"):
        assert post.write(anne.email, line).state == "applied"
    assert golden("letters/receipt-command", paragraphs(receipt()))
    assert not lists.invitations_of(jack).exists()
    assert post.write(anne.email, f"remove Calico from {table.pk}").reason == "nobody"
    assert post.write(mary.email, f"remove anne from {table.pk}").reason == "not-seated"
    assert post.write(anne.email, f"start {table.pk}").state == "applied"
    assert Game.objects.get(pk=table.pk).status == "running"


# -- blocks ---------------------------------------------------------------------------------------
def test_a_host_who_blocks_a_captain_takes_them_off_and_the_game_begins_without(table, anne, mary, jack, client, sign_in):
    sign_in(client, anne)
    client.post(f"/captains/{mary.pk}/away/")
    assert not table.players.filter(user=mary).exists()
    assert Notice.objects.filter(kind="taken-off", user=mary).exists()


def test_a_captain_who_blocks_another_leaves_the_table_and_reads_which(table, anne, mary, client, sign_in, golden):
    sign_in(client, mary)
    reply = client.post(f"/captains/{anne.pk}/away/", follow=True)
    assert golden("pages/captain", flash(reply))
    assert not table.players.filter(user=mary).exists()
    assert not Notice.objects.filter(kind="taken-off").exists()


def test_a_block_changes_nothing_at_a_table_that_has_begun(table, anne, mary):
    lobby.start(table.pk, anne)
    assert removing.block(mary, anne) == []
    assert table.players.filter(user=mary).exists()


def test_a_guest_who_signs_in_to_an_account_leaves_tables_of_those_it_blocked(table, anne, jack):
    blocks.block(jack, anne)
    guest = services.make_guest("UTC")
    Game.objects.filter(pk=table.pk).update(seats=5)
    lobby.join(table.pk, guest)
    account_deletion.move_to_account(guest, jack)
    assert not table.players.filter(user=jack).exists()
    assert table.players.filter(user=anne).exists()
    assert not Invitation.objects.exists()
