import { relative } from "node:path";
import { AbpError, type CheckRecord } from "../../contract/index.ts";
import { AgentSettings, type Stage } from "../../workspace/index.ts";
import { type RunEnd, reasonOf } from "../ending/run-end.ts";
import {
  changedSettingsWarning,
  type ExposedSettings,
  findExposedSettings,
} from "../gate/exposed-settings.ts";
import type { RunHome } from "../homes/run-home.ts";
import { protectedPaths } from "../setting/protected-paths.ts";
import { isReadOnlyRun } from "../setting/read-only-run.ts";
import type { RunSetting } from "../setting/run-setting.ts";
import { stageWorkspace } from "../steps/stage.ts";
import { verifyWorkspace, type WorkspaceFindings } from "../steps/verify.ts";

/** The workspace of a run: staged before the backend starts, compared and removed after it has ended. */
export class RunWorkspace {
  readonly #setting: RunSetting;
  readonly #home: Pick<RunHome, "stageName">;
  #stage: Stage | undefined;
  #settings: ExposedSettings = { hidden: [], withoutSandbox: [], withSandbox: [] };

  constructor(setting: RunSetting, home: Pick<RunHome, "stageName">) {
    this.#setting = setting;
    this.#home = home;
  }

  get stage(): Stage | undefined {
    return this.#stage;
  }

  /** The directory that the agent works in. */
  get root(): string {
    return this.#stage?.root ?? this.#setting.source;
  }

  /** Marks the processes of the run: the name of its stage, by which a sweep finds them. */
  get mark(): string {
    return this.#stage?.runId ?? this.#setting.runId;
  }

  /** Whether the agent works on a copy. */
  get isCopy(): boolean {
    return this.#stage !== undefined && this.#stage.isolation !== "none";
  }

  /** Paths of the host that the agent must not see. */
  get hidden(): readonly string[] {
    const { source, options } = this.#setting;
    const original = this.#stage?.isolation === "none" ? [] : [source];
    const own = [options.workspaceDir, options.runsDir, options.homesDir].filter(
      (path) => path !== undefined,
    );
    return [...original, ...own, ...(options.sandboxHidden ?? []), ...this.settings.hidden];
  }

  /** What the repository could make the agent execute or obey. */
  get settings(): ExposedSettings {
    return this.#settings;
  }

  /** Paths that the agent may read and not write. */
  get readOnly(): readonly string[] {
    const { options } = this.#setting;
    return [...(options.sandboxReadOnly ?? []), ...this.#readOnlyInSource];
  }

  /** What the agent must not write if it works in the user's directory: all of it, if the policy denies every write. */
  get #readOnlyInSource(): readonly string[] {
    if (this.#stage?.isolation !== "none") return [];
    const { root } = this.#stage;
    return isReadOnlyRun(this.#setting) ? [root] : protectedPaths(root);
  }

  /** Stages the workspace of a backend that works on files. */
  async open(): Promise<void> {
    const { backend, listeners, control } = this.#setting;
    if (!backend.needsWorkspace) return;
    listeners.step("stage");
    await this.#sweep();
    this.#stage = await this.#openStage();
    this.#settings = findExposedSettings(backend.agent, this.#stage);
    // The source may still be read while the agent works. A source that is unfit ends the run at once, not at its end.
    this.#stage.before().catch((cause: unknown) => control.end(unfitSource(cause), "failed"));
  }

  /** Resolves when the agent finds everything in its stage. The rest of the source may still be read. */
  async ready(): Promise<void> {
    const report = await this.#stage?.repository();
    this.#setting.warnings.push(...(report?.warnings ?? []));
  }

  /**
   * Takes the findings, lets the result be checked if that is asked for, and removes the stage. Nothing of the agent may be able
   * to write any more. `isConfined` says that a sandbox hid what it had to hide.
   */
  async verify(
    end: RunEnd,
    isConfined: boolean,
    check?: () => Promise<CheckRecord>,
  ): Promise<WorkspaceFindings | undefined> {
    const stage = this.#stage;
    const { listeners, runId, backend, order, policy, decisions, options, control, parts, warnings } =
      this.#setting;
    if (stage === undefined) {
      if (check !== undefined) warnings.push("the result was not checked: the backend works on no files");
      return undefined;
    }
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
        check: isDone ? check : undefined,
        signal: control.killed,
        maxIgnoredBytes: options.maxIgnoredBytes,
        hiddenSettings: isConfined ? this.#settings.hidden.map((path) => relative(stage.root, path)) : [],
        settings: new AgentSettings(backend.agent?.repositorySettings.leftOut ?? []),
      },
      parts,
    );
    const { changedSettings } = findings;
    warnings.push(...findings.warnings);
    if (changedSettings.length > 0) warnings.push(changedSettingsWarning(changedSettings));
    await this.#remove(stage);
    return findings;
  }

  /** A run that continues another one works at the same path as that one, unless that is in use. */
  async #openStage(): Promise<Stage> {
    const { runId, warnings } = this.#setting;
    const { stageName } = this.#home;
    try {
      return await this.#openNamed(stageName);
    } catch (error) {
      if (stageName === runId || !isTaken(error)) throw error;
      warnings.push(
        `the stage of run ${stageName} is in use, so the agent works at another path than before`,
      );
      return this.#openNamed(runId);
    }
  }

  #openNamed(name: string): Promise<Stage> {
    const { backend, order, source, policy, options, control, parts } = this.#setting;
    return stageWorkspace(
      {
        runId: name,
        order,
        source,
        policy,
        settings: backend.agent?.repositorySettings.leftOut,
        stagesDir: options.workspaceDir,
        budget: options.stageBudget,
        method: options.stageMethod,
        repository: options.stageRepository,
        signal: control.signal,
      },
      parts.openStage,
    );
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

/** Whether another run has a stage of this name. */
function isTaken(error: unknown): boolean {
  const cause = (error as { readonly cause?: { readonly code?: unknown } }).cause;
  return cause?.code === "ENOTEMPTY" || cause?.code === "EEXIST";
}
