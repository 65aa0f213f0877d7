#!/usr/bin/env bash
# Checks the case study: that the ten files are what the generator makes, that the binary reads all of them, and that the answers are what
# the data says. Called by make test.
# SPDX-License-Identifier: Apache-2.0
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
root="$(cd "$here/../.." && pwd)"
synsema="${SYNSEMA:-$root/build/release/synsema}"
scratch="$(mktemp -d)"
trap 'rm -rf "$scratch"' EXIT

fail() {
  echo "test.sh: $*"
  exit 1
}

# The ten files: the generator makes the committed bytes again, and another size differs.
python3 "$here/generate.py" --out "$scratch/made" >/dev/null
diff -rq "$scratch/made" "$here/data" || fail "data/ is not what generate.py makes"
for kind in csv parquet jsonl; do
  [ "$(find "$here/data" -name "*.$kind" | wc -l)" -ge 3 ] || fail "fewer than three $kind files"
done
[ "$(find "$here/data" -type f | wc -l)" = 10 ] || fail "not ten files"
[ "$(cat "$here"/data/* | wc -c)" -lt 3000000 ] || fail "the committed data has over 3 MB"
python3 "$here/generate.py" --scale 2 --out "$scratch/twice" >/dev/null
[ "$(wc -l <"$scratch/twice/orders.csv")" = 16001 ] || fail "--scale 2 does not make 16000 orders"

# The answers, computed again.
python3 "$here/answers.py" --check
sed 's/540451/540452/' "$here/answers.json" >"$scratch/answers.json"
cp "$here/answers.sha256" "$scratch/"
if python3 "$here/answers.py" --check --out "$scratch/answers.json" 2>"$scratch/said"; then fail "a wrong answer is not noticed"; fi
python3 "$here/answers.py" --data "$scratch/twice" --out "$scratch/twice.json"
if cmp -s "$scratch/twice.json" "$here/answers.json"; then fail "twice the data has the same answers"; fi

# The binary reads them, with ids as text and exact decimals.
cd "$root"
cat >"$scratch/reads.syn" <<'SYN'
require file.read("./cases/02-llm-written-analytics/*")
let rows be 0
each file in list_dir("./cases/02-llm-written-analytics/data")
    set rows to rows + length(read_table("./cases/02-llm-written-analytics/data/" + file.name))
let order be read_csv("./cases/02-llm-written-analytics/data/orders.csv")[1]
let payment be read_parquet("./cases/02-llm-written-analytics/data/payments.parquet")[0]
print(rows, order.shop_id, order.customer_id, payment.amount, type_of(payment.amount), payment.paid_at)
SYN
"$synsema" run "$scratch/reads.syn" >"$scratch/read" 2>&1 || { cat "$scratch/read"; fail "the binary does not read the files"; }
[ "$(cat "$scratch/read")" = "27688 004 00360 55.30 decimal 2025-01-04T09:23:12Z" ] || { cat "$scratch/read"; fail "read something else"; }
echo "test.sh: everything holds"
