import { expect, it } from "vitest";
import { defaultSidecarSettings } from "./settings.ts";

it("the settings without a configuration are those that the guide names", () => {
  expect(defaultSidecarSettings).toEqual({
    helloTimeoutMs: 10_000,
    pingIntervalMs: 10_000,
    missedPings: 3,
    cancelGraceMs: 5000,
    exitGraceMs: 5000,
    killGraceMs: 5000,
    stdinStallMs: 30_000,
    drainMs: 2000,
    maxLineBytes: 8_388_608,
    maxOutputBytes: 1_073_741_824,
    stderrTailBytes: 65_536,
    skippableLines: 0,
    secrets: [],
  });
});
