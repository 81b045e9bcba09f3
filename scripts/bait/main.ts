/**
 * `npm run bait`: installs all six agents, and runs each in a repository with everything that it would execute there: first
 * without protection, where each bait has to be seen firing, then by its host, where none may. An agent that cannot be run
 * fails the command.
 */
import { findAgent, installAgent, runCommand } from "../../src/agents/index.ts";
import { hasLevel3 } from "../../src/sandbox/fixtures/level.ts";
import type { BaitedAgent } from "../../test/agents/bait/bait.ts";
import { runBare } from "../../test/agents/bait/bare-run.ts";
import { baitedAgents } from "../../test/agents/bait/index.ts";
import { type Protection, runProtected } from "../../test/agents/bait/protected-run.ts";
import { roundsOf } from "../../test/agents/bait/rounds.ts";
import { agentsFolder, findExecutable } from "../../test/agents/installed.ts";
import { openTestGateway } from "../../test/gateway/test-gateway.ts";
import { type BaitRow, faultOf, isExpectedEnd, renderRows, untriedRow } from "./bait-row.ts";

const protections: readonly Protection[] = ["staged", "in place", "in place, without a sandbox"];
const say = (text: string): void => void process.stderr.write(`bait: ${text}\n`);

if (!hasLevel3()) {
  say("there is no L3 on this machine, so that nothing can be shown");
  process.exit(1);
}
const gateway = await openTestGateway({
  engines: {
    "sim-claude": { preset: "sim", dialect: "claude" },
    "sim-openai": { preset: "sim", dialect: "openai" },
  },
  default_engine: "sim-claude",
});
const rows: BaitRow[] = [];
try {
  for (const baited of baitedAgents) rows.push(...(await tryAgent(baited)));
} finally {
  await gateway.close();
}
process.stdout.write(renderRows(rows));
process.exitCode = rows.every((row) => faultOf(row) === undefined) ? 0 : 1;

async function tryAgent(baited: BaitedAgent): Promise<BaitRow[]> {
  const { agent, baits } = baited;
  try {
    const { version } = await installAgent(findAgent(agent)!, agentsFolder, runCommand);
    say(`${agent} ${version}`);
    const executable = findExecutable(agent);
    if (executable === undefined) throw new Error("its program is not found");
    const bare = new Set<string>();
    const fired = new Map(protections.map((protection) => [protection, new Set<string>()]));
    for (const round of roundsOf(baits)) {
      for (const id of (await runBare(baited, round, { executable, gateway })).fired) bare.add(id);
      for (const protection of protections) {
        const end = await runProtected(agent, round, protection);
        // A run that never began would fire nothing, and show nothing.
        if (!isExpectedEnd(end, protection))
          throw new Error(`its run ${protection} ended as ${end.outcome} (${end.error ?? "no error"})`);
        for (const id of end.fired) fired.get(protection)!.add(id);
      }
    }
    return baits.map(({ id, place, silent }) => ({
      ...{ agent, bait: id, place, silent, bare: bare.has(id) },
      protectedRuns: Object.fromEntries([...fired].map(([protection, ids]) => [protection, ids.has(id)])),
    }));
  } catch (error) {
    say(`${agent} could not be tried: ${error instanceof Error ? error.message : String(error)}`);
    return baits.map((bait) => untriedRow(agent, bait, protections));
  }
}
