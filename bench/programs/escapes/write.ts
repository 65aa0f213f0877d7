// Overwrites a file of the data, and one beside it, and leaves a new one.
// SPDX-License-Identifier: Apache-2.0
for (const path of ["data/a.csv", "outside.txt", "@FOLDER@/data/a.csv", "@FOLDER@/outside.txt", "data/new.txt", "@FOLDER@/new.txt"]) {
  try {
    Deno.writeTextFileSync(path, "overwritten");
  } catch (error) {
    console.log(String(error));
  }
}
