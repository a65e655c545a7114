"""A person's own pages: profile, keeping a guest's games, account deletion. Sign-in and sign-up extend the account library."""

from typing import Any

from allauth.account import views as library
from allauth.account.decorators import reauthentication_required
from allauth.account.models import EmailAddress
from allauth.core import ratelimit
from allauth.usersessions.views import ListUserSessionsView
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse_lazy
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts import account_deletion, api_keys, personal_data, services, sessions
from accounts.forms import KeepForm, KeyForm, LeaveForm, ProfileForm
from accounts.models import User


def answer(request: HttpRequest, template: str, form: Any, **more: Any) -> HttpResponse:
    """Return the page with the form. The status is 422 if the form was refused."""
    return render(request, template, {"form": form, **more}, status=422 if form.is_bound else 200)


def fresh(request: HttpRequest) -> User:
    """Return a copy of the user for a form to change, so that the page's header does not show a refused name."""
    return User.objects.get(pk=services.user_of(request).pk)


def sign_up(request: HttpRequest) -> HttpResponseBase:
    """Show the sign-up page. Redirect a guest to the page that keeps their games, and anyone else signed in to the front page."""
    if request.user.is_authenticated:
        return redirect("keep" if request.user.is_guest else "home")
    page: HttpResponseBase = SignUp.as_view()(request)
    return page


class SignUp(library.SignupView):
    """The library's sign-up view, with an error if another person takes the name meanwhile."""

    def form_valid(self, form: Any) -> HttpResponse:
        try:
            with services.naming(form.cleaned_data["username"]):
                response: HttpResponse = super().form_valid(form)
        except ValidationError as refusal:
            form.add_error("username", refusal.messages)
            response = self.form_invalid(form)
        return response


class SignIn(library.LoginView):
    """The library's sign-in view, open to guests too; a guest's data moves to the account."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_authenticated and not request.user.is_guest:
            return HttpResponseRedirect(self.get_authenticated_redirect_url())
        response: HttpResponseBase = super().dispatch(request, *args, **kwargs)
        return response

    def form_valid(self, form: Any) -> HttpResponse:
        account_deletion.stand_aside(self.request)
        response: HttpResponse = super().form_valid(form)
        return response


class Sessions(ListUserSessionsView):
    template_name = "accounts/sessions.html"
    success_url = reverse_lazy("sessions")

    def form_valid(self, form: Any) -> HttpResponse:
        sessions.end_others(self.request, fresh(self.request))
        messages.success(self.request, "You are signed out everywhere else.")
        return redirect("sessions")


@login_required
def profile(request: HttpRequest) -> HttpResponse:
    form = ProfileForm(request.POST if request.method == "POST" else None, instance=fresh(request))
    if form.is_valid():
        try:
            with services.naming(form.instance.name, form.instance):
                form.save()
            messages.success(request, "Saved.")
            return redirect("profile")
        except ValidationError as refusal:  # another person took the name meanwhile
            form.add_error(None, refusal)
    return answer(request, "accounts/profile.html", form)


@login_required
def keep(request: HttpRequest) -> HttpResponse:
    if not services.user_of(request).is_guest:
        return redirect("profile")
    form = KeepForm(request.POST if request.method == "POST" else None, instance=fresh(request))
    if form.is_valid():
        answers = form.cleaned_data
        try:
            services.keep_guest(request, fresh(request), answers["address"], answers["name"], answers["secret"])
        except (services.TooMany, ValidationError) as error:
            form.add_error(None, error if isinstance(error, ValidationError) else str(error))
            return answer(request, "accounts/keep.html", form)
        return redirect("account_email_verification_sent")
    waiting = EmailAddress.objects.filter(user=request.user, verified=False).first()
    return answer(request, "accounts/keep.html", form, waiting=waiting)


@login_required
@require_POST
def put_banner_away(request: HttpRequest) -> HttpResponse:
    """Hide the guests' banner in this browser, and return to the page. The guest's profile still links to sign-up."""
    request.session["no_banner"] = True
    back = request.POST.get("next", "")
    return HttpResponseRedirect(back) if back[:1] == "/" and url_has_allowed_host_and_scheme(back, None) else redirect("home")


@login_required
def leave(request: HttpRequest) -> HttpResponse:
    refusal: HttpResponse | None = ratelimit.consume_or_429(request, action="leave", user=request.user)
    if refusal:
        return refusal
    form = LeaveForm(request.POST if request.method == "POST" else None, user=fresh(request))
    if not form.is_valid():
        warnings = [sentence for warn in account_deletion.WARNINGS.values() if (sentence := warn(form.user))]
        return answer(request, "accounts/leave.html", form, warnings=warnings)
    account_deletion.leave(form.user)
    logout(request)
    return render(request, "accounts/left.html")


@login_required
@never_cache
def my_keys(request: HttpRequest) -> HttpResponseBase:
    """Show the page of API keys. Redirect a guest, who has no account, to the page that creates one."""
    return redirect("keep") if services.user_of(request).is_guest else own_keys(request)


@reauthentication_required
def own_keys(request: HttpRequest) -> HttpResponse:
    """List the API keys, or create one, which is shown in this response and never again."""
    user, fresh_key = fresh(request), ""
    form = KeyForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            fresh_key, form = api_keys.create_key(user, form.cleaned_data["name"]), KeyForm()
        except api_keys.Refused as refusal:
            form.add_error(None, str(refusal))
    return answer(request, "accounts/keys.html", form, fresh_key=fresh_key, keys=user.keys.all())


@login_required
@require_POST
def end_key(request: HttpRequest, pk: int) -> HttpResponse:
    services.user_of(request).keys.filter(pk=pk).delete()
    messages.success(request, "That key opens nothing any more.")
    return redirect("keys")


@login_required
@never_cache
def my_data(request: HttpRequest) -> HttpResponseBase:
    """Return the reader's personal data as a file. Ask members for their password; guests have none."""
    return own_data(request) if services.user_of(request).is_guest else reauthentication_required(own_data)(request)


def own_data(request: HttpRequest) -> HttpResponse:
    answer = JsonResponse(personal_data.personal_data_of(fresh(request)), json_dumps_params={"indent": 1, "ensure_ascii": False})
    answer["Content-Disposition"] = 'attachment; filename="buccaneer-my-data.json"'
    return answer
