import { AbpError } from "../contract/index.ts";
import type { Stage } from "../workspace/index.ts";
import { type RunEnd, reasonOf } from "./ending/run-end.ts";
import { protectedPaths } from "./setting/protected-paths.ts";
import type { RunSetting } from "./setting/run-setting.ts";
import { stageWorkspace } from "./steps/stage.ts";
import { verifyWorkspace, type WorkspaceFindings } from "./steps/verify.ts";

/** The workspace of a run: staged before the backend starts, compared and removed after it has ended. */
export class RunWorkspace {
  readonly #setting: RunSetting;
  #stage: Stage | undefined;

  constructor(setting: RunSetting) {
    this.#setting = setting;
  }

  get stage(): Stage | undefined {
    return this.#stage;
  }

  /** The directory that the agent works in. */
  get root(): string {
    return this.#stage?.root ?? this.#setting.source;
  }

  /** Whether the agent works on a copy. */
  get isCopy(): boolean {
    return this.#stage !== undefined && this.#stage.isolation !== "none";
  }

  /** Paths of the host that the agent must not see. */
  get hidden(): readonly string[] {
    const { source, options } = this.#setting;
    const original = this.#stage?.isolation === "none" ? [] : [source];
    const own = [options.workspaceDir, options.runsDir].filter((path) => path !== undefined);
    return [...original, ...own, ...(options.sandboxHidden ?? [])];
  }

  /** Paths that the agent may read and not write. */
  get readOnly(): readonly string[] {
    const { options } = this.#setting;
    const own = this.#stage?.isolation === "none" ? protectedPaths(this.#stage.root) : [];
    return [...(options.sandboxReadOnly ?? []), ...own];
  }

  /** Stages the workspace of a backend that works on files. */
  async open(): Promise<void> {
    const { backend, listeners, runId, order, source, policy, options, control, parts } = this.#setting;
    if (!backend.needsWorkspace) return;
    listeners.step("stage");
    await this.#sweep();
    this.#stage = await stageWorkspace(
      {
        runId,
        order,
        source,
        policy,
        stagesDir: options.workspaceDir,
        budget: options.stageBudget,
        method: options.stageMethod,
        signal: control.signal,
      },
      parts.openStage,
    );
    // The source may still be read while the agent works. A source that is unfit ends the run at once, not at its end.
    this.#stage.before().catch((cause: unknown) => control.end(unfitSource(cause), "failed"));
  }

  /** Takes the findings and removes the stage. Nothing of the run may be able to write any more. */
  async verify(end: RunEnd): Promise<WorkspaceFindings | undefined> {
    const stage = this.#stage;
    if (stage === undefined) return undefined;
    const { listeners, runId, order, policy, decisions, options, control, parts } = this.#setting;
    listeners.step("verify");
    const isDone = end.error === undefined && end.report.outcome !== "failed";
    const findings = await verifyWorkspace(
      {
        runId,
        stage,
        policy,
        decisions,
        runsDir: options.runsDir,
        apply: isDone && order.lane === "workspace_first",
        signal: control.killed,
      },
      parts,
    );
    await this.#remove(stage);
    return findings;
  }

  /** Ends what killed runtimes left behind. It is no reason to fail this run. */
  async #sweep(): Promise<void> {
    const { options, parts, warnings } = this.#setting;
    if (options.workspaceDir === undefined) return;
    try {
      await parts.sweepRuns(options.workspaceDir);
    } catch (error) {
      warnings.push(`the leftovers of earlier runs could not be removed: ${reasonOf(error)}`);
    }
  }

  async #remove(stage: Stage): Promise<void> {
    const { warnings } = this.#setting;
    try {
      const left = await stage.remove();
      if (left.length > 0) warnings.push(`${left.length} paths of the stage could not be removed`);
    } catch (error) {
      warnings.push(`the stage could not be removed: ${reasonOf(error)}`);
    }
  }
}

function unfitSource(cause: unknown): AbpError {
  if (AbpError.is(cause)) return cause;
  return new AbpError("execution_workspace_error", `the workspace cannot be read: ${reasonOf(cause)}`, {
    cause,
  });
}
