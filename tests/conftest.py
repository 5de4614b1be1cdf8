"""Settings for all tests."""

from hypothesis import settings

# A busy machine is no reason for a test to fail.
settings.register_profile("no deadline", deadline=None)
settings.load_profile("no deadline")
