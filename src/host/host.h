// The world as one run sees it. Everything that touches it is passed this and nothing else.
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace syn::host {

class Clock;
class Environment;
class Files;
class Input;
class Network;
class Output;
class Processes;
class Random;
class Workers;

/// Borrows all of them; they outlive the run.
struct Host {
  Files& files;
  Clock& clock;
  Random& random;
  Environment& environment;
  Output& output;
  Input& input;
  Processes& processes;
  Workers& workers;  ///< `NoWorkers` where this process may not copy itself
  Network& network;
};

}  // namespace syn::host
