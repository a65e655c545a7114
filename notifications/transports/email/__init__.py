"""Letters by e-mail, through whatever e-mail backend the site is set up with."""

from .transport import Email

TRANSPORT = Email()
