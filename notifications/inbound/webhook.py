"""Receive webhooks for sites whose provider receives or sends the letters. Anymail parses and authenticates the posts.

Responses: 403 without a valid signature, 413 for oversized and 406 for unreadable letters, after which providers do not retry;
503 while the database is down or the site is quiet, after which providers retry; 200 only after the letter is stored.
"""

import hashlib
import json
import logging
import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from http import HTTPStatus
from typing import Any

from anymail.exceptions import AnymailWebhookValidationFailure
from anymail.inbound import AnymailInboundMessage
from anymail.signals import AnymailTrackingEvent, EventType, RejectReason, inbound, tracking
from anymail.urls import urlpatterns
from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.db import DatabaseError
from django.dispatch import receiver
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts.models import Tally
from accounts.trust import digest
from notifications import addresses, bounces, home
from notifications.models import Delivery
from notifications.transports.email.headers import NAME

from . import envelope, signature
from .prescan import MAX_BYTES, problem_with, unix_lines
from .store import store

logger = logging.getLogger(__name__)
parse_raw_mime = AnymailInboundMessage.parse_raw_mime
VIEWS: dict[str, Callable[[HttpRequest], HttpResponse]] = {
    pattern.name.removesuffix("_webhook"): pattern.callback for pattern in urlpatterns
}
SENTENCES = {
    HTTPStatus.FORBIDDEN: "This was not signed with our key, so it was not kept.",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "Answers and reports are shorter than this, so it was not kept.",
    HTTPStatus.NOT_ACCEPTABLE: "We cannot read this, so it was not kept.",
    HTTPStatus.SERVICE_UNAVAILABLE: "Not now; please try again later.",
}


def looked_at(text: str) -> AnymailInboundMessage:
    """Parse a letter as Anymail does. Raise ValueError for a letter that is built to overload the parser."""
    if problem := problem_with(unix_lines(text.encode("utf-8", "surrogatepass"))):
        raise ValueError(problem)
    return parse_raw_mime(text)


AnymailInboundMessage.parse_raw_mime = staticmethod(looked_at)  # all of Anymail's views call parse_raw_mime


@csrf_exempt
@require_http_methods(["POST", "HEAD"])
def receive_webhook(request: HttpRequest, provider: str, what: str) -> HttpResponse:
    """Receive a letter ("inbound"), or reports about the site's letters ("tracking"), in the provider's own format."""
    view = VIEWS.get(f"{provider}_{what}")
    if view is None or provider != (settings.LETTERS_WEBHOOK if what == "inbound" else settings.LETTERS_REPORTS):
        raise Http404
    if int(request.META.get("CONTENT_LENGTH") or 0) > 2 * MAX_BYTES:
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
    """Store a posted letter, unless it is for none of the site's addresses."""
    message = event.message
    raw = message.as_bytes(policy=message.policy.clone(refold_source="none", linesep="\r\n"))
    if esp_name == "Mailgun":
        must_be_first(event.esp_event.POST, raw + str(message.envelope_recipient).encode())
    to, by = message.envelope_recipient or envelope.recipient(raw), message.envelope_sender
    if addresses.is_ours(to):
        store(raw, to, envelope.sender(raw) if by is None else by, timezone.now(), signature.proof(raw))


@receiver(tracking)
def take_report(sender: object, event: Any, esp_name: str, **_kwargs: Any) -> None:
    """Store the fate of a letter of this site. Bounces go to the provider, because providers put their own sender on the envelope."""
    if esp_name == "Mailgun":
        report = event.esp_event
        seal = report["signature"] if isinstance(report.get("signature"), dict) else report
        must_be_first(seal, json.dumps(report.get("event-data", report), sort_keys=True, default=str).encode())
    action = ACTIONS.get(event.event_type)
    delivery = action and Delivery.objects.filter(message_id=name_of(event), transport="email").first()
    if delivery:
        words = " ".join(part for part in (event.mta_response, event.description) if part)
        match = bounces.STATUS.search(words)
        by_reason = STATUSES.get(event.reject_reason, "5.7.0" if event.event_type == EventType.FAILED else "5.0.0")
        bounces.take_report(delivery.pk, [{"action": action, "status": match[1] if match else by_reason}], event.recipient or "")


SIGNATURE_LIVES, CLOCK_LEAD = timedelta(days=2), timedelta(hours=1)
"""The maximum age of a signature (Mailgun retries for eight hours), and the maximum lead of Mailgun's clock over this machine's."""
SIGNED_POST = "signed post"


def must_be_first(seal: Mapping[str, str], content: bytes) -> None:
    """Raise AnymailWebhookValidationFailure for an old `timestamp`, or for a `token` that earlier came with other content.

    Mailgun signs only timestamp and token, so anyone who has read a signed pair could post anything with the pair. The same post may
    come again, because a provider retries if it gets no response. (https://documentation.mailgun.com, “Securing webhooks”.)
    """
    try:
        signed_at = datetime.fromtimestamp(int(seal["timestamp"]), UTC)
    except (ValueError, OverflowError, OSError):
        raise AnymailWebhookValidationFailure("no time") from None
    if not timezone.now() - SIGNATURE_LIVES < signed_at < timezone.now() + CLOCK_LEAD:
        raise AnymailWebhookValidationFailure("an old signature")
    token = digest(f"{SIGNED_POST} {seal['token']}")
    _, is_new = Tally.objects.get_or_create(what=SIGNED_POST, about=token, begins=signed_at)
    same = {"what": SIGNED_POST, "about": digest(f"{token} {hashlib.sha256(content).hexdigest()}"), "begins": signed_at}
    if is_new:
        Tally.objects.create(**same)
    elif not Tally.objects.filter(**same).exists():
        raise AnymailWebhookValidationFailure("used for something else")


OURS = re.compile(r"\bd\.[0-9a-f]{32}\b")
ACTIONS = {
    EventType.DELIVERED: "delivered",
    EventType.BOUNCED: "failed",
    EventType.REJECTED: "failed",
    EventType.FAILED: "failed",
    EventType.COMPLAINED: "complaint",
}
STATUSES = {RejectReason.INVALID: "5.1.1", RejectReason.BLOCKED: "5.7.0", RejectReason.SPAM: "5.7.0"}
"""The status for a provider's reason, if the report has no status of the other mail server. Faults at the provider count as ours (5.7)."""


def name_of(event: AnymailTrackingEvent) -> str:
    """Return our name for a letter (the part of the Message-ID before the @), wherever the provider repeats the name; "" if missing."""
    posted = event.esp_event
    payload = posted.get("payload", posted) if isinstance(posted, dict) else {}
    letter = next((part for part in (payload.get("message"), payload.get("original_message")) if isinstance(part, dict)), {})
    places = [(event.metadata or {}).get(NAME), payload.get("smtp-id"), letter.get("message_id"), event.message_id, *(event.tags or [])]
    names = [match[0] for place in places if isinstance(place, str) and (match := OURS.search(place))]
    return names[0] if names else ""
