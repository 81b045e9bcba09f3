import { type BackendFacts, type BackendSession, type SessionEnd, unconfined } from "../backends/index.ts";
import type { EnforcementRecord } from "../contract/index.ts";
import { reasonOf } from "./ending/run-end.ts";
import { describeEnforcement } from "./gate/enforcement.ts";
import type { RunWorkspace } from "./run-workspace.ts";
import type { RunSetting } from "./setting/run-setting.ts";
import { openSession } from "./steps/dispatch.ts";
import { endOfFailedStart } from "./steps/failed-start.ts";

/** The session of a run with its backend, from the start of its processes to their end. */
export class RunSession {
  readonly #setting: RunSetting;
  readonly #workspace: Pick<RunWorkspace, "root" | "hidden" | "readOnly" | "isCopy">;
  #session: BackendSession | undefined;
  #failedStart: SessionEnd = {};

  constructor(setting: RunSetting, workspace: Pick<RunWorkspace, "root" | "hidden" | "readOnly" | "isCopy">) {
    this.#setting = setting;
    this.#workspace = workspace;
  }

  /** Starts the backend. */
  async open(): Promise<BackendSession> {
    const { runId, backend, order, options, policy, required, decisions, mode, events, control } =
      this.#setting;
    const { sandbox = "auto" } = options;
    const needsConfinement = required === "L2" || required === "L3";
    const context = {
      runId,
      workspaceRoot: this.#workspace.root,
      environment: order.config.env,
      sandbox: {
        level: sandbox === "L1" ? ("off" as const) : sandbox,
        required: needsConfinement ? required : undefined,
        policy,
        readOnly: this.#workspace.readOnly,
        hidden: this.#workspace.hidden,
        onDecision: decisions.add,
      },
      mayReuse: mode === "mapped",
      now: events.clock.now,
    };
    try {
      this.#session = await openSession(backend, context, control);
      return this.#session;
    } catch (error) {
      this.#failedStart = endOfFailedStart(error);
      throw error;
    }
  }

  /** Gives the agent a message of the user. False where it cannot take one now. */
  steer(text: string): boolean {
    return this.#session?.steer?.(text) ?? false;
  }

  /** Undefined until the backend has started. */
  get facts(): BackendFacts | undefined {
    return this.#session?.facts;
  }

  /** How far the policy is enforced on this session. */
  get enforcement(): EnforcementRecord {
    return describeEnforcement({
      confinement: this.#session?.confinement ?? unconfined("no process was started"),
      asksBeforeTools: this.facts?.asksBeforeTools ?? false,
      isStaged: this.#workspace.isCopy,
      required: this.#setting.required,
    });
  }

  /** Ends the session. When it resolves, nothing of the run can write to the workspace any more. */
  async close(): Promise<SessionEnd> {
    if (this.#session === undefined) return this.#failedStart;
    try {
      return await this.#session.close();
    } catch (error) {
      this.#setting.warnings.push(`the session of the backend could not be closed: ${reasonOf(error)}`);
      return {};
    }
  }
}
