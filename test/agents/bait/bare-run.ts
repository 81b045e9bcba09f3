import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { findConnection } from "../../../src/agents/index.ts";
import { scriptedPrompt } from "../agent-cases.ts";
import { agentTools } from "../hosts/agent-tools.ts";
import { type AgentEnd, Workplace } from "../workplace.ts";
import { type BaitedAgent, firedId } from "./bait.ts";
import { layBaits, type Round } from "./rounds.ts";

/** The baits that fired, and how the agent ended. */
export interface BareEnd extends AgentEnd {
  readonly fired: readonly string[];
}

/** Starts an agent as a user would who trusts the repository: in the repository itself, without our protection. */
export async function runBare(
  baited: BaitedAgent,
  { prompt: first, below, baits }: Round,
  place: {
    readonly executable: string;
    readonly gateway: { readonly baseUrl: string; readonly token: string };
  },
): Promise<BareEnd> {
  const workplace = new Workplace();
  try {
    const markers = join(workplace.root, "markers");
    mkdirSync(markers);
    layBaits(workplace.repository, baits, markers);
    for (const [path, text] of Object.entries(baited.homeFiles?.(join(workplace.repository, below)) ?? {})) {
      mkdirSync(dirname(join(workplace.home, path)), { recursive: true });
      writeFileSync(join(workplace.home, path), text);
    }
    const tools = agentTools.find(({ agent }) => agent === baited.agent)!;
    const { home } = workplace;
    const repository = join(workplace.repository, below);
    const steps = [
      ...tools.write(join(repository, "new.txt"), "one\n"),
      ...tools.edit(join(repository, "new.txt"), "one", "two"),
      tools.command("ls"),
    ];
    const task = scriptedPrompt(steps, "Done.");
    const prompt = first ?? task;
    const end = await workplace.run({
      tool: findConnection(baited.agent)!,
      executable: place.executable,
      directory: repository,
      arguments: baited.arguments(prompt, repository),
      stdin: baited.readsStdin === true ? prompt : "",
      environment: baited.environment?.(home) ?? {},
      gateway: place.gateway,
      runId: `bait-${baited.agent}`,
      engine: engineFor(tools.dialect),
      model: tools.model,
    });
    const seen = [repository, markers].flatMap((directory) =>
      existsSync(directory) ? readdirSync(directory) : [],
    );
    return { ...end, fired: [...new Set(seen.flatMap((name) => firedId(name) ?? []))].sort() };
  } finally {
    workplace.close();
  }
}

/** A simulated engine of another dialect than the agent's own. */
export const engineFor = (dialect: string): string => (dialect === "claude" ? "sim-openai" : "sim-claude");
