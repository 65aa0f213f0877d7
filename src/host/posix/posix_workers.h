// Workers as forked processes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "host/workers.h"

namespace syn::host {

class PosixWorkers final : public Workers {
 public:
  size_t num_processors() override;
  Result<void> run(size_t count, const Body& body, const Receive& receive,
                   const Poll& poll) override;

 private:
  bool is_copy_ = false;  ///< a copy starts no copies
};

}  // namespace syn::host
