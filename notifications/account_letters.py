"""Send the account library's letters in the site's words (`templates/jinja2/account/email/`), as text and HTML."""

import logging
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse

from accounts import adapter, trust
from accounts.models import User
from core.plain_text import wrapped
from notifications import home
from notifications.css_inlining import inliner
from notifications.mailbox import ACCOUNT_HEADER

logger = logging.getLogger(__name__)
HEADERS = {ACCOUNT_HEADER: "yes", "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All"}
"""Headers that let people on one machine read a letter before sign-in, and that ask mail programs not to answer automatically."""
NOT_SENT = "We could not send you a letter just now. Sign in, or ask for it again, in a few minutes."
FOOT = "--------"
TO_ANY_ADDRESS = frozenset(
    f"account/email/{letter}"
    for letter in ("email_confirmation", "email_confirmation_signup", "account_already_exists", "password_reset_key", "unknown_account")
)
"""Letters that anyone can cause to be sent, by typing an address into a form."""


class AccountAdapter(adapter.AccountAdapter):
    def render_mail(
        self, template_prefix: str, email: str, context: dict[str, Any], headers: dict[str, str] | None = None
    ) -> EmailMultiAlternatives:
        headers = HEADERS | ({"Reply-To": settings.DESK} if settings.DESK else {}) | (headers or {})
        message: EmailMultiAlternatives = super().render_mail(template_prefix, email, context, headers)
        message.body = wrapped(str(message.body))
        body, _, foot = str(message.body).partition(FOOT)
        greeting, news, *rest = body.strip().split("\n\n")
        context = {"subject": message.subject, "greeting": greeting, "news": news, "parts": [part(text) for text in rest], "foot": foot}
        message.attach_alternative(inliner().inline(render_to_string("letters/account.html", context)), "text/html")
        return message

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send the letter, unless the site is quiet or the inbox has had too many. Report a failure, unless that reveals an account."""
        if not home.reads_letters():
            logger.warning("no account letter is sent: this site is quiet")
        elif template_prefix not in TO_ANY_ADDRESS or trust.may_write_about_an_account(email):
            try:
                super().send_mail(template_prefix, email, context)
            except OSError as fault:  # from the mail server or the network
                logger.warning("no account letter went: %s", type(fault).__name__)
                if self.request and "password_reset" not in template_prefix:
                    messages.error(self.request, NOT_SENT)

    def send_notification_mail(
        self, template_prefix: str, user: User, context: dict[str, Any] | None = None, email: str | None = None
    ) -> None:
        """Send the letter with the reader's name and a link for setting a new password."""
        more = {"user": user, "password_reset_url": settings.SITE_URL + reverse("account_reset_password")}
        super().send_notification_mail(template_prefix, user, more | (context or {}), email)


def part(text: str) -> dict[str, str]:
    """Return a paragraph as {"text": …}; for a URL below a label with a colon, return link and label, which become a button."""
    called, _, link = text.rpartition(":\n")
    return {"link": link, "called": called} if called and link.startswith(("http://", "https://")) else {"text": text}
