"""Static files in town mode: named by their content and compressed once, by collectstatic."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedFiles(CompressedManifestStaticFilesStorage):
    support_js_module_import_aggregation = True  # our scripts are ES modules that import each other
