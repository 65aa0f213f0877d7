#!/usr/bin/env python3
"""What every start of the binary would pay for, and must not.

SPDX-License-Identifier: Apache-2.0
"""
import subprocess
import unittest

import harness


class Start(unittest.TestCase):
    def test_no_file_sets_up_the_streams_of_the_library(self):
        symbols = subprocess.run(["nm", "-C", harness.BINARY], capture_output=True, text=True, check=True).stdout
        self.assertIn("main", symbols)
        self.assertNotIn("std::ios_base::Init::Init()", symbols, "a file includes <iostream>, or a library does for it")


if __name__ == "__main__":
    harness.main()
