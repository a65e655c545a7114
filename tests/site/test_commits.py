"""What is stored is stored: what goes wrong right after the commit is told to nobody but the log."""

import pytest
from django.db import transaction

from core.tasks import after_commit


@pytest.mark.django_db(transaction=True)
def test_what_fails_right_after_a_commit_is_no_error_of_what_was_stored(caplog, django_user_model):
    def breaks(number):
        raise RuntimeError(f"no queue for {number}")

    with transaction.atomic():
        django_user_model.objects.create(name="Anne", email="anne@example.org")
        after_commit(breaks, 7)
    assert django_user_model.objects.filter(name="Anne").exists()
    assert "no queue for 7" in caplog.text
