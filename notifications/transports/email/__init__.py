"""Send letters by e-mail, through the site's e-mail backend."""

from .transport import Email

TRANSPORT = Email()
