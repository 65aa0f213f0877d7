// Compiled patterns.
// SPDX-License-Identifier: Apache-2.0
#include "builtins/regex_compiled.h"

#include "builtins/errors_b.h"
#include "builtins/regex_pattern.h"

namespace syn {
namespace {

constexpr int64_t kProgramMebibytes = 10;
constexpr size_t kKept = 32;

/// As Python's repr shows a text: single quotes unless it holds one and no double quote.
std::string python_repr(std::string_view text) {
  bool single = text.find('\'') != std::string_view::npos;
  bool both = single && text.find('"') != std::string_view::npos;
  char quote = single && !both ? '"' : '\'';
  std::string out(1, quote);
  for (char c : text) {
    switch (c) {
      case '\n': out += "\\n"; continue;
      case '\r': out += "\\r"; continue;
      case '\t': out += "\\t"; continue;
      default: break;
    }
    if (c == '\\' || c == quote) out += '\\';
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
      constexpr char kHex[] = "0123456789abcdef";
      out += "\\x";
      out += kHex[static_cast<unsigned char>(c) >> 4];
      out += kHex[c & 15];
      continue;
    }
    out += c;
  }
  return out + quote;
}

Error invalid(std::string_view pattern, std::string_view shown, const PatternProblem& problem) {
  return Error(builtin_errors::kInvalidPattern,
               {python_repr(pattern), problem.notated(shown), problem.reason});
}

Result<std::unique_ptr<const RE2>> compile(std::string_view pattern, std::string_view shown,
                                           const std::string& text) {
  RE2::Options options;
  options.set_log_errors(false);
  options.set_max_mem(kProgramMebibytes << 20);
  auto program = std::make_unique<const RE2>(text, options);
  if (program->ok()) return program;
  switch (program->error_code()) {
    case RE2::ErrorPatternTooLarge:
    case RE2::ErrorRepeatSize:
      return Error(builtin_errors::kPatternTooBig,
                   {python_repr(pattern), std::to_string(kProgramMebibytes)});
    case RE2::NoError:
    case RE2::ErrorInternal:
    case RE2::ErrorBadEscape:
    case RE2::ErrorBadCharClass:
    case RE2::ErrorBadCharRange:
    case RE2::ErrorMissingBracket:
    case RE2::ErrorMissingParen:
    case RE2::ErrorUnexpectedParen:
    case RE2::ErrorTrailingBackslash:
    case RE2::ErrorRepeatArgument:
    case RE2::ErrorRepeatOp:
    case RE2::ErrorBadPerlOp:
    case RE2::ErrorBadUTF8:
    case RE2::ErrorBadNamedCapture: break;
  }
  // What the rewriter let pass: unknown properties, and names that stand twice.
  PatternProblem problem;
  problem.reason = program->error_code() == RE2::ErrorBadCharRange ? "Unicode property not found"
                   : program->error_code() == RE2::ErrorBadNamedCapture
                       ? "duplicate capture group name"
                       : program->error();
  size_t at = shown.find(program->error_arg());
  problem.start = at == std::string_view::npos ? 0 : at;
  problem.end = at == std::string_view::npos ? shown.size() : at + program->error_arg().size();
  return invalid(pattern, shown, problem);
}

/// The pattern that is read, and shown in errors.
std::string shown_form(std::string_view pattern, PatternUse use) {
  if (use == PatternUse::Find) return std::string(pattern);
  return "^(?:" + std::string(pattern) + ")$";
}

}  // namespace

Result<std::shared_ptr<CompiledPattern>> CompiledPattern::create(std::string_view pattern,
                                                                 PatternUse use) {
  auto made = std::make_shared<CompiledPattern>();
  made->pattern_ = pattern;
  made->use_ = use;
  std::string shown = shown_form(pattern, use);
  PatternRewriter rewriter(shown, ClassReach::Ascii);
  if (auto problem = rewriter.run()) return invalid(pattern, shown, *problem);
  PatternRewrite rewrite = rewriter.take();
  made->by_reach_ = rewrite.by_reach;
  made->has_boundary_ = rewrite.has_boundary;
  TRY_ASSIGN(made->ascii_, compile(pattern, shown, rewrite.text));
  return made;
}

Result<const RE2*> CompiledPattern::program(Text& text) {
  if (!by_reach_ || text.is_ascii()) return ascii_.get();
  if (unicode_ == nullptr) {
    std::string shown = shown_form(pattern_, use_);
    PatternRewriter rewriter(shown, has_boundary_ ? ClassReach::Marked : ClassReach::Unicode);
    if (auto problem = rewriter.run()) return invalid(pattern_, shown, *problem);
    TRY_ASSIGN(unicode_, compile(pattern_, shown, rewriter.take().text));
  }
  return unicode_.get();
}

Result<std::shared_ptr<CompiledPattern>> compiled_pattern(std::string_view pattern,
                                                          PatternUse use) {
  // A program calls the same few patterns for every row, and compiling costs a hundred matches.
  // What is kept is a function of its key alone, so a run cannot see what another did; nothing of a
  // run but its patterns stays.
  struct Kept {
    std::string pattern;
    PatternUse use = PatternUse::Find;
    std::shared_ptr<CompiledPattern> compiled;
  };
  thread_local std::vector<Kept> kept;
  thread_local size_t oldest = 0;
  for (const Kept& entry : kept) {
    if (entry.use == use && entry.pattern == pattern) return entry.compiled;
  }
  TRY_ASSIGN(auto compiled, CompiledPattern::create(pattern, use));
  Kept entry{std::string(pattern), use, compiled};
  if (kept.size() < kKept) {
    kept.push_back(std::move(entry));
  } else {
    kept[oldest] = std::move(entry);
    oldest = (oldest + 1) % kKept;
  }
  return compiled;
}

}  // namespace syn
