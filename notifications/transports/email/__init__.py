"""Letters by e-mail, through the e-mail backend of the site."""

from .transport import Email

TRANSPORT = Email()
