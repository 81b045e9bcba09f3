import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts", "bench/**/*.test.ts", "scripts/**/*.test.ts"],
    // One process per file: a fault of the JavaScript engine then ends one file, not the whole run.
    pool: "forks",
    testTimeout: 60_000,
  },
});
