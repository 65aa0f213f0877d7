#!/usr/bin/env bash
# Runs the case study: ten questions, every executor that this machine has, twelve escapes. Options go to case.syn.
# Puts pandas and DuckDB into .cache/case-02 where PyPI can be reached; where not, their rows are left out, loudly. $SYNSEMA names the binary.
# SPDX-License-Identifier: Apache-2.0
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
cd "$here/../.."
synsema="${SYNSEMA:-$PWD/build/release/synsema}"
[ -x "$synsema" ] || {
  echo "run.sh: no binary $synsema: build it first (make)" >&2
  exit 1
}
packages='pandas==3.1.1 pyarrow duckdb==1.5.5'
place=.cache/case-02
if [ "$(cat "$place/installed" 2>/dev/null)" != "$packages" ]; then
  echo "run.sh: installing $packages into $place"
  mkdir -p .cache
  # shellcheck disable=SC2086
  if python3 -m venv "$place" && "$place/bin/pip" install -q $packages; then
    echo "$packages" >"$place/installed"
  else
    rm -rf "$place"
    echo "run.sh: SKIPPED: pandas and DuckDB cannot be installed here; only Synsema is measured" >&2
  fi
fi
exec "$synsema" run cases/02-llm-written-analytics/case.syn -- "$@"
