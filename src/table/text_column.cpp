// Puts a column of texts together.
//
// Texts are short, so comparing them is written out here, eight bytes at a time, and half of each
// hash is kept, so that hardly any text is compared with another one.
// SPDX-License-Identifier: Apache-2.0
#include "table/text_column.h"

#include <algorithm>
#include <cstring>

#include "table/text_hash.h"

namespace syn::table {
namespace {

/// Whether two texts of this size are the same.
bool are_equal(const char* left, const char* right, size_t size) {
  if (size >= 8) {
    size_t last = size - 8;
    for (size_t i = 0; i < last; i += 8) {
      if (load_word<uint64_t>(left + i) != load_word<uint64_t>(right + i)) return false;
    }
    return load_word<uint64_t>(left + last) == load_word<uint64_t>(right + last);
  }
  if (size >= 4) {
    return load_word<uint32_t>(left) == load_word<uint32_t>(right) &&
           load_word<uint32_t>(left + size - 4) == load_word<uint32_t>(right + size - 4);
  }
  for (size_t i = 0; i < size; ++i) {
    if (left[i] != right[i]) return false;
  }
  return true;
}

constexpr size_t kFirstSlots = 64;
/// Rows after which a column of mostly different texts is known to be one.
constexpr size_t kTrialRows = 1024;

}  // namespace

TextColumnMaker::TextColumnMaker(Budget& budget)
    : bytes_(std::make_shared<TextBytes>(budget)),
      dictionary_(std::make_shared<Dictionary>()),
      slots_(kFirstSlots) {}

void TextColumnMaker::reserve(size_t rows) {
  dictionary_ ? codes_.reserve(rows) : texts_.reserve(rows);
}

size_t TextColumnMaker::byte_size() const {
  size_t own = codes_.capacity() * sizeof(uint32_t) + texts_.capacity() * sizeof(TextRef) +
               slots_.capacity() * sizeof(Slot);
  return own + (dictionary_ ? dictionary_->texts.capacity() * sizeof(TextRef) : 0);
}

TextRef TextColumnMaker::copy(std::string_view text) { return bytes_->add(text); }

void TextColumnMaker::add_code(std::string_view text) {
  uint64_t full = hash_text(text);
  auto hash = static_cast<uint32_t>(full >> 32);
  size_t mask = slots_.size() - 1;
  size_t place = full & mask;
  for (; slots_[place].code != 0; place = (place + 1) & mask) {
    if (slots_[place].hash != hash) continue;
    const TextRef& known = dictionary_->texts[slots_[place].code - 1];
    if (known.size == text.size() && are_equal(known.data, text.data(), text.size())) {
      codes_.push_back(slots_[place].code - 1);
      return;
    }
  }
  if (dictionary_->texts.size() == kMaxDistinct) {
    leave_dictionary();
    texts_.push_back(copy(text));
    return;
  }
  auto code = static_cast<uint32_t>(dictionary_->texts.size());
  dictionary_->texts.push_back(copy(text));
  slots_[place] = {code + 1, hash};
  codes_.push_back(code);
  if (dictionary_->texts.size() * 2 > slots_.size()) grow_slots();
}

void TextColumnMaker::grow_slots() {
  slots_.assign(slots_.size() * 4, Slot{});
  size_t mask = slots_.size() - 1;
  for (size_t code = 0; code < dictionary_->texts.size(); ++code) {
    uint64_t full = hash_text(dictionary_->texts[code].view());
    size_t place = full & mask;
    while (slots_[place].code != 0) place = (place + 1) & mask;
    slots_[place] = {static_cast<uint32_t>(code + 1), static_cast<uint32_t>(full >> 32)};
  }
}

void TextColumnMaker::weigh() {
  if (dictionary_ && codes_.size() >= kTrialRows && dictionary_->texts.size() > codes_.size() / 2) {
    leave_dictionary();
  }
}

void TextColumnMaker::leave_dictionary() {
  texts_.reserve(codes_.capacity());
  for (uint32_t code : codes_) {
    // Rows without a value have code 0, even where no text has come yet.
    texts_.push_back(code < dictionary_->texts.size() ? dictionary_->texts[code] : TextRef::of(""));
  }
  dictionary_.reset();
  codes_ = {};
  slots_ = {};
}

void TextColumnMaker::finish(Column& column) {
  if (dictionary_ && dictionary_->texts.size() > codes_.size() / 2) leave_dictionary();
  if (dictionary_) {
    if (dictionary_->texts.empty()) dictionary_->texts.push_back(TextRef::of(""));
    column.codes = std::move(codes_);
    column.dictionary = std::move(dictionary_);
  } else {
    column.texts = std::move(texts_);
  }
  column.bytes.push_back(std::move(bytes_));
}

}  // namespace syn::table
