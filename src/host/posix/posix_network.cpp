// One request, one handle: nothing is kept between requests, neither cookies nor connections.
// SPDX-License-Identifier: Apache-2.0
#include "host/posix/posix_network.h"

#include <curl/curl.h>
#include <dlfcn.h>

#include <algorithm>
#include <cctype>
#include <memory>
#include <string_view>

namespace syn::host {

namespace {

#define SYN_CURL_FUNCTIONS(FIND) \
  FIND(easy_init)                \
  FIND(easy_perform)             \
  FIND(easy_cleanup)             \
  FIND(slist_append)             \
  FIND(slist_free_all)           \
  FIND(easy_strerror)            \
  FIND(url)                      \
  FIND(url_set)                  \
  FIND(url_get)                  \
  FIND(url_cleanup)              \
  FIND(free)                     \
  FIND(global_init)

// Headers of curl define these as macros that check types; the library has functions.
using SetOption = CURLcode (*)(CURL*, CURLoption, ...);
using GetInfo = CURLcode (*)(CURL*, CURLINFO, ...);

struct Curl {
#define SYN_CURL_MEMBER(name) decltype(&::curl_##name) name = nullptr;
  SYN_CURL_FUNCTIONS(SYN_CURL_MEMBER)
#undef SYN_CURL_MEMBER
  SetOption set = nullptr;
  GetInfo get = nullptr;
  bool loaded = false;
};

Curl load_curl() {
  Curl curl;
  void* library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return curl;
  bool whole = true;
#define SYN_CURL_LOAD(name)                                                              \
  curl.name = reinterpret_cast<decltype(&::curl_##name)>(dlsym(library, "curl_" #name)); \
  whole = whole && curl.name != nullptr;
  SYN_CURL_FUNCTIONS(SYN_CURL_LOAD)
#undef SYN_CURL_LOAD
  curl.set = reinterpret_cast<SetOption>(dlsym(library, "curl_easy_setopt"));
  curl.get = reinterpret_cast<GetInfo>(dlsym(library, "curl_easy_getinfo"));
  curl.loaded = whole && curl.set != nullptr && curl.get != nullptr &&
                curl.global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
  return curl;
}

/// A fact about the machine, as constant as the code of this binary once it is there.
const Curl& curl_library() {
  static const Curl curl = load_curl();
  return curl;
}

std::string lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return out;
}

struct Receiver {
  HttpResponse response;
  uint64_t max_bytes = 0;
  bool too_long = false;
};

size_t take_body(char* bytes, size_t size, size_t count, void* to) {
  auto& receiver = *static_cast<Receiver*>(to);
  if (receiver.response.body.size() + size * count > receiver.max_bytes) {
    receiver.too_long = true;
    return 0;  // ends the transfer
  }
  receiver.response.body.append(bytes, size * count);
  return size * count;
}

/// Called for each line; a status line begins the headers anew (after `100 Continue`).
size_t take_header(char* bytes, size_t size, size_t count, void* to) {
  constexpr size_t kMostHeaders = 1000;
  HttpHeaders& headers = static_cast<Receiver*>(to)->response.headers;
  std::string_view line(bytes, size * count);
  if (line.starts_with("HTTP/")) headers.clear();
  size_t colon = line.find(':');
  if (colon != std::string_view::npos && headers.size() < kMostHeaders) {
    size_t first = line.find_first_not_of(" \t", colon + 1);
    size_t last = line.find_last_not_of(" \t\r\n");
    std::string_view value =
        first == std::string_view::npos || first > last ? "" : line.substr(first, last - first + 1);
    headers.emplace_back(lower(line.substr(0, colon)), value);
  }
  return size * count;
}

/// The host that the library would connect to; empty where it cannot read the URL.
std::string host_by_curl(const Curl& curl, const std::string& url) {
  std::unique_ptr<CURLU, decltype(curl.url_cleanup)> handle(curl.url(), curl.url_cleanup);
  char* part = nullptr;
  if (curl.url_set(handle.get(), CURLUPART_URL, url.c_str(), 0) != CURLUE_OK) return {};
  if (curl.url_get(handle.get(), CURLUPART_HOST, &part, 0) != CURLUE_OK) return {};
  std::string host = lower(part);
  curl.free(part);
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  return host;
}

HttpResponse failed(std::string reason) {
  HttpResponse response;
  response.error = std::move(reason);
  return response;
}

bool has_control(std::string_view text) {
  return std::any_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) < ' ' || c == 0x7F; });
}

}  // namespace

HttpResponse PosixNetwork::fetch(const HttpRequest& request) {
  const Curl& curl = curl_library();
  if (!curl.loaded) return failed("libcurl.so.4 is not installed on this machine");
  if (has_control(request.url) || has_control(request.method))
    return failed("a control character in the request");
  if (host_by_curl(curl, request.url) != request.host) {
    return failed(
        "the URL can be read in two ways; write it without user names and odd characters");
  }
  std::unique_ptr<CURL, decltype(curl.easy_cleanup)> handle(curl.easy_init(), curl.easy_cleanup);
  curl_slist* lines = nullptr;
  for (const auto& [name, value] : request.headers) {
    if (has_control(name) || has_control(value)) {
      curl.slist_free_all(lines);
      return failed("a control character in header " + name);
    }
    lines = curl.slist_append(lines, (name + ": " + value).c_str());
  }
  lines = curl.slist_append(lines, "Expect:");
  std::unique_ptr<curl_slist, decltype(curl.slist_free_all)> headers(lines, curl.slist_free_all);
  Receiver receiver;
  receiver.max_bytes = request.max_bytes;
  CURL* easy = handle.get();
  curl.set(easy, CURLOPT_URL, request.url.c_str());
  curl.set(easy, CURLOPT_CUSTOMREQUEST, request.method.c_str());
  if (request.method == "HEAD") curl.set(easy, CURLOPT_NOBODY, 1L);
  if (!request.body.empty()) {
    curl.set(easy, CURLOPT_POSTFIELDS, request.body.data());
    curl.set(easy, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request.body.size()));
  }
  curl.set(easy, CURLOPT_HTTPHEADER, headers.get());
  curl.set(easy, CURLOPT_PROTOCOLS_STR, "http,https");
  curl.set(easy, CURLOPT_PROXY, "");
  curl.set(easy, CURLOPT_NETRC, static_cast<long>(CURL_NETRC_IGNORED));
  curl.set(easy, CURLOPT_FOLLOWLOCATION, 0L);
  curl.set(easy, CURLOPT_NOSIGNAL, 1L);
  curl.set(easy, CURLOPT_ACCEPT_ENCODING, "identity");
  auto milliseconds =
      static_cast<long>(std::clamp(request.timeout_seconds * 1000, 1.0, 86'400'000.0));
  curl.set(easy, CURLOPT_TIMEOUT_MS, milliseconds);
  curl.set(easy, CURLOPT_WRITEFUNCTION, take_body);
  curl.set(easy, CURLOPT_WRITEDATA, &receiver);
  curl.set(easy, CURLOPT_HEADERFUNCTION, take_header);
  curl.set(easy, CURLOPT_HEADERDATA, &receiver);
  CURLcode done = curl.easy_perform(easy);
  long status = 0;
  curl.get(easy, CURLINFO_RESPONSE_CODE, &status);
  receiver.response.status = static_cast<int>(status);
  if (receiver.too_long) {
    receiver.response.error =
        "the answer is longer than " + std::to_string(request.max_bytes) + " bytes";
  } else if (done != CURLE_OK) {
    receiver.response.error = curl.easy_strerror(done);
  }
  return std::move(receiver.response);
}

}  // namespace syn::host
