#!/usr/bin/env bash
# Answers three questions over real files with programs that a model wrote, under a ceiling, and shows four escapes
# that fail. Makes the data when it is missing. $SYNSEMA names the binary; otherwise build/release/synsema.
# SPDX-License-Identifier: Apache-2.0
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
cd "$here/../.."
synsema="${SYNSEMA:-$PWD/build/release/synsema}"
[ -x "$synsema" ] || {
  echo "run.sh: no binary $synsema: build it first (make)" >&2
  exit 1
}
for name in orders customers products returns; do
  [ -f "$here/data/$name.csv" ] || {
    python3 "$here/generate.py"
    echo
    break
  }
done
exec "$synsema" run cases/00-first-answer/case.syn
