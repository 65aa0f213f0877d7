#!/usr/bin/env bash
# Checks the case study: that the ten files are what the generator makes, that the binary reads all of them, that the answers are what the data
# says, that Synsema gets all of them under its ceiling and lets nothing out, that providers, the page and the tables of the READMEs are as they must be.
# Called by make test; a line with SKIPPED: is counted there. Not for the executors of others: run.sh.
# SPDX-License-Identifier: Apache-2.0
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
# shellcheck source=cases/testing.sh
source "$here/../testing.sh"

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
# Replies that are no answer have their verdicts.
"$synsema" run cases/02-llm-written-analytics/bad_replies.syn >"$scratch/said" 2>&1 || { cat "$scratch/said"; fail "a bad reply has another verdict"; }

# The case on Synsema's executors: all right, all contained under the ceiling; without it the same escapes get out.
case=cases/02-llm-written-analytics
kept=".cache/case-02-test-$$"
mkdir -p "$kept"
trap 'rm -rf "$scratch" "$root/$kept"' EXIT
git_state() { (cd "$here" && sha256sum data/* answers.json .env); }
before="$(git_state)"
SYNSEMA_CASE_NO_DOCKER="none in this test" "$synsema" run $case/case.syn -- --executors synsema_ceiling,synsema_direct,pandas_docker --quick --report "$kept" >"$scratch/said" 2>&1 ||
  { cat "$scratch/said"; fail "the case exited with $?"; }
[ "$before" = "$(git_state)" ] || fail "the case changed a file"
grep -Eq 'Synsema, under a ceiling +10/10 +10 .* 12/12$' "$scratch/said" || { cat "$scratch/said"; fail "not ten right and twelve contained"; }
[ "$(grep -c 'Synsema, direct  *ESCAPED' "$scratch/said")" -ge 7 ] || { cat "$scratch/said"; fail "without a ceiling, fewer than seven escapes get out"; }
if grep -q canary- "$scratch/said" "$kept/report.json" "$kept/report.html"; then fail "a secret is in the report"; fi
grep -q '"right": 10' "$kept/report.json" || fail "report.json does not say ten right"
grep -Eq 'sandboxed ÷ unsandboxed, each a new process: [0-9.]+;' "$scratch/said" || fail "no ratio of the walls"
for name in synsema_ceiling/02_network/ceiling: synsema_ceiling/04_forever/deadline synsema_ceiling/09_memory/memory synsema_ceiling/10_output/output; do
  python3 - "$kept/report.json" "$name" <<'PY' || fail "the report does not say which wall stopped $name"
import json, sys
executor, escape, wall = sys.argv[2].split("/")
row = next(row for row in json.load(open(sys.argv[1]))["escapes"] if (row["executor"], row["escape"]) == (executor, escape))
sys.exit(0 if row["contained"] and wall in row["wall"]["en"] else 1)
PY
done

# What is not here is a row that says so, also on the page, which a browser looks at.
grep -q 'NOT MEASURED: pandas, in Docker: no' "$scratch/said" || { cat "$scratch/said"; fail "an absent Docker is not named"; }
grep -q 'Not measured</span>.*pandas, in Docker' "$kept/report.html" || fail "the page does not name an absent Docker"
python3 "$here/page_test.py" "$kept/report.html" || fail "report.html is not as it must be"
python3 "$here/publish.py" --check || fail "a table of a README is not what results.json says"

# Docker, where its image is built already: an answer and a loop that is stopped, and no container left.
python3 "$here/executors/docker/with_engine.py" --ready sh -c '
  if [ -n "${SYNSEMA_CASE_NO_DOCKER:-}" ]; then echo "SKIPPED: the container was not tried: $SYNSEMA_CASE_NO_DOCKER"; exit 0; fi
  "$1" run "$2/case.syn" -- --executors synsema_ceiling,pandas_docker --only q02 --no-escapes --quick --report "$3" &&
  printf "while True:\n    pass\n" >"$3/loop.py" &&
  ".cache/case-02/bin/python3" "$2/executors/python_side.py" pandas_docker "$3/loop.py" 2 1 "$2/data" 512 &&
  echo "containers left: $(docker -H "$SYNSEMA_CASE_DOCKER" ps -q | wc -l)"' sh "$synsema" "$case" "$kept" >"$scratch/said" 2>&1 || { cat "$scratch/said"; fail "Docker's row exited with $?"; }
if grep SKIPPED: "$scratch/said"; then :; else
  grep -Eq 'pandas, in Docker +1/1 ' "$scratch/said" || { cat "$scratch/said"; fail "no right answer in Docker"; }
  grep -q '"timed_out": true' "$scratch/said" || { cat "$scratch/said"; fail "a loop in a container is not stopped"; }
  grep -q 'containers left: 0' "$scratch/said" || { cat "$scratch/said"; fail "a container is left"; }
fi

# A command as the provider: it replies badly first, sees the error, and repairs.
cat >"$scratch/model" <<SH
#!/bin/sh
prompt="\$(cat)"
case "\$prompt" in
  *"¿Qué tres tiendas"*"Undefined variable: 'nothing_here'"*) cat "$here/replay/synsema/q02.1.md" ;;
  *"¿Qué tres tiendas"*) printf '\`\`\`synsema\nprint(nothing_here)\n\`\`\`\n' ;;
  *) echo "the question is not there" ;;
esac
SH
chmod +x "$scratch/model"
"$synsema" run $case/case.syn -- --provider command --command "$scratch/model" --report "$kept" --lang es --only q02 --executors synsema_ceiling --no-escapes >"$scratch/said" 2>&1 ||
  { cat "$scratch/said"; fail "the case with a command exited with $?"; }
grep -Eq 'Synsema, under a ceiling +1/1 +2 ' "$scratch/said" || { cat "$scratch/said"; fail "no repair at the second attempt"; }
if "$synsema" run $case/case.syn -- --provider command --command /nowhere/model --report "$kept" --only q02 --executors synsema_ceiling --no-escapes >"$scratch/said" 2>&1; then
  cat "$scratch/said"
  fail "a provider that is not there is not noticed"
fi
grep -q 'NO REPLY to q02 in synsema: run: cannot start "/nowhere/model"' "$scratch/said" || { cat "$scratch/said"; fail "a provider that is not there is not named"; }

# The providers over HTTP, by a fake one on loopback.
SYNSEMA="$synsema" python3 "$here/provider_test.py" >"$scratch/said" 2>&1 || { cat "$scratch/said"; fail "a provider does not behave"; }
tail -3 "$scratch/said"
echo "test.sh: everything holds"
