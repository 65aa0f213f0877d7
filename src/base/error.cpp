// Errors: template filling and the printed forms.
// SPDX-License-Identifier: Apache-2.0
#include "base/error.h"

namespace syn {

Error::Error(const ErrorRow& row, std::initializer_list<std::string_view> arguments)
    : body_(std::make_unique<ErrorBody>()) {
  body_->row = &row;
  body_->arguments.reserve(arguments.size());
  for (std::string_view argument : arguments) body_->arguments.emplace_back(argument);
}

Error::Error(const ErrorRow& row, std::vector<std::string> arguments)
    : body_(std::make_unique<ErrorBody>()) {
  body_->row = &row;
  body_->arguments = std::move(arguments);
}

Error&& Error::at(std::string_view file, Span span) && {
  if (!body_->span.known()) {
    body_->file = file;
    body_->span = span;
    body_->error_span = span;
  }
  return std::move(*this);
}

Error&& Error::near(std::string_view file, Span span) && {
  if (!body_->error_span.known()) {
    body_->file = file;
    body_->error_span = span;
  }
  return std::move(*this);
}

Error&& Error::with_fix(Span span, std::string text) && {
  body_->fix = Fix{span, std::move(text)};
  return std::move(*this);
}

Error&& Error::with_hint(std::string text) && {
  body_->hint = std::move(text);
  return std::move(*this);
}

Error&& Error::with_hint(const ErrorRow& row, std::vector<std::string> arguments) && {
  body_->hint_row = &row;
  body_->hint_arguments = std::move(arguments);
  return std::move(*this);
}

Error&& Error::with_phase(Phase phase) && {
  body_->phase = phase;
  return std::move(*this);
}

Error&& Error::about_row(uint64_t row, std::string value) && {
  if (body_->data_row == 0) {
    body_->data_row = row;
    body_->data_value = std::move(value);
  }
  return std::move(*this);
}

std::string Error::message(Language language) const {
  const ErrorRow& r = row();
  bool spanish = language == Language::Spanish && !r.spanish.empty();
  return fill_template(spanish ? r.spanish : r.english, body_->arguments) + body_->extra;
}

std::string Error::located_message(Language language) const {
  if (!body_->span.known()) return message(language);
  return body_->file + ":" + std::to_string(body_->span.line) + ":" +
         std::to_string(body_->span.column) + ": " + message(language);
}

std::string Error::line(Language language) const {
  std::string_view word;
  bool spanish = language == Language::Spanish;
  switch (body_->phase) {
    case Phase::Lexer: word = spanish ? "Error léxico: " : "Lexer error: "; break;
    case Phase::Parse: word = spanish ? "Error de sintaxis: " : "Parse error: "; break;
    case Phase::Runtime: word = spanish ? "Error de ejecución: " : "Runtime error: "; break;
  }
  return std::string(word) + located_message(language);
}

std::string Error::hint(Language language) const {
  if (!body_->hint.empty()) return body_->hint;
  if (body_->hint_row != nullptr) {
    const ErrorRow& own = *body_->hint_row;
    return fill_template(language == Language::Spanish ? own.spanish : own.english,
                         body_->hint_arguments);
  }
  const ErrorRow& r = row();
  bool spanish = language == Language::Spanish && !r.hint_spanish.empty();
  return fill_template(spanish ? r.hint_spanish : r.hint_english, body_->arguments);
}

std::string fill_template(std::string_view text, const std::vector<std::string>& arguments) {
  std::string out;
  out.reserve(text.size() + 32);
  for (size_t i = 0; i < text.size(); ++i) {
    bool hole = text[i] == '{' && i + 2 < text.size() && text[i + 2] == '}' && text[i + 1] >= '0' &&
                text[i + 1] <= '9';
    size_t index = hole ? static_cast<size_t>(text[i + 1] - '0') : 0;
    if (hole && index < arguments.size()) {
      out += arguments[index];
      i += 2;
    } else {
      out += text[i];
    }
  }
  return out;
}

}  // namespace syn
