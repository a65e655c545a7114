"""Webhooks for sites whose provider receives or sends the letters. Anymail knows the formats and authenticates the posts.

Answers: 403 without a valid signature, 413 for oversized, 406 for unreadable letters (a provider then does not retry),
503 while the database is down or the site is quiet (it does). 200 follows only after the letter is stored.
"""

import json
import logging
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from anymail.exceptions import AnymailWebhookValidationFailure
from anymail.inbound import AnymailInboundMessage
from anymail.signals import inbound, tracking
from anymail.urls import urlpatterns
from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.db import DatabaseError
from django.dispatch import receiver
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from notifications import addresses, home

from . import envelope, replays, reports, signature
from .prescan import MOST_BYTES, problem_with, unix_lines
from .store import store

logger = logging.getLogger(__name__)
parse_raw_mime = AnymailInboundMessage.parse_raw_mime
VIEWS: dict[str, Callable[[HttpRequest], HttpResponse]] = {
    pattern.name.removesuffix("_webhook"): pattern.callback for pattern in urlpatterns
}
SENTENCES = {
    HTTPStatus.FORBIDDEN: "This was not signed with our key, so it was not kept.",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "Answers and reports are shorter than this, so it was not kept.",
    HTTPStatus.NOT_ACCEPTABLE: "This is nothing that we can read, so it was not kept.",
    HTTPStatus.SERVICE_UNAVAILABLE: "Not now; please try again later.",
}


def looked_at(text: str) -> AnymailInboundMessage:
    """Parse a letter as Anymail does, unless it was built to keep that parser busy. Raise ValueError."""
    if problem := problem_with(unix_lines(text.encode("utf-8", "surrogatepass"))):
        raise ValueError(problem)
    return parse_raw_mime(text)


AnymailInboundMessage.parse_raw_mime = staticmethod(looked_at)  # all of Anymail's views call it


@csrf_exempt
@require_http_methods(["POST", "HEAD"])
def receive_webhook(request: HttpRequest, provider: str, what: str) -> HttpResponse:
    """Receive one letter ("inbound"), or reports about ours ("tracking"), in the provider's own format."""
    view = VIEWS.get(f"{provider}_{what}")
    if view is None or provider != (settings.LETTERS_WEBHOOK if what == "inbound" else settings.LETTERS_REPORTS):
        raise Http404
    if int(request.META.get("CONTENT_LENGTH") or 0) > 2 * MOST_BYTES:
        return plain_response(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    if home.is_quiet():
        return plain_response(HTTPStatus.SERVICE_UNAVAILABLE)
    try:
        return view(request)
    except AnymailWebhookValidationFailure:
        return plain_response(HTTPStatus.FORBIDDEN)
    except RequestDataTooBig:
        return plain_response(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    except DatabaseError as error:
        logger.error("what a provider posted could not be stored: %s", type(error).__name__)
        return plain_response(HTTPStatus.SERVICE_UNAVAILABLE)
    except Exception as error:  # a stranger's letter can make the standard parser raise anything
        logger.warning("what %s posted could not be read: %s", provider, type(error).__name__)
        return plain_response(HTTPStatus.NOT_ACCEPTABLE)


def plain_response(status: HTTPStatus) -> HttpResponse:
    return HttpResponse(SENTENCES[status], status=status, content_type="text/plain")


@receiver(inbound)
def take_in(sender: object, event: Any, esp_name: str, **_kwargs: Any) -> None:
    """Store a posted letter like any other. Letters for none of our addresses are dropped."""
    message = event.message
    raw = message.as_bytes(policy=message.policy.clone(refold_source="none", linesep="\r\n"))
    if esp_name == "Mailgun":
        replays.must_be_first(event.esp_event.POST, raw + str(message.envelope_recipient).encode())
    to, by = message.envelope_recipient or envelope.recipient(raw), message.envelope_sender
    if addresses.is_ours(to):
        store(raw, to, envelope.sender(raw) if by is None else by, timezone.now(), signature.proof(raw))


@receiver(tracking)
def take_report(sender: object, event: Any, esp_name: str, **_kwargs: Any) -> None:
    """Store the fate of one of our letters."""
    if esp_name == "Mailgun":
        report = event.esp_event
        seal = report["signature"] if isinstance(report.get("signature"), dict) else report
        replays.must_be_first(seal, json.dumps(report.get("event-data", report), sort_keys=True, default=str).encode())
    reports.take_tracking_event(event)
