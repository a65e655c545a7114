"""What is done once a transaction is through: soon, but not for certain."""

from collections.abc import Callable
from typing import Any

from django.db import transaction


def after_commit(do: Callable, *args: Any) -> None:
    """Do this right after the commit. What goes wrong then is logged and harms nothing: whatever must happen is in rows already.

    (Django cannot log the failure of a `partial` here: it raises instead, and what is stored is told as an error.)
    """
    transaction.on_commit(lambda: do(*args), robust=True)
