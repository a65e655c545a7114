"""All settings of the site, read from the environment. docs/running.md explains each variable.

With no variable set, everything runs on one machine, in one folder. DATABASE_URL makes it a town, with the servers it names.
"""

import logging
import os
import tempfile
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from kombu import Exchange, Queue

from buccaneer_site.environment import Environment, kept_secret, writable_folder
from core.infrastructure import ANSWER, CONNECT

BASE_DIR = Path(__file__).resolve().parent.parent
INSTALLED = (Path(__file__).parent / "files").is_dir()  # from a wheel, which holds templates and static files there
SHIPPED = BASE_DIR / "buccaneer_site" / "files" if INSTALLED else BASE_DIR
env = Environment()

TOWN = bool(env.text("DATABASE_URL"))
if TOWN:
    env.require(("REDIS_URL", "EMAIL_URL", "SECRET_KEY", "SITE_URL"), "it is needed as DATABASE_URL is set")

PORT = env.number("PORT", 8000, 1, 65535)
LISTEN = env.text("LISTEN", "127.0.0.1")
SITE_URL = env.origin("SITE_URL", f"http://127.0.0.1:{PORT}")
REDIS_URL = env.url("REDIS_URL", "", ("redis", "rediss"))
LOG_LEVEL = env.one_of("LOG_LEVEL", ("INFO", "DEBUG", "WARNING", "ERROR"))
OWN_FOLDER = Path(env.text("XDG_DATA_HOME", "~/.local/share")) / "buccaneer" if INSTALLED else BASE_DIR / "var"
DATA = Path(env.text("BUCCANEER_DATA", str(OWN_FOLDER))).expanduser().resolve()
OVER_HTTPS = SITE_URL.startswith("https://")
DEBUG = False
# Monitoring: who may read /metrics, and where the processes of this machine count together (core/metrics.py)
METRICS_TOKEN = env.text("METRICS_TOKEN")
METRICS_FROM = env.networks("METRICS_FROM")
METRICS_FOLDER = env.text("METRICS_FOLDER", str(DATA / "metrics") if TOWN and (METRICS_TOKEN or METRICS_FROM) else "")
if METRICS_TOKEN and len(METRICS_TOKEN) < 20:
    env.problems.append("METRICS_TOKEN must have at least 20 characters.")
if not TOWN:
    (writable_folder(DATA) / "static").mkdir(exist_ok=True)

if TOWN:
    SECRET_KEY = env.text("SECRET_KEY")
    # "transaction": PgBouncer before 1.21 reassigns a connection after each transaction, and knows no prepared statements
    PGBOUNCER = env.one_of("PGBOUNCER", ("session", "transaction", "transaction-prepared"))
    POOL: dict[str, Any] = {
        "pool": {"min_size": 1, "max_size": env.number("DB_POOL", 10, 1, 100), "timeout": 10},
        "server_side_binding": True,  # values travel beside the SQL, so the server can reuse its query plan
        "prepare_threshold": None if PGBOUNCER == "transaction" else 5,
    }
    DATABASE = env.database("DATABASE_URL", POOL) | {"DISABLE_SERVER_SIDE_CURSORS": PGBOUNCER != "session"}
else:
    SECRET_KEY = env.text("SECRET_KEY") or kept_secret(DATA / "secret.key")
    DATABASE = {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": DATA / "buccaneer.sqlite3",
        # a file, as threads cannot share a database in memory; one per test run
        "TEST": {"NAME": Path(tempfile.gettempdir()) / f"buccaneer-test-{os.getpid()}.sqlite3"},
        "OPTIONS": {
            "timeout": 20,
            "cached_statements": 1000,  # the site has some hundred; by default Python caches 128 and compiles the others each time
            "transaction_mode": "IMMEDIATE",  # a deferred transaction fails at once when two of them upgrade
            "init_command": "PRAGMA journal_mode=WAL;PRAGMA synchronous=NORMAL;PRAGMA foreign_keys=ON;"
            "PRAGMA temp_store=MEMORY;PRAGMA mmap_size=134217728;PRAGMA journal_size_limit=27103364;",
        },
    }
