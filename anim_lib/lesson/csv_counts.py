"""A first row "0, 1, 2" over numbers with decimals: a row of the matrix, or names of columns?

Programs write such names where columns have none of their own. Nothing is guessed.
"""

from anim_lib.lesson.csv_commas import ONE_WAY, TwoReadingsError
from anim_lib.lesson.csv_form import Row, counts

FEWEST = 3  # two numbers are a row of a matrix as often as not


def refuse_counted_names(header: Row | None, rows: list[Row]) -> None:
    """Raise TwoReadingsError where the first row may be the columns' numbers."""
    if header is not None or len(rows) < 2 or len(rows[0].cells) < FEWEST:
        return
    first = rows[0].cells
    if not (counts(first, 0) or counts(first, 1)):
        return
    if not all("." in cell for row in rows[1:] for cell in row.cells):
        return
    listed = ", ".join(cell.strip() for cell in first[:FEWEST])
    found = f'is "{listed}" over numbers with decimals: a row, or the columns\' numbers'
    mend = f"Remove the line, or write {first[0].strip()}.0 if it is a row."
    raise TwoReadingsError("row 1", (found, ONE_WAY, mend), rows[0].line)
