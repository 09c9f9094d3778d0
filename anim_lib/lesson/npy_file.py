"""Numbers from numpy's npy files, never with pickle."""

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from anim_lib.lesson.faults import FaultList


def read_npy(path: Path, key: str, shown: str, faults: FaultList) -> NDArray[Any] | None:
    """The array, mapped rather than read, or None with the fault kept."""
    try:
        # Fails on zip archives and pickles, where numpy.load would open them.
        array = np.lib.format.open_memmap(path, mode="r")
    except Exception as error:  # a damaged header makes numpy raise almost anything
        reason = str(error).partition("\n")[0] or type(error).__name__
        found = f"not a readable npy file ({reason})"
        mend = "Save plain numbers with numpy.save."
        faults.add(key, found, "an array of numbers", mend, file=shown)
        return None
    if array.dtype.kind not in "iuf":
        mend = "Save real numbers, for example array.astype(float)."
        found = f"an array of {array.dtype}"
        faults.add(key, found, "an array of real numbers", mend, file=shown)
        return None
    return array
