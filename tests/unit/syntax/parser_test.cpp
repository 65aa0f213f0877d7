// Trees of right programs, and the places of their nodes (language.md §6).
// SPDX-License-Identifier: Apache-2.0
#include "syntax/parser.h"

#include <gtest/gtest.h>

#include "syntax/dump.h"
#include "test_sources.h"

namespace syn {
namespace {

std::string tree(std::string source, DumpPlaces places = DumpPlaces::Hide) {
  ParseResult result = parse_program(std::move(source), "ex.syn");
  if (result.program == nullptr) return result.errors[0].line();
  return dump_ast(*result.program, places);
}

/// The tree of one expression, without the line of its statement.
std::string expression(std::string source) {
  std::string text = tree(std::move(source));
  return text.rfind("expression\n", 0) == 0 ? text.substr(11) : text;
}

void expect_same(std::string a, std::string b) { EXPECT_EQ(tree(a), tree(b)) << a << " and " << b; }

TEST(Parser, OperatorsBindAsTheTableSays) {
  expect_same("-2 ** 2", "-(2 ** 2)");
  expect_same("2 ** -1 ** 2", "2 ** (-(1 ** 2))");
  expect_same("2 ** 3 ** 2", "2 ** (3 ** 2)");
  expect_same("1 + 2 * 3 // 4 % 5", "1 + (((2 * 3) // 4) % 5)");
  expect_same("not a == b", "not (a == b)");
  expect_same("a or b and not c", "a or (b and (not c))");
  expect_same("1 + 2 |> f", "(1 + 2) |> f");
  expect_same("a or b |> f |> g(1)", "((a or b) |> f) |> g(1)");
  expect_same("a - b - c", "(a - b) - c");
  expect_same("-a.b[0](1)", "-(((a.b)[0])(1))");
  expect_same("a of b.c[0](1)", "a of (b.c[0](1))");
  expect_same("c of b of a", "c of (b of a)");
  expect_same("x not in xs and y in ys", "(x not in xs) and (y in ys)");
  expect_same("1 + when c then 2 otherwise 3 + 4", "1 + (when c then 2 otherwise (3 + 4))");
  expect_same("(x) => x |> f", "(x) => (x |> f)");
}

TEST(Parser, ComparisonsAreChains) {
  EXPECT_EQ(expression("1 < x <= 3"),
            "  compare\n    integer 1\n    <\n      name x\n    <=\n      integer 3\n");
  EXPECT_NE(tree("(1 < x) < 3"), tree("1 < x < 3"));
}

TEST(Parser, NodesReportTheirPlaces) {
  EXPECT_EQ(tree("let v be -a.b[0](1) * 2 |> f", DumpPlaces::Show),
            "let v @1:1\n  operators\n    negate @1:10\n      postfix\n        name a @1:11\n"
            "        .b @1:12\n        [] @1:14\n          integer 0 @1:15\n        () @1:17\n"
            "          integer 1 @1:18\n    * @1:21\n      integer 2 @1:23\n    |> @1:25\n"
            "      name f @1:28\n");
  EXPECT_EQ(tree("f((a) + 1, k = n of m)", DumpPlaces::Show),
            "expression @1:1\n  postfix\n    name f @1:1\n    () @1:2\n      operators\n"
            "        name a @1:4\n        + @1:7\n          integer 1 @1:9\n      k = @1:12\n"
            "        of n @1:18\n          name m @1:21\n");
}

TEST(Parser, PipesReportTheFirstOfTheirChain) {
  ParseResult result = parse_program("x |> f |> g\n", "ex.syn");
  ASSERT_NE(result.program, nullptr);
  const auto* statement =
      static_cast<const ast::ExpressionStmt*>(result.program->body.statements[0]);
  const auto* outer = static_cast<const ast::PipeExpr*>(statement->value);
  EXPECT_EQ(outer->span.column, 3U);
  EXPECT_EQ(outer->value->span.column, 3U);
}

TEST(Parser, SpansEndWhereTheConstructEnds) {
  ParseResult result = parse_program("print(`é{x}`, [1,\n 2])\n", "ex.syn");
  ASSERT_NE(result.program, nullptr);
  const auto* statement =
      static_cast<const ast::ExpressionStmt*>(result.program->body.statements[0]);
  EXPECT_EQ(statement->span, (Span{1, 1, 2, 5}));
  const auto* call = static_cast<const ast::CallExpr*>(statement->value);
  EXPECT_EQ(call->span, (Span{1, 6, 2, 5}));
  EXPECT_EQ(call->arguments[0].value->span, (Span{1, 7, 1, 13}));
  EXPECT_EQ(call->arguments[1].value->span, (Span{1, 15, 2, 4}));
}

TEST(Parser, HolesHaveRealPlacesAndFormats) {
  EXPECT_EQ(tree("print(`v={1 / d:.2f}\n{ e }`)", DumpPlaces::Show),
            "expression @1:1\n  postfix\n    name print @1:1\n    () @1:6\n      template @1:7\n"
            "        text \"v=\" @1:8\n        hole \".2f\"\n          operators\n"
            "            integer 1 @1:11\n            / @1:13\n              name d @1:15\n"
            "        text \"\\n\" @1:21\n        hole\n          name e @2:3\n");
  EXPECT_EQ(expression("`a{1 2}b`"), expression("`a{1}b`"));
  EXPECT_EQ(expression("`plain`"), "  text \"plain\"\n");
}

TEST(Parser, PatternsFollowTheirPlace) {
  EXPECT_EQ(tree("match v\n    is x\n        1\n    is [x, ...r, E.a]\n        2\n"),
            "match\n  name v\n  is\n    value\n      name x\n  body\n    expression\n"
            "      integer 1\n  is\n    list pattern\n      bind x\n      ...r\n      variant a\n"
            "        name E\n  body\n    expression\n      integer 2\n");
  EXPECT_EQ(tree("match v\n    is m.E.b(x, _, [1]) when x > 1\n        1\n"),
            "match\n  name v\n  is\n    variant b()\n      postfix\n        name m\n        .E\n"
            "      bind x\n      _\n      list pattern\n        value\n          integer 1\n"
            "  guard\n    compare\n      name x\n      >\n        integer 1\n  body\n"
            "    expression\n      integer 1\n");
  EXPECT_EQ(tree("match v\n    is {\"k\": 1}\n        1\n    is {k: 1, r}\n        1\n"),
            "match\n  name v\n  is\n    value\n      map\n        text \"k\"\n        :\n"
            "          integer 1\n  body\n    expression\n      integer 1\n  is\n    map pattern\n"
            "      k:\n        value\n          integer 1\n      r:\n        bind r\n  body\n"
            "    expression\n      integer 1\n");
}

TEST(Parser, ValuesThatOnlyLookLikeVariantsAreValues) {
  EXPECT_EQ(tree("match v\n    is E.v(1) + 2\n        1\n"),
            "match\n  name v\n  is\n    value\n      operators\n        postfix\n          name E\n"
            "          .v\n          ()\n            integer 1\n        +\n          integer 2\n"
            "  body\n    expression\n      integer 1\n");
  EXPECT_EQ(tree("match v\n    is m.f(k = 1)\n        1\n"),
            "match\n  name v\n  is\n    value\n      postfix\n        name m\n        .f\n"
            "        ()\n          k =\n            integer 1\n  body\n    expression\n"
            "      integer 1\n");
}

TEST(Parser, VariantsCarryTheirValue) {
  auto as_value = [](const std::string& pattern) {
    ParseResult result = parse_program("match v\n    is " + pattern + "\n        1\n", "ex.syn");
    const auto* match = static_cast<const ast::MatchStmt*>(result.program->body.statements[0]);
    return static_cast<const ast::VariantPattern*>(match->arms[0].pattern)->as_value->kind;
  };
  EXPECT_EQ(as_value("E.v"), ast::ExprKind::Member);
  EXPECT_EQ(as_value("E.v()"), ast::ExprKind::Call);
  EXPECT_EQ(as_value("E.v(1, x, [y])"), ast::ExprKind::Call);
  EXPECT_EQ(as_value("E.v([...r])"), ast::ExprKind::Member);
}

TEST(Parser, SoftWordsAreNamesOutsideTheirPlace) {
  EXPECT_EQ(expression("show (1)"), expression("show(1)"));
  EXPECT_EQ(expression("log - 5"), expression("log -5"));
  EXPECT_EQ(tree("log not x"), "log\n  not\n    name x\n");
  EXPECT_EQ(tree("show \"a\" print(\"b\")"), tree("show \"a\"\nprint(\"b\")"));
  EXPECT_EQ(tree("let r be show 5 as \"n\""), "let r\n  show as \"n\"\n    integer 5\n");
  EXPECT_EQ(tree("m.type.to.is(1)"),
            "expression\n  postfix\n    name m\n    .type\n    .to\n"
            "    .is\n    ()\n      integer 1\n");
}

TEST(Parser, DeclarationsKeepTheirParts) {
  EXPECT_EQ(tree("require file.read(\"a\")\nrequire time\nrequire net \"x\"\n"),
            "require file.read\n  text \"a\"\nrequire time\nrequire net\n  text \"x\"\n");
  EXPECT_EQ(tree("sandbox under caps\n    f()\nlet v be sandbox\n    1\nsandbox x\n"),
            "sandbox under\n  name caps\n  body\n    expression\n      postfix\n        name f\n"
            "        ()\nlet v\n  sandbox\n    body\n      expression\n        integer 1\nsandbox\n"
            "  name x\n");
  EXPECT_EQ(tree("invariant `a {b}`: x\nintent: \"do\"\n"),
            "invariant \"a {b}\"\n  name x\nintent \"do\"\n");
  EXPECT_EQ(tree("export enum E\n    a\n    b(x, y)\ntype T\n    p: number\n"),
            "export E\n  enum E\n    a\n    b x y\ntype T\n  p: number\n");
}

TEST(Parser, LongChainsDoNotRecurse) {
  for (std::string link : {" + 1", ".b", "(1)", "[0]", " and c", " |> f", " < 1"}) {
    std::string source = "let x be a";
    for (int i = 0; i < 200'000; ++i) source += link;
    ParseResult result = parse_program(source + "\n", "ex.syn");
    ASSERT_NE(result.program, nullptr) << link;
    EXPECT_GT(dump_ast(*result.program).size(), 200'000U);
  }
}

TEST(Parser, NestingIsBounded) {
  constexpr std::string_view kOpeners[] = {
      "(",     "[",     "{1: ",     "- ",    "not ", "(x) => ", "f(", "when a then b otherwise ",
      "2 ** ", "n of ", "sandbox ", "show ", "xs["};
  for (std::string_view opener : kOpeners) {
    std::string source = "let x be ";
    for (int i = 0; i < 100'000; ++i) source += opener;
    ParseResult result = parse_program(source, "ex.syn");
    ASSERT_FALSE(result.errors.empty());
    EXPECT_EQ(result.errors[0].row().code, "S216") << opener;
  }
  std::string blocks;
  for (int i = 0; i < 2000; ++i) blocks += std::string(static_cast<size_t>(i), ' ') + "when a\n";
  EXPECT_EQ(parse_program(blocks, "ex.syn").errors[0].row().code, "S216");
  std::string chain = "when a\n    1\n";
  for (int i = 0; i < 2000; ++i) chain += "otherwise when b\n    2\n";
  EXPECT_EQ(parse_program(chain, "ex.syn").errors[0].row().code, "S216");
  std::string pattern = "match x\n    is ";
  for (int i = 0; i < 2000; ++i) pattern += "[";
  EXPECT_EQ(parse_program(pattern, "ex.syn").errors[0].row().code, "S216");
}

TEST(Parser, NestingUnderTheBoundParses) {
  std::string source = "let x be " + std::string(900, '(') + "1" + std::string(900, ')') + "\n";
  EXPECT_NE(parse_program(source, "ex.syn").program, nullptr);
}

}  // namespace
}  // namespace syn
