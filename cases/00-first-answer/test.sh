#!/usr/bin/env bash
# Runs the demo and checks it: what it prints, that the data did not change, that the right answers are right, that the
# attacks would succeed without the ceiling, and that a wrong answer is noticed. Called by make test.
# SPDX-License-Identifier: Apache-2.0
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
# shellcheck source=cases/testing.sh
source "$here/../testing.sh"
must_say() { grep -qF -- "$2" "$1" || { cat "$1"; fail "does not say: $2"; }; }
must_not_say() { if grep -qF -- "$2" "$1"; then cat "$1"; fail "must not say: $2"; fi; }
hashes() { (cd "$here" && sha256sum data/* answers.json .env); }

# The data is what the generator makes, and the answers are what the data says.
python3 "$here/generate.py" --out "$scratch/made" >/dev/null
[ -d "$here/data" ] || cp -r "$scratch/made" "$here/data"
diff -rq "$scratch/made" "$here/data" || fail "data/ is not what generate.py makes"
[ "$(stat -c %s "$here/data/orders.csv")" -gt 5000000 ] || fail "orders.csv has less than 5 MB"
python3 "$here/answers.py" --check

# The demo.
before="$(hashes)"
SYNSEMA="$synsema" bash "$here/run.sh" >"$scratch/said" 2>&1 || { cat "$scratch/said"; fail "the demo exited with $?"; }
[ "$before" = "$(hashes)" ] || fail "the demo changed a file"
[ "$(grep -c ' right  *[0-9]* ms$' "$scratch/said")" = 3 ] || { cat "$scratch/said"; fail "not three right answers"; }
[ "$(grep -c ' stopped  ' "$scratch/said")" = 4 ] || { cat "$scratch/said"; fail "not four stopped escapes"; }
must_say "$scratch/said" 'trimmed    net("*"): above host ceiling'
must_say "$scratch/said" 'trimmed    file_read('
must_say "$scratch/said" 'answered   120000 orders'
must_say "$scratch/said" '.env") for read_file(): '
must_say "$scratch/said" 'for fetch(): '
must_say "$scratch/said" 'orders.csv") for write_file(): '
must_say "$scratch/said" 'still counting after 100000 turns'
must_not_say "$scratch/said" canary

# The same attacks without a ceiling, on a copy: they succeed, so it is the ceiling that stopped them.
mkdir -p "$scratch/house/cases"
cp -r "$here" "$scratch/house/cases/00-first-answer"
cd "$scratch/house"
programs=cases/00-first-answer/programs
(echo 'require file.read'; cat "$programs/reads_env.syn") >reads.syn
"$synsema" run reads.syn >"$scratch/reads" 2>&1 || true
must_say "$scratch/reads" 'cases/00-first-answer/.env says: # Canaries'
must_say "$scratch/reads" canary-4f1c0a9be27d
"$synsema" run "$programs/overwrites.syn" >"$scratch/writes" 2>&1 || { cat "$scratch/writes"; fail "overwrites.syn failed"; }
grep -q '1000000' cases/00-first-answer/data/orders.csv || fail "without a ceiling, overwrites.syn did not overwrite"

# A wrong answer, and overwritten data, are noticed.
for broken in answers data; do
  rm -rf cases/00-first-answer
  cp -r "$here" cases/00-first-answer
  if [ "$broken" = answers ]; then
    sed -i 's/Seating: 1/Seating: 2/' cases/00-first-answer/answers.json
  else
    sed -i 's/,completed,/,open,/' cases/00-first-answer/data/orders.csv
  fi
  if SYNSEMA="$synsema" bash cases/00-first-answer/run.sh >"$scratch/noticed" 2>&1; then
    cat "$scratch/noticed"
    fail "wrong $broken are not noticed"
  fi
  must_say "$scratch/noticed" WRONG
  must_say "$scratch/noticed" 'NOT AS IT MUST BE: q1 answers as answers.json says'
done

python3 "$root/tests/demo/run_examples.py" "$synsema"
echo "test.sh: everything holds"
