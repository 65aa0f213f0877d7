// The network that is not there.
// SPDX-License-Identifier: Apache-2.0
#include "host/network.h"

namespace syn::host {

HttpResponse NoNetwork::fetch(const HttpRequest&) {
  HttpResponse response;
  response.error = "there is no network here";
  return response;
}

}  // namespace syn::host
