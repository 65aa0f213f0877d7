"""What the generators of the case studies share: draws that depend on a seed alone, and fields as CSV writes them.

Only random.Random.random() is used, whose sequence is fixed for a seed.
"""
# SPDX-License-Identifier: Apache-2.0
import random


class Dice:
    """Draws that depend on the seed alone."""

    def __init__(self, seed):
        self._random = random.Random(seed).random

    def below(self, limit):
        return int(self._random() * limit)

    def chance(self, share):
        return self._random() < share

    def pick(self, items):
        return items[self.below(len(items))]


def quote(field):
    """The field as CSV writes it, quoted only where it must be; None is empty."""
    text = "" if field is None else str(field)
    return '"' + text.replace('"', '""') + '"' if any(mark in text for mark in ',"\n\r') else text
