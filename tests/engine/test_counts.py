"""Whole trees of small games against numbers from outside (tests/engine/openspiel.json, read off OpenSpiel 2.0.2)."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from attrs import define, field, frozen

import interpreter
from interpreter import CHANCE, Match
from rulelang.load import load

COUNTS = Path(__file__).with_name("openspiel_counts.json")
