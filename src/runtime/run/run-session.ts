import {
  type BackendFacts,
  type BackendSession,
  type Confinement,
  type OpenContext,
  type SessionEnd,
  unconfined,
} from "../../backends/index.ts";
import { AbpError, type EnforcementRecord, type WorkOrder } from "../../contract/index.ts";
import type { Sandbox, SandboxProgram } from "../../sandbox/index.ts";
import { reasonOf } from "../ending/run-end.ts";
import { describeEnforcement } from "../gate/enforcement.ts";
import { settingsError } from "../gate/exposed-settings.ts";
import type { RunHome } from "../homes/run-home.ts";
import type { KeptAgent } from "../kept/kept-agents.ts";
import type { SessionFeed } from "../kept/session-feed.ts";
import type { RunAccount } from "../model-calls/run-account.ts";
import { levelWish } from "../setting/level-fault.ts";
import { isReadOnlyRun } from "../setting/read-only-run.ts";
import type { RunSetting } from "../setting/run-setting.ts";
import { killWhenHalted, openSession } from "../steps/dispatch.ts";
import { endOfFailedStart } from "../steps/failed-start.ts";
import { withGitSettings } from "./git-environment.ts";
import type { RunMachine } from "./run-machine.ts";
import type { RunWorkspace } from "./run-workspace.ts";
import { startKey } from "./start-key.ts";

/** What a session takes from the other parts of its run. */
export interface SessionSurroundings {
  readonly workspace: Pick<RunWorkspace, "root" | "mark" | "hidden" | "readOnly" | "isCopy" | "settings">;
  readonly home: Pick<RunHome, "path">;
  readonly account: Pick<RunAccount, "access" | "address" | "dialect">;
  readonly machine: Pick<RunMachine, "processLimits" | "records">;
}

/** The session of a run with its backend, from the start of its processes to their end. */
export class RunSession {
  readonly #setting: RunSetting;
  readonly #around: SessionSurroundings;
  readonly #released = new AbortController();
  #session: BackendSession | undefined;
  #feed: SessionFeed;
  #key: string | undefined;
  #failedStart: SessionEnd = {};

  constructor(setting: RunSetting, around: SessionSurroundings) {
    this.#setting = setting;
    this.#around = around;
    this.#feed = { run: { onDecision: setting.decisions.add, now: setting.events.clock.now } };
  }

  /**
   * Starts the backend, or goes on with the agent of the run before. Throws `repository_settings_exposed` if the repository
   * would give the agent orders.
   */
  async open(kept?: KeptAgent): Promise<BackendSession> {
    const { backend, control } = this.#setting;
    const { withoutSandbox, withSandbox } = this.#around.workspace.settings;
    const title = backend.agent?.title ?? backend.name;
    if (withSandbox.length > 0) throw settingsError(title, withSandbox, "a sandbox cannot hide them");
    if (kept !== undefined) return this.#goOn(kept);
    const context = this.#context;
    if (context.keepsAgent === true) this.#key ??= this.#newKey();
    try {
      this.#session = await openSession(backend, context, control, this.#released.signal);
      return this.#session;
    } catch (error) {
      this.#failedStart = endOfFailedStart(error);
      if (withoutSandbox.length > 0 && AbpError.is(error) && error.code === "sandbox_level_unmet")
        throw settingsError(title, withoutSandbox, String(error.details["reason"] ?? error.message));
      throw error;
    }
  }

  #goOn({ session, feed }: KeptAgent): BackendSession {
    feed.run = this.#feed.run;
    this.#feed = feed;
    this.#session = session;
    killWhenHalted(session, this.#setting.control, this.#released.signal);
    return session;
  }

  /** What stands for everything that the agent of this run is started with, as it is before the agent works. */
  get key(): string {
    this.#key ??= this.#newKey();
    return this.#key;
  }

  #newKey(): string {
    const { runId: _, home: __, gateway: ___, now: ____, sandbox, ...context } = this.#context;
    const { policy: _____, gateway: ______, onDecision: _______, ...wish } = sandbox;
    const { dialect } = this.#around.account;
    return startKey(this.#setting, { context: { ...context, sandbox: wish }, dialect });
  }

  get #context(): Omit<OpenContext, "signal"> {
    const { runId, order, policy, mode, options, backend } = this.#setting;
    const { workspace, home, account, machine } = this.#around;
    const isExposed = workspace.settings.withoutSandbox.length > 0;
    return {
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
        onDecision: (record) => this.#feed.run.onDecision(record),
      },
      mayReuse: mode === "mapped",
      ...(options.keeping !== undefined && backend.keepsSession === true && !workspace.isCopy
        ? { keepsAgent: true }
        : {}),
      now: () => this.#feed.run.now(),
    };
  }

  /** Gives the agent a message of the user. False if it cannot take one now. */
  steer(text: string): boolean {
    return this.#session?.steer?.(text) ?? false;
  }

  /** Opens a sandbox like that of the agent for another program; undefined if nothing confines the agent. */
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

  /** Stops the agent between two runs. Undefined if the session is to be closed instead. */
  async suspend(): Promise<SessionEnd | undefined> {
    return this.#session?.suspend?.();
  }

  /** Leaves a session that is suspended to a later run: nothing that happens to this run has an effect on it any more. */
  release(): { readonly session: BackendSession; readonly feed: SessionFeed; readonly key: string } {
    this.#released.abort();
    return { session: this.#session!, feed: this.#feed, key: this.key };
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
