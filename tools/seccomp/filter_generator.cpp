// Writes the seccomp programs of the sandbox as C++ arrays, with libseccomp, when the project is
// built: a child then only hands the kernel a constant, and the binary needs no library for it.
// Usage: seccomp_filter_generator OUTPUT.
// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <linux/filter.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

namespace {

struct Variant {
  bool writes;
  bool engine;
};

[[noreturn]] void fail(const std::string& what, int error) {
  std::fprintf(stderr, "seccomp_filter_generator: %s: %s\n", what.c_str(), std::strerror(error));
  std::exit(1);
}

class Filter {
 public:
  explicit Filter(uint32_t otherwise) : context_(seccomp_init(otherwise)) {
    if (context_ == nullptr) fail("init", ENOMEM);
    // Other architectures (32-bit calls, x32) end the process: the library's default for them.
    check("optimize", seccomp_attr_set(context_, SCMP_FLTATR_CTL_OPTIMIZE, 2));
  }
  Filter(const Filter&) = delete;
  Filter& operator=(const Filter&) = delete;
  ~Filter() { seccomp_release(context_); }

  void add(uint32_t action, const char* name, std::vector<scmp_arg_cmp> when = {}) {
    int call = seccomp_syscall_resolve_name(name);
    // A name that this library does not know yet stays refused.
    if (call == __NR_SCMP_ERROR) return;
    int result = seccomp_rule_add_array(context_, action, call,
                                        static_cast<unsigned>(when.size()), when.data());
    check(name, result == -EEXIST ? 0 : result);
  }
  void allow(const char* name, std::vector<scmp_arg_cmp> when = {}) {
    add(SCMP_ACT_ALLOW, name, std::move(when));
  }

  std::vector<sock_filter> program() {
    int memory = memfd_create("filter", 0);
    check("export", seccomp_export_bpf(context_, memory));
    auto size = static_cast<size_t>(lseek(memory, 0, SEEK_END));
    std::vector<sock_filter> steps(size / sizeof(sock_filter));
    if (pread(memory, steps.data(), size, 0) != static_cast<ssize_t>(size)) fail("read", errno);
    close(memory);
    return steps;
  }

 private:
  static void check(const std::string& what, int result) {
    if (result != 0) fail(what, -result);
  }

  scmp_filter_ctx context_;
};

scmp_arg_cmp masked(unsigned argument, uint64_t mask, uint64_t value) {
  return {argument, SCMP_CMP_MASKED_EQ, mask, value};
}

/// Calls whose arguments decide.
void add_conditional(Filter& filter, Variant variant) {
  constexpr uint64_t kChanges = O_ACCMODE | O_CREAT | O_TRUNC | O_APPEND;
  for (const char* name : {"mmap", "mprotect"}) {
    filter.allow(name, {masked(2, PROT_EXEC, 0)});
  }
  if (variant.writes || variant.engine) {
    filter.allow("openat");
  } else {
    filter.allow("openat", {masked(2, kChanges, O_RDONLY)});
  }
  // Only to the other end of what is connected.
  filter.allow("sendto", {{4, SCMP_CMP_EQ, 0, 0}});
  for (uint64_t command : {F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_DUPFD_CLOEXEC}) {
    filter.allow("fcntl", {{1, SCMP_CMP_EQ, command, 0}});
  }
  if (variant.engine) {
    for (uint64_t command : {F_GETLK, F_SETLK, F_ADD_SEALS, F_GET_SEALS}) {
      filter.allow("fcntl", {{1, SCMP_CMP_EQ, command, 0}});
    }
  }
  // To read a limit of its own, not to set one.
  filter.allow("prlimit64", {{0, SCMP_CMP_EQ, 0, 0}, {2, SCMP_CMP_EQ, 0, 0}});
  filter.add(SCMP_ACT_ERRNO(ENOTTY), "ioctl");
}

enum class When : uint8_t { Early, Late };

void add_denied(Filter& filter, When wanted) {
#define SYN_DENIED(name, when) \
  if (When::when == wanted) filter.add(SCMP_ACT_KILL_PROCESS, #name);
#include "sandbox/seccomp_denied.def"
#undef SYN_DENIED
}

std::vector<sock_filter> make_program(Variant variant) {
  Filter filter(SCMP_ACT_ERRNO(EPERM));
  const bool Always = true;
  const bool Writes = variant.writes;
  const bool Engine = variant.engine;
#ifdef SYN_ASAN
  const bool Sanitized = true;
#else
  const bool Sanitized = false;
#endif
#define SYN_CALL(name, when) \
  if (when) filter.allow(#name);
#include "sandbox/seccomp_calls.def"
#undef SYN_CALL
  add_denied(filter, When::Late);
  add_conditional(filter, variant);
  return filter.program();
}

/// What neither the launcher nor the set-up of a child needs. It stands below the others: of two
/// filters the kernel takes the stricter answer.
std::vector<sock_filter> make_base() {
  Filter filter(SCMP_ACT_ALLOW);
  add_denied(filter, When::Early);
  return filter.program();
}

void write_program(std::ofstream& out, const char* name, const std::vector<sock_filter>& steps) {
  out << "constexpr sock_filter " << name << "[] = {\n";
  for (const sock_filter& step : steps) {
    out << "    {" << step.code << ", " << static_cast<unsigned>(step.jt) << ", "
        << static_cast<unsigned>(step.jf) << ", " << step.k << "u},\n";
  }
  out << "};\n";
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: seccomp_filter_generator OUTPUT\n");
    return 2;
  }
  std::ofstream out(argv[1]);
  out << "// Made by tools/seccomp/filter_generator.cpp; not to be edited.\n";
  write_program(out, "kBase", make_base());
  write_program(out, "kReads", make_program({false, false}));
  write_program(out, "kWrites", make_program({true, false}));
  write_program(out, "kReadsEngine", make_program({false, true}));
  write_program(out, "kWritesEngine", make_program({true, true}));
  out.flush();
  return out ? 0 : 1;
}
