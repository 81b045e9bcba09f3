import { execFileSync } from "node:child_process";
import { linkSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { digestTree } from "../../scripts/run-crash/oracle/tree-digest.ts";
import { hasLevel3 } from "../../src/sandbox/fixtures/level.ts";
import { scriptedPrompt } from "../agents/agent-cases.ts";
import { agentTools, toolsFor } from "../agents/hosts/agent-tools.ts";
import { findExecutable, warnAbsent } from "../agents/installed.ts";
import { sampled } from "../fault-size.ts";
import { SdkPlace } from "./sdk-place.ts";
import { standInPrograms } from "./stand-in-programs.ts";

const isConfined = hasLevel3();
if (!isConfined) console.warn("there is no L3 on this machine: the tests of read-only stand-ins skip");

/** Every backend with every stand-in in the full run; each stand-in once by default. */
const defaults: Readonly<Record<string, string>> = {
  "abp-codex": "codex",
  "abp-claude": "codex",
  "abp acp": "claude",
};
const cases = sampled(
  agentTools.flatMap(({ agent }) =>
    standInPrograms.map((standIn) => ({ backend: agent, standIn, name: standIn.name })),
  ),
  ({ backend, name }) => backend === defaults[name],
);

for (const { backend, standIn, name } of cases) {
  const isHere = findExecutable(backend) !== undefined;
  if (!isHere) warnAbsent(backend);

  describe.skipIf(!isHere || !isConfined)(`${name} on ${backend}, told to change nothing`, () => {
    let place: SdkPlace;
    let outside: string;
    beforeEach(() => {
      place = new SdkPlace();
      outside = join(dirname(place.work), "outside");
      mkdirSync(outside);
      writeFileSync(join(outside, "linked.txt"), "outside\n");
      execFileSync("git", ["init", "--quiet", place.work]);
      writeFileSync(join(place.work, "notes.txt"), "one\ntwo\n");
      linkSync(join(outside, "linked.txt"), join(place.work, "hard.txt"));
      symlinkSync("../outside", join(place.work, "out"));
      symlinkSync("../outside/linked.txt", join(place.work, "soft.txt"));
    });
    afterEach(() => place.close());

    it("leaves the directory and everything that it leads to as it is, whatever the agent tries", async () => {
      const before = [digestTree(place.work), digestTree(outside)];
      const tools = toolsFor(agentTools.find(({ agent }) => agent === backend)!, "gpt-5.5");
      const tries = [
        "echo no > new.txt; echo no >> notes.txt; rm -f notes.txt; mv notes.txt moved.txt; chmod 777 notes.txt",
        "echo no >> hard.txt; echo no >> soft.txt; echo no > out/new.txt; ln notes.txt other.txt; mkdir made",
        `echo no > ${place.work}/absolute.txt; ln -s x link; touch -d 2001-01-01 notes.txt; truncate -s 0 notes.txt`,
        "git worktree add ../tree; git -c user.name=a -c user.email=a@b commit --allow-empty -m no; git config a.b c",
      ];
      const steps = [
        ...tools.write(join(place.work, "written.txt"), "no\n"),
        ...tools.edit(join(place.work, "notes.txt"), "two", "2"),
        ...tries.map((command) => tools.command(command)),
      ];
      const engine = tools.dialect === "claude" ? "sim-openai" : "sim-claude";
      const end = await standIn.run({
        prompt: scriptedPrompt(steps, "Done."),
        directory: place.work,
        environment: place.environment(backend, engine, "gpt-5.5"),
        isReadOnly: true,
      });
      expect([digestTree(place.work), digestTree(outside)]).toEqual(before);
      // The agent was at work, and not refused.
      expect(end.out).toContain("Done.");
    });
  });
}
