"""What every test shares: how hypothesis looks for counter-examples."""

from __future__ import annotations

import os
import signal

from hypothesis import settings

# No deadline: the time an example takes says nothing on a busy two-core machine.
# On CI the examples are the same every time, so that a red run can be looked into; elsewhere new
# ones are tried at each run, and whatever fails is printed in a form that can be pasted back.
settings.register_profile("at-hand", deadline=None, print_blob=True)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "at-hand")

# A run in the background may have been started with Ctrl-C ignored, and every process it starts
# would ignore it too; the tests of Ctrl-C need it to arrive.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
