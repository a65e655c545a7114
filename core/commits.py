"""Work to do soon after a transaction, without a guarantee."""

from collections.abc import Callable
from typing import Any

from django.db import transaction


def after_commit(do: Callable[..., object], *args: Any) -> None:
    """Call `do` right after the commit. A failure is logged and harmless, because required work is already stored in rows.

    (Django cannot log the failure of a `partial`: it raises, so a stored change would be reported as an error.)
    """
    transaction.on_commit(lambda: do(*args), robust=True)
