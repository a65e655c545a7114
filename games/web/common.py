"""What several pages need: finding a table, the part or the page, one place where a refusal becomes an answer."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeGuard, TypeVar

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import ObjectDoesNotExist
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.html import format_html

from games.editions import rules_text
from games.engine import RulesError
from games.errors import StalePage
from games.models import Game, Player
from games.queries import lists
from games.storage import prepared
from games.web.requests import OwnRequest, PageRequest


def visible_game(request: PageRequest, pk: int) -> Game:
    """The table, or 404 for everyone who may not look at it."""
    return get_object_or_404(lists.visible_games(request.user), pk=pk)


def own_player(request: PageRequest, pk: int) -> Player:
    """The reader's own chair at this table, with what the table is but not how it stands; for a stranger there is no such table."""
    found = prepared.chair(pk, request.user.pk)
    if not found:
        raise Http404
    return found[0]


def page_or_part(request: PageRequest, template: str, part: str) -> str:
    """The part for htmx, the whole page for everyone else."""
    return f"{template}#{part}" if request.htmx else template


P = ParamSpec("P")
R = TypeVar("R", bound=PageRequest)
View = Callable[Concatenate[R, P], HttpResponse]


def is_signed_in(request: PageRequest) -> TypeGuard[OwnRequest]:
    """Is it a person who has signed in?"""
    return request.user.is_authenticated


def signed_in(view: View[OwnRequest, P]) -> View[PageRequest, P]:
    """Send people who are not signed in (any more) to sign in; a page kept open is sent there whole."""

    @wraps(view)
    def guarded(request: PageRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if is_signed_in(request):
            return view(request, *args, **kwargs)
        if request.htmx:
            back = reverse("account_login")
            return HttpResponse(status=204, headers={"HX-Redirect": back})
        target = request.get_full_path() if request.method == "GET" else reverse("home")
        return redirect_to_login(target)

    return guarded


def attempt(change: Callable[..., Any], /, *args: Any, **kwargs: Any) -> tuple[str, int]:
    """Do it: ("", 200), or why not and the status to say it with. What is not theirs is simply not found."""
    return attempt_at(None, change, *args, **kwargs)


def attempt_at(game: Game | None, change: Callable[..., Any], /, *args: Any, **kwargs: Any) -> tuple[str, int]:
    """The same at a table, to whose rules a refusal then has a link."""
    try:
        change(*args, **kwargs)
    except RulesError as refusal:
        return with_law(refusal, game), 409 if isinstance(refusal, StalePage) else 422
    except ObjectDoesNotExist:
        raise Http404 from None
    return "", 200


def with_law(refusal: RulesError, game: Game | None) -> str:
    """A refusal with its law, and the way to it on the rules page of its table."""
    law = refusal.law
    if not law or "law" in law.lower():
        return refusal.text
    if game is None or law not in rules_text.written(game.ruleset).laws:
        return f"{refusal.text} (law {law})"
    page = f"{reverse('table_rules', args=[game.pk])}#{rules_text.key_of(law)}"
    return format_html('{} (law {}) <a href="{}">What the law says</a>', refusal.text, law, page)
