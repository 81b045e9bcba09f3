import { parseArgs } from "node:util";
import { agentTools } from "../../test/agents/hosts/agent-tools.ts";

/** The command line asks for something that cannot be done. */
export class UsageError extends Error {}

/** The dialects of the simulated engines: the columns of the matrix. */
export const engineDialects = ["claude", "openai", "codex", "gemini", "kimi"] as const;

export interface Options {
  readonly agents: readonly string[];
  readonly dialects: readonly string[];
  /** Whether the engines reject what the vendors reject, with a current model of each. */
  readonly isStrict: boolean;
  readonly isJson: boolean;
  readonly isHelp: boolean;
}

export const HELP = `Runs each real agent through its host on an engine of each dialect, and prints which of them work.

Usage: npm run agents:matrix -- [options]

  --agent NAME     only this agent; can be repeated (${agentTools.map(({ agent }) => agent).join(", ")})
  --engine NAME    only engines of this dialect; can be repeated (${engineDialects.join(", ")})
  --strict         on engines that reject what the vendors reject, with a current model of each vendor
  --json           print the cells as JSON
  --help           print this

Examples:
  npm run agents:matrix
  npm run agents:matrix -- --agent codex --engine gemini
  npm run agents:matrix -- --strict

Each cell is one run in a staged copy of a git repository at L3: the agent edits a file, runs a command after an approval, and
is denied a tool; its model calls go to a simulated engine through our gateway. The cell passes where the patch is exact, the
denied tool has left nothing, both ends count the same usage, and the receipt is verified. An agent that is not installed is
skipped; \`npm run agents:install\` installs agents.

With --strict, a call of the engine's own dialect passes through unchanged, so the engine may reject it as the vendor would. Such a
cell is "rejected", with the vendor's words, and does not count as failed.

The exit code is 1 when a cell failed.
`;

/** Throws UsageError, or the TypeError of an unknown option. */
export function parseOptions(argv: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      agent: { type: "string", multiple: true },
      engine: { type: "string", multiple: true },
      strict: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  const agents = agentTools.map(({ agent }) => agent);
  return {
    agents: chosen("--agent", values.agent, agents),
    dialects: chosen("--engine", values.engine, engineDialects),
    isStrict: values.strict,
    isJson: values.json,
    isHelp: values.help,
  };
}

function chosen(
  flag: string,
  given: readonly string[] | undefined,
  all: readonly string[],
): readonly string[] {
  const unknown = given?.find((name) => !all.includes(name));
  if (unknown !== undefined)
    throw new UsageError(`${flag}: there is no ${unknown}; there are ${all.join(", ")}`);
  return given === undefined ? all : all.filter((name) => given.includes(name));
}
