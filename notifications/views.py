"""Two small pages: stop letters with one click, and the mailbox of a site on one machine."""

from csp.decorators import csp, csp_update
from django.conf import settings
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_GET, require_http_methods

from . import mailbox as box
from . import stops
from .kinds import CATEGORIES


@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def stop(request, token):
    """Letters of one category off or on again. A GET only asks: machines open links too. The token is the proof."""
    notice = stops.read(token)
    if notice is None:
        raise Http404
    category, status = stops.category(notice), 200
    if request.method == "POST":
        if request.POST.get("List-Unsubscribe") == "One-Click":
            stops.stop(notice, category, "one-click")
        elif request.POST.get("again") == "yes":
            stops.resume(notice, category)
        else:
            status = 400
    context = {
        "what": CATEGORIES[category],
        "stopped": stops.is_category_stopped(notice, category),
        "misread": status == 400,
    }
    return render(request, "notifications/stop.html", context, status=status)


def letters_or_404(request):
    """The letters of this visitor; the page itself exists on one machine only."""
    if not settings.MAILBOX:
        raise Http404
    return box.letters_for(request)


@never_cache
@require_GET
def mailbox(request):
    letters = letters_or_404(request).defer("raw")[: box.SHOWN]
    return render(request, "notifications/mailbox.html", {"letters": letters})


@never_cache
@require_GET
@csp_update({"frame-src": "'self'"})
def letter(request, pk):
    found = get_object_or_404(letters_or_404(request), pk=pk)
    message = box.parse(found)
    context = {"letter": found, "sender": message["From"], "text": box.text_of(message),
               "has_html": message.get_body(("html",)) is not None}  # fmt: skip
    return render(request, "notifications/letter.html", context)


SANDBOX = "allow-popups allow-popups-to-escape-sandbox"


@never_cache
@require_GET
@xframe_options_sameorigin
@csp({"default-src": ["'none'"], "style-src": ["'unsafe-inline'"], "img-src": ["data:"],
              "frame-ancestors": ["'self'"], "sandbox": SANDBOX.split()})  # fmt: skip
def letter_html(request, pk):
    """The letter alone, for the frame: no scripts, nothing loaded from elsewhere, links in a new tab."""
    html = box.html_of(box.parse(get_object_or_404(letters_or_404(request), pk=pk)))
    if not html:
        raise Http404
    return HttpResponse(html.replace("<head>", '<head><base target="_blank">', 1))
