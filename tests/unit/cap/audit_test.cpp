// The audit: lines, times, counting, the limit.
// SPDX-License-Identifier: Apache-2.0
#include "cap/audit.h"

#include <gtest/gtest.h>

namespace syn::cap {
namespace {

TEST(AuditTime, IsUtcWithMilliseconds) {
  EXPECT_EQ(audit_time(0), "1970-01-01T00:00:00.000Z");
  EXPECT_EQ(audit_time(951'782'400'123), "2000-02-29T00:00:00.123Z");
  EXPECT_EQ(audit_time(1'735'689'599'999), "2024-12-31T23:59:59.999Z");
  EXPECT_EQ(audit_time(-1), "1969-12-31T23:59:59.999Z");
}

TEST(AuditEntry, IsOneCompactJsonLine) {
  AuditEntry entry;
  entry.context = "program";
  entry.capability = "file_read(\"a\n\x01é\")";
  entry.source = "read_file()";
  entry.reason = "No matching grant found";
  EXPECT_EQ(entry.to_json_line(),
            "{\"ts\":\"1970-01-01T00:00:00.000Z\",\"context\":\"program\",\"capability\":"
            "\"file_read(\\\"a\\n\\u0001é\\\")\",\"granted\":false,\"source\":\"read_file()\","
            "\"reason\":\"No matching grant found\",\"origin\":\"program\",\"file\":null,"
            "\"line\":null}");
  entry.file = "p.syn";
  entry.line = 7;
  entry.granted = true;
  EXPECT_NE(entry.to_json_line().find("\"file\":\"p.syn\",\"line\":7}"), std::string::npos);
}

TEST(AuditLog, KeepsCountingPastItsLimit) {
  AuditMemory sink;
  AuditLog log(
      &sink, [] { return int64_t{5}; }, 3);
  for (int i = 0; i < 10; ++i) {
    AuditEntry entry;
    entry.granted = i % 2 == 0;
    log.record(entry);
  }
  ASSERT_EQ(sink.entries().size(), 4u);
  EXPECT_EQ(sink.entries()[0].unix_ms, 5);
  EXPECT_EQ(sink.entries()[3].source, "audit");
  EXPECT_EQ(sink.entries()[3].reason, "audit truncated after 3 entries; the summary counts all");
  EXPECT_EQ(log.summary().to_json_line(1), "{\"summary\":{\"granted\":5,\"denied\":5,\"exit\":1}}");
}

}  // namespace
}  // namespace syn::cap
