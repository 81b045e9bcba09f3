import { rmSync } from "node:fs";
import { join } from "node:path";
import type { RunResult } from "../../src/runtime/index.ts";
import { scriptedPrompt } from "../../test/agents/agent-cases.ts";
import type { AgentTools } from "../../test/agents/hosts/agent-tools.ts";
import { type HostedRun, type HostedWorkplace, sumUsage } from "../../test/agents/hosts/hosted-workplace.ts";
import { applyElsewhere, filesOf } from "../../test/agents/hosts/repository.ts";

/** The task of every cell: an edit, a command that needs an approval, and a tool that is denied. */
export function taskRun(tools: AgentTools, dialect: string): HostedRun {
  return {
    agent: tools.agent,
    engine: `sim-${dialect}`,
    model: tools.model,
    policy: { require_approval_for: ["Bash"], disallowed_tools: [deniedTool(tools)] },
    approve: ({ subject }) => subject === "Bash",
    task: (workspace) =>
      scriptedPrompt(
        [
          ...tools.edit(join(workspace, "notes.txt"), "two", "2"),
          tools.command("wc -l < notes.txt > count.txt"),
          ...(tools.denied === undefined
            ? tools.write(join(workspace, "denied.txt"), "never\n")
            : [tools.denied.step]),
        ],
        "All is done.",
      ),
  };
}

const deniedTool = ({ denied }: AgentTools): string => denied?.tool ?? "Write";

/** Returns the first thing that is wrong with a run of the task. */
export async function findFault(
  place: HostedWorkplace,
  tools: AgentTools,
  dialect: string,
  result: RunResult,
): Promise<string | undefined> {
  const { receipt, error, verification, enforcement, decisions, patch } = result;
  if (error !== undefined) return error.message;
  if (receipt.outcome !== "complete") return `the outcome is ${receipt.outcome}`;
  if (!verification.ok) return "the receipt does not verify";
  if (enforcement.level !== "L3") return `the level is ${enforcement.level}`;
  const verdicts = decisions.filter(({ operation }) => operation === "use_tool");
  const seen = [...new Set(verdicts.map(({ verdict, subject }) => `${subject} ${verdict}`))].join(", ");
  if (seen !== `Bash approved, ${deniedTool(tools)} denied`) return `the decisions are: ${seen || "none"}`;
  return (
    (patch === undefined ? "nothing was changed" : findWrongFile(place, patch.patch.path)) ??
    (await findWrongCall(place, dialect, result))
  );
}

function findWrongFile(place: HostedWorkplace, patch: string): string | undefined {
  const clone = join(place.root, "clone");
  const wanted = { ...filesOf(place.repository), "notes.txt": "one\n2\nthree\n", "count.txt": "3\n" };
  try {
    const files = applyElsewhere(place.repository, clone, patch);
    const names = new Set([...Object.keys(files), ...Object.keys(wanted)]);
    const wrong = [...names].find((name) => files[name] !== (wanted as Record<string, string>)[name]);
    return wrong === undefined ? undefined : `${wrong} is not as the task says`;
  } finally {
    rmSync(clone, { recursive: true, force: true });
  }
}

async function findWrongCall(
  place: HostedWorkplace,
  dialect: string,
  { receipt }: RunResult,
): Promise<string | undefined> {
  const calls = await place.callReceipts(receipt.meta.run_id);
  const metered = receipt.observed?.model_calls;
  const usage = sumUsage(calls);
  if (calls.length === 0 || metered === undefined) return "no model call was metered";
  for (const { observed, termination } of calls.map((call) => call.receipt)) {
    if (observed?.call?.engine_dialect !== dialect) return `a call went to ${observed?.call?.engine}`;
    if (termination?.reason !== "completed") return `a call ended as ${termination?.reason}`;
  }
  if (metered.calls !== calls.length || metered.receipts.length !== calls.length)
    return `${metered.calls} calls were metered, and ${calls.length} have receipts`;
  if (
    metered.usage.input_tokens !== usage.input_tokens ||
    metered.usage.output_tokens !== usage.output_tokens
  )
    return "the metered usage is not the engine's";
  return undefined;
}
