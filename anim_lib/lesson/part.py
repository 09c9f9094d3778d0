"""A part of a lesson: on a Lesson its record, on the class what makes a lesson of it.

So `Lesson.dense(W, x)` makes a lesson, and `lesson.dense` is its layer.
"""

from typing import Generic, TypeVar, overload

Record = TypeVar("Record")
Make = TypeVar("Make")


class Part(Generic[Record, Make]):
    """A field of a frozen dataclass that is None unless it is given.

    `make` is what the class shows under the field's name.
    """

    def __init__(self, make: Make) -> None:
        self._make = make

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, instance: None, owner: type) -> Make: ...
    @overload
    def __get__(self, instance: object, owner: type) -> Record | None: ...
    def __get__(self, instance: object | None, owner: type) -> Record | Make | None:
        if instance is None:
            return self._make
        record: Record | None = instance.__dict__[self._name]
        return record

    def __set__(self, instance: object, value: Record | None) -> None:
        # A dataclass takes what the class shows for the field's default value.
        is_default = value is self._make
        instance.__dict__[self._name] = None if is_default else value
