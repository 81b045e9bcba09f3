import {
  type BackendFacts,
  type BackendSession,
  type Confinement,
  type SessionEnd,
  unconfined,
} from "../backends/index.ts";
import { AbpError, type EnforcementRecord, type WorkOrder } from "../contract/index.ts";
import type { Sandbox, SandboxProgram } from "../sandbox/index.ts";
import { reasonOf } from "./ending/run-end.ts";
import { describeEnforcement } from "./gate/enforcement.ts";
import { settingsError } from "./gate/exposed-settings.ts";
import { levelWish } from "./gate/level-fault.ts";
import type { RunHome } from "./homes/run-home.ts";
import type { RunAccount } from "./model-calls/run-account.ts";
import type { RunMachine } from "./run-machine.ts";
import type { RunWorkspace } from "./run-workspace.ts";
import { withGitSettings } from "./setting/git-environment.ts";
import { isReadOnlyRun } from "./setting/read-only-run.ts";
import type { RunSetting } from "./setting/run-setting.ts";
import { openSession } from "./steps/dispatch.ts";
import { endOfFailedStart } from "./steps/failed-start.ts";

/** What a session takes from the other parts of its run. */
export interface SessionSurroundings {
  readonly workspace: Pick<RunWorkspace, "root" | "mark" | "hidden" | "readOnly" | "isCopy" | "settings">;
  readonly home: Pick<RunHome, "path">;
  readonly account: Pick<RunAccount, "access" | "address">;
  readonly machine: Pick<RunMachine, "processLimits" | "records">;
}

/** The session of a run with its backend, from the start of its processes to their end. */
export class RunSession {
  readonly #setting: RunSetting;
  readonly #around: SessionSurroundings;
  #session: BackendSession | undefined;
  #failedStart: SessionEnd = {};

  constructor(setting: RunSetting, around: SessionSurroundings) {
    this.#setting = setting;
    this.#around = around;
  }

  /** Starts the backend. Throws `repository_settings_exposed` where the repository would give the agent orders. */
  async open(): Promise<BackendSession> {
    const { runId, backend, order, policy, decisions, mode, events, control } = this.#setting;
    const { workspace, home, account, machine } = this.#around;
    const { withoutSandbox, withSandbox } = workspace.settings;
    const title = backend.agent?.title ?? backend.name;
    if (withSandbox.length > 0) throw settingsError(title, withSandbox, "a sandbox cannot hide them");
    const isExposed = withoutSandbox.length > 0;
    const context = {
      runId,
      workspaceRoot: workspace.root,
      mark: workspace.mark,
      home: home.path,
      gateway: account.access,
      environment: withGitSettings(order.config.env),
      limits: machine.processLimits,
      sandbox: {
        ...levelWish(this.#setting),
        ...(isExposed ? { required: "L3" as const } : {}),
        policy,
        readOnly: workspace.readOnly,
        otherPrograms: serverPrograms(order, workspace.root),
        hidden: workspace.hidden,
        gateway: account.address,
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
      if (isExposed && AbpError.is(error) && error.code === "sandbox_level_unmet")
        throw settingsError(title, withoutSandbox, String(error.details["reason"] ?? error.message));
      throw error;
    }
  }

  /** Gives the agent a message of the user. False where it cannot take one now. */
  steer(text: string): boolean {
    return this.#session?.steer?.(text) ?? false;
  }

  /** Opens a sandbox like that of the agent for another program; undefined where nothing confines the agent. */
  get confine(): ((program: SandboxProgram) => Promise<Sandbox>) | undefined {
    const session = this.#session;
    return session?.confine === undefined ? undefined : (program) => session.confine!(program);
  }

  /** Undefined until the backend has started. */
  get facts(): BackendFacts | undefined {
    return this.#session?.facts;
  }

  /** How far the policy is enforced on this session. */
  get enforcement(): EnforcementRecord {
    return describeEnforcement({
      confinement: this.#session?.confinement ?? this.#failedStart.confinement ?? this.#unstarted,
      asksBeforeTools: this.facts?.asksBeforeTools ?? false,
      isStaged: this.#around.workspace.isCopy,
      isReadOnly: isReadOnlyRun(this.#setting),
      required: this.#setting.required,
      limits: this.#around.machine.records,
    });
  }

  get #unstarted(): Confinement {
    const hasExited = this.#failedStart.exit !== undefined;
    return unconfined(hasExited ? "the process ended before it was ready" : "no process was started");
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

/** The MCP servers that the agent starts itself. */
function serverPrograms({ mcp_servers = {} }: WorkOrder, cwd: string): SandboxProgram[] {
  return Object.values(mcp_servers).flatMap(({ command, args = [] }) =>
    command === undefined ? [] : [{ command, args, cwd }],
  );
}
