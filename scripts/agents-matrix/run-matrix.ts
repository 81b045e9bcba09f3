import { hasLevel3 } from "../../src/sandbox/fixtures/level.ts";
import { type AgentTools, agentTools, toolsFor } from "../../test/agents/hosts/agent-tools.ts";
import { HostedWorkplace } from "../../test/agents/hosts/hosted-workplace.ts";
import { findExecutable } from "../../test/agents/installed.ts";
import { findFault, taskRun } from "./agent-task.ts";
import type { Cell } from "./cell.ts";
import type { Options } from "./options.ts";
import { findRejection, strictEngines, strictModels } from "./strict-engines.ts";

/** Runs the chosen cells one after the other. `onCell` is called when one has ended. */
export async function runMatrix(
  { agents, dialects, isStrict }: Pick<Options, "agents" | "dialects" | "isStrict">,
  onCell: (cell: Cell) => void,
): Promise<Cell[]> {
  const cells: Cell[] = [];
  const isConfined = hasLevel3();
  for (const tools of agentTools.filter(({ agent }) => agents.includes(agent))) {
    for (const engine of dialects) {
      const skipped = isConfined ? missing(tools.agent) : "this machine has no bwrap or no user namespaces";
      const cell: Cell =
        skipped === undefined
          ? await runCell(tools, engine, isStrict)
          : { agent: tools.agent, engine, result: "skipped", reason: skipped };
      cells.push(cell);
      onCell(cell);
    }
  }
  return cells;
}

function missing(agent: string): string | undefined {
  if (findExecutable(agent) !== undefined) return undefined;
  return `it is not installed: run \`npm run agents:install -- ${agent}\``;
}

async function runCell(agentTools: AgentTools, engine: string, isStrict: boolean): Promise<Cell> {
  const { agent } = agentTools;
  const tools = isStrict ? toolsFor(agentTools, strictModels[engine]!) : agentTools;
  const place = await HostedWorkplace.open({}, isStrict ? strictEngines : {});
  try {
    const started = performance.now();
    const result = await (await place.start(taskRun(tools, engine))).result;
    const seconds = (performance.now() - started) / 1000;
    const reason = await findFault(place, tools, engine, result);
    if (reason === undefined) return { agent, engine, result: "passed", seconds };
    const rejection = isStrict ? await findRejection(place, result) : undefined;
    if (rejection === undefined) return { agent, engine, result: "failed", reason, seconds };
    return rejection.isVendors
      ? { agent, engine, result: "rejected", reason: rejection.reason, seconds }
      : { agent, engine, result: "failed", reason: `${reason} (a translated request was rejected)`, seconds };
  } catch (error) {
    return { agent, engine, result: "failed", reason: String(error) };
  } finally {
    await place.close();
  }
}
