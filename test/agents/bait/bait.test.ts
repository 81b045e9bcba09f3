import { describe, expect, it } from "vitest";
import { agents, findAgent } from "../../../src/agents/index.ts";
import { hasLevel3 } from "../../../src/sandbox/fixtures/level.ts";
import { isFullSize, sampled } from "../../fault-size.ts";
import { findExecutable, warnAbsent } from "../installed.ts";
import { baitSetting } from "./bait.ts";
import { baitedAgents } from "./index.ts";
import { isSkipped, runProtected } from "./protected-run.ts";

/** The agents that obey a repository whatever its host says. `npm run bait` tries all of them, and all baits. */
const sample = sampled(baitedAgents, ({ agent }) => isObedient(agent));
const isConfined = hasLevel3();
if (!isConfined) console.warn("there is no L3 on this machine: the tests of baits skip");

describe("the baits", () => {
  it("are laid for every agent that can be installed", () => {
    const installable = agents.filter(({ installation }) => installation !== undefined);
    expect(baitedAgents.map(({ agent }) => agent).sort()).toEqual(installable.map(({ name }) => name).sort());
  });

  it.each(baitedAgents)(
    "of $agent are laid at every place that its data names, and at no other",
    ({ agent, baits }) => {
      const { leftOut, switchedOff } = findAgent(agent)!.repositorySettings;
      const places = [...leftOut, ...switchedOff].map(({ path }) => path);
      expect([...new Set(baits.map(({ place }) => place))].sort()).toEqual(places.sort());
      expect(new Set(baits.map(({ id }) => id)).size).toBe(baits.length);
    },
  );
});

/** Whether most places of the agent can only be left out or hidden. */
function isObedient(agent: string): boolean {
  const { leftOut } = findAgent(agent)!.repositorySettings;
  return leftOut.every(({ switchedOffBy }) => switchedOffBy === undefined);
}

for (const { agent, baits } of sample) {
  const executable = findExecutable(agent);
  if (executable === undefined) warnAbsent(agent);
  const { leftOut } = findAgent(agent)!.repositorySettings;
  // Those that can be laid together, in the repository itself.
  const here = baits.filter((bait) => bait.prompt === undefined && bait.group === undefined);
  const isLeftOut = (place: string) => leftOut.some(({ path }) => path === place);
  const isActive = leftOut.some(({ switchedOffBy }) => switchedOffBy === undefined);

  describe.skipIf(executable === undefined || !isConfined)(`a repository with baits for ${agent}`, () => {
    it("fires none in a stage, and the receipt lists the places", async () => {
      const end = await runProtected(agent, { baits: here }, "staged");
      expect(end).toMatchObject({ fired: [], outcome: "complete", level: "L3", error: undefined });
      expect(end.status).toBe("M  notes.txt\n");
      const listed = here.filter((bait) => isSkipped(bait, end.skipped)).map(({ id }) => id);
      expect(listed).toEqual(here.filter(({ place }) => isLeftOut(place)).map(({ id }) => id));
    });

    if (!isActive) return;
    // The sandbox hides the same places as the stage leaves out.
    if (isFullSize)
      it("fires none if the agent works in it at L3", async () => {
        const end = await runProtected(agent, { baits: here }, "in place");
        expect(end).toMatchObject({ fired: [], outcome: "complete", level: "L3" });
        expect(here.filter((bait) => isLeftOut(bait.place) && !isSkipped(bait, end.skipped))).toEqual([]);
      });

    it("is refused if the agent works in it below L3", async () => {
      const refused = await runProtected(agent, { baits: here }, "in place, without a sandbox");
      expect(refused).toMatchObject({ fired: [], error: "repository_settings_exposed", status: "" });
    });
  });
}

describe.skipIf(!isConfined)("a bait that nothing protects from", () => {
  it("is seen firing in a stage at L3, so that its silence means something", async () => {
    // The host of any program knows no places. This one takes the bait.
    const { command } = baitSetting("control", "/nowhere");
    const entry = { type: "agent", agent: "jsonl", command: "sh", args: ["-c", command] } as const;
    const control = { backend: "any", backends: { any: entry } };
    const end = await runProtected("claude", { baits: [] }, "staged", control);
    expect(end).toMatchObject({ fired: ["control"], level: "L3", skipped: [] });
  });
});
