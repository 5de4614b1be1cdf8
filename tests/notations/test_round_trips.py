"""Whole collections in one file, in every notation and style: what is written is read back equal."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
from many_games import awkward, limited, simulated
from roundtrips import lines_of
from test_dialects import SAYS

from gipfkit.converting import converted
from gipfkit.findings import Finding
from gipfkit.gipf.variant import VARIANTS, Variant
from gipfkit.notations import NOTATIONS
from gipfkit.notations.heading import NAMED
from gipfkit.record import Annotation, Record, TurnList
from gipfkit.replay import Replay, replay
from gipfkit.restate import STYLES, errors, restated
