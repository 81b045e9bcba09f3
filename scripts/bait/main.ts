/**
 * `npm run bait [-- AGENT…]`: installs all six agents, or those that are named, and runs each in a repository with everything that it would execute there: first
 * without protection, where each bait has to be seen firing, then by its host and by every stand-in, where none may. A run that
 * goes on with a conversation may not obey what a tool left in the home either. An agent that cannot be run fails the command.
 */
import { findAgent, installAgent, runCommand } from "../../src/agents/index.ts";
import { hasLevel3 } from "../../src/sandbox/fixtures/level.ts";
import type { BaitedAgent } from "../../test/agents/bait/bait.ts";
import { runBare } from "../../test/agents/bait/bare-run.ts";
import { baitedAgents } from "../../test/agents/bait/index.ts";
import { runKept } from "../../test/agents/bait/kept-run.ts";
import { protections, runProtected } from "../../test/agents/bait/protected-run.ts";
import { type Round, roundsOf } from "../../test/agents/bait/rounds.ts";
import { runByStandIn } from "../../test/agents/bait/stand-in-run.ts";
import { agentsFolder, findExecutable } from "../../test/agents/installed.ts";
import { openTestGateway } from "../../test/gateway/test-gateway.ts";
import { standInPrograms } from "../../test/stand-in/stand-in-programs.ts";
import { type BaitRow, faultOf, isExpectedEnd, renderRows, untriedRow } from "./bait-row.ts";

type Runner = (agent: string, round: Round) => ReturnType<typeof runByStandIn | typeof runProtected>;
/** Every way in which the product starts an agent, by its name. */
const runners = new Map<string, Runner>([
  ...protections.map((name): [string, Runner] => [name, (agent, round) => runProtected(agent, round, name)]),
  ...standInPrograms.map((program): [string, Runner] => [
    program.name,
    (agent, round) => runByStandIn(agent, round, program),
  ]),
]);
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
  const wanted = process.argv.slice(2);
  const chosen = baitedAgents.filter(({ agent }) => wanted.length === 0 || wanted.includes(agent));
  for (const baited of chosen) rows.push(...(await tryAgent(baited)));
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
    const fired = new Map([...runners.keys()].map((name) => [name, new Set<string>()]));
    for (const round of roundsOf(baits)) {
      for (const id of (await runBare(baited, round, { executable, gateway })).fired) bare.add(id);
      const hasLinks = round.baits.some(({ links }) => links !== undefined);
      for (const [name, run] of runners) {
        const end = await run(agent, round);
        // A run that never began would fire nothing, and show nothing.
        if (!isExpectedEnd(end, name, hasLinks))
          throw new Error(`its run ${name} ended as ${end.outcome} (${end.error ?? "no error"})`);
        for (const id of end.fired) fired.get(name)!.add(id);
      }
    }
    const { outcomes, fired: kept } = await runKept(agent);
    if (kept.length > 0 || outcomes.some((outcome) => outcome !== "complete"))
      throw new Error(`a run obeyed what an earlier one left in its home, or failed: ${outcomes.join(", ")}`);
    return baits.map(({ id, place, silent }) => ({
      ...{ agent, bait: id, place, silent, bare: bare.has(id) },
      protectedRuns: Object.fromEntries([...fired].map(([protection, ids]) => [protection, ids.has(id)])),
    }));
  } catch (error) {
    say(`${agent} could not be tried: ${error instanceof Error ? error.message : String(error)}`);
    return baits.map((bait) => untriedRow(agent, bait, [...runners.keys()]));
  }
}
