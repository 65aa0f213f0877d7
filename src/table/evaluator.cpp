// Binding expressions to tables and running what is neither arithmetic nor text.
// SPDX-License-Identifier: Apache-2.0
#include "table/evaluator.h"

#include <algorithm>

#include "table/evaluator_node.h"

namespace syn::table {
namespace {

void bits_to_missing(const Column& column, size_t start, size_t count, Buffer<uint8_t>& out) {
  out.resize(kChunk);
  for (size_t i = 0; i < count; ++i) out[i] = column.is_present(start + i) ? 0 : 1;
}

bool is_part_of_day(Operation operation) {
  return operation == Operation::Year || operation == Operation::Month ||
         operation == Operation::Day || operation == Operation::Weekday;
}

}  // namespace

bool any_missing(const Cells& cells, size_t count, const uint8_t* active) {
  if (cells.missing == nullptr) return false;
  uint8_t found = 0;
  if (active == nullptr) {
    for (size_t i = 0; i < count; ++i) found |= cells.missing[i];
  } else {
    for (size_t i = 0; i < count; ++i) found |= cells.missing[i] & active[i];
  }
  return found != 0;
}

void truth_of(Kind kind, bool is_nothing, const Cells& cells, size_t count, int64_t* out) {
  if (is_nothing) {
    std::fill(out, out + count, 0);
    return;
  }
  switch (kind) {
    case Kind::Bool: std::copy_n(cells.ints, count, out); break;
    case Kind::Int:
    case Kind::Decimal:
      for (size_t i = 0; i < count; ++i) out[i] = cells.ints[i] != 0 ? 1 : 0;
      break;
    case Kind::Float:
      for (size_t i = 0; i < count; ++i) out[i] = cells.floats[i] != 0 ? 1 : 0;
      break;
    case Kind::Text:
      for (size_t i = 0; i < count; ++i) out[i] = cells.texts[i].size != 0 ? 1 : 0;
      break;
    case Kind::Date:
    case Kind::DateTime:
    case Kind::Any: std::fill(out, out + count, 1); break;
  }
  if (cells.missing == nullptr) return;
  for (size_t i = 0; i < count; ++i) out[i] &= 1 - static_cast<int64_t>(cells.missing[i]);
}

void Evaluator::Node::set_constant(const Scalar& scalar, Budget& budget) {
  kind = scalar.kind;
  is_nothing = scalar.is_missing;
  scale = scalar.scale;
  if (is_nothing) {
    missing_.assign(kChunk, 1);
    ints_.assign(kChunk, 0);
  } else if (kind == Kind::Float) {
    floats_.assign(kChunk, scalar.number);
  } else if (kind == Kind::Text) {
    bytes_ = std::make_shared<TextBytes>(budget);
    texts_.assign(kChunk, bytes_->add(scalar.text));
  } else {
    ints_.assign(kChunk, scalar.integer);
  }
}

void Evaluator::Node::bind_column(ColumnPtr from) {
  column = std::move(from);
  kind = column->kind;
  scale = column->scale;
  offset_seconds = column->offset_seconds;
}

bool Evaluator::Node::run_column(size_t start, size_t count, Cells& out) {
  const Column& from = *column;
  out = {};
  if (from.has_missing()) {
    bits_to_missing(from, start, count, missing_);
    out.missing = missing_.data();
  }
  if (from.kind == Kind::Float) {
    out.floats = from.floats.data() + start;
  } else if (from.kind != Kind::Text) {
    out.ints = from.ints.data() + start;
  } else if (!from.has_codes()) {
    out.texts = from.texts.data() + start;
  } else {
    TextRef* texts = text_room();
    const TextRef* known = from.dictionary->texts.data();
    for (size_t i = 0; i < count; ++i) texts[i] = known[from.codes[start + i]];
    out.texts = texts;
  }
  return true;
}

bool Evaluator::Node::run_lookup(size_t start, size_t count, Cells& out) {
  out = {};
  const Column& known = *results_;
  const uint32_t* codes = column->codes.data() + start;
  auto absent = static_cast<uint32_t>(known.size - 1);
  Buffer<uint32_t> patched;
  if (column->has_missing()) {
    patched.resize(count);
    for (size_t i = 0; i < count; ++i) {
      patched[i] = column->is_present(start + i) ? codes[i] : absent;
    }
    codes = patched.data();
  }
  if (known.kind == Kind::Float) {
    double* to = float_room();
    for (size_t i = 0; i < count; ++i) to[i] = known.floats[codes[i]];
    out.floats = to;
  } else if (known.kind == Kind::Text) {
    TextRef* to = text_room();
    for (size_t i = 0; i < count; ++i) to[i] = known.texts[codes[i]];
    out.texts = to;
  } else {
    int64_t* to = int_room();
    for (size_t i = 0; i < count; ++i) to[i] = known.ints[codes[i]];
    out.ints = to;
  }
  if (known.has_missing()) {
    missing_.resize(kChunk);
    for (size_t i = 0; i < count; ++i) missing_[i] = known.is_present(codes[i]) ? 0 : 1;
    out.missing = missing_.data();
  }
  return true;
}

bool Evaluator::Node::run_logic(size_t start, size_t count, const uint8_t* active, Cells& out) {
  Cells left;
  if (!operands[0]->run(start, count, active, left)) return false;
  int64_t* result = int_room();
  truth_of(operands[0]->kind, operands[0]->is_nothing, left, count, result);
  // No branches on cells here: which rows go on is as random as the data (filter of a million rows:
  // half the time).
  bool is_and = operation == Operation::And;
  mask_.resize(kChunk);
  uint8_t* mask = mask_.data();
  uint8_t flip = is_and ? 0 : 1;
  uint8_t reached = 0;
  for (size_t i = 0; i < count; ++i) mask[i] = static_cast<uint8_t>(result[i]) ^ flip;
  for (size_t i = 0; active != nullptr && i < count; ++i) mask[i] &= active[i];
  for (size_t i = 0; i < count; ++i) reached |= mask[i];
  out = {};
  out.ints = result;
  if (reached == 0) return true;
  Cells right;
  if (!operands[1]->run(start, count, mask, right)) return false;
  int64_t truths[kChunk];
  truth_of(operands[1]->kind, operands[1]->is_nothing, right, count, truths);
  // Where the right side was not reached, its truths say nothing; the left one is 0 (`and`), or
  // 1 (`or`) and stays so.
  if (is_and) {
    for (size_t i = 0; i < count; ++i) result[i] &= truths[i];
  } else {
    for (size_t i = 0; i < count; ++i) result[i] |= truths[i] & mask[i];
  }
  return true;
}

bool Evaluator::Node::run_when(size_t start, size_t count, const uint8_t* active, Cells& out) {
  Cells condition;
  if (!operands[0]->run(start, count, active, condition)) return false;
  int64_t truths[kChunk];
  truth_of(operands[0]->kind, operands[0]->is_nothing, condition, count, truths);
  mask_.resize(kChunk);
  Cells branches[2];
  for (size_t which = 0; which < 2; ++which) {
    uint8_t reached = 0;
    for (size_t i = 0; i < count; ++i) {
      bool here = (truths[i] != 0) == (which == 0) && (active == nullptr || active[i] != 0);
      mask_[i] = here ? 1 : 0;
      reached |= mask_[i];
    }
    if (reached == 0) continue;
    if (!operands[1 + which]->run(start, count, mask_.data(), branches[which])) return false;
  }
  out = {};
  bool gaps = false;
  missing_.resize(kChunk);
  for (size_t i = 0; i < count; ++i) {
    const Cells& from = branches[truths[i] != 0 ? 0 : 1];
    missing_[i] = from.missing != nullptr ? from.missing[i] : 0;
    gaps = gaps || missing_[i] != 0;
  }
  if (gaps) out.missing = missing_.data();
  // A branch that no row reached, or that is `nothing`, has no cells of this kind.
  if (kind == Kind::Float) {
    double* to = float_room();
    for (size_t i = 0; i < count; ++i) {
      const double* from = branches[truths[i] != 0 ? 0 : 1].floats;
      to[i] = from != nullptr ? from[i] : 0;
    }
    out.floats = to;
  } else if (kind == Kind::Text) {
    TextRef* to = text_room();
    for (size_t i = 0; i < count; ++i) {
      const TextRef* from = branches[truths[i] != 0 ? 0 : 1].texts;
      to[i] = from != nullptr ? from[i] : TextRef::of("");
    }
    out.texts = to;
  } else {
    int64_t* to = int_room();
    for (size_t i = 0; i < count; ++i) {
      const int64_t* from = branches[truths[i] != 0 ? 0 : 1].ints;
      to[i] = from != nullptr ? from[i] : 0;
    }
    out.ints = to;
  }
  return true;
}

bool Evaluator::Node::run(size_t start, size_t count, const uint8_t* active, Cells& out) {
  if (is_lookup) return run_lookup(start, count, out);
  switch (operation) {
    case Operation::Constant:
    case Operation::Captured:
      out = {ints_.data(), floats_.data(), texts_.data(), is_nothing ? missing_.data() : nullptr};
      return true;
    case Operation::Item:
    case Operation::Column:
    case Operation::Field: return run_column(start, count, out);
    case Operation::And:
    case Operation::Or: return run_logic(start, count, active, out);
    case Operation::When: return run_when(start, count, active, out);
    case Operation::Negate:
    case Operation::Not:
    case Operation::Truth:
    case Operation::Lower:
    case Operation::Upper:
    case Operation::Trim:
    case Operation::Length:
    case Operation::ToText:
    case Operation::Slice:
    case Operation::IsMissing:
    case Operation::Abs:
    case Operation::ToFloat:
    case Operation::ToInt:
    case Operation::Round:
    case Operation::RoundTo:
    case Operation::ToDate:
    case Operation::ToDateTime:
    case Operation::Timestamp:
    case Operation::Year:
    case Operation::Month:
    case Operation::Day:
    case Operation::Hour:
    case Operation::Minute:
    case Operation::Second:
    case Operation::Weekday: return run_unary(start, count, active, out);
    case Operation::Add:
    case Operation::Subtract:
    case Operation::Multiply:
    case Operation::Divide:
    case Operation::FloorDivide:
    case Operation::Modulo:
    case Operation::Equal:
    case Operation::NotEqual:
    case Operation::Less:
    case Operation::LessEqual:
    case Operation::Greater:
    case Operation::GreaterEqual:
    case Operation::Contains:
    case Operation::StartsWith:
    case Operation::EndsWith: return run_binary(start, count, active, out);
  }
  return false;
}

size_t Evaluator::Node::weight() const {
  size_t sum = 1;
  if (is_lookup) return sum;
  for (const auto& operand : operands) sum += operand->weight();
  return sum;
}

void Evaluator::Node::keep_bytes(std::vector<TextBytesPtr>& bytes) const {
  if (column != nullptr) bytes.insert(bytes.end(), column->bytes.begin(), column->bytes.end());
  if (results_ != nullptr) {
    bytes.insert(bytes.end(), results_->bytes.begin(), results_->bytes.end());
  }
  if (bytes_ != nullptr) bytes.push_back(bytes_);
  for (const auto& operand : operands) operand->keep_bytes(bytes);
}

bool Evaluator::Node::only_codes(ColumnPtr& found) const {
  if (is_column()) {
    if (!column->has_codes() || (found != nullptr && found != column)) return false;
    found = column;
  }
  for (const auto& operand : operands) {
    if (!operand->only_codes(found)) return false;
  }
  return true;
}

void Evaluator::Node::point_columns_at(const ColumnPtr& replacement) {
  if (is_column()) column = replacement;
  for (auto& operand : operands) operand->point_columns_at(replacement);
}

bool Evaluator::Node::run_over_dictionary(const ColumnPtr& coded, Budget& budget) {
  size_t size = coded->dictionary->texts.size() + 1;
  auto distinct = std::make_shared<Column>(Kind::Text, size);
  distinct->texts = coded->dictionary->texts;
  distinct->texts.push_back(TextRef::of(""));
  distinct->present = make_bits(size, true);
  clear_bit(distinct->present, size - 1);
  distinct->bytes = coded->bytes;
  if (!coded->has_missing()) {
    // The last entry stands for absent texts, which there are none of: any text will do.
    distinct->texts.back() = distinct->texts.front();
    distinct->present = {};
  }
  point_columns_at(distinct);
  auto results = std::make_shared<Column>(kind, size);
  bool fine = true;
  for (size_t start = 0; fine && start < size; start += kChunk) {
    size_t count = std::min(kChunk, size - start);
    Cells cells;
    fine = run(start, count, nullptr, cells);
    if (!fine) break;
    if (kind == Kind::Float) {
      results->floats.insert(results->floats.end(), cells.floats, cells.floats + count);
    } else if (kind == Kind::Text) {
      results->texts.insert(results->texts.end(), cells.texts, cells.texts + count);
    } else {
      results->ints.insert(results->ints.end(), cells.ints, cells.ints + count);
    }
    if (cells.missing == nullptr) continue;
    if (results->present.empty()) results->present = make_bits(size, true);
    for (size_t i = 0; i < count; ++i) {
      if (cells.missing[i] != 0) clear_bit(results->present, start + i);
    }
  }
  point_columns_at(coded);
  if (!fine) return false;
  keep_bytes(results->bytes);
  results->charge(budget);
  results_ = std::move(results);
  return true;
}

void Evaluator::Node::lift(size_t num_rows, Budget& budget) {
  if (operands.empty()) return;
  ColumnPtr coded;
  bool one = kind != Kind::Any && only_codes(coded) && coded != nullptr;
  if (one && coded->dictionary->texts.size() < num_rows / 4 && run_over_dictionary(coded, budget)) {
    column = coded;
    is_lookup = true;
    return;
  }
  for (auto& operand : operands) operand->lift(num_rows, budget);
  const Node& first = *operands[0];
  if (is_part_of_day(operation) && first.kind == Kind::Date && first.is_column()) {
    day_parts_.prepare(operation, first.column->bounds(), num_rows);
  }
}

std::optional<Bounds> Evaluator::Node::bounds() const {
  if (is_part_of_day(operation) && !is_lookup) return day_parts_.bounds();
  if (operation == Operation::Hour) return Bounds{0, 23};
  if (operation == Operation::Minute || operation == Operation::Second) return Bounds{0, 59};
  return std::nullopt;
}

Evaluator::Evaluator(std::unique_ptr<Node> root) : root_(std::move(root)) {}
Evaluator::Evaluator(Evaluator&&) noexcept = default;
Evaluator::~Evaluator() = default;

std::optional<Evaluator> Evaluator::open(const Expression& expression, const Table& table,
                                         std::span<const Scalar> captured, Budget& budget) {
  struct Binder {
    const Table& table;
    std::span<const Scalar> captured;
    Budget& budget;
    /// The column that an expression names; null where there is none, or where it has gaps that the
    /// lambda may trip over.
    ColumnPtr column_of(const Expression& from) {
      if (from.operation == Operation::Field) {
        ColumnPtr records = column_of(from.operands[0]);
        if (records == nullptr || records->kind != Kind::Any || records->has_missing()) {
          return nullptr;
        }
        return records->cells->member(from.name);
      }
      int position = from.operation == Operation::Item ? 0 : table.find(from.name);
      return position < 0 ? nullptr : table.column(static_cast<size_t>(position));
    }
    std::unique_ptr<Node> bind(const Expression& from) {
      auto node = std::make_unique<Node>();
      node->operation = from.operation;
      if (from.operation == Operation::Constant || from.operation == Operation::Captured) {
        bool captures = from.operation == Operation::Captured;
        node->set_constant(captures ? captured[from.variable] : from.constant, budget);
        return node;
      }
      if (node->is_column()) {
        ColumnPtr column = column_of(from);
        if (column == nullptr || column->kind == Kind::Any) return nullptr;
        node->bind_column(std::move(column));
        return node;
      }
      node->make_texts_in(budget);
      node->slice_start = from.constant.integer;
      node->slice_end = from.variable;
      for (const Expression& operand : from.operands) {
        node->operands.push_back(bind(operand));
        if (node->operands.back() == nullptr) return nullptr;
      }
      return node->resolve() ? std::move(node) : nullptr;
    }
  };
  std::unique_ptr<Node> root = Binder{table, captured, budget}.bind(expression);
  if (root == nullptr || (root->kind == Kind::Any && !root->is_nothing)) return std::nullopt;
  root->lift(table.num_rows, budget);
  return Evaluator(std::move(root));
}

Kind Evaluator::kind() const { return root_->is_nothing ? Kind::Bool : root_->kind; }
uint32_t Evaluator::scale() const { return root_->scale; }
int32_t Evaluator::offset_seconds() const { return root_->offset_seconds; }
size_t Evaluator::weight() const { return root_->weight(); }
void Evaluator::keep_bytes(std::vector<TextBytesPtr>& bytes) const { root_->keep_bytes(bytes); }

std::optional<Bounds> Evaluator::bounds() const { return root_->bounds(); }

std::optional<Cells> Evaluator::run(size_t start, size_t count, const Room& room) {
  Cells cells;
  root_->wanted = room;
  if (!root_->run(start, count, nullptr, cells)) return std::nullopt;
  return cells;
}

ColumnBuilder::ColumnBuilder(const Evaluator& evaluator, size_t num_rows)
    : column_(std::make_shared<Column>(evaluator.kind(), num_rows)) {
  column_->scale = evaluator.scale();
  column_->offset_seconds = evaluator.offset_seconds();
  if (column_->kind == Kind::Float) {
    column_->floats.resize(num_rows);
  } else if (column_->kind == Kind::Text) {
    column_->texts.resize(num_rows);
  } else {
    column_->ints.resize(num_rows);
  }
}

Room ColumnBuilder::room() {
  Room room;
  if (column_->kind == Kind::Float) {
    room.floats = column_->floats.data() + filled_;
  } else if (column_->kind == Kind::Text) {
    room.texts = column_->texts.data() + filled_;
  } else {
    room.ints = column_->ints.data() + filled_;
  }
  return room;
}

void ColumnBuilder::add(const Cells& cells, size_t count) {
  Room to = room();
  if (to.floats != nullptr && to.floats != cells.floats) {
    std::copy_n(cells.floats, count, to.floats);
  } else if (to.texts != nullptr && to.texts != cells.texts) {
    std::copy_n(cells.texts, count, to.texts);
  } else if (to.ints != nullptr && to.ints != cells.ints) {
    std::copy_n(cells.ints, count, to.ints);
  }
  if (cells.missing != nullptr) {
    for (size_t i = 0; i < count; ++i) {
      if (cells.missing[i] == 0) continue;
      if (column_->present.empty()) column_->present = make_bits(column_->size, true);
      clear_bit(column_->present, filled_ + i);
      if (column_->kind == Kind::Text) column_->texts[filled_ + i] = TextRef::of("");
    }
  }
  filled_ += count;
}

ColumnPtr ColumnBuilder::finish(const Evaluator& evaluator, Budget& budget) {
  if (column_->kind == Kind::Text) evaluator.keep_bytes(column_->bytes);
  if (auto bounds = evaluator.bounds(); bounds.has_value()) column_->set_bounds(*bounds);
  column_->charge(budget);
  return std::move(column_);
}

}  // namespace syn::table
