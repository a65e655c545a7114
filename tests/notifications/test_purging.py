"""What is old is forgotten by the sweep; what is still under way is not."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.utils import timezone

from notifications import notify, purging
from notifications.inbound.reply_addresses import new_row
from notifications.models import Delivery, LetterIn, LocalLetter, Notice, ReplyAddress, State
from notifications.tasks import sweep

pytestmark = pytest.mark.django_db


def letter_in(days, state):
    when = timezone.now() - timedelta(days=days)
    ended = None if state == "stored" else when
    return LetterIn.objects.create(sha256=f"{days}{state}", envelope_to="x", received_at=when, raw=b"x", state=state, ended_at=ended)


def test_notices_go_with_their_deliveries_after_ninety_days_unless_something_is_still_to_be_sent(hail, anne):
    for number, state in enumerate([State.SENT, State.RETRY]):
        notify("hail", anne, f"hail:{number}", {})
        Delivery.objects.filter(notice__key=f"hail:{number}").update(state=state)
    notify("hail", anne, "hail:new", {}, not_before=timezone.now() + timedelta(days=1))
    Notice.objects.exclude(key="hail:new").update(created_at=timezone.now() - timedelta(days=91))
    assert purging.purge() == 1
    assert set(Notice.objects.values_list("key", flat=True)) == {"hail:1", "hail:new"}


def test_a_letter_of_which_nobody_knows_whether_it_went_does_not_keep_its_notice_for_ever(hail, anne):
    notify("hail", anne, "hail:1", {})
    Delivery.objects.update(state=State.UNKNOWN)
    Notice.objects.update(created_at=timezone.now() - timedelta(days=91))
    assert purging.purge() == 1


def test_who_has_no_account_is_forgotten_after_a_month(hail):
    for days in (29, 31):
        notify("hail", None, f"hail:{days}", {}, address="bess@elsewhere.example")
        Notice.objects.filter(key=f"hail:{days}").update(created_at=timezone.now() - timedelta(days=days))
    Delivery.objects.update(state=State.SENT)
    new_row(None, "stranger", {"email": "bess@elsewhere.example"}, lives=-timedelta(days=31))
    purging.purge()
    assert Notice.objects.get().key == "hail:29"
    assert not ReplyAddress.objects.exists()


def test_letters_of_a_site_on_one_machine_go_after_ninety_days():
    for days in (10, 91):
        LocalLetter.objects.create(to="a@example.org", message_id=str(days), subject="s", raw=b"x")
        LocalLetter.objects.filter(message_id=str(days)).update(created_at=timezone.now() - timedelta(days=days))
    purging.purge()
    assert [letter.message_id for letter in LocalLetter.objects.all()] == ["10"]


def test_letters_that_came_in_go_after_a_month_and_ignored_ones_after_ten_days():
    kept = {letter_in(*row).pk for row in ((29, "applied"), (9, "ignored"), (40, "stored"))}
    for row in ((31, "applied"), (11, "ignored"), (31, "held")):
        letter_in(*row)
    purging.purge()
    assert set(LetterIn.objects.values_list("pk", flat=True)) == kept


def test_reply_addresses_go_a_month_after_they_ended(anne):
    row = new_row(anne, "game", {})
    purging.purge()
    assert ReplyAddress.objects.exists()
    ReplyAddress.objects.filter(pk=row.pk).update(expires_at=timezone.now() - timedelta(days=31))
    purging.purge()
    assert not ReplyAddress.objects.exists()


def test_the_sweep_purges_now_and_then(monkeypatch):
    cache.clear()
    seen = []
    monkeypatch.setattr(purging, "purge", lambda: seen.append(1) or 0)
    sweep()
    sweep()
    assert seen == [1]
