"""Settings for all tests: how Hypothesis searches."""

import os

from hypothesis import HealthCheck, settings

# On CI a failure must mean a change in the code: the same cases each time. At home, new ones each time.
# A busy machine is no reason to fail, so no example has a deadline of its own.
settings.register_profile("home", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("home"), derandomize=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "home"))
