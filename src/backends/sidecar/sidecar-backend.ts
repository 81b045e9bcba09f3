import { allowedEnvironment, type StartPlan } from "../../process/index.ts";
import type { Sandbox } from "../../sandbox/index.ts";
import type { Backend, BackendSession, OpenContext } from "../backend.ts";
import { readVariables, type SidecarEntry } from "./sidecar-entry.ts";
import type { SidecarHost } from "./sidecar-host.ts";
import { SidecarSession } from "./sidecar-session.ts";

const MEBIBYTE = 1024 * 1024;

/** A backend that starts a program for each run, and speaks the sidecar protocol with it. */
export class SidecarBackend implements Backend {
  readonly name: string;
  readonly needsWorkspace = true;
  readonly dialect: string | undefined;
  readonly priority: number | undefined;
  readonly timeoutMs: number | undefined;
  readonly #entry: SidecarEntry;
  readonly #host: SidecarHost;

  constructor(name: string, entry: SidecarEntry, host: SidecarHost) {
    this.name = name;
    this.dialect = entry.dialect;
    this.priority = entry.priority;
    this.timeoutMs = entry.timeout_secs === undefined ? undefined : entry.timeout_secs * 1000;
    this.#entry = entry;
    this.#host = host;
  }

  /** Throws `circuit_breaker_open` for a program that failed again and again, `sandbox_level_unmet`, and the errors of the start. */
  async open(context: OpenContext): Promise<BackendSession> {
    const { breaker } = this.#host;
    breaker.admit(this.name);
    const sandbox = await this.#openSandbox(context);
    try {
      return await this.#start(context, sandbox);
    } catch (error) {
      await sandbox.close();
      // A run that was cancelled says nothing about the program.
      if (!context.signal.aborted) breaker.failed(this.name);
      throw error;
    }
  }

  #openSandbox(context: OpenContext): Promise<Sandbox> {
    const { command, args = [], read_only = [] } = this.#entry;
    const { level, required, policy, readOnly = [], hidden, gateway, onDecision } = context.sandbox;
    return this.#host.openSandbox({
      level,
      required,
      workspaceRoot: context.workspaceRoot,
      program: { command, args, cwd: context.workspaceRoot },
      readOnly: [...read_only, ...readOnly],
      hidden,
      policy,
      gateway,
      onDecision,
      now: context.now,
    });
  }

  async #start(context: OpenContext, sandbox: Sandbox): Promise<BackendSession> {
    const { lenient_lines } = this.#entry;
    let kill = (): void => undefined;
    const plan = sandbox.wrap(this.#plan(context));
    const sidecar = await this.#host.startSidecar(
      {
        ...plan,
        onStarted: (child) => {
          kill = () => child.kill("SIGKILL");
          plan.onStarted?.(child);
        },
      },
      lenient_lines === undefined ? {} : { skippableLines: lenient_lines },
      context.signal,
    );
    return new SidecarSession(sidecar, sandbox, {
      kill: () => kill(),
      onEnd: (isSound) => this.#host.breaker[isSound ? "succeeded" : "failed"](this.name),
    });
  }

  #plan({ runId, workspaceRoot, environment }: OpenContext): StartPlan {
    const { command, args = [], pass_env = [], env = [], memory_mb, processes } = this.#entry;
    return {
      command,
      args,
      env: allowedEnvironment(this.#host.environment, pass_env, { ...readVariables(env), ...environment }),
      cwd: workspaceRoot,
      mark: runId,
      limits: {
        ...(memory_mb === undefined ? {} : { memoryBytes: memory_mb * MEBIBYTE }),
        ...(processes === undefined ? {} : { processes }),
      },
    };
  }
}
