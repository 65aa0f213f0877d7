#!/usr/bin/env python3
"""`synsema doctor`: the facts of this machine, in both forms."""
# SPDX-License-Identifier: Apache-2.0
import json

import harness


class Doctor(harness.CommandTest):
    def test_both_forms_agree(self):
        done = self.run_command("doctor", "--json")
        report = json.loads(done.stdout)
        missing = [fact["name"] for fact in report["facts"] if fact["finding"] == "missing"]
        self.assertEqual(report["ok"], not missing)
        self.assertEqual(done.returncode, 1 if missing else 0)
        names = [fact["name"] for fact in report["facts"]]
        for name in ["kernel", "landlock", "seccomp", "no_new_privs", "pidfd", "openat2", "clone3", "close_range", "user namespaces",
                     "cgroups", "processes", "descriptors", "core pattern", "ptrace scope", "clocks", "duckdb"]:
            self.assertIn(name, names)
        for fact in report["facts"]:
            self.assertTrue(fact["found"], fact)
            self.assertTrue(fact["meaning"], fact)
            self.assertIn(fact["finding"], ["ok", "missing", "weaker", "note"])
            if fact["finding"] == "missing":
                self.assertTrue(fact["advice"], fact)
        text = self.run_command("doctor")
        self.assertEqual(text.returncode, done.returncode)
        for name in names:
            self.assertIn(name, text.stdout)

    def test_wrong_usage(self):
        self.expect(["doctor", "x"], 2, out="")
        self.assertIn("usage: synsema doctor", self.run_command("doctor", "--help").stdout)


if __name__ == "__main__":
    harness.main()
