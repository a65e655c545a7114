"""The page that stops letters with one click, and the mailbox of a site on one machine."""

from collections.abc import Callable

from csp.decorators import csp, csp_update
from django.conf import settings
from django.contrib import messages
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.services import user_of
from notifications import mailbox as box
from notifications import missed, unsubscribing
from notifications.kinds import CATEGORIES
from notifications.models import LocalLetter, Stop


@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """Switch letters of a category off or on. The token authenticates the reader. A GET only asks, because machines open links, too."""
    reader = unsubscribing.read_token(token)
    if reader is None:
        raise Http404
    category, status = reader.category, 200
    if request.method == "POST":
        if request.POST.get("List-Unsubscribe") == "One-Click":
            unsubscribing.stop(reader, category, "one-click")
        elif request.POST.get("again") == "yes":
            Stop.objects.filter(category=category, **unsubscribing.stops_of(reader)).delete()
            if reader.user:
                missed.catch_up(reader.user.pk)
        else:
            status = 400
    stopped = unsubscribing.is_category_stopped(reader, category)
    context = {"what": CATEGORIES[category], "stopped": stopped, "misread": status == 400}
    return render(request, "notifications/stop.html", context, status=status)


Page = Callable[..., HttpResponseBase]
framing: Callable[[Page], Page] = csp_update({"frame-src": "'self'"})
alone: Callable[[Page], Page] = csp({"default-src": ["'none'"], "style-src": ["'unsafe-inline'"], "img-src": ["data:"],
                  "frame-ancestors": ["'self'"],
                  "sandbox": ["allow-popups", "allow-popups-to-escape-sandbox", "allow-same-origin"]})  # fmt: skip
"""The content security policy of the frame with a letter: no script runs, and the page may measure the frame."""


def letters_or_404(request: HttpRequest) -> QuerySet[LocalLetter]:
    if not settings.MAILBOX:
        raise Http404
    return box.letters_for(request)


@never_cache
@require_GET
def mailbox(request: HttpRequest) -> HttpResponse:
    return show_mailbox(request)


def show_mailbox(request: HttpRequest, problem: str = "", said: str = "", status: int = 200) -> HttpResponse:
    letters = letters_or_404(request).defer("raw")[: box.SHOWN]
    command_address = settings.DESK if box.writes_from(request.user) else ""
    context = {"letters": letters, "command_address": command_address, "problem": problem, "said": said}
    return render(request, "notifications/mailbox.html", context, status=status)


@never_cache
@require_POST
def write(request: HttpRequest) -> HttpResponse:
    letters_or_404(request)
    if not box.writes_from(request.user):
        raise Http404
    text = request.POST.get("text", "")
    if problem := problem_with(text):
        return show_mailbox(request, problem, text[: box.MAX_ANSWER_LENGTH], 422)
    box.send_command(user_of(request), text)
    messages.success(request, "Your letter is on its way. The answer will lie here in a moment.")
    return redirect("notifications:mailbox")


@never_cache
@require_GET
@framing
def letter(request: HttpRequest, pk: int) -> HttpResponse:
    return show_letter(request, get_object_or_404(letters_or_404(request), pk=pk))


def show_letter(request: HttpRequest, letter: LocalLetter, problem: str = "", said: str = "", status: int = 200) -> HttpResponse:
    message = box.parse(letter)
    context = {"letter": letter, "sender": message["From"], "text": box.text_of(message), "problem": problem, "said": said,
               "has_html": message.get_body(("html",)) is not None,
               "may_answer": box.may_answer(request.user, letter)}  # fmt: skip
    return render(request, "notifications/letter.html", context, status=status)


@never_cache
@require_POST
@framing
def answer(request: HttpRequest, pk: int) -> HttpResponse:
    letter = get_object_or_404(letters_or_404(request), pk=pk)
    if not box.may_answer(request.user, letter):
        raise Http404
    text = request.POST.get("text", "")
    if problem := problem_with(text):
        return show_letter(request, letter, problem, text[: box.MAX_ANSWER_LENGTH], 422)
    box.send_answer(letter, text)
    messages.success(request, "Your answer is on its way. What came of it will lie here as a letter in a moment.")
    return redirect("notifications:mailbox")


def problem_with(text: str) -> str:
    if not text.strip():
        return "Write something first."
    return "That is too long for a letter to us." if len(text) > box.MAX_ANSWER_LENGTH else ""


@never_cache
@require_GET
@xframe_options_sameorigin
@alone
def letter_html(request: HttpRequest, pk: int) -> HttpResponse:
    """Return a letter's HTML for the frame: no script runs, nothing is loaded from other sites, and links open in a new tab."""
    html = box.html_of(box.parse(get_object_or_404(letters_or_404(request), pk=pk)))
    if not html:
        raise Http404
    return HttpResponse(html.replace("<head>", '<head><base target="_blank">', 1))
