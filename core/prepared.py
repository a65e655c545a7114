"""Prepared queries: frequent queries whose SQL Django compiles once per process, with unchanged results (docs/decisions/0005)."""

import re
from collections.abc import Callable, Hashable, Iterable
from functools import update_wrapper
from typing import Any, Generic, NamedTuple, TypeVar

from django.core.exceptions import EmptyResultSet
from django.db import DatabaseError, connections, router
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import BigIntegerField, CharField, DateTimeField, Expression, Field, Model, QuerySet, UUIDField
from django.db.models.constants import OnConflict
from django.db.models.sql import InsertQuery, UpdateQuery
from django.db.models.sql.compiler import SQLCompiler
from django.db.transaction import TransactionManagementError, mark_for_rollback_on_error

NUMBER, TEXT, MOMENT, UNIQUE = BigIntegerField(), CharField(), DateTimeField(), UUIDField()
R = TypeVar("R", covariant=True)
Made = TypeVar("Made")


class Blank(Expression):
    """A placeholder for an argument, by the argument's position in the call and, for a list, by the index in the list."""

    def __init__(self, field: "Field[Any, Any]", position: int, part: int | None = None):
        super().__init__(output_field=field)
        self.position, self.part = position, part

    def as_sql(self, compiler: SQLCompiler, connection: BaseDatabaseWrapper) -> Any:
        return "%s", [self]

    def fill(self, values: tuple[Any, ...], connection: BaseDatabaseWrapper) -> Any:
        value = values[self.position]
        return self.output_field.get_db_prep_save(value if self.part is None else value[self.part], connection)


class Known(NamedTuple):
    """A query compiled for one shape of arguments. Parameters are values or blanks. `sql` is "" if the result is always empty."""

    queryset: QuerySet[Any]
    compiler: SQLCompiler
    converters: list[tuple[int, tuple[list[Callable[..., Any]], Any]]]
    sql: str
    parameters: tuple[Any, ...]


class Fetched:
    """A stand-in for a queryset, its query and its compiler that holds fetched rows, from which Django's iterables make objects."""

    def __init__(self, known: Known, database: str, rows: Iterable[list[Any]]):
        self.queryset, self.db, self.rows = known.queryset, database, rows
        self.select, self.klass_info = known.compiler.select, known.compiler.klass_info
        self.annotation_col_map = known.compiler.annotation_col_map

    def __getattr__(self, name: str) -> Any:
        return getattr(self.queryset, name)

    @property
    def query(self) -> "Fetched":
        """Return the object itself. As an attribute, this cycle would keep all rows in memory until garbage collection."""
        return self

    def get_compiler(self, *args: Any, **kwargs: Any) -> "Fetched":
        return self

    def execute_sql(self, *args: Any, **kwargs: Any) -> Iterable[list[Any]]:
        return self.rows

    def results_iter(self, results: Any = None, tuple_expected: bool = False, **kwargs: Any) -> Iterable[Any]:
        return map(tuple, self.rows) if tuple_expected else self.rows


def fetched(known: Known, values: tuple[Any, ...], connection: BaseDatabaseWrapper) -> list[list[Any]]:
    with connection.cursor() as cursor:
        cursor.execute(known.sql, filled_in(known.parameters, values, connection))
        rows = [list(row) for row in cursor.fetchall()]
    for position, (converters, column) in known.converters:
        for row in rows:
            for convert in converters:
                row[position] = convert(row[position], column, connection)
    return rows


def filled_in(parameters: tuple[Any, ...], values: tuple[Any, ...], connection: BaseDatabaseWrapper) -> tuple[Any, ...]:
    """Return the parameters of a statement, with the arguments of a call in place of the blanks."""
    return tuple(parameter.fill(values, connection) if isinstance(parameter, Blank) else parameter for parameter in parameters)


