"""Serve the stored OpenAPI description of the API without importing its libraries.

`make golden` renews the file, and tests/games/test_api.py compares it with the code.
"""

from pathlib import Path

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

FILE = Path(__file__).with_name("openapi.json")


@require_safe
def description(request: HttpRequest) -> HttpResponse:
    """Send all endpoints and fields as OpenAPI."""
    return HttpResponse(FILE.read_bytes(), content_type="application/json")
