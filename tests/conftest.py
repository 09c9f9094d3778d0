"""What every test shares: how hypothesis looks for counter-examples."""

from __future__ import annotations

import os
import signal

from hypothesis import settings

# No deadline: the time an example takes says nothing on a busy two-core machine.
# The examples are the same every time: what was green stays green until the code changes, on CI and
# at hand. DOTREEL_EXPLORE=1 (make explore) tries new ones, and prints what fails so that it can be
# pasted back; what it finds becomes an `@example` or a test of its own.
settings.register_profile("same", deadline=None, derandomize=True)
settings.register_profile("explore", deadline=None, print_blob=True)
settings.load_profile("explore" if os.environ.get("DOTREEL_EXPLORE") else "same")

# A run in the background may have been started with Ctrl-C ignored, and every process it starts
# would ignore it too; the tests of Ctrl-C need it to arrive.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
