import { expect, it } from "vitest";
import type { Config } from "../../config/index.ts";
import { resourcesOf } from "./resource-settings.ts";

it("the limits of a run are those of the configuration, in bytes", () => {
  const sandbox = { processes: 5, memory_mb: 3, max_write_mb: 2, min_free_mb: 4 } as Config["sandbox"];
  const limits = {
    processes: 5,
    memoryBytes: 3_145_728,
    writtenBytes: 2_097_152,
    minFreeBytes: 4_194_304,
  };
  expect(resourcesOf({ sandbox })).toEqual(limits);
  expect(resourcesOf({ sandbox: { ...sandbox, memory_mb: undefined } as Config["sandbox"] })).toEqual({
    ...limits,
    memoryBytes: undefined,
  });
});
