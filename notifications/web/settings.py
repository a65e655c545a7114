"""The page of a person's letter settings: times, categories, other channels, and whether letters arrive."""

import hashlib
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.http import quote_etag
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from accounts.services import user_of
from notifications import bounces, calendar, channels, delivery_times, missed, unsubscribing
from notifications.kinds import CATEGORIES
from notifications.models import Delivery, Feed, Mailing, Preference, Stop
from notifications.transports import all_transports
from notifications.transports.channelled import ChannelForm, Channelled

NEWEST = 12

NOT_UNDERSTOOD = "That request was not understood, so nothing has changed."
OFF = "off"
HOURS: list[tuple[int | str, str]] = [(hour, f"{hour}:00") for hour in range(24)]
MODES = [*Preference.Mode.choices, (OFF, "No letters about games")]
STORED_FIELDS = ("mode", "every", "digest_hour", "quiet_from", "quiet_to", "open_talk", "holds_answers", "only_refusals")
"""Form fields that a preference stores under the same names."""
NO_HOUR: list[tuple[int | str, str]] = [("", "no quiet hours")]


class WishesForm(forms.Form):
    """The form for the times and categories of letters. Quiet hours never move a clock."""

    mode = forms.ChoiceField(label="Letters", choices=MODES, widget=forms.RadioSelect)
    every = forms.TypedChoiceField(
        coerce=int, label="Hours between letters", choices=[(n, str(n)) for n in (1, 3, 6)], help_text="For “at most one in some hours”."
    )
    digest_hour = forms.TypedChoiceField(
        coerce=int, label="Hour of the daily letter", choices=HOURS, help_text="For “one a day”, in your time zone."
    )
    quiet_from = forms.TypedChoiceField(
        coerce=int, empty_value=None, required=False, label="Quiet from", choices=NO_HOUR + HOURS,
        help_text="No letters then, except reminders that would come too late. Clocks go on.",
    )  # fmt: skip
    quiet_to = forms.TypedChoiceField(coerce=int, empty_value=None, required=False, label="Quiet until", choices=NO_HOUR + HOURS)
    open_talk = forms.BooleanField(
        required=False, label="What is said at open tables, too", help_text="Otherwise only at tables that are not open to everyone."
    )
    holds_answers = forms.BooleanField(
        required=False,
        label="Hold my answers until I confirm them here",
        help_text="For answers that you write; links in letters still work at once.",
    )
    only_refusals = forms.BooleanField(
        required=False, label="Answer my letters only when something could not be done", help_text="Otherwise each of them is answered."
    )
    kinds = forms.MultipleChoiceField(
        required=False, label="Send me", choices=[(key, words) for key, words in CATEGORIES.items()], widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, data: QueryDict | None = None, *, user: User) -> None:
        wishes = Preference.objects.filter(user=user, topic="").first() or Preference(user=user)
        stopped = set(Stop.objects.filter(user=user).values_list("category", flat=True))
        initial = {key: getattr(wishes, key) for key in STORED_FIELDS}
        initial |= {"kinds": [key for key in CATEGORIES if key not in stopped]}
        if user.letters == user.Letters.OFF:
            initial["mode"] = OFF
        super().__init__(data, initial=initial)
        self.user = user

    def clean(self) -> dict[str, Any]:
        super().clean()
        wishes = self.cleaned_data
        if (wishes.get("quiet_from") is None) != (wishes.get("quiet_to") is None):
            self.add_error("quiet_to", "Say from when and until when, or neither.")
        return wishes

    def save(self) -> None:
        wishes = dict(self.cleaned_data)
        kinds, mode = wishes.pop("kinds"), wishes.pop("mode")
        self.user.letters = self.user.Letters.OFF if mode == OFF else self.user.Letters.ON
        self.user.save(update_fields=["letters"])
        wishes |= {} if mode == OFF else {"mode": mode}
        Preference.objects.update_or_create(user=self.user, topic="", defaults=wishes)
        Stop.objects.filter(user=self.user, category__in=kinds).delete()
        for category in set(CATEGORIES) - set(kinds):
            Stop.objects.get_or_create(user=self.user, category=category, defaults={"by": "settings"})


class TopicForm(forms.Form):
    mode = forms.ChoiceField(required=False, choices=[("", "as for all games"), *Preference.Mode.choices])

    def save(self, user: User, topic: str) -> None:
        mode = self.cleaned_data["mode"]
        if mode:
            general = Preference.objects.filter(user=user, topic="").first() or Preference()
            more = {"mode": mode, "every": general.every, "digest_hour": general.digest_hour}
            Preference.objects.update_or_create(user=user, topic=topic, defaults=more)
        else:
            Preference.objects.filter(user=user, topic=topic).delete()


@login_required
@never_cache
def wishes(request: HttpRequest) -> HttpResponse:
    form = WishesForm(request.POST if request.method == "POST" else None, user=user_of(request))
    if form.is_valid():
        form.save()
        missed.catch_up(user_of(request).pk)
        messages.success(request, "Saved.")
        return redirect("notifications:wishes")
    return show(request, form)


@never_cache
def signed_wishes(request: HttpRequest, token: str) -> HttpResponse:
    """Show and change letter settings by the token in a letter. The page omits the addresses and the option to hold replies."""
    owner = unsubscribing.owner_of(token)
    if owner is None or owner == request.user:
        return redirect("notifications:wishes")
    form = WishesForm(request.POST if request.method == "POST" else None, user=owner)
    form.fields.pop("holds_answers")
    if form.is_valid():
        form.save()
        missed.catch_up(owner.pk)
        messages.success(request, "Saved.")
        return redirect(request.path)
    context = {"form": form, "owner": owner, "token": token}
    return render(request, "notifications/signed_wishes.html", context, status=422 if form.errors else 200)


