// HTTP by libcurl, which is opened when it is first needed.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "host/network.h"

namespace syn::host {

class PosixNetwork final : public Network {
 public:
  HttpResponse fetch(const HttpRequest& request) override;
};

}  // namespace syn::host
