// Sends what it knows to a listener on this machine.
// SPDX-License-Identifier: Apache-2.0
try {
  const link = await Deno.connect({ hostname: "127.0.0.1", port: Number("@PORT@") });
  await link.write(new TextEncoder().encode("stolen"));
  link.close();
} catch (error) {
  console.log(String(error));
}
