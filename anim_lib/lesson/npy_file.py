"""Numbers from numpy's npy files, never with pickle."""

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from anim_lib.lesson.faults import FaultList


def read_npy(path: Path, key: str, shown: str, faults: FaultList) -> NDArray[Any] | None:
    """The array, mapped rather than read, or None with the fault kept."""
    try:
        array = np.load(path, mmap_mode="r", allow_pickle=False)
    except (ValueError, OSError, EOFError, SyntaxError, TypeError, MemoryError) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        found = f"not a readable npy file ({reason})"
        faults.add(key, found, "an array of numbers", "Save it with numpy.save.", file=shown)
        return None
    if not isinstance(array, np.ndarray) or array.dtype.kind not in "iuf":
        kind = getattr(array, "dtype", type(array).__name__)
        mend = "Save real numbers, for example array.astype(float)."
        faults.add(key, f"an array of {kind}", "an array of real numbers", mend, file=shown)
        return None
    return array