SECRET_KEY_FALLBACKS = env.words("SECRET_KEY_FALLBACKS")
if SECRET_KEY and len(SECRET_KEY) < 50:
    env.problems.append(
        "SECRET_KEY must have at least 50 characters. Make one with `python -c 'import secrets; print(secrets.token_urlsafe(50))'`, and "
        "name the old one in SECRET_KEY_FALLBACKS: then sessions and links in letters stay good."
    )
DATABASES = {"default": DATABASE}
REPLICA_URL = env.text("REPLICA_URL") if TOWN else ""
if REPLICA_URL:
    waits_briefly = POOL | {"connect_timeout": 2, "pool": POOL["pool"] | {"timeout": 2}}  # the primary can answer instead
    DATABASES["replica"] = env.database("REPLICA_URL", waits_briefly) | {
        "DISABLE_SERVER_SIDE_CURSORS": DATABASE["DISABLE_SERVER_SIDE_CURSORS"],
        "TEST": {"MIRROR": "default"},
    }
    DATABASE_ROUTERS = ["buccaneer_site.replica.Router"]
ALLOWED_HOSTS = [*env.hosts("ALLOWED_HOSTS"), urlsplit(SITE_URL).hostname or "localhost"]
if not TOWN:
    ALLOWED_HOSTS += ["localhost", "127.0.0.1", "[::1]"]
CSRF_TRUSTED_ORIGINS = [SITE_URL]

# Letters
QUIET = env.one_of("QUIET", ("0", "1", "no", "yes")) in ("1", "yes")  # nothing leaves the site; see notifications/home.py
EMAIL_SUBJECT_PREFIX = ""
DEFAULT_FROM_EMAIL = env.sender("FROM_EMAIL", f"Buccaneer <letters@{urlsplit(SITE_URL).hostname}>")
SERVER_EMAIL = DEFAULT_FROM_EMAIL
ADMINS = [(address, address) for address in env.mail_addresses("ADMINS")]  # alerted when clocks or letters stand still
LETTERS_AT_ONCE = env.number("LETTERS_AT_ONCE", 1, 1, 200)  # above 1, sweeps hand batches of letters to workers of "letters-out"
MAILBOX = not TOWN  # letters are stored in the database and shown at /mailbox/
MAIL_DOMAIN = DEFAULT_FROM_EMAIL.rpartition("@")[2].rstrip(">")
REPLY_DOMAIN = env.domain("REPLY_DOMAIN", "" if TOWN else "localhost")  # the domain of reply addresses; without it, no play by reply
LETTERS_IN = env.url("LETTERS_IN", "", ("lmtp", "smtp"))  # where the receiver listens, behind your own mail server
AUTHSERV_ID = env.text("AUTHSERV_ID").lower()  # the server's name in its authentication results
LETTERS_IMAP = env.url("LETTERS_IMAP", "", ("imaps", "imap"))  # or the mailbox that receives replies, fetched over IMAP
PROVIDERS = {  # or the provider that posts them, and Anymail's name for its secret
    "mailgun": "MAILGUN_WEBHOOK_SIGNING_KEY",
    "postal": "POSTAL_WEBHOOK_KEY",
    "mailersend": "MAILERSEND_INBOUND_SECRET",
    "postmark": "WEBHOOK_SECRET",
    "sendgrid": "WEBHOOK_SECRET",
    "sparkpost": "WEBHOOK_SECRET",
}
LETTERS_WEBHOOK, proof_of_letters = env.provider("LETTERS_WEBHOOK", PROVIDERS)
REPORTERS = {  # the provider that sends our letters and reports on them
    **PROVIDERS,
    "mailersend": "MAILERSEND_SIGNING_SECRET",
    "mailtrap": "MAILTRAP_TRACKING_SECRET",
    "brevo": "WEBHOOK_SECRET",
    "mailjet": "WEBHOOK_SECRET",
}
LETTERS_REPORTS, proof_of_reports = env.provider("LETTERS_REPORTS", REPORTERS)
if LETTERS_REPORTS == "off" and proof_of_letters.keys() == {REPORTERS.get(LETTERS_WEBHOOK)}:
    LETTERS_REPORTS = LETTERS_WEBHOOK  # one secret proves both: its holder may post letters and report on ours
