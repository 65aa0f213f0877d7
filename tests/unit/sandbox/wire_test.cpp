// Messages: round trips, and bytes that are cut, changed or made up.
// SPDX-License-Identifier: Apache-2.0
#include "sandbox/wire.h"

#include <gtest/gtest.h>

#include <random>

#include "sandbox/frame.h"
#include "sandbox/payload.h"
#include "sandbox/policy.h"

namespace syn::sandbox {
namespace {

RunPayload example() {
  RunPayload payload;
  payload.source = "print(1)\n";
  payload.filename = "<run_program>";
  payload.base = {"/tmp/a*b", "/home/u"};
  cap::Ceiling ceiling = cap::parse_ceiling(
                             "stdout,file.read=./data/?*.csv,file.read:data=./d/"
                             "*,net=*.example.com:443,db=:memory:,env=*",
                             payload.base)
                             .value();
  ceiling.denied.push_back(
      cap::make_grant(cap::CapabilityType::FileRead, "data/private/*", payload.base).value());
  payload.ceilings = {ceiling, cap::Ceiling{cap::CeilingKind::Delegated, {}, {}}};
  payload.profile = cap::Profile::Native;
  payload.environment = {{"A", "x"}, {"B", std::string("\0\xFF", 2)}};
  payload.depth = 2;
  payload.language = Language::Spanish;
  return payload;
}

TEST(Payload, RoundTrips) {
  RunPayload payload = example();
  Result<RunPayload> decoded = decode_payload(encode_payload(payload));
  ASSERT_TRUE(decoded.ok());
  EXPECT_EQ(decoded.value(), payload);
  // What was absolute stays so, wherever the child stands.
  const cap::Ceiling& ceiling = decoded.value().ceilings[0];
  cap::ScopeBase elsewhere{"/elsewhere", std::nullopt};
  auto reads = [&](std::string_view path) {
    return ceiling.covers(cap::make_request(cap::CapabilityType::FileRead, path, elsewhere));
  };
  EXPECT_TRUE(reads("/tmp/a*b/data/x.csv"));
  EXPECT_FALSE(reads("/tmp/aXb/data/x.csv"));
  EXPECT_FALSE(reads("data/x.csv"));
  EXPECT_FALSE(reads("/tmp/a*b/data/private/x.csv"));
}

TEST(Payload, EveryCutIsAnError) {
  std::string bytes = encode_payload(example());
  for (size_t size = 0; size < bytes.size(); ++size) {
    ASSERT_FALSE(decode_payload(std::string_view(bytes).substr(0, size)).ok()) << size;
  }
  EXPECT_FALSE(decode_payload(bytes + "x").ok());
}

TEST(Payload, ChangedBytesAreNeverFatal) {
  std::mt19937 random(1);
  const std::string bytes = encode_payload(example());
  for (int i = 0; i < 20'000; ++i) {
    std::string changed = bytes;
    for (int j = 0; j < 3; ++j) changed[random() % changed.size()] = static_cast<char>(random());
    (void)decode_payload(changed).ok();
    (void)decode_audit_entry(changed).ok();
    (void)decode_policy(changed);
  }
  // A count that promises more than there is takes no memory.
  WireWriter out;
  out.text("");
  out.text("");
  out.u32(0xFFFFFFFF);
  EXPECT_FALSE(decode_payload(out.take()).ok());
}

TEST(AuditEntries, RoundTrip) {
  cap::AuditEntry entry;
  entry.unix_ms = -5;
  entry.context = "program";
  entry.capability = "file_read(\"x\")";
  entry.granted = true;
  entry.source = "read_file()";
  entry.reason = "Granted by file_read";
  entry.origin = cap::Origin::Runtime;
  EXPECT_EQ(decode_audit_entry(encode_audit_entry(entry)).value(), entry);
  entry.file = "p.syn";
  entry.line = 3;
  EXPECT_EQ(decode_audit_entry(encode_audit_entry(entry)).value(), entry);
}

TEST(EnvironmentNames, ThoseThatSteerTheEngineAreRefused) {
  for (std::string_view name : {"A", "PATH", "LDX", "MY_LD_PRELOAD", "é"}) {
    EXPECT_TRUE(check_environment_name(name).ok()) << name;
  }
  for (const std::string& name : {std::string("LD_PRELOAD"), std::string("SYNSEMA_AUDIT"),
                                  std::string("GLIBC_TUNABLES"), std::string("MALLOC_ARENA_MAX"),
                                  std::string(), std::string("A=B"), std::string("A\0", 2)}) {
    EXPECT_FALSE(check_environment_name(name).ok()) << name;
  }
}

constexpr Nonce kNonce{1, 2, 3};

TEST(Frames, AreCutFromAnyChunks) {
  std::string stream = encode_frame(FrameType::Output, kNonce, "abc") +
                       encode_frame(FrameType::Audit, kNonce, "") +
                       encode_frame(FrameType::Result, kNonce, std::string(1000, 'r'));
  for (size_t chunk = 1; chunk < stream.size(); chunk += 7) {
    FrameParser parser(kNonce, 1000);
    std::string seen;
    for (size_t at = 0; at < stream.size(); at += chunk) {
      parser.append(std::string_view(stream).substr(at, chunk));
      while (auto frame = parser.next()) {
        seen += std::to_string(static_cast<int>(frame->type)) + ":" +
                std::to_string(frame->body.size()) + " ";
      }
    }
    EXPECT_EQ(seen, "3:3 4:0 7:1000 ");
    EXPECT_FALSE(parser.broken());
  }
}

TEST(Frames, BadOnesEndTheSession) {
  auto is_broken = [](const std::string& bytes) {
    FrameParser parser(kNonce, 1000);
    parser.append(bytes);
    EXPECT_FALSE(parser.next().has_value());
    return parser.broken();
  };
  Nonce other = kNonce;
  other[15] = 9;
  EXPECT_TRUE(is_broken(encode_frame(FrameType::End, other, "")));
  EXPECT_TRUE(is_broken(encode_frame_header(FrameType::Result, kNonce, 1001)));
  EXPECT_TRUE(is_broken(encode_frame_header(FrameType::Output, kNonce, 0xFFFFFFFF)));
  EXPECT_TRUE(is_broken(encode_frame_header(static_cast<FrameType>(99), kNonce, 0)));
  EXPECT_TRUE(is_broken("{\"ok\":true,\"output\":[\"forged\"]}"));
  EXPECT_FALSE(is_broken("SYN1"));  // not yet a header
}

TEST(Frames, PolicyAndEndRoundTrip) {
  ChildPolicy policy;
  policy.limits.cpu_seconds = 3;
  policy.limits.max_steps = 99;
  policy.walls.remove(Wall::Limits);
  policy.demand = WallDemand::BestEffort;
  policy.paths = {{"/data", false, false}, {"/out/x.csv", true, true}};
  policy.engine = true;
  policy.engine_root = "/lib";
  policy.parent_pid = 77;
  EXPECT_EQ(decode_policy(encode_policy(policy)), policy);
  ChildEnd end{Why::Steps, 1, 5, 6, 7, true, true};
  EXPECT_EQ(decode_end(encode_end(end)), end);
  EXPECT_FALSE(decode_end("x").has_value());
  std::string bad = encode_end(end);
  bad[0] = 99;
  EXPECT_FALSE(decode_end(bad).has_value());
}

}  // namespace
}  // namespace syn::sandbox
