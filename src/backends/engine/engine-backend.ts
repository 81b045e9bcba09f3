import { type Agent, engineAgent, SETTINGS_VARIABLE } from "../../agents/index.ts";
import type { CapabilityManifest } from "../../contract/index.ts";
import type { ProcessLimits } from "../../process/index.ts";
import type { Backend, BackendFacts, BackendSession, OpenContext } from "../backend.ts";
import { hostEntry } from "../host/host-entry.ts";
import { hostVariables } from "../host/host-variables.ts";
import { settingsOf } from "../program-entry.ts";
import type { SidecarEntry } from "../sidecar-entry.ts";
import type { EngineEntry } from "./engine-entry.ts";

/** What our host says about itself, so that an order can be refused before anything starts. */
const facts: BackendFacts = {
  identity: { id: engineAgent.name, backend_version: null, adapter_version: null },
  capabilities: Object.fromEntries(
    Object.entries(engineAgent.capabilities).map(([name, { level }]) => [name, level]),
  ) as CapabilityManifest,
  mode: "passthrough",
  asksBeforeTools: true,
};

/** A backend that gives a work order to a model directly. The loop around the model runs in the sandbox, like an agent. */
export class EngineBackend implements Backend {
  readonly name: string;
  readonly agent: Agent = engineAgent;
  readonly known = facts;
  readonly needsWorkspace = true;
  readonly usesGateway = true;
  readonly keepsSession = true;
  readonly leastLevel = "L3";
  readonly isChosenByAuto: boolean;
  readonly engine: string | undefined;
  readonly model: string | undefined;
  readonly priority: number | undefined;
  readonly timeoutMs: number | undefined;
  readonly idleMs: number | undefined;
  readonly limits: ProcessLimits;
  readonly #entry: EngineEntry;
  readonly #sidecarBackend: (entry: SidecarEntry) => Pick<Backend, "open">;

  /** `isConfigured` is false for the one that is always there: `auto` must not choose a model that nobody named. */
  constructor(
    name: string,
    entry: EngineEntry,
    isConfigured: boolean,
    sidecarBackend: (entry: SidecarEntry) => Pick<Backend, "open">,
  ) {
    this.name = name;
    this.isChosenByAuto = isConfigured;
    this.engine = entry.engine;
    this.model = entry.model;
    ({
      priority: this.priority,
      timeoutMs: this.timeoutMs,
      idleMs: this.idleMs,
      limits: this.limits,
    } = settingsOf(entry));
    this.#entry = entry;
    this.#sidecarBackend = sidecarBackend;
  }

  async open(context: OpenContext): Promise<BackendSession> {
    const { system, tools, max_turns } = this.#entry;
    return this.#sidecarBackend(hostEntry(this.agent.name, this.#entry)).open({
      ...context,
      environment: {
        ...context.environment,
        ...hostVariables(context),
        [SETTINGS_VARIABLE]: JSON.stringify({ system, tools, max_turns }),
      },
      // The home and the key of a run must not reach another one.
      mayReuse: false,
    });
  }
}
