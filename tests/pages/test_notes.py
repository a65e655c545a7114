"""One's own notes at a table: kept for oneself alone."""

import pytest

from games.models import Notes
from games.tables import chat
from tests.reading import alert, part

pytestmark = pytest.mark.django_db

PLAN = "Mary owes me a diamond.\n<b>Genoa</b> is mine by May"


def keep(client, table, text=PLAN, **headers):
    """Send the form."""
    return client.post(f"{table.address}notes/", {"notes": text}, headers=headers)


def test_notes_stand_beneath_the_board_again_for_those_who_wrote_them(as_anne, table):
    assert keep(as_anne, table).url == f"{table.address}#notes"
    page = as_anne.get(table.address).content.decode()
    assert "Mary owes me a diamond.\n&lt;b&gt;Genoa&lt;/b&gt; is mine by May</textarea>" in page
    assert '<details class="notes" id="notes" open>' in page


def test_nobody_else_reads_them_and_strangers_find_no_such_page(as_anne, table, client, mary, jack, sign_in):
    keep(as_anne, table)
    sign_in(client, mary)
    everything = [client.get(f"{table.address}{part}").content.decode() for part in ("", "notes/", "history/", "clock/", "record/")]
    assert [page for page in everything if "owes me" in page] == []
    sign_in(client, jack)
    assert (client.get(f"{table.address}notes/").status_code, keep(client, table).status_code) == (404, 404)


def test_notes_of_another_captain_are_left_alone(as_anne, table, mary):
    chat.save_notes(table.pk, mary, "Anne bluffs")
    keep(as_anne, table)
    assert (chat.notes_of(table.pk, mary), Notes.objects.count()) == ("Anne bluffs", 2)


def test_the_part_alone_comes_back_to_htmx_and_says_that_they_are_kept(as_anne, table, golden):
    answer = keep(as_anne, table, HX_Request="true")
    assert answer.content.decode().lstrip().startswith('<details class="notes" id="notes" open>')
    assert golden("pages/notes", part(answer, "#notes p.row"))


def test_notes_that_are_emptied_are_gone(as_anne, table):
    keep(as_anne, table)
    keep(as_anne, table, "  \n ")
    assert not Notes.objects.exists()


def test_too_many_words_are_refused_and_stay_in_the_field(as_anne, table, golden):
    keep(as_anne, table)
    refused = keep(as_anne, table, "x" * (chat.MAX_NOTES_LENGTH + 1))
    assert refused.status_code == 422
    assert "x" * (chat.MAX_NOTES_LENGTH + 1) in refused.content.decode()
    assert golden("pages/notes", alert(refused))
    assert chat.notes_of(table.pk, table.game.owner) == PLAN


@pytest.mark.parametrize("sent", [{}, {"notes": ["one", "two"]}, {"notes": "x" * 20_000}])
def test_a_form_that_no_page_of_ours_sends_changes_nothing(as_anne, table, sent):
    keep(as_anne, table)
    assert as_anne.post(f"{table.address}notes/", sent).status_code == 422
    assert chat.notes_of(table.pk, table.game.owner) == PLAN


def test_signs_that_cannot_be_seen_are_not_kept(as_anne, table):
    keep(as_anne, table, "a\x00b‮\r\n\r\nc\u200b")
    assert chat.notes_of(table.pk, table.game.owner) == "a b\n\nc"


def test_a_page_that_was_refused_still_shows_ones_notes(as_anne, table):
    keep(as_anne, table)
    refused = as_anne.post(f"{table.address}move/", {"seen": "x"})
    assert refused.status_code == 422
    assert "Mary owes me a diamond." in refused.content.decode()
