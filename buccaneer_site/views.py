"""Pages of the site itself: its icon, and what is said when something is wrong."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.views.decorators.http import require_safe


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """Browsers ask for this where no page of ours names the icon: beside files, and on the pages of the admin."""
    return redirect(static("favicon.svg"))


def forged(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form that did not come from a page of ours, or from one that is too old."""
    return render(request, "403.html", {"forged": True}, status=403)