def show(request: HttpRequest, form: WishesForm | None = None, problem: str = "", status: int = 200) -> HttpResponse:
    user, form = user_of(request), form or WishesForm(user=user_of(request))
    called = {name: way.called for name, way in all_transports().items() if isinstance(way, Channelled)}
    newest = Delivery.objects.filter(notice__user=user, transport="email").select_related("notice")
    special = dict(Preference.objects.filter(user=user).exclude(topic="").values_list("topic", "mode"))
    context = {
        "form": form, "problem": problem, "mailings": mailings_of(user), "has_many": delivery_times.has_many(user),
        "topics": [(key, name, TopicForm(initial={"mode": special.get(key, "")}, auto_id=f"{key}-%s")) for key, name in topics_of(user)],
        "channels": [(called.get(row.transport, row.transport), row) for row in user.channels.order_by("pk")],
        "ways": ways_of(), "calendar": calendar.link_of(user),
        "newest": [(CATEGORIES[unsubscribing.category_of(row.notice)], row) for row in newest.order_by("-pk")[:NEWEST]],
    }  # fmt: skip
    return render(request, "notifications/wishes.html", context, status=422 if form.is_bound and form.errors else status)


def topics_of(user: User) -> list[tuple[str, str]]:
    return [topic for find in delivery_times.TOPICS.values() for topic in find(user)]


def mailings_of(user: User) -> list[tuple[str, Mailing]]:
    emails = bounces.confirmed(user.pk)
    known = {row.address: row for row in Mailing.objects.filter(address__in=[email.lower() for email in emails])}
    return [(email, known.get(email.lower()) or Mailing(address=email)) for email in emails]


@login_required
@require_POST
def topic(request: HttpRequest) -> HttpResponse:
    name, form = request.POST.get("topic", ""), TopicForm(request.POST)
    if name not in dict(topics_of(user_of(request))) or not form.is_valid():
        return show(request, problem="There is no such game or no such choice, so nothing has changed.", status=422)
    form.save(user_of(request), name)
    missed.catch_up(user_of(request).pk)
    messages.success(request, "Saved.")
    return redirect("notifications:wishes")


@login_required
@require_POST
def revive(request: HttpRequest) -> HttpResponse:
    email = request.POST.get("address", "").lower()
    if email not in {address.lower() for address, _ in mailings_of(user_of(request))}:
        return show(request, problem="That is not one of your addresses.", status=422)
    bounces.revive(email)
    missed.catch_up(user_of(request).pk)
    messages.success(request, "We write to that address again.")
    return redirect("notifications:wishes")


@login_required
@require_POST
def add_channel(request: HttpRequest) -> HttpResponse:
    form = next((way for way in ways_of(request.POST) if way.transport == request.POST.get("transport")), None)
    if form is None or (problem := problem_with(form)):
        return show(request, problem=NOT_UNDERSTOOD if form is None else problem, status=422)
    secrets = form.secrets()
    if channels.add(user_of(request), form.transport, form.cleaned_data["address"], secrets) is None:
        return show(request, problem="You have ten such ways already. Remove one first.", status=422)
    messages.success(request, f"Added. {form.told(secrets)}".rstrip())
    return redirect("notifications:wishes")


def ways_of(data: QueryDict | None = None) -> list[ChannelForm]:
    """Return the form of every transport that has channels. A URL field without a label gets the transport's name for a channel."""
    known = {name: way for name, way in all_transports().items() if isinstance(way, Channelled)}
    forms_of_ways = [way.form(name, data) for name, way in known.items()]
    for form in forms_of_ways:
        form.fields["address"].label = form.fields["address"].label or known[form.transport].called
    return forms_of_ways


def problem_with(form: ChannelForm) -> str:
    if set(form.errors) - {"address"}:
        return NOT_UNDERSTOOD
    return str(form.errors["address"][0]) if form.errors else ""


@login_required
@require_POST
def remove_channel(request: HttpRequest, pk: int) -> HttpResponse:
    channels.remove(get_object_or_404(user_of(request).channels, pk=pk))
    messages.success(request, "Removed.")
    return redirect("notifications:wishes")


@login_required
@require_POST
def renew_calendar(request: HttpRequest) -> HttpResponse:
    action = request.POST.get("what")
    if action not in ("renew", "end"):
        return HttpResponseBadRequest(NOT_UNDERSTOOD)
    if action == "renew":
        calendar.renew_feed(user_of(request))
    else:
        Feed.objects.filter(user=user_of(request)).delete()
    return redirect("notifications:wishes")


@require_safe
def calendar_feed(request: HttpRequest, key: str) -> HttpResponse:
    """Return a calendar to a program, which does not sign in: the key authenticates the program."""
    user = calendar.owner_of(key)
    if user is None:
        return HttpResponse("There is no such calendar.\n", status=404, content_type="text/plain")
    body = calendar.feed_of(user)
    etag = quote_etag(hashlib.sha256(body).hexdigest()[:32])
    if request.headers.get("If-None-Match") == etag:
        answer = HttpResponse(status=304)
    else:
        answer = HttpResponse(body, content_type="text/calendar; charset=utf-8")
    answer["ETag"], answer["Cache-Control"] = etag, "private, max-age=900"
    return answer