ANYMAIL = proof_of_letters | proof_of_reports
if "WEBHOOK_SECRET" in ANYMAIL and proof_of_letters and proof_of_reports and proof_of_letters != proof_of_reports:
    env.problems.append("LETTERS_REPORTS and LETTERS_WEBHOOK cannot be two providers of whom one proves itself by name:password.")
# The address that anybody may write to. It is open by default if senders can be authenticated.
IS_PROVED = MAILBOX or bool(LETTERS_IMAP) or LETTERS_WEBHOOK != "off" or bool(LETTERS_IN and AUTHSERV_ID)
DESK = env.address("DESK", REPLY_DOMAIN, "play" if IS_PROVED else "off")
DESK_STRANGERS = env.one_of("DESK_STRANGERS", ("yes", "no")) == "yes"  # whether people without an account may start there
if TOWN:
    mail = env.email("EMAIL_URL")
    EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    EMAIL_HOST, EMAIL_PORT = mail.get("EMAIL_HOST", ""), mail.get("EMAIL_PORT") or 25
    EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = mail.get("EMAIL_HOST_USER") or "", mail.get("EMAIL_HOST_PASSWORD") or ""
    EMAIL_USE_TLS, EMAIL_USE_SSL = mail.get("EMAIL_USE_TLS", False), mail.get("EMAIL_USE_SSL", False)
    EMAIL_TIMEOUT = 20
else:
    EMAIL_BACKEND = "notifications.mailbox.EmailBackend"

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.forms",  # for the templates of its fields
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "csp",
    "channels",
    "buccaneer_site",
    "accounts",
    "notifications",
    "games",
    "leagues",
]

MIDDLEWARE = [
    "buccaneer_site.middleware.numbered",
    "buccaneer_site.probes.probes",  # before the host is checked
    "buccaneer_site.probes.counts_requests",
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.gzip.GZipMiddleware",  # also for files: on one machine they were not compressed before
    "buccaneer_site.storage.Files",
    "buccaneer_site.middleware.restricted",  # for everything but files
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "buccaneer_site.middleware.Worded",
    "accounts.middleware.RefusedForms",
    "accounts.middleware.kept_here",
    "accounts.middleware.seen_today",
    "accounts.middleware.time_zone",
    *(["buccaneer_site.replica.ReadsFromReplica"] if REPLICA_URL else []),
]

