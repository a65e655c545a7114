"""Migration operations that can run while people play."""

from typing import Any

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


class AddIndexBeside(migrations.AddIndex):
    """Add an index. PostgreSQL builds the index without blocking writes, which needs a migration with `atomic = False`.

    Rebuild an invalid index that an interrupted upgrade left.
    """

    atomic = False

    def database_forwards(self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: Any, to_state: Any) -> None:
        if schema_editor.connection.vendor != "postgresql":
            super().database_forwards(app_label, schema_editor, from_state, to_state)
            return
        model = to_state.apps.get_model(app_label, self.model_name)
        if not self.allow_migrate_model(schema_editor.connection.alias, model):
            return
        schema_editor.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {schema_editor.quote_name(self.index.name)}")
        schema_editor.add_index(model, self.index, concurrently=True)  # type: ignore[call-arg]  # PostgreSQL's editor has it

    def database_backwards(self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: Any, to_state: Any) -> None:
        if schema_editor.connection.vendor != "postgresql":
            super().database_backwards(app_label, schema_editor, from_state, to_state)
            return
        schema_editor.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {schema_editor.quote_name(self.index.name)}")
