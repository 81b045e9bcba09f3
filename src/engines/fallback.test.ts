import { expect, test } from "vitest";
import { readFallbacks } from "./fallback.ts";

test("a fallback is an engine's name, or its name with the model to request", () => {
  expect(readFallbacks(["backup", { engine: "local", model: "qwen3-coder" }])).toEqual([
    { engine: "backup" },
    { engine: "local", model: "qwen3-coder" },
  ]);
});
