import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    pool: "threads",
    testTimeout: 60_000,
    // Colour codes would make what commands print depend on who runs the tests.
    env: { NO_COLOR: "1", FORCE_COLOR: "" },
  },
});
