// Every error of errors.def: a program that raises it, its exact line, and its Spanish.
// SPDX-License-Identifier: Apache-2.0
#include "syntax/errors.h"

#include <gtest/gtest.h>

#include <set>

#include "syntax/parser.h"
#include "test_sources.h"

namespace syn {
namespace {

struct ErrorCase {
  const ErrorRow& row;
  std::string source;
  std::string line;
};

const std::string kAfterText =
    " after the end of this statement. If you meant to call something, write the parentheses: "
    "f(x). If you meant several statements, put them on separate lines";

std::vector<ErrorCase> name_cases() {
  using namespace syntax_errors;
  auto reserved = [](std::string place, std::string what) {
    return "Parse error: ex.syn:" + place +
           " is a reserved word in Synsema; choose another name for the " + what;
  };
  return {
      {kExpectedVariable, "let 5 be 1",
       "Parse error: ex.syn:1:5: Expected variable after 'let', got NUMBER"},
      {kReservedVariable, "let task be 1", reserved("1:5: 'task'", "variable after 'let'")},
      {kExpectedLoopVariable, "each 1 in xs\n    f()",
       "Parse error: ex.syn:1:6: Expected loop variable after 'each', got NUMBER"},
      {kReservedLoopVariable, "each in [1]\n    f()",
       reserved("1:6: 'in'", "loop variable after 'each'")},
      {kExpectedTaskName, "task\n    give 1",
       "Parse error: ex.syn:1:5: Expected task name, got NEWLINE"},
      {kReservedTaskName, "task give()\n    give 1", reserved("1:6: 'give'", "task name")},
      {kExpectedParameter, "task f(1)\n    give 1",
       "Parse error: ex.syn:1:8: Expected parameter name, got NUMBER"},
      {kReservedParameter, "task f(give)\n    give 1", reserved("1:8: 'give'", "parameter name")},
      {kExpectedLambdaParameter, "let f be (1 + 2) => 3",
       "Parse error: ex.syn:1:11: Expected lambda parameter, got NUMBER"},
      {kReservedLambdaParameter, "let f be (to) => 3", reserved("1:11: 'to'", "lambda parameter")},
      {kExpectedTypeName, "type 5\n    x: number",
       "Parse error: ex.syn:1:6: Expected type name, got NUMBER"},
      {kReservedTypeName, "type task\n    x: number", reserved("1:6: 'task'", "type name")},
      {kExpectedFieldName, "type T\n    5: number",
       "Parse error: ex.syn:2:5: Expected field name, got NUMBER"},
      {kReservedFieldName, "type T\n    type: text", reserved("2:5: 'type'", "field name")},
      {kExpectedEnumName, "export enum 5\n    a",
       "Parse error: ex.syn:1:13: Expected enum name, got NUMBER"},
      {kReservedEnumName, "enum task\n    a", reserved("1:6: 'task'", "enum name")},
      {kExpectedVariantName, "enum E\n    5",
       "Parse error: ex.syn:2:5: Expected variant name, got NUMBER"},
      {kReservedVariantName, "enum E\n    task", reserved("2:5: 'task'", "variant name")},
      {kExpectedPayloadField, "enum E\n    a(5)",
       "Parse error: ex.syn:2:7: Expected payload field name, got NUMBER"},
      {kReservedPayloadField, "enum E\n    a(of)", reserved("2:7: 'of'", "payload field name")},
      {kExpectedPatternField, "match x\n    is {a, 5}\n        f()",
       "Parse error: ex.syn:2:12: Expected map pattern field name, got NUMBER"},
      {kReservedPatternField, "match x\n    is {a, type}\n        f()",
       reserved("2:12: 'type'", "map pattern field name")},
      {kExpectedModuleAlias, "use \"./x.syn\" as 5",
       "Parse error: ex.syn:1:18: Expected module alias after 'as', got NUMBER"},
      {kReservedModuleAlias, "use \"./x.syn\" as task",
       reserved("1:18: 'task'", "module alias after 'as'")},
      {kExpectedMember, "print(m.)",
       "Parse error: ex.syn:1:9: Expected member after '.', got RPAREN"},
  };
}

std::vector<ErrorCase> lexer_cases() {
  using namespace syntax_errors;
  std::string long_decimal(4301, '1');
  return {
      {kInvalidUtf8, "let x be \"\xFF\"",
       "Lexer error: ex.syn:1:11: the source is not valid UTF-8 (byte offset 10)"},
      {kSourceTooLarge, std::string(kMaxSourceBytes + 1, ' '),
       "Lexer error: ex.syn:1:1: the source is too large (67108865 bytes; the limit is 67108864)"},
      {kInconsistentIndentation, "when true\n        f()\n    g()",
       "Lexer error: ex.syn:3:1: Inconsistent indentation: expected 0 spaces but got 4"},
      {kStringNewline, "print(\"first\nx",
       "Lexer error: ex.syn:1:7: Unterminated string (newline in string)"},
      {kStringEnd, "let s be 'abc",
       "Lexer error: ex.syn:1:10: Unterminated string (reached end of file)"},
      {kTemplateEnd, "print(`abc {1 + `)\n",
       "Lexer error: ex.syn:1:7: Unterminated template (reached end of file)"},
      {kInvalidDecimal, "let x be 1e9999d",
       "Lexer error: ex.syn:1:10: Invalid decimal literal: 1e9999d"},
      {kInvalidDecimal, "let x be " + long_decimal + "d",
       "Lexer error: ex.syn:1:10: Invalid decimal literal: " + long_decimal + "d"},
      {kUnexpectedCharacter, "print(~1)", "Lexer error: ex.syn:1:7: Unexpected character: '~'"},
      {kInvisibleCharacter, "let x be \x01",
       "Lexer error: ex.syn:1:10: Unexpected character: '\\x01'"},
      {kUnexpectedCharacter, "let x be 😀", "Lexer error: ex.syn:1:10: Unexpected character: '😀'"},
      {kTripleQuotes, "let s be \"\"\"a\"\"\"",
       "Lexer error: ex.syn:1:10: three quotes do not open a text in Synsema — text over several "
       "lines is written in backticks: `…`"},
      {kGluedComment, "let a be 5--1",
       "Lexer error: ex.syn:1:11: `--` right after a value: a comment needs a space before `--`, "
       "and a negative operand needs a space after the operator (write `5 - -1`, or `5 -- "
       "comment`)"},
      {kCommentInParenthesis, "print(5 --1)",
       "Lexer error: ex.syn:1:9: `--` starts a comment (the rest of the line, including a closing "
       "`)`, is ignored) — to subtract a negative write `x - -1`; a comment inside parentheses "
       "needs a space after `--`"},
      {kInvalidNumber, "print(1__0)",
       "Lexer error: ex.syn:1:7: Invalid number literal: 1__0 — `_` goes only between two digits "
       "(1_000, 1_000.5)"},
      {kInvalidNumber, "print(5_)",
       "Lexer error: ex.syn:1:7: Invalid number literal: 5_ — `_` goes only between two digits "
       "(1_000, 1_000.5)"},
      {kInvalidHex, "print(0xfg)",
       "Lexer error: ex.syn:1:7: Invalid hex literal: 0xfg — expected hex (0-9, a-f) digits after "
       "the prefix"},
      {kInvalidOctal, "print(0o8)",
       "Lexer error: ex.syn:1:7: Invalid octal literal: 0o8 — expected octal (0-7) digits after "
       "the prefix"},
      {kInvalidBinary, "print(0b)",
       "Lexer error: ex.syn:1:7: Invalid binary literal: 0b — expected binary (0-1) digits after "
       "the prefix"},
  };
}

std::vector<ErrorCase> parser_cases() {
  using namespace syntax_errors;
  std::string deep = "let x be " + std::string(1001, '(') + "1" + std::string(1001, ')');
  return {
      {kUnexpectedToken,
       "let x be 1 ==", "Parse error: ex.syn:1:14: Unexpected token: NEWLINE (None)"},
      {kUnexpectedToken, "let x be to", "Parse error: ex.syn:1:10: Unexpected token: TO ('to')"},
      {kUnexpectedToken, "let a be 1\n    print(a)",
       "Parse error: ex.syn:2:1: Unexpected token: INDENT (4)"},
      {kUnexpectedToken, "print(`a{}b`)", "Parse error: ex.syn:1:9: Unexpected token: EOF (None)"},
      {kExpectedToken, "print([1)", "Parse error: ex.syn:1:9: Expected RBRACKET, got RPAREN"},
      {kUnclosed, "let x be [1, 2\nprint(x)",
       "Parse error: ex.syn:2:1: Expected RBRACKET, got IDENTIFIER"},
      {kExpectedBlock, "when true\n    -- nothing\nprint(1)",
       "Parse error: ex.syn:3:1: Expected indented block"},
      {kAfterStatement, "print(1))", "Parse error: ex.syn:1:9: unexpected RPAREN" + kAfterText},
      {kExpectedBe, "let x *",
       "Parse error: ex.syn:1:7: Expected 'be' after variable name in let binding"},
      {kExpectedTo, "set x", "Parse error: ex.syn:1:6: Expected 'to' in set statement"},
      {kExpectedIn, "each x *\n    f()",
       "Parse error: ex.syn:1:8: Expected 'in' after variable in each loop"},
      {kExpectedRecover, "try\n    f()\nprint(2)",
       "Parse error: ex.syn:3:1: Expected 'recover' after try block"},
      {kExpectedAs, "use \"./x.syn\" x",
       "Parse error: ex.syn:1:15: Expected 'as' after the module path"},
      {kInlineWhen, "when true then print(1)",
       "Parse error: ex.syn:1:11: 'when <condition> then <value>' is the inline form: it is an "
       "expression, and in statement position its value is discarded, so a guard written after "
       "'then' never takes effect. Write the block form:\n    when <condition>\n        "
       "<statement>\nThe inline form belongs where a value is used: let x be when c then a "
       "otherwise b"},
      {kRaiseNeedsMessage, "raise",
       "Parse error: ex.syn:1:1: raise needs a message: raise(\"why\") — or `raise err` to "
       "re-propagate a caught error"},
      {kTwoSpreads, "match x\n    is [...a, ...b]\n        f()",
       "Parse error: ex.syn:2:15: a list pattern may have at most one '...' spread"},
      {kMemoryNeedsName, "require memory",
       "Parse error: ex.syn:1:1: require memory needs a name: the declared name IS the memory "
       "identity (its .db file). Write: require memory(\"<name>\"), e.g. require "
       "memory(\"my-agent\")"},
      {kSandboxUnderBlock, "sandbox under caps\nf()",
       "Parse error: ex.syn:2:1: sandbox under <caps> needs an indented body on the next line (the "
       "block that runs under that ceiling)"},
      {kOfNeedsName, "print(f(1) of m)",
       "Parse error: ex.syn:1:12: `of` needs a plain name on its left (`name of person`); for a "
       "computed key use an index: `person[key]`"},
      {kTooDeep, deep,
       "Parse error: ex.syn:1:1010: too many nested levels (the limit is 1000): name a part with "
       "`let`, or move it into a task"},
      {kOutsideWord, "agent Worker\n    print(1)",
       "Parse error: ex.syn:1:1: `agent` is not part of this implementation"},
      {kOutsideWord, "let x be reason about y",
       "Parse error: ex.syn:1:10: `reason` is not part of this implementation"},
      {kLeftoverInHole, "print(`{user name}`)",
       "Parse error: ex.syn:1:14: unexpected IDENTIFIER after the expression of a template hole — "
       "a hole `{…}` holds one expression"},
  };
}

std::vector<ErrorCase> all_cases() {
  std::vector<ErrorCase> cases;
  for (const auto& group : {lexer_cases(), parser_cases(), name_cases()}) {
    for (const ErrorCase& c : group) cases.push_back(c);
  }
  return cases;
}

TEST(SyntaxErrors, HaveTheTextOfTheSpecification) {
  for (const ErrorCase& c : all_cases()) {
    ParseResult result = parse_program(c.source, "ex.syn");
    ASSERT_FALSE(result.errors.empty()) << c.line;
    EXPECT_EQ(result.errors[0].line(), c.line);
    EXPECT_EQ(&result.errors[0].row(), &c.row) << c.line;
    EXPECT_EQ(result.program, nullptr);
  }
}

TEST(SyntaxErrors, AreOneEach) {
  for (const ErrorCase& c : all_cases()) {
    EXPECT_EQ(parse_program(c.source, "ex.syn").errors.size(), 1U) << c.line;
  }
}

TEST(SyntaxErrors, AreAllRaisedAndHaveUniqueCodes) {
  std::set<const ErrorRow*> raised = {&syntax_errors::kBlockColon};
  for (const ErrorCase& c : all_cases()) raised.insert(&c.row);
  std::set<std::string_view> codes;
#undef SYN_ERROR_ROW  // No row is defined below.
#define SYN_ERROR_ROW(name, code, category, english, spanish, hint_english, hint_spanish) \
  EXPECT_TRUE(raised.contains(&syntax_errors::k##name)) << code;
#include "syntax/errors.def"
#undef SYN_ERROR_ROW
#define SYN_ERROR_ROW(name, code, category, english, spanish, hint_english, hint_spanish) \
  EXPECT_TRUE(codes.insert(code).second) << code;                                         \
  EXPECT_FALSE(std::string_view(spanish).empty()) << code;                                \
  EXPECT_EQ(std::string_view(hint_english).empty(), std::string_view(hint_spanish).empty()) << code;
#include "syntax/errors.def"
#include "syntax/habits.def"
#undef SYN_ERROR_ROW
}

TEST(SyntaxErrors, OutsideWordsStayNames) {
  std::string program =
      "let agent be {\"name\": 1}\nlet share be 2\nlet confirm be share\nprint(confirm, "
      "agent.name)\n"
      "share + 1\nname of agent\nlet serve be 1\nlet ask be (x) => x\nask(serve)\nprivate(1)\n";
  EXPECT_EQ(test::error_lines(program), std::vector<std::string>());
}

}  // namespace
}  // namespace syn
