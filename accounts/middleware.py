"""Middleware that sets the reader's time zone, keeps regular visitors signed in, and answers refused forms with 422."""

from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.deprecation import MiddlewareMixin

from accounts import devices, signs
from accounts.models import User
from core.web import View


def time_zone(get_response: View) -> View:
    def middleware(request: HttpRequest) -> HttpResponse:
        if not request.user.is_authenticated:
            return get_response(request)
        with timezone.override(ZoneInfo(request.user.time_zone)):
            return get_response(request)

    return middleware


def seen_today(get_response: View) -> View:
    """Once a day, renew the session and record the visit with its signs, so that only absent people are signed out."""

    def middleware(request: HttpRequest) -> HttpResponse:
        today = timezone.now().date().isoformat()
        if request.user.is_authenticated and request.session.get("seen_on") != today:
            request.session["seen_on"] = today
            User.objects.filter(pk=request.user.pk).update(last_seen=timezone.now().date())
            signs.record(request.user, request)
        return get_response(request)

    return middleware


def kept_here(get_response: View) -> View:
    """Wipe a browser's offline copy when anyone but its owner uses the browser."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response, owner = get_response(request), request.COOKIES.get(devices.COOKIE)
        reader = str(request.user.pk) if request.user.is_authenticated else ""
        if owner is not None and owner.removesuffix(devices.ONLY_A_LIST) != reader and devices.COOKIE not in response.cookies:
            devices.wipe(response)
        return response

    return middleware


class RefusedForms(MiddlewareMixin):
    """Answer a refused form of the account library with 422 instead of 200."""

    def process_template_response(self, request: HttpRequest, response: TemplateResponse) -> TemplateResponse:
        form = (response.context_data or {}).get("form")
        if request.method == "POST" and response.status_code == 200 and getattr(form, "errors", None):
            response.status_code = 422
        return response
