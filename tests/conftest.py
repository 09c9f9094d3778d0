"""What every test shares: how hypothesis looks for counter-examples."""

from __future__ import annotations

import os

from hypothesis import settings

# No deadline: the time an example takes says nothing on a busy two-core machine.
# On CI the examples are the same every time, so that a red run can be looked into; elsewhere new
# ones are tried at each run, and whatever fails is printed in a form that can be pasted back.
settings.register_profile("at-hand", deadline=None, print_blob=True)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "at-hand")
