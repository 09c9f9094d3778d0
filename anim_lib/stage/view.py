"""Which rows and columns of a table are shown whole; the others stand together."""

from __future__ import annotations

from dataclasses import dataclass

FEWEST_HIDDEN = 2  # a single hidden column would take the room that it takes itself


@dataclass(frozen=True)
class View:
    """The shown rows and columns of a table of n_rows × n_columns, counted from 0."""

    rows: tuple[int, ...]
    columns: tuple[int, ...]
    n_rows: int
    n_columns: int

    @classmethod
    def whole(cls, n_rows: int, n_columns: int) -> View:
        """All of it."""
        return cls(tuple(range(n_rows)), tuple(range(n_columns)), n_rows, n_columns)

    @property
    def hidden_rows(self) -> int:
        """How many rows stand together in one line."""
        return self.n_rows - len(self.rows)

    @property
    def hidden_columns(self) -> int:
        """How many columns stand together as one term."""
        return self.n_columns - len(self.columns)

    @property
    def gap(self) -> int | None:
        """After how many shown rows the line for the hidden ones stands; None without any.

        Before the last row where that is the matrix's last one, else at the end.
        """
        if not self.hidden_rows:
            return None
        return len(self.rows) - (self.rows[-1] == self.n_rows - 1)

    @property
    def lines(self) -> int:
        """Lines of the table: its shown rows, and one for the hidden ones."""
        return len(self.rows) + (self.hidden_rows > 0)

    @property
    def terms(self) -> int:
        """Terms of a row: its shown columns, and one for the hidden ones."""
        return len(self.columns) + (self.hidden_columns > 0)
