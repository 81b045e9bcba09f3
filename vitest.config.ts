import { readdirSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitest/config";

// The layers without I/O, clock and global state.
const PURE = ["lib", "contract", "models", "dialects", "negotiation", "policy", "receipts"];
const pureFiles = PURE.map((layer) => `src/${layer}/**/*.test.ts`);
const PARTS = readdirSync(join(import.meta.dirname, "src")).filter((name) => !PURE.includes(name));
// A test that replaces a module would replace it for the files after it, too.
const REPLACING = "src/lib/jsonl/parse-line-readers.test.ts";

export default defineConfig({
  test: {
    pool: "forks",
    // One more than the processors of a small machine: many files wait for programs that they started.
    maxWorkers: 3,
    testTimeout: 60_000,
    projects: [
      {
        extends: true,
        // Nothing that one file does can reach another, so a process loads the modules once for many files.
        test: {
          name: "pure",
          include: pureFiles,
          exclude: ["**/node_modules/**", REPLACING],
          isolate: false,
        },
      },
      {
        extends: true,
        // One process per file: a fault of the JavaScript engine then ends one file, not the whole run.
        test: {
          name: "system",
          include: [
            ...PARTS.map((part) => `src/${part}/**/*.test.ts`),
            "test/**/*.test.ts",
            "bench/**/*.test.ts",
            "scripts/**/*.test.ts",
            REPLACING,
          ],
        },
      },
    ],
  },
});
