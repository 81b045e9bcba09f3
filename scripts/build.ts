/**
 * Builds `dist/` from `src/`: the code of each entry in few files, and beside it the declarations of types. An entry is what the
 * package exports, what `bin/` and `hosts/` load, and each program that `packageFile` names.
 */
import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { bundle } from "./package-build/bundle.ts";
import { listEntries } from "./package-build/entries.ts";
import { keepNeededTypes } from "./package-build/needed-types.ts";

const root = resolve(import.meta.dirname, "..");

async function declareTypes(): Promise<void> {
  const compiler = spawn(join(root, "node_modules/.bin/tsc"), ["-p", "tsconfig.build.json"], {
    cwd: root,
    stdio: "inherit",
  });
  const code = await new Promise((settle) => compiler.on("exit", settle));
  if (code !== 0) throw new Error("the declarations of types could not be built");
}

rmSync(join(root, "dist"), { recursive: true, force: true });
const entries = listEntries(root);
await Promise.all([bundle(root, entries, join(root, "dist")), declareTypes()]);
keepNeededTypes(root);
console.log("built dist/");
