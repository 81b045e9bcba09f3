import { expect, it } from "vitest";
import { defaultCheckSettings, defaultCheckTasks } from "./check-settings.ts";

it("a check has time limits and quotas of its own unless it is given others", () => {
  expect(defaultCheckSettings).toEqual({
    helloMs: 10_000,
    runMs: 30_000,
    pongMs: 2000,
    cancelMs: 5000,
    exitMs: 5000,
    quietMs: 300,
    maxLineBytes: 8_388_608,
    maxOutputBytes: 67_108_864,
    processes: 256,
    orderBytes: 5_242_880,
  });
  expect(defaultCheckTasks).toEqual({
    quick: "say hello",
    slow: "sleep 10",
    tool: "write abp-sidecar-check.txt checked",
  });
});
