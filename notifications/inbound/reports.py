"""Reports of a provider that sends our letters: delivered, bounced, marked as spam. Others are ignored.

A provider puts its own sender on the envelope, so bounces go to it and not to us: these reports are our only source.
They name a letter by our Message-ID, or by the tag we set (`transports/email/tracking.py`).
"""

import re

from anymail.signals import AnymailTrackingEvent, EventType, RejectReason

from notifications import bounces
from notifications.models import Delivery
from notifications.transports.email.tracking import NAME

OURS = re.compile(r"\bd\.[0-9a-f]{32}\b")
ACTIONS = {
    EventType.DELIVERED: "delivered",
    EventType.BOUNCED: "failed",
    EventType.REJECTED: "failed",
    EventType.FAILED: "failed",
    EventType.COMPLAINED: "complaint",
}
STATUSES = {RejectReason.INVALID: "5.1.1", RejectReason.BLOCKED: "5.7.0", RejectReason.SPAM: "5.7.0"}
"""The status for a provider's reason, if it does not repeat the other mail server's."""


def take_tracking_event(event: AnymailTrackingEvent) -> None:
    """Store the fate of the letter in this report, if it is ours."""
    action = ACTIONS.get(event.event_type)
    delivery = action and Delivery.objects.filter(message_id=name_of(event), transport="email").first()
    if delivery:
        bounces.take_report(delivery.pk, [{"action": action, "status": status_of(event)}], event.recipient or "")


def name_of(event: AnymailTrackingEvent) -> str:
    """Return our name for the letter: the part of its Message-ID before the @, wherever this provider repeats it."""
    posted = event.esp_event
    payload = posted.get("payload", posted) if isinstance(posted, dict) else {}
    letter = next((part for part in (payload.get("message"), payload.get("original_message")) if isinstance(part, dict)), {})
    places = [(event.metadata or {}).get(NAME), payload.get("smtp-id"), letter.get("message_id"), event.message_id, *(event.tags or [])]
    names = [match[0] for place in places if isinstance(place, str) and (match := OURS.search(place))]
    return names[0] if names else ""


def status_of(event: AnymailTrackingEvent) -> str:
    """Return the RFC 3463 status: the other server's, else from the provider's terms. Faults at the provider count as ours."""
    words = " ".join(part for part in (event.mta_response, event.description) if part)
    if match := bounces.STATUS.search(words):
        return match[1]
    return STATUSES.get(event.reject_reason, "5.7.0" if event.event_type == EventType.FAILED else "5.0.0")
