// HTTP, for `fetch`. What a program may reach is the gate's to say.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace syn::host {

using HttpHeaders = std::vector<std::pair<std::string, std::string>>;

struct HttpRequest {
  static constexpr uint64_t kDefaultMaxBytes = uint64_t{64} << 20;

  std::string method = "GET";
  std::string url;   ///< http or https
  std::string host;  ///< that the gate has allowed, in lower case: a URL that leads elsewhere fails
  HttpHeaders headers;
  std::string body;
  double timeout_seconds = 30;  ///< for everything, from the name of the host to the last byte
  uint64_t max_bytes = kDefaultMaxBytes;  ///< of the answer's body; a longer one fails
};

struct HttpResponse {
  int status = 0;       ///< 0: no answer came
  HttpHeaders headers;  ///< names in lower case, in the order of the answer
  std::string body;
  std::string error;  ///< why no whole answer came; empty where it did
};

class Network {
 public:
  virtual ~Network() = default;
  /// Redirects are an answer, not followed. Nothing of the environment (proxies, passwords) plays a
  /// part. Never fails as such: what went wrong is in the response.
  virtual HttpResponse fetch(const HttpRequest& request) = 0;
};

/// A network that has nobody in it.
class NoNetwork final : public Network {
 public:
  HttpResponse fetch(const HttpRequest& request) override;
};

}  // namespace syn::host
