import type { Agent } from "../../agents/index.ts";
import { resolvePaths } from "../../config/index.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { sayOnce } from "./said-once.ts";

/** Says once on this machine what the private home of an agent's runs leaves out. */
export async function sayLeftOut(terminal: Terminal, agent: Agent | undefined): Promise<void> {
  if (agent === undefined || agent.leftOut.length === 0) return;
  const lines = agent.leftOut.map((sentence) => `  ${sentence}`);
  const text = [`${agent.title} runs with a private home, which leaves out:`, ...lines].join("\n");
  await sayHomeNotice(terminal, `${agent.name}-run`, text);
}

/** Says a text about an agent's home once on this machine. `name` tells such texts apart. */
export async function sayHomeNotice(terminal: Terminal, name: string, text: string): Promise<void> {
  // A warning that nobody sees does not count as shown.
  if (terminal.quiet) return;
  const { state } = resolvePaths(terminal.host.env, terminal.host.home);
  await sayOnce({ stateDirectory: state, name }, text, terminal.say);
}
