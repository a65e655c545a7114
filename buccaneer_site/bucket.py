"""Store films in an S3-compatible bucket (extra `s3`). Boto3 reads keys, region and endpoint URL from AWS's variables."""

import logging
from typing import Any

from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError
from storages.backends.s3 import S3Storage

logger = logging.getLogger(__name__)
PATIENCE = Config(connect_timeout=2, read_timeout=10, retries={"total_max_attempts": 2})
"""Timeouts in seconds, and retries. A page that asks for a film must not wait long for a service that is down."""


class Bucket(S3Storage):
    """A bucket without public files: only a page that checks the reader's permission serves a file."""

    def get_default_settings(self) -> dict[str, Any]:
        usual: dict[str, Any] = super().get_default_settings()
        return usual | {"client_config": PATIENCE, "default_acl": None, "querystring_auth": True}

    def fault(self) -> str:
        """Return the service's reason why the bucket cannot be used, or "" if the bucket can be used."""
        try:
            self.connection.meta.client.head_bucket(Bucket=self.bucket_name)
        except (BotoCoreError, ClientError) as error:
            return str(error)
        return ""

    def exists(self, name: str) -> bool:
        """Return whether the file exists, or False if the service does not answer, so that pages appear without films."""
        try:
            return bool(super().exists(name))
        except (BotoCoreError, ClientError) as error:
            logger.error("films cannot be looked up: %s", type(error).__name__)
            return False
