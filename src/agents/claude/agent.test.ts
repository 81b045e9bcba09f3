import { expect, it } from "vitest";
import { Capability, SupportLevel } from "../../contract/index.ts";
import { claudeAgent } from "./agent.ts";

it("states each capability by a known name, with a level and a sentence", () => {
  for (const [name, { level, evidence }] of Object.entries(claudeAgent.capabilities)) {
    expect(Capability.safeParse(name).success, name).toBe(true);
    expect(SupportLevel.safeParse(level).success, name).toBe(true);
    expect(evidence, name).toMatch(/^[A-Z`].*\.$/);
  }
});

it("says what a run leaves out, one sentence each", () => {
  expect(claudeAgent.leftOut.length).toBeGreaterThan(0);
  for (const sentence of claudeAgent.leftOut) expect(sentence).toMatch(/\.$/);
});
