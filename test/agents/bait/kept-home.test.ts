import { describe, expect, it } from "vitest";
import { agents } from "../../../src/agents/index.ts";
import { hasLevel3 } from "../../../src/sandbox/fixtures/level.ts";
import { sampled } from "../../fault-size.ts";
import { findExecutable, warnAbsent } from "../installed.ts";
import { keptBaits, runKept } from "./kept-run.ts";

const isConfined = hasLevel3();
if (!isConfined) console.warn("there is no L3 on this machine: the tests of kept homes skip");
const installable = agents.flatMap(({ name, installation }) => (installation === undefined ? [] : [name]));

it("every agent that can be installed has settings that a tool could leave in its home", () => {
  expect(Object.keys(keptBaits).sort()).toEqual(installable.sort());
});

for (const agent of sampled(installable, (name) => name === "copilot")) {
  const isHere = findExecutable(agent) !== undefined;
  if (!isHere) warnAbsent(agent);
  describe.skipIf(!isHere || !isConfined)(`a tool that writes settings into the home of ${agent}`, () => {
    it("makes the next run of the conversation obey nothing", async () => {
      const { outcomes, resumed, fired } = await runKept(agent);
      expect([outcomes, fired]).toEqual([["complete", "complete"], []]);
      expect(resumed).toBeDefined();
    });
  });
}
