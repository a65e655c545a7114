"""What becomes of an address that letters come back from."""

from datetime import timedelta

from django.utils import timezone

from .models import Delivery

BELIEVED_FOR = timedelta(days=30)


def take_report(delivery_id: int, reports: list[dict]) -> str:
    """Believe a report that came to the sealed sender of one delivery; the name of what was made of it."""
    delivery = Delivery.objects.filter(pk=delivery_id, created_at__gt=timezone.now() - BELIEVED_FOR).first()
    return "believed" if delivery and reports else "unknown-delivery"