ROOT_URLCONF = "buccaneer_site.urls"
ASGI_APPLICATION = "buccaneer_site.asgi.application"
RULESETS = BASE_DIR / "games" / "rulesets"
TRANSPORTS = BASE_DIR / "notifications" / "transports"
CONTEXT_PROCESSORS = [
    "django.template.context_processors.request",
    "django.contrib.auth.context_processors.auth",
    "django.contrib.messages.context_processors.messages",
    "buccaneer_site.jinja.site",
    "buccaneer_site.jinja.one_token",
]
TEMPLATES = [
    {  # ours, which replace those of the account library, and Django's form fields
        "BACKEND": "buccaneer_site.jinja.Jinja2",
        "NAME": "jinja2",
        "DIRS": [SHIPPED / "templates" / "jinja2", *sorted(RULESETS.glob("*/templates")), *sorted(TRANSPORTS.glob("*/templates"))],
        "APP_DIRS": True,
        "OPTIONS": {"environment": "buccaneer_site.jinja.environment", "context_processors": CONTEXT_PROCESSORS},
    },
    {  # for the admin, and pages of the account library that we do not replace
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [SHIPPED / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {"context_processors": CONTEXT_PROCESSORS},
    },
]

FORM_RENDERER = "django.forms.renderers.TemplatesSetting"

# Accounts
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["accounts.backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
ACCOUNT_ADAPTER = "notifications.account_letters.AccountAdapter"
ACCOUNT_USER_MODEL_USERNAME_FIELD = "name"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "username*", "password1*"]
ACCOUNT_USERNAME_VALIDATORS = "accounts.names.VALIDATORS"
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_LOGIN_ON_EMAIL_CONFIRMATION = True
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS = False  # our own views handle guests
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if OVER_HTTPS else "http"
ACCOUNT_RATE_LIMITS = {"guest": "20/h/ip", "keep": "5/h/user", "leave": "10/h/user"}  # beside the library's own
ACCOUNT_FORMS = {"signup": "accounts.forms.SignupForm", "add_email": "accounts.forms.AddEmailForm"}
MFA_ADAPTER = "accounts.adapter.SecondFactorAdapter"
MFA_FORMS = {
    "add_webauthn": "accounts.passkeys.AddForm",
    "edit_webauthn": "accounts.passkeys.RenameForm",
    "login_webauthn": "accounts.passkeys.SignInForm",
    "authenticate_webauthn": "accounts.passkeys.SecondFactorForm",
    "reauthenticate_webauthn": "accounts.passkeys.ReauthenticateForm",
}
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_ISSUER = "Buccaneer"

# Language and times
LANGUAGE_CODE = "en-gb"
LANGUAGES = [("en-gb", "English")]
TIME_ZONE = "UTC"
USE_I18N = False  # one language: nothing to look up
USE_TZ = True

# Files
STATIC_PREFIX = "/static/"  # where this site serves them; a CDN in front (STATIC_HOST) fetches them there
STATIC_HOST = env.origin("STATIC_HOST", "")
STATIC_URL = f"{STATIC_HOST}{STATIC_PREFIX}"
STATIC_FROM = ["'self'", *filter(None, [STATIC_HOST])]
STATIC_ROOT = DATA / "static"
MEDIA_ROOT = DATA / "media"  # films of games; served only by a page that checks the reader
MEDIA_S3 = env.bucket("MEDIA_S3")  # or a bucket for them; boto3 reads its keys and address from AWS's own variables
STATICFILES_DIRS = [SHIPPED / "static", *sorted(RULESETS.glob("*/static"))]
WHITENOISE_USE_FINDERS = not TOWN
WHITENOISE_ALLOW_ALL_ORIGINS = bool(STATIC_HOST)  # otherwise only our own pages, of the same host, load our files
STORAGES = {
    "default": {"BACKEND": "buccaneer_site.bucket.Bucket", "OPTIONS": MEDIA_S3}
    if MEDIA_S3
    else {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "buccaneer_site.storage.HashedFiles" if TOWN else "django.contrib.staticfiles.storage.StaticFilesStorage"},
}

# Background work and live pages. Rows in the database are authoritative; the broker only makes work prompt.
CELERY_BROKER_URL = REDIS_URL or "memory://localhost/"
CELERY_BROKER_TRANSPORT_OPTIONS = {"polling_interval": 0.05}
CACHES: dict[str, Any] = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
CHANNEL_LAYERS: dict[str, Any] = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
if REDIS_URL:
    CELERY_BROKER_TRANSPORT_OPTIONS = {"visibility_timeout": 300, "socket_timeout": ANSWER, "socket_connect_timeout": CONNECT}
    CACHES = {"default": {"BACKEND": "buccaneer_site.cache.Cache", "LOCATION": REDIS_URL}}
    CHANNEL_LAYERS = {"default": {"BACKEND": "core.channel_layer.Layer", "CONFIG": {"hosts": [REDIS_URL]}}}
LETTERS_QUEUE = "letters-in"
"""Incoming letters have their own queue, so that a worker can be kept free for everything else."""
SWEEPS_QUEUE = "sweeps"
"""Sweeps expire while waiting, so they never queue behind thousands of single letters and steps. Workers of "celery" take both."""
WORK_QUEUES = {
    "letters-out": ("notifications.tasks.deliver",),
    "clocks": ("games.tasks.steps", "games.tasks.step", "games.tasks.take_leave", "games.tasks.credit_outage"),
    "bots": ("games.tasks.play_bots",),
    "pictures": ("games.tasks.make_film",),
}
"""Work that a large town gives to separate workers. Workers of "celery" alone take all of it, as they do sweeps."""
CELERY_TASK_QUEUES = [Queue(name, Exchange("celery"), routing_key=name) for name in ("celery", LETTERS_QUEUE, SWEEPS_QUEUE, *WORK_QUEUES)]
CELERY_TASK_DEFAULT_QUEUE = "celery"
CELERY_TASK_ROUTES = {f"notifications.tasks.{name}": {"queue": LETTERS_QUEUE} for name in ("read_letter", "read_letters", "fetch_letters")}
CELERY_TASK_ROUTES |= {f"{part}.tasks.sweep": {"queue": SWEEPS_QUEUE} for part in ("games", "leagues", "notifications")}
CELERY_TASK_ROUTES |= {task: {"queue": name} for name, tasks in WORK_QUEUES.items() for task in tasks}
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1, "interval_start": 0.05, "interval_step": 0, "interval_max": 0.05}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # a worker waits for its broker for any length of time
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BEAT_SCHEDULE: dict[str, dict[str, Any]] = {}
CELERY_BEAT_SCHEDULER = "buccaneer_site.schedule:Scheduler"
CELERY_BEAT_MAX_LOOP_INTERVAL = 15