def with_texts_written(sql: str, parameters: tuple[Any, ...]) -> tuple[str, tuple[Any, ...]]:
    """Inline string parameters into the SQL, as SQLite requires for partial indexes. Return the SQL and the remaining parameters."""
    remaining, values = [], iter(parameters)

    def write(match: re.Match[str]) -> str:
        value = None if match[0] == "%%" else next(values)
        if isinstance(value, str):
            return "'" + str(value).replace("'", "''").replace("%", "%%") + "'"
        remaining.extend([value] * (match[0] == "%s"))
        return match[0]

    return re.sub("%[%s]", write, sql), tuple(remaining)


def padded(values: list[Any]) -> list[Any]:
    """Return the values, with the last value repeated until their number is a power of two."""
    return values + values[-1:] * ((1 << (len(values) - 1).bit_length()) - len(values)) if values else values


class Prepared(Generic[R]):
    """A query with arguments of the given kinds. A call returns a list of rows.

    An argument may be a list (for `in`), padded to a power of two because each length needs its own SQL. Compare a foreign key
    with a list as `user__pk__in`, because Django would otherwise use the blanks as keys. `depends_on` returns further values that
    the SQL depends on, such as settings; the query is compiled once for each.
    """

    def __init__(
        self, make: "Callable[..., QuerySet[Any, R]]", kinds: "tuple[Field[Any, Any], ...]", depends_on: Callable[[], Hashable] = tuple
    ):
        self.make, self.kinds, self.depends_on = make, kinds, depends_on
        self.known: dict[tuple[Any, ...], Known] = {}
        update_wrapper(self, make)

    @staticmethod
    def of(
        *kinds: "Field[Any, Any]", depends_on: Callable[[], Hashable] = tuple
    ) -> "Callable[[Callable[..., QuerySet[Any, Made]]], Prepared[Made]]":
        """Return a decorator for a function that takes a blank (or a list of blanks) for each argument and returns a queryset."""
        return lambda make: Prepared(make, kinds, depends_on)

    def __call__(self, *values: Any) -> list[R]:
        """Return the rows. Raise TransactionManagementError for a locking query outside a transaction."""
        values = tuple(padded(value) if isinstance(value, list) else value for value in values)
        shape = (self.depends_on(), *(len(value) if isinstance(value, list) else None for value in values))
        known = self.known.get(shape) or self._compile(shape)
        if not known.sql:
            return []
        queryset: Any = known.queryset
        connection = connections[queryset.db]
        if queryset.query.select_for_update and connection.get_autocommit():
            raise TransactionManagementError("select_for_update cannot be used outside of a transaction.")
        try:
            rows: Any = Fetched(known, connection.alias, fetched(known, values, connection))
        except OverflowError:  # SQLite cannot store such a number, so no row has it
            return []
        return list(queryset._iterable_class(rows))

    def first(self, *values: Any) -> R | None:
        """Return the first row, or None if there is none."""
        rows = self(*values)
        return rows[0] if rows else None

    def get(self, *values: Any) -> R:
        """Return the first row. Raise the model's DoesNotExist if there is none."""
        rows = self(*values)
        if not rows:
            raise next(iter(self.known.values())).queryset.model.DoesNotExist
        return rows[0]

    def _compile(self, shape: tuple[Any, ...]) -> Known:
        blanks = [
            Blank(kind, position) if length is None else [Blank(kind, position, part) for part in range(length)]
            for position, (kind, length) in enumerate(zip(self.kinds, shape[1:], strict=True))
        ]
        queryset = self.make(*blanks)
        compiler: Any = queryset.query.get_compiler(using=queryset.db)
        try:
            sql, parameters = with_texts_written(*compiler.as_sql())
        except EmptyResultSet:
            sql, parameters = "", ()
        converters = list(compiler.get_converters([column for column, _, _ in compiler.select]).items())
        compiler.connection = None  # belongs to this thread; each call uses its own connection
        known = self.known[shape] = Known(queryset, compiler, converters, sql, parameters)
        return known


