import { AbpError, type SandboxLevel } from "../../contract/index.ts";
import { sha256Hex } from "../../lib/index.ts";
import { allowedEnvironment, type ProcessLimits, type StartPlan } from "../../process/index.ts";
import type { Sandbox, SandboxProgram } from "../../sandbox/index.ts";
import { type Sidecar, secretsOf } from "../../sidecar/index.ts";
import type { Backend, BackendSession, OpenContext } from "../backend.ts";
import type { Confinement } from "../confinement.ts";
import { settingsOf } from "../program-entry.ts";
import { readVariables, type SidecarEntry } from "../sidecar-entry.ts";
import type { SidecarHost } from "./sidecar-host.ts";
import type { SidecarPool } from "./sidecar-pool.ts";
import { type ProgramVerdict, SidecarSession } from "./sidecar-session.ts";

/** A backend that starts a program, and speaks the sidecar protocol with it. */
export class SidecarBackend implements Backend {
  readonly name: string;
  readonly needsWorkspace = true;
  readonly dialect: string | undefined;
  readonly priority: number | undefined;
  readonly timeoutMs: number | undefined;
  readonly idleMs: number | undefined;
  readonly limits: ProcessLimits;
  readonly #entry: SidecarEntry;
  readonly #host: SidecarHost;

  constructor(name: string, entry: SidecarEntry, host: SidecarHost) {
    this.name = name;
    this.dialect = entry.dialect;
    ({
      priority: this.priority,
      timeoutMs: this.timeoutMs,
      idleMs: this.idleMs,
      limits: this.limits,
    } = settingsOf(entry));
    this.#entry = entry;
    this.#host = host;
  }

  /** Throws `circuit_breaker_open` for a program that failed again and again, `sandbox_level_unmet`, and the errors of the start. */
  async open(context: OpenContext): Promise<BackendSession> {
    const { breaker } = this.#host;
    breaker.admit(this.name);
    let sandbox: Sandbox | undefined;
    try {
      sandbox = await this.#openSandbox(context);
      return await this.#start(context, sandbox);
    } catch (error) {
      await sandbox?.close();
      // A run that was cancelled, or that has no sandbox, says nothing about the program.
      breaker[sandbox === undefined || context.signal.aborted ? "abandoned" : "failed"](this.name);
      throw sandbox === undefined ? error : withConfinement(error, sandbox);
    }
  }

  #openSandbox(context: OpenContext, program = this.#program(context)): Promise<Sandbox> {
    const { read_only = [] } = this.#entry;
    const {
      level,
      required,
      policy,
      readOnly = [],
      hidden,
      otherPrograms,
      gateway,
      onDecision,
    } = context.sandbox;
    return this.#host.openSandbox({
      level,
      required,
      workspaceRoot: context.workspaceRoot,
      program,
      readOnly: [...read_only, ...readOnly],
      otherPrograms,
      hidden,
      writable: context.home === undefined ? [] : [context.home],
      policy,
      gateway,
      onDecision,
      now: context.now,
    });
  }

  #program({ workspaceRoot: cwd }: OpenContext): SandboxProgram {
    const { command, args = [] } = this.#entry;
    return { command, args, cwd };
  }

  /** Opens a sandbox for another program of the run. It sees what the backend's program saw, and is not less confined. */
  #confine(
    { home: _, ...context }: OpenContext,
    level: SandboxLevel,
    program: SandboxProgram,
  ): Promise<Sandbox> {
    const { gateway: __, otherPrograms = [], required, ...sandbox } = context.sandbox;
    const wish = {
      ...sandbox,
      required: level === "L3" ? level : required,
      otherPrograms: [this.#program(context), ...otherPrograms],
    };
    return this.#openSandbox({ ...context, sandbox: wish }, program);
  }

  async #start(context: OpenContext, sandbox: Sandbox): Promise<BackendSession> {
    const { pool } = this.#host;
    if (pool !== undefined && context.mayReuse && sandbox.level === "L0")
      return this.#reuse(context, sandbox, pool);
    const plan = this.#plan(context);
    const secrets = secretsOf(plan.env);
    const { sidecar, kill } = await this.#startSidecar(sandbox.wrap(plan), context.signal, secrets);
    return new SidecarSession(sidecar, sandbox, {
      confine: (program) => this.#confine(context, sandbox.level, program),
      // Outside a sandbox, a process can hide from those that stop it, and does not end with us.
      canSuspend: context.keepsAgent === true && sandbox.level === "L3",
      kill,
      onEnd: this.#onEnd,
      end: () => sidecar.close(),
    });
  }

  /** Takes a kept process, or starts one that can be kept. Only a process that nothing confines is the same for every run. */
  async #reuse(context: OpenContext, sandbox: Sandbox, pool: SidecarPool): Promise<BackendSession> {
    const plan = this.#plan(context);
    const { lenient_lines = 0 } = this.#entry;
    const key = sha256Hex(JSON.stringify([plan.command, plan.args, plan.env, plan.limits, lenient_lines]));
    const kept =
      pool.take(key) ??
      (await pool.start(
        key,
        (place) => this.#startSidecar({ ...plan, cwd: place.cwd, mark: place.mark }, context.signal),
        context.signal,
      ));
    return new SidecarSession(kept.sidecar, sandbox, {
      confine: (program) => this.#confine(context, sandbox.level, program),
      canSuspend: false,
      kill: kept.kill,
      onEnd: this.#onEnd,
      end: async () => ((await pool.giveBack(kept)) ? undefined : kept.sidecar.exit),
    });
  }

  async #startSidecar(
    plan: StartPlan,
    signal: AbortSignal,
    secrets: readonly string[] = [],
  ): Promise<{ readonly sidecar: Sidecar; readonly kill: () => void }> {
    const { lenient_lines } = this.#entry;
    let kill = (): void => undefined;
    const onStarted: StartPlan["onStarted"] = (child) => {
      kill = () => child.kill("SIGKILL");
      plan.onStarted?.(child);
    };
    const settings = { secrets, ...(lenient_lines === undefined ? {} : { skippableLines: lenient_lines }) };
    const sidecar = await this.#host.startSidecar({ ...plan, onStarted }, settings, signal);
    return { sidecar, kill: () => kill() };
  }

  readonly #onEnd = (verdict: ProgramVerdict): void => this.#host.breaker[verdict](this.name);

  #plan({ runId, mark = runId, workspaceRoot, environment, limits = this.limits }: OpenContext): StartPlan {
    const { command, args = [], pass_env = [], env = [] } = this.#entry;
    return {
      command,
      args,
      env: allowedEnvironment(this.#host.environment, pass_env, { ...readVariables(env), ...environment }),
      cwd: workspaceRoot,
      mark,
      limits,
    };
  }
}

/** The error of a start with the confinement that the program had, for the receipt. Other errors stay as they are. */
function withConfinement(error: unknown, { level, reason, selfTest, network }: Sandbox): unknown {
  if (!AbpError.is(error)) return error;
  const confinement: Confinement = { level, reason, selfTest, network };
  return new AbpError(error.code, error.message, {
    where: error.where,
    advice: error.advice,
    details: { ...error.details, confinement },
    cause: error.cause,
  });
}