# Security
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'none'"],
        "script-src": STATIC_FROM,
        "style-src": STATIC_FROM,
        "img-src": [*STATIC_FROM, "data:"],
        "font-src": STATIC_FROM,
        "connect-src": STATIC_FROM,
        "manifest-src": ["'self'"],
        "form-action": ["'self'"],
        "base-uri": ["'none'"],
        "frame-ancestors": ["'none'"],
    },
}
DATA_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 500
FILE_UPLOAD_HANDLERS = ["django.core.files.uploadhandler.MemoryFileUploadHandler"]
SESSION_ENGINE = "accounts.sessions"  # Django's database sessions, with prepared reads
SESSION_COOKIE_AGE = 60 * 60 * 24 * 60
SESSION_COOKIE_HTTPONLY = True
CSRF_COOKIE_HTTPONLY = True
CSRF_FAILURE_VIEW = "buccaneer_site.views.forged"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = OVER_HTTPS
HSTS = env.one_of("HSTS", ("subdomains", "preload", "host", "off"))  # how far browsers are told to use https only
CHECKS_THAT_HSTS_ANSWERS: dict[str, list[str]] = {
    "off": ["security.W004"],
    "host": ["security.W005", "security.W021"],
    "subdomains": ["security.W021"],
    "preload": [],
}
SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365 if OVER_HTTPS and HSTS != "off" else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = OVER_HTTPS and HSTS in ("subdomains", "preload")
SECURE_HSTS_PRELOAD = OVER_HTTPS and HSTS == "preload"
SILENCED_SYSTEM_CHECKS = CHECKS_THAT_HSTS_ANSWERS[HSTS]
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

logging.captureWarnings(True)  # Python's warnings are log lines like any other
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"()": "buccaneer_site.logs.LineFormatter"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": LOG_LEVEL},
    "loggers": {
        "django": {"handlers": [], "level": LOG_LEVEL, "propagate": True},
        "django.server": {"handlers": [], "propagate": True},
        "uvicorn": {"handlers": [], "level": "WARNING", "propagate": True},
        "celery": {"level": "WARNING"},
        "kombu": {"level": "WARNING"},
        "channels_redis": {"level": "CRITICAL"},  # no traceback for each socket while Redis is down; `core.infrastructure` logs it once
        "mail.log": {"level": "WARNING"},  # the receiver's dialogues name addresses
    },
}

env.check()
