# What the tests of the case studies share; sourced with $here set to the folder of one.
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
root="$(cd "$here/../.." && pwd)"
synsema="${SYNSEMA:-$root/build/release/synsema}"
scratch="$(mktemp -d)"
trap 'rm -rf "$scratch"' EXIT

fail() {
  echo "test.sh: $*"
  exit 1
}
