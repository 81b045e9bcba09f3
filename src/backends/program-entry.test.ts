import { expect, it } from "vitest";
import { settingsOf } from "./program-entry.ts";

it("an entry states times in seconds and memory in MiB", () => {
  const entry = { priority: 5, timeout_secs: 2, idle_timeout_secs: 0, memory_mb: 3, processes: 4 };
  expect(settingsOf(entry)).toEqual({
    priority: 5,
    timeoutMs: 2000,
    idleMs: 0,
    limits: { memoryBytes: 3 * 1024 * 1024, processes: 4 },
  });
});

it("an entry that states nothing sets nothing", () => {
  expect(settingsOf({})).toStrictEqual({
    priority: undefined,
    timeoutMs: undefined,
    idleMs: undefined,
    limits: {},
  });
});
