// A file that appears under its name all at once: written without a name, or under a random one,
// then put in place by link or rename within one directory descriptor.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "host/posix/unique_fd.h"
#include "host/random.h"

namespace syn::host {

enum class TemporaryName : uint8_t {
  None,    ///< nothing is left behind when we die; needs O_TMPFILE and /proc
  Random,  ///< works everywhere
};

class AtomicFile {
 public:
  /// `directory` (an O_PATH descriptor is enough) and `random` outlive this.
  AtomicFile(int directory, Random& random, TemporaryName naming)
      : directory_(directory), random_(random), naming_(naming) {}
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;
  /// Removes what was not put in place.
  ~AtomicFile();

  /// 0 or an errno, each. To be called in this order.
  int create();
  int write(std::string_view bytes);
  /// `mode`: of the file that is replaced.
  int commit(const std::string& name, std::optional<mode_t> mode);

 private:
  int link_as(const std::string& name) const;
  std::string random_name();

  int directory_;
  Random& random_;
  TemporaryName naming_;
  UniqueFd fd_;
  std::string temporary_name_;  ///< empty while the file has no name
};

}  // namespace syn::host
