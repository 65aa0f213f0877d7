// Text and comments of other languages: f"…", r"…", """…""", # …, // …, /* … */.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "syntax/habit_finders.h"

namespace syn {
namespace {

/// The raw inside of a Python f-string, as the inside of a template.
std::string rewrite_interpolated(std::string_view raw) {
  std::string out;
  for (size_t i = 0; i < raw.size(); ++i) {
    std::string_view pair = raw.substr(i, 2);
    if (pair == "{{" || pair == "}}") {
      out += raw[i] == '{' ? "\\{" : "}";
      ++i;
    } else if (pair == "!r" || pair == "!s" || pair == "!a") {
      bool in_hole = i + 2 < raw.size() && (raw[i + 2] == '}' || raw[i + 2] == ':');
      if (!in_hole) out += raw[i];
      i += in_hole ? 1 : 0;
    } else if (raw[i] == '`') {
      out += "\\`";
    } else {
      out += raw[i];
    }
  }
  return out;
}

/// Plain text, written in backticks.
std::string in_backticks(std::string_view raw) {
  std::string out = "`";
  for (char c : raw) {
    if (c == '`' || c == '{') out += '\\';
    out += c;
  }
  return out + "`";
}

/// A text whose backslashes mean themselves, in double quotes.
std::string from_raw_text(std::string_view raw) {
  std::string out = "\"";
  for (char c : raw) {
    if (c == '\\' || c == '"') out += '\\';
    out += c;
  }
  return out + "\"";
}

std::string_view inside_quotes(std::string_view text) {
  size_t width = text.substr(0, 3) == "\"\"\"" || text.substr(0, 3) == "'''" ? 3 : 1;
  return text.substr(width, text.size() - 2 * width);
}

bool has_letter(std::string_view word, char letter) {
  return std::any_of(word.begin(), word.end(), [letter](char c) { return (c | 0x20) == letter; });
}

/// A prefix glued to a text: the failure is at the text.
std::optional<Habit> explain_prefix(const HabitReader& reader) {
  size_t at = reader.at();
  bool is_text = reader.kind(at) == TokenKind::Text || reader.is(at, "`") ||
                 (reader.kind(at) == TokenKind::Problem && reader.text(at).size() > 5 &&
                  (reader.text(at)[0] == '"' || reader.text(at)[0] == '\''));
  if (!is_text || at == 0 || !reader.is_name(at - 1) || !reader.glued(at)) return std::nullopt;
  std::string_view prefix = reader.text(at - 1);
  if (prefix.size() > 2 || prefix.find_first_not_of("fFrRbBuU") != std::string_view::npos) {
    return std::nullopt;
  }
  std::string_view raw = inside_quotes(reader.text(at));
  bool is_multi_line = raw.find('\n') != std::string_view::npos;
  if (has_letter(prefix, 'f')) {
    return reader.advise(syntax_errors::kPrefixedText, at - 1, at + 1,
                         "`" + rewrite_interpolated(raw) + "`");
  }
  std::string plain = is_multi_line ? in_backticks(raw) : reader.source(at, at + 1);
  if (has_letter(prefix, 'b')) {
    return reader.advise(syntax_errors::kBytesText, at - 1, at + 1, "bytes(" + plain + ")");
  }
  if (has_letter(prefix, 'r')) {
    return reader.advise(syntax_errors::kRawText, at - 1, at + 1, from_raw_text(raw));
  }
  return reader.advise(syntax_errors::kPlainText, at - 1, at + 1, plain);
}

std::optional<Habit> explain_triple_quotes(const HabitReader& reader) {
  std::string_view text = reader.text(reader.at());
  if (text.substr(0, 3) != "\"\"\"" && text.substr(0, 3) != "'''") return std::nullopt;
  Habit habit = reader.foreign(syntax_errors::kTripleQuotes, reader.at(), reader.at() + 1,
                               in_backticks(inside_quotes(text)));
  habit.phase = Phase::Lexer;
  return habit;
}

/// A text in quotes that goes on over lines, where its end is known.
std::optional<Habit> explain_long_text(const HabitReader& reader) {
  size_t at = reader.at();
  if (reader.kind(at) != TokenKind::Problem) return std::nullopt;
  const ErrorRow* row = reader.site().list.problems[reader.token(at).extra].row;
  std::string_view text = reader.text(at);
  bool is_long = row == &syntax_errors::kStringNewline && text.find('\n') != std::string_view::npos;
  if (!is_long) return std::nullopt;
  Habit habit = reader.advise(*row, at, at + 1, in_backticks(inside_quotes(text)));
  habit.arguments.clear();
  return habit;
}

std::optional<Habit> explain_hash(const HabitReader& reader) {
  std::string_view text = reader.text(reader.at());
  if (text[0] != '#') return std::nullopt;
  std::string_view words = text.substr(std::min(text.find_first_not_of("# \t\r"), text.size()));
  return reader.advise(syntax_errors::kHashComment, reader.at(), reader.at() + 1,
                       words.empty() ? "--" : "-- " + std::string(words));
}

/// `/* … */`: a comment for each line where nothing follows, nothing at all where code follows.
std::optional<Habit> explain_block_comment(const HabitReader& reader) {
  std::string_view text = reader.text(reader.at());
  if (text.substr(0, 2) != "/*") return std::nullopt;
  if (text.size() < 4 || reader.kind(reader.at()) != TokenKind::Problem) {
    return reader.advise_plain(syntax_errors::kBlockComment, "-- …");
  }
  bool is_last = reader.ends_line(reader.at() + 1);
  std::string out;
  std::string_view inside = text.substr(2, text.size() - 4);
  while (is_last) {
    size_t newline = inside.find('\n');
    std::string_view line = inside.substr(0, newline);
    line = line.substr(std::min(line.find_first_not_of("* \t\r"), line.size()));
    size_t last = line.find_last_not_of(" \t\r*");
    line = line.substr(0, last == std::string_view::npos ? 0 : last + 1);
    if (!out.empty()) out += "\n" + reader.indent(reader.at());
    out += line.empty() ? "--" : "-- " + std::string(line);
    if (newline == std::string_view::npos) break;
    inside = inside.substr(newline + 1);
  }
  Habit habit = reader.advise(syntax_errors::kBlockComment, reader.at(), reader.at() + 1, out);
  if (out.empty()) habit.arguments[2] = "-- …";
  return habit;
}

/// `// …` at the start of a statement, behind the header of a block, or after a statement with
/// words behind it.
std::optional<Habit> explain_slash_comment(const HabitReader& reader) {
  size_t slash = reader.at();
  size_t end = reader.line_end(reader.at());
  if (!reader.is(slash, "//")) {
    slash = reader.site().statement;
    while (slash < reader.at() && !reader.is(slash, "//")) ++slash;
    bool is_prose = slash < reader.at() && reader.failed_with(syntax_errors::kAfterStatement) &&
                    reader.is_name(slash + 1);
    if (!is_prose) return std::nullopt;
  } else if (slash != reader.site().statement &&
             !reader.failed_with(syntax_errors::kExpectedBlock)) {
    return std::nullopt;
  }
  if (slash + 1 == end) return reader.advise(syntax_errors::kSlashComment, slash, end, "--");
  std::string words = reader.source(slash + 1, end);
  return reader.advise(syntax_errors::kSlashComment, slash, end, "-- " + words);
}

/// `intent "…"`.
std::optional<Habit> explain_intent(const HabitReader& reader) {
  size_t at = reader.at();
  bool is_intent = reader.kind(reader.site().statement) == TokenKind::Intent;
  if (!is_intent || !reader.expected("COLON") || reader.kind(at) != TokenKind::Text) {
    return std::nullopt;
  }
  std::string text = ": " + reader.source(at, at + 1);
  Habit habit = reader.advise(syntax_errors::kIntentColon, at, at + 1, text);
  Span word = reader.span(at - 1, at);
  habit.fix->span = {word.end_line, word.end_column, habit.fix->span.end_line,
                     habit.fix->span.end_column};
  habit.arguments[2] = "intent" + text;
  return habit;
}

}  // namespace

std::optional<Habit> find_text_habit(const HabitReader& reader) {
  if (auto habit = explain_prefix(reader)) return habit;
  if (auto habit = explain_intent(reader)) return habit;
  if (auto habit = explain_triple_quotes(reader)) return habit;
  if (auto habit = explain_long_text(reader)) return habit;
  if (auto habit = explain_block_comment(reader)) return habit;
  if (auto habit = explain_slash_comment(reader)) return habit;
  if (reader.kind(reader.at()) == TokenKind::Problem) return explain_hash(reader);
  return std::nullopt;
}

}  // namespace syn
