// Using up what the host needs: memory, descriptors, disk, processors, time.
// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstring>
#include <vector>

#include "attack.h"

namespace syn::escape {
namespace {

/// More than the limit of the test and its allowance, in mappings of their own.
Evidence memory_bomb(const World&) {
  constexpr size_t kStep = size_t{64} << 20;
  constexpr int kSteps = 20;
  for (int i = 0; i < kSteps; ++i) {
    void* part = mmap(nullptr, kStep, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (part == MAP_FAILED) return std::nullopt;
  }
  return "1280 MiB";
}

/// Reserved only: addresses, not memory.
Evidence address_bomb(const World&) {
  void* part = mmap(nullptr, size_t{1} << 42, PROT_NONE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return part == MAP_FAILED ? std::nullopt : Evidence("4 TiB");
}

Evidence descriptor_bomb(const World& w) {
  int made = 0;
  for (int i = 0; i < 500; ++i) {
    if (open((w.data() + "/ok.csv").c_str(), O_RDONLY) < 0) break;
    ++made;
  }
  return made < 500 ? std::nullopt : Evidence("500 descriptors");
}

/// A sparse file takes no room; its size is what the limit is about. The folder may be written in.
Evidence file_bomb(const World& w) {
  int fd = open((w.root + "/outside/big").c_str(), O_RDWR | O_CREAT, 0600);
  if (fd < 0) return std::nullopt;
  long result = ftruncate(fd, off_t{8} << 30);
  unlink((w.root + "/outside/big").c_str());
  return succeeded(result);
}

[[noreturn]] void spin() {
  volatile unsigned turns = 0;
  while (true) turns = turns + 1;
}

Evidence spin_for_ever(const World&) { spin(); }

Evidence ignore_signals(const World&) {
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, nullptr);
  for (int number = 1; number < NSIG; ++number) signal(number, SIG_IGN);
  spin();
}

Evidence block_for_ever(const World&) {
  while (true) pause();
}

Evidence sleep_long(const World&) {
  timespec wait{3600, 0};
  while (nanosleep(&wait, &wait) != 0) {
  }
  return std::nullopt;
}

Evidence stop_itself(const World&) {
  // Where no signal can be sent, stopping is done by blocking.
  kill(getpid(), SIGSTOP);
  while (true) pause();
}

constexpr Attack kAttacks[] = {
    {"memory-bomb", "map more than the limit", kByLimits, memory_bomb},
    {"address-bomb", "reserve terabytes of addresses", kByLimits, address_bomb},
    {"descriptor-bomb", "open files without end", kByLimits, descriptor_bomb},
    {"file-bomb", "a file of 8 GiB", walls({sandbox::Wall::Limits, sandbox::Wall::Landlock,
                                            sandbox::Wall::Seccomp}),
     file_bomb},
    {"spin", "compute for ever", kByWatch, spin_for_ever, Needs::Deadline},
    {"ignore-signals", "block and ignore all signals, then spin", kByWatch, ignore_signals,
     Needs::Deadline},
    {"block", "wait for ever", kByWatch, block_for_ever, Needs::Deadline},
    {"sleep", "sleep for an hour", kByWatch, sleep_long, Needs::Deadline},
    {"stop", "stop itself", kByWatch, stop_itself, Needs::Deadline},
};

}  // namespace

std::span<const Attack> resource_attacks() { return kAttacks; }

}  // namespace syn::escape
