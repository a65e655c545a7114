"""Static files of a town: collectstatic names them by content and compresses them. Files of other releases are served, too."""

import re
from pathlib import Path
from typing import Any

from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

HASHED = re.compile(r"(?:[\w-]{1,60}/){0,4}[\w.-]{1,100}\.[0-9a-f]{12}(?:\.\w{1,10}){1,2}", re.ASCII)
"""Pattern of the file names that `HashedFiles` creates. Other names are not looked up, so no path leads out of the folder."""


class HashedFiles(CompressedManifestStaticFilesStorage):
    """Storage for the files of this release and, because an old process may start again, the names of earlier releases."""

    support_js_module_import_aggregation = True  # our scripts are ES modules that import each other
    hashed_files: dict[str, str]

    def save_manifest(self) -> None:
        """Write the manifest, including the entries of the old manifest, which Django would delete."""
        earlier, _ = self.load_manifest()
        self.hashed_files = earlier | self.hashed_files
        super().save_manifest()


class Files(WhiteNoiseMiddleware):
    """Middleware that also serves files of newer releases, which a browser may request from an old process during an upgrade."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        path = request.path_info
        is_ours = self.autorefresh or not path.startswith(self.static_prefix) or path in self.files or self.newer_file(path) is not None
        response: HttpResponse = super().__call__(request) if is_ours else self.get_response(request)
        return response

    def newer_file(self, path: str) -> StaticFile | None:
        """Return a file added since the start, and cache it; return None if there is no such file."""
        name = path[len(self.static_prefix) :]
        file = Path(self.static_root or "", name)
        if not self.static_root or not HASHED.fullmatch(name) or not file.is_file():
            return None
        self.add_file_to_dictionary(path, str(file))
        files: dict[str, Any] = self.files
        return files.get(path)