class PreparedUpdate:
    """An update of one table with arguments of the given kinds. A call returns the number of matching rows.

    The wrapped function takes a blank for each argument, and returns a queryset and the changes for its `update`.
    """

    def __init__(self, make: Callable[..., tuple[QuerySet[Any], dict[str, Any]]], kinds: "tuple[Field[Any, Any], ...]"):
        self.make, self.kinds = make, kinds
        self.known: tuple[str, str, tuple[Any, ...]] | None = None
        update_wrapper(self, make)

    @classmethod
    def of(cls, *kinds: "Field[Any, Any]") -> Callable[[Callable[..., tuple[QuerySet[Any], dict[str, Any]]]], "PreparedUpdate"]:
        """Return a decorator for a function that takes a blank for each argument and returns (queryset, changes)."""
        return lambda make: cls(make, kinds)

    def __call__(self, *values: Any) -> int:
        if self.known is None:
            self.known = self._compile()
        database, sql, parameters = self.known
        connection = connections[database]
        with mark_for_rollback_on_error(database), connection.cursor() as cursor:
            cursor.execute(sql, filled_in(parameters, values, connection))
            return int(cursor.rowcount)

    def _compile(self) -> tuple[str, str, tuple[Any, ...]]:
        queryset, changes = self.make(*(Blank(kind, position) for position, kind in enumerate(self.kinds)))
        database = router.db_for_write(queryset.model)
        query: Any = queryset.query.chain(UpdateQuery)
        query.add_update_values(changes)
        sql, parameters = query.get_compiler(using=database).as_sql()
        return database, sql, parameters


class PreparedSave:
    """Save the given fields of an existing row as `save(update_fields=…)` does, but without signals."""

    def __init__(self, model: type[Model], *names: str):
        self.model = model
        self.fields: list[Any] = [model._meta.get_field(name) for name in names]
        self.update = PreparedUpdate(self._change, (model._meta.pk, *self.fields))

    def __call__(self, row: Model) -> None:
        """Save the row. Raise DatabaseError if the row no longer exists."""
        if not self.update(row.pk, *(field.pre_save(row, add=False) for field in self.fields)):
            raise DatabaseError(f"there is no such row any more: {row!r}")

    def _change(self, key: Blank, *values: Blank) -> tuple[QuerySet[Any], dict[str, Any]]:
        return self.model._base_manager.filter(pk=key), {field.name: value for field, value in zip(self.fields, values, strict=True)}


class PreparedInsert:
    """Insert new rows of a model as `save` does, but without signals.

    With `unless_taken`, skip a row whose unique key is taken and, on SQLite, a row that violates any other constraint.
    """

    def __init__(self, model: type[Model], unless_taken: bool = False):
        self.model, self.unless_taken = model, unless_taken
        self.fields = [field for field in model._meta.local_concrete_fields if not field.primary_key]
        self.known: tuple[str, str] | None = None

    def __call__(self, row: Model) -> bool:
        """Insert the row and set its primary key. Return whether the row was inserted."""
        database, sql = self.known = self.known or self._compile(row)
        connection: Any = connections[database]
        values = [field.get_db_prep_save(field.pre_save(row, add=True), connection) for field in self.fields]
        with mark_for_rollback_on_error(database), connection.cursor() as cursor:
            cursor.execute(sql, values)
            inserted = cursor.fetchone()
        if inserted is None:
            return False
        row.pk, row._state.adding, row._state.db = inserted[0], False, database
        return True

    def _compile(self, row: Model) -> tuple[str, str]:
        database = router.db_for_write(self.model)
        query: Any = InsertQuery(self.model, on_conflict=OnConflict.IGNORE if self.unless_taken else None)
        query.insert_values(self.fields, [row])
        compiler = query.get_compiler(using=database)
        compiler.returning_fields = [self.model._meta.pk]
        ((sql, _),) = compiler.as_sql()
        return database, sql
