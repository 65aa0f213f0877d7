// Putting the guide together: prose in both languages, programs that are the same in both, and
// builtins, whose signatures come from their rows. tests/cli/guide.py runs what it shows and counts
// its tokens: each one is paid with each request.
// SPDX-License-Identifier: Apache-2.0
#include "run/guide.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "base/check.h"
#include "run/registry.h"

namespace syn {
namespace {

enum class PartKind : uint8_t {
  Prose,     ///< `english` and `spanish`
  Program,   ///< `english` for both
  Builtins,  ///< `english` and `spanish` are what they are for, `names` which
};

struct Part {
  PartKind kind;
  std::string_view english;
  std::string_view spanish;
  std::string_view names;
};

constexpr Part kParts[] = {
    // What flips answers comes first.
    {PartKind::Prose, R"(# Synsema

## Not as in Python or SQL
- Missing (empty CSV field, null, absent JSON key) is `nothing`; `""` is not. `nothing == nothing → true`; `<`, `+` and text functions fail on it: `x != nothing and x < 5`. Aggregates skip it; with none left sum is 0, the others nothing (`mean([])` fails).
- No conversion: `1 == "1" → false`, but `"a" + 1 → a1`. CSV types come from whole columns: ids with leading zeros and times without offset stay text, `2025-01-31` is a date; or `{"types": {"zip": "text"}}`. JSON dates are text. Decimals (Parquet money) mix with integers, not floats: `float(x)`.
- `7 / 2 → 3.5`, `6 / 2 → 3.0`, `-7 // 2 → -4`, `-7 % 3 → 2`, `round(2.5) → 2` (ties to even). `std` is of a sample.
- Texts compare by code point, with case and accents: `"Z" < "a" → true`. `fold_text("Éa") → ea`.
- Sorting is stable, missing last both ways. Several keys: `(r) => [-r.n, r.name]`. Groups and `unique` keep the order of first appearance; missing is a group.
- `join`: missing keys never match; all matches multiply; a right column whose name is taken becomes `name_right`.
- Positions count from 0, `xs[-1]` is the last, outside fails. Ends are excluded (`range(1, 3) → [1, 2]`), not in `date_range`. An absent `m.key` fails: `get(m, "key", 0)`. Monday is weekday 1. `rank` begins at 1. `matches` asks for the whole text.
- All are values: `let b be a` copies, functions change nothing: `set xs to append(xs, 1)`; `each r in rows` gives copies.
- False: `false nothing 0 "" [] {}`. `0 or 5 → true`: `and`, `or` give no operands.

## Syntax
No methods, `if`, `for`, `return`, `+=`, `continue`, comprehensions, `;`. Indented blocks without colon. Lines go on only inside brackets. A lambda is one expression.
)",
     R"(# Synsema

## Distinto de Python y SQL
- Lo que falta (campo CSV vacío, null, clave JSON ausente) es `nothing`; `""` no. `nothing == nothing → true`; `<`, `+` y funciones de texto fallan con él: `x != nothing and x < 5`. Los agregados lo saltan; si no queda nada la suma es 0, lo demás nothing (`mean([])` falla).
- Sin conversiones: `1 == "1" → false`, pero `"a" + 1 → a1`. Los tipos CSV salen de la columna entera: ids con ceros a la izquierda y horas sin desfase quedan en texto, `2025-01-31` es fecha; o `{"types": {"zip": "text"}}`. Las fechas JSON son texto. Un decimal (dinero en Parquet) se mezcla con enteros, no con floats: `float(x)`.
- `7 / 2 → 3.5`, `6 / 2 → 3.0`, `-7 // 2 → -4`, `-7 % 3 → 2`, `round(2.5) → 2` (mitades al par). `std` es muestral.
- Los textos se comparan por punto de código, con mayúsculas y acentos: `"Z" < "a" → true`. `fold_text("Éa") → ea`.
- Ordenar es estable, lo que falta va al final siempre. Varias claves: `(r) => [-r.n, r.name]`. Los grupos y `unique` siguen el orden de aparición; lo que falta es un grupo.
- `join`: claves que faltan no casan; cada pareja da una fila; una columna derecha de nombre repetido pasa a `name_right`.
- Posiciones desde 0, `xs[-1]` es el último, fuera falla. Sin el final (`range(1, 3) → [1, 2]`), salvo `date_range`. Un `m.key` ausente falla: `get(m, "key", 0)`. Lunes es weekday 1. `rank` empieza en 1. `matches` exige el texto entero.
- Todo es valor: `let b be a` copia, las funciones no cambian nada: `set xs to append(xs, 1)`; `each r in rows` da copias.
- Falso: `false nothing 0 "" [] {}`. `0 or 5 → true`: `and`, `or` no dan operandos.

## Sintaxis
Sin métodos, `if`, `for`, `return`, `+=`, `continue`, comprensiones ni `;`. Bloques sangrados sin dos puntos. Una línea solo sigue dentro de paréntesis. Una lambda es una expresión.
)",
     ""},
    {PartKind::Program, R"(let stock be {"pear": 4, "fig": 0}
set stock.pear to stock["pear"] - 1  -- set m[k] to v, set xs[0] to v
task level(n, low = 2)
    when n == 0
        give "none"
    otherwise when n < low
        give "low"
    give `{n} left`
each e in items(stock)
    print(e.key, level(e.value), `{e.value / 9:.1%} {e.value * 1500.5:,.2f}`)
let n be 0
while true
    set n to n + 1
    when n in [3, 5] and not "kiwi" in stock
        stop
try
    print(when n > 2 then int("x") otherwise 0)
recover problem
    print([1, 2, 3] |> where((x) => x > 1) |> sum())  -- x |> f(a): f(x, a)
)",
     "", ""},
    {PartKind::Prose, "\n## Builtins\n", "\n## Funciones\n", ""},
    {PartKind::Builtins, "Files", "Ficheros", "read_csv read_jsonl read_parquet read_table"},
    {PartKind::Builtins, "Rows (lists of maps)", "Filas (listas de mapas)",
     "where apply derive collect sort_by top join:2 group_by summarize count_by unique pivot "
     "fill_missing drop_missing"},
    {PartKind::Builtins, "In summarize, or a lambda of the group's rows",
     "En summarize, o una lambda de las filas del grupo",
     "count sum_of mean_of median_of min_of max_of std_of first_of n_unique_of quantile_of"},
    {PartKind::Builtins, "Windows: a list, one value a row; by = \"column\" begins anew",
     "Ventanas: una lista, un valor por fila; by = \"column\" reinicia",
     "lag:2 lead:2 rank:2 running_sum:2 rolling_mean:2"},
    {PartKind::Builtins, "Lists, maps", "Listas, mapas",
     "length slice reverse flatten append sort range find_first some every count_where reduce sum "
     "mean median min max count count_missing std corr quantile keys values items get merge"},
    {PartKind::Builtins, "Texts", "Textos",
     "text trim lower upper fold_text split join:1 replace contains starts_with ends_with pad_left "
     "matches regex_find_all regex_capture regex_replace"},
    {PartKind::Builtins, "Numbers", "Números", "int float decimal number round_to abs floor"},
    {PartKind::Builtins, "Dates", "Fechas",
     "date datetime:1 parse_date format_time date_parts timestamp parse_datetime add_days "
     "add_months "
     "truncate date_range to_timezone in_units"},
    {PartKind::Prose, "\n## Programs\n", "\n## Programas\n", ""},
    {PartKind::Program, R"(require file.read("./data/*")
let sales be where(read_csv("./data/sales.csv"), (s) => s.amount != nothing)
let shops be read_jsonl("./data/shops.jsonl")
let lines be join(sales, shops, "shop_id", "left")
let cities be summarize(lines, ["city", "currency"], {
    "total": sum_of("amount"), "n": count(), "big": (rows) => count_where(rows, (r) => r.amount > 50)})
each c in slice(sort_by(cities, (c) => [-c.total, c.city]), 0, 2)
    print(`{c.city} | {c.total:.2f} {c.currency} | {c.n} | {c.big}`)
)",
     "", ""},
    {PartKind::Program, R"(require file.read("./data/*")
let rate be {}
each r in read_jsonl("./data/rates.jsonl")
    set rate[`{r.month} {r.currency}`] to r.eur
task euros(s)
    when s.currency == "EUR"
        give s.amount
    give s.amount * rate[`{format_time(s.day, "%Y-%m")} {s.currency}`]
let months be (
    drop_missing(read_csv("./data/sales.csv"), ["amount"])
    |> derive({"month": (s) => truncate(s.day, "month"), "eur": euros})
    |> summarize("month", {"eur": sum_of("eur")})
    |> sort_by("month")
)
each m in derive(months, {"before": lag(months, "eur"), "so_far": running_sum(months, "eur")})
    print(m.month, when m.before == nothing then "" otherwise m.eur - m.before, `{m.so_far:.2f}`)
)",
     "", ""},
    {PartKind::Program, R"(require file.read("./data/*")
let visits be []
each g in group_by(read_jsonl("./data/events.jsonl"), "client")
    let last be nothing
    each e in sort_by(g.items, "at")
        let at be datetime(e.at)
        when last == nothing or in_units(at - last, "minutes") > 30
            set visits to append(visits, {"device": e.page.device, "from": get(e.page, "from"), "n": 0})
        set visits[-1].n to visits[-1].n + 1
        set last to at
each v in summarize(visits, "device", {"n": count(), "mean": mean_of("n")})
    print(v.device, v.n, v.mean)
task day_of(s)
    when matches(s, "\d+/\d+/\d+")
        give parse_date(s, "%d/%m/%Y")
    give date(s)
print(date_parts(day_of("25/04/2025")).weekday)
print(sql("select max(amount) as most from './data/sales.csv'")[0].most)
)",
     "", ""},
};

/// One of the forms that a row's parameters list: `a, b | c` has two.
std::string_view form_of_params(std::string_view params, size_t wanted) {
  constexpr std::string_view kBetween = " | ";
  for (size_t form = 1; form < wanted; ++form) {
    size_t end = params.find(kBetween);
    CHECK(end != std::string_view::npos);
    params.remove_prefix(end + kBetween.size());
  }
  return params.substr(0, params.find(kBetween));
}

struct Signature {
  std::string_view name;
  std::string_view params;
};

/// `name`, or `name:N` for one form of its parameters.
Signature signature_of(std::string_view word) {
  size_t colon = word.find(':');
  std::string_view name = word.substr(0, colon);
  const BuiltinSpec* spec = builtin_registry().find(name);
  CHECK(spec != nullptr);
  if (colon == std::string_view::npos) return {name, spec->params};
  return {name, form_of_params(spec->params, static_cast<size_t>(word[colon + 1] - '0'))};
}

/// `a/b(x), c(x, y)`: neighbours with the same parameters share them.
void append_signatures(std::string& out, std::string_view words) {
  std::string_view open;  // the parameters of the last name, still to be written
  bool first = true;
  while (!words.empty()) {
    size_t end = std::min(words.find(' '), words.size());
    Signature signature = signature_of(words.substr(0, end));
    words.remove_prefix(std::min(end + 1, words.size()));
    if (!first) {
      bool shared = open == signature.params;
      out += shared ? "/" : fmt::format("({}), ", open);
    }
    first = false;
    out += signature.name;
    open = signature.params;
  }
  out += fmt::format("({})", open);
}

}  // namespace

std::string language_guide(Language language) {
  bool spanish = language == Language::Spanish;
  std::string out;
  for (const Part& part : kParts) {
    switch (part.kind) {
      case PartKind::Prose: out += spanish ? part.spanish : part.english; break;
      case PartKind::Program:
        out += "```\n";
        out += part.english;
        out += "```\n";
        break;
      case PartKind::Builtins:
        out += fmt::format("- {}: `", spanish ? part.spanish : part.english);
        append_signatures(out, part.names);
        out += "`\n";
        break;
    }
  }
  return out;
}

}  // namespace syn
