"""Damaged lessons and array files: shown or refused with exit code 3, quickly and in little memory.

500 of them here; `make sweep` sets DOTREEL_FUZZ to 5000 and prints the report.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("resource", reason="memory and time are measured as Unix does")

ROOT = Path(__file__).resolve().parents[2]
COUNT = int(os.environ.get("DOTREEL_FUZZ", "500"))
SEED = int(os.environ.get("DOTREEL_FUZZ_SEED", "1"))


def test_damaged_lessons_and_files_are_shown_or_refused_and_nothing_else() -> None:
    command = [sys.executable, "-W", "error", "-m", "tests.lesson.fuzz", str(COUNT), str(SEED)]
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=60 + COUNT, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    report = json.loads(done.stdout)
    print(json.dumps(report, indent=1))  # noqa: T201 (seen with -s)
    assert report["wrong"] == []
    assert report["shown"] + report["refused"] == COUNT
    assert report["slowest_seconds"] < 10
    assert report["megabytes"] < 1000
    # Damage that never shows, or always does, would say little.
    assert COUNT / 20 < report["shown"] < COUNT / 2
