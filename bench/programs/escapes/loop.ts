// Never ends, and asks not to be told to.
// SPDX-License-Identifier: Apache-2.0
try {
  Deno.addSignalListener("SIGTERM", () => {});
} catch (error) {
  console.log(String(error));
}
while (true);
