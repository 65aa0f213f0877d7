#!/usr/bin/env bash
# Runs the case study: ten questions, every executor that this machine has, twelve escapes. Options go to case.syn, except for --demo, the first: then
# nothing is built for Docker (its row is measured only where engine and image are there), and what never ends is waited for less.
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
ready=()
patience=(--timeout 60)
options=()
if [ "${1:-}" = --demo ]; then
  shift
  ready=(--ready)
  patience=(--timeout 15 --retries 1)
  options=(--quick)
fi
place=.cache/case-02
wanted="$here/executors/requirements.txt"
if ! cmp -s "$wanted" "$place/installed"; then
  echo "run.sh: installing pandas and DuckDB into $place (once: half a minute)" >&2
  mkdir -p .cache
  if python3 -m venv "$place" && "$place/bin/pip" install -q "${patience[@]}" -r "$wanted"; then
    cp "$wanted" "$place/installed"
  else
    rm -rf "${place:?}/bin" "$place/lib" "$place/lib64" "$place/include" "$place/installed"
    echo "run.sh: SKIPPED: pandas and DuckDB cannot be installed here; only Synsema is measured" >&2
  fi
fi
exec python3 "$here/executors/docker/with_engine.py" "${ready[@]}" "$synsema" run cases/02-llm-written-analytics/case.syn -- "${options[@]}" "$@"
