import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts", "bench/**/*.test.ts", "scripts/**/*.test.ts"],
    // One process per file: a fault of the JavaScript engine then ends one file, not the whole run.
    pool: "forks",
    // Without it one processor of the machine stays idle.
    maxWorkers: "100%",
    testTimeout: 60_000,
  },
});
