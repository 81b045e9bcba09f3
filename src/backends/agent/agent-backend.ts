import { homedir } from "node:os";
import { basename, join } from "node:path";
import {
  type Agent,
  type AgentProgram,
  findAgentProgram,
  findProgram,
  notInstalled,
  type ProgramSettings,
} from "../../agents/index.ts";
import { resolvePaths } from "../../config/index.ts";
import { AbpError, userHome } from "../../contract/index.ts";
import type { ProcessLimits } from "../../process/index.ts";
import type { Backend, BackendSession, OpenContext } from "../backend.ts";
import { hostEntry } from "../host/host-entry.ts";
import { hostVariables } from "../host/host-variables.ts";
import { settingsOf } from "../program-entry.ts";
import { readVariables, type SidecarEntry } from "../sidecar-entry.ts";
import type { AgentEntry } from "./agent-entry.ts";

/** What an agent's backend takes from outside itself, so that tests can replace it. */
export interface AgentSurroundings {
  /** Our environment, in which the agent is looked for. */
  readonly environment: NodeJS.ProcessEnv;
  /** Makes the backend of the host program. */
  readonly sidecarBackend: (entry: SidecarEntry) => Pick<Backend, "open">;
}

/** A backend that starts the host of a real agent. The host starts the agent, and speaks the sidecar protocol with us. */
export class AgentBackend implements Backend {
  readonly name: string;
  readonly agent: Agent;
  readonly leastLevel = "L3";
  readonly needsWorkspace = true;
  readonly usesGateway = true;
  readonly keepsSession = true;
  readonly priority: number | undefined;
  readonly timeoutMs: number | undefined;
  readonly idleMs: number | undefined;
  readonly limits: ProcessLimits;
  readonly #entry: AgentEntry;
  readonly #around: AgentSurroundings;

  constructor(name: string, agent: Agent, entry: AgentEntry, around: AgentSurroundings) {
    this.name = name;
    ({
      priority: this.priority,
      timeoutMs: this.timeoutMs,
      idleMs: this.idleMs,
      limits: this.limits,
    } = settingsOf(entry));
    this.agent = agent;
    this.#entry = entry;
    this.#around = around;
  }

  get programSettings(): ProgramSettings {
    const { env = [], pass_env = [], args = [] } = this.#entry;
    const passed = pass_env.map((name) => [name, this.#around.environment[name]]);
    return { env: { ...Object.fromEntries(passed), ...readVariables(env) }, args };
  }

  findFault(): AbpError | undefined {
    try {
      return this.#find() === undefined ? this.#notInstalled() : undefined;
    } catch (error) {
      if (AbpError.is(error)) return error;
      throw error;
    }
  }

  /** Throws `agent_not_installed` before anything starts, and the errors of a sidecar's start. */
  async open(context: OpenContext): Promise<BackendSession> {
    const program = this.#find();
    if (program === undefined) throw this.#notInstalled();
    const { sandbox } = context;
    return this.#around.sidecarBackend(this.#sidecarEntry(program)).open({
      ...context,
      environment: { ...context.environment, ...this.#variables(program, context) },
      sandbox: {
        ...sandbox,
        otherPrograms: [
          ...(sandbox.otherPrograms ?? []),
          { command: program.path, args: [], cwd: context.workspaceRoot },
        ],
      },
      // The home and the key of a run must not reach another one.
      mayReuse: false,
    });
  }

  #find(): AgentProgram | undefined {
    const { environment } = this.#around;
    const { command } = this.#entry;
    // A path from the working directory could be a program of the repository under work.
    if (command !== undefined) return findProgram(command, "/", environment["PATH"]);
    const { data } = resolvePaths(
      environment,
      userHome(() => environment["HOME"] ?? homedir()),
    );
    return findAgentProgram(this.agent, { environment, agentsDirectory: join(data, "agents") });
  }

  #notInstalled(): AbpError {
    const { command } = this.#entry;
    if (command === undefined) return notInstalled(this.agent);
    const { name, title } = this.agent;
    return new AbpError(
      "agent_not_installed",
      `${title} is not found: no program ${JSON.stringify(command)}`,
      {
        where: `backends.${this.name}.command`,
        advice: "Name a program that is in PATH, or the absolute path of one.",
        details: { agent: name },
      },
    );
  }

  #sidecarEntry(program: AgentProgram): SidecarEntry {
    // Another directory may hold more than the agent: the sandbox then shows only the files that it finds to be needed.
    const installation = basename(program.installation) === "node_modules" ? [program.installation] : [];
    return hostEntry(this.agent.name, this.#entry, installation);
  }

  #variables(program: AgentProgram, context: OpenContext): Record<string, string> {
    const { args } = this.#entry;
    return {
      ABP_AGENT_COMMAND: program.path,
      ...(args === undefined ? {} : { ABP_AGENT_ARGS: JSON.stringify(args) }),
      ...hostVariables(context),
    };
  }
}
