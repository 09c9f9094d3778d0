"""Where in a TOML text each key and each element of a list stands, so that messages can point."""

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

Path = tuple[str | int, ...]  # ("dense", "W", 1, 0)

TOKEN = re.compile(
    r"""(?P<blank>[ \t]+|\#[^\n]*)|(?P<newline>\r?\n)
    |(?P<string>\"{3}(?:\\.|[^\\])*?\"{3,5}|'{3}.*?'{3,5}|"(?:\\.|[^"\\\n])*"|'[^'\n]*')
    |(?P<mark>[\[\]{},=])
    |(?P<bare>[^\s\#\[\]{},="']+)
    |(?P<other>.)""",
    re.DOTALL | re.VERBOSE,
)


@dataclass(frozen=True)
class Token:
    """A piece of the text; `end` is the offset after its last letter."""

    kind: str
    text: str
    start: int
    end: int


@dataclass(frozen=True)
class Places:
    """Offsets (start, end) in the source, of values and of the keys before them."""

    values: dict[Path, tuple[int, int]]
    keys: dict[Path, tuple[int, int]]


def places_in(source: str) -> Places:
    """The places in a text that is TOML; of one that is not, those before the first mistake."""
    reader = _Reader(source)
    with suppress(StopIteration, RecursionError):  # what was seen so far is right
        reader.document()
    return Places(reader.values, reader.keys)


class _Reader:
    """Walks through the tokens and notes where things stand."""

    def __init__(self, source: str) -> None:
        self.values: dict[Path, tuple[int, int]] = {}
        self.keys: dict[Path, tuple[int, int]] = {}
        self._tokens = _tokens(source)
        self._now = next(self._tokens)

    def document(self) -> None:
        table: Path = ()
        while True:
            self._skip("blank", "newline")
            if self._now.text == "[" and self._now.kind == "mark":
                table = self._header()
            else:
                self._pair(table)

    def _header(self) -> Path:
        start = self._now.start
        while self._now.text == "[":
            self._step()
        names = self._names("]")
        end = self._now.end
        self.keys[names] = (start, end)
        while self._now.text == "]":
            self._step()
        return names

    def _pair(self, table: Path) -> None:
        start = self._now.start
        names = self._names("=")
        path = (*table, *names)
        self.keys[path] = (start, self._end)
        self._step()
        self._skip("blank")
        self._value(path)

    def _names(self, until: str) -> Path:
        """The parts of a dotted key, up to and not with the mark `until`."""
        names: list[str] = []
        self._end = self._now.end
        while self._now.text != until:
            if self._now.kind == "bare":
                names += [part for part in self._now.text.split(".") if part]
            elif self._now.kind == "string":
                names.append(self._now.text[1:-1])
            elif self._now.kind != "blank":
                raise StopIteration
            if self._now.kind != "blank":
                self._end = self._now.end
            self._step()
        return tuple(names)

    def _value(self, path: Path) -> None:
        start = self._now.start
        if self._now.text == "[":
            self._list(path)
        elif self._now.text == "{":
            self._table(path)
        else:
            while self._now.kind in ("bare", "string") or self._now.text in (" ", "\t"):
                if self._now.kind in ("bare", "string"):
                    self._end = self._now.end
                    self.values[path] = (start, self._end)
                self._step()
            return
        self.values[path] = (start, self._end)

    def _list(self, path: Path) -> None:
        index = 0
        self._step()
        while True:
            self._skip("blank", "newline")
            if self._now.text == "]":
                break
            if self._now.text == ",":
                index += 1
                self._step()
                continue
            before = self._now
            self._value((*path, index))
            if self._now is before:
                raise StopIteration
        self._close()

    def _table(self, path: Path) -> None:
        self._step()
        while True:
            self._skip("blank", "newline")
            if self._now.text == "}":
                break
            if self._now.text == ",":
                self._step()
                continue
            self._pair(path)
        self._close()

    def _close(self) -> None:
        self._end = self._now.end
        self._step()

    def _skip(self, *kinds: str) -> None:
        while self._now.kind in kinds:
            self._step()

    def _step(self) -> None:
        self._now = next(self._tokens)


def _tokens(source: str) -> Iterator[Token]:
    for match in TOKEN.finditer(source):
        yield Token(match.lastgroup or "other", match[0], match.start(), match.end())
    yield Token("end", "", len(source), len(source))  # so that the last value is seen whole
