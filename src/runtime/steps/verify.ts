import { chmod, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { AbpError, type ArtifactRef, type CheckRecord, type WorkspaceRecord } from "../../contract/index.ts";
import type { Policy } from "../../policy/index.ts";
import {
  type AgentSettings,
  type Change,
  displayPath,
  IGNORED_DIRECTORY,
  type Manifest,
  type RepositoryReport,
  type SavedChanges,
  SETTINGS_REASON,
  type Stage,
} from "../../workspace/index.ts";
import { reasonOf } from "../ending/run-end.ts";
import type { DecisionList } from "../gate/decision-list.ts";
import { type DeniedChange, judgeChanges } from "../gate/write-gate.ts";
import type { RunPatch } from "../run-handle.ts";
import type { WorkspaceTools } from "../run-parts.ts";
import { countChanges, describeStatus, readDiff } from "./change-summary.ts";
import { chooseKept, describeIgnored, separateIgnored, unkeptWarning } from "./ignored-changes.ts";
import { isPassed } from "./result-check.ts";

const DEFAULT_IGNORED_BYTES = 256 * 1024 ** 2;

/** What is verified. Every process of the run has ended. */
export interface VerifyRequest {
  readonly runId: string;
  readonly stage: Stage;
  readonly policy: Policy;
  readonly decisions: DecisionList;
  readonly runsDir: string | undefined;
  /** Whether the changes go to the workspace. */
  readonly apply: boolean;
  /** Checks the result before it is applied. */
  readonly check?: (() => Promise<CheckRecord>) | undefined;
  readonly signal: AbortSignal;
  /** The most bytes of ignored files that are kept; 256 MiB unless told. */
  readonly maxIgnoredBytes?: number | undefined;
  /** The settings of the agent, whose changes are listed. */
  readonly settings: AgentSettings;
  /** Paths of the workspace that the sandbox hid, because they are settings of the agent. */
  readonly hiddenSettings: readonly string[];
}

/** What a run did to its workspace. */
export interface WorkspaceFindings {
  readonly record: WorkspaceRecord;
  readonly patch: RunPatch | undefined;
  readonly artifacts: readonly ArtifactRef[];
  readonly gitDiff: string | null;
  readonly gitStatus: string | null;
  /** Changed paths that the agent would execute or obey when it starts the next time. */
  readonly changedSettings: readonly string[];
  /** What is not kept of the changes. */
  readonly warnings: readonly string[];
  /** What a command said about the result; undefined if none was asked for, or nothing could be checked. */
  readonly check?: CheckRecord | undefined;
  /** Why the run fails although its backend completed it. */
  readonly error: AbpError | undefined;
}

/** Compares the workspace with its state before the run, saves the permitted changes, checks the result, and applies the changes if that is asked for and no check failed. Never rejects. */
export async function verifyWorkspace(
  request: VerifyRequest,
  tools: WorkspaceTools,
): Promise<WorkspaceFindings> {
  const { stage } = request;
  const seen: {
    before?: Manifest;
    after?: Manifest;
    repository?: WorkspaceRecord["repository"];
  } = {};
  const base = (): WorkspaceRecord => ({
    isolation: stage.isolation,
    ...(seen.before === undefined ? {} : { before: seen.before.root, ...sizeOf(seen.before) }),
    ...(seen.after === undefined ? {} : { after: seen.after.root }),
    ...describeSkipped(stage, request.hiddenSettings),
    ...describeUnkept(stage),
    ...(seen.repository === undefined ? {} : { repository: seen.repository }),
  });
  try {
    seen.repository = describeRepository(await stage.repository());
    seen.before = await stage.before();
    seen.after = await stage.after(request.signal);
    const changes = tools.changesBetween(seen.before, seen.after);
    return await judge(request, tools, changes, base());
  } catch (cause) {
    return {
      record: { ...base(), complete: false },
      patch: undefined,
      artifacts: [],
      gitDiff: null,
      gitStatus: null,
      changedSettings: [],
      warnings: [],
      error: workspaceFailure(cause),
    };
  }
}

async function judge(
  request: VerifyRequest,
  tools: WorkspaceTools,
  changes: readonly Change[],
  base: WorkspaceRecord,
): Promise<WorkspaceFindings> {
  const { stage, policy, decisions } = request;
  const { permitted, denied } = judgeChanges(policy, changes, decisions);
  const isCopy = stage.isolation !== "none";
  const { wanted, ignored } = await separateIgnored(stage, permitted, request.signal);
  const saved = isCopy && wanted.length > 0 ? await save(request, tools, wanted) : undefined;
  const { saved: beside, unkept, warnings } = await saveBeside(request, tools, ignored);
  const record: WorkspaceRecord = {
    ...base,
    changes: countChanges(changes),
    complete: saved?.complete ?? true,
    ...(denied.length === 0 ? {} : { denied_changes: denied.map((note) => ({ ...note })) }),
    ...describeIgnored(ignored, beside, unkept),
    ...(saved === undefined ? {} : { patch: { sha256: saved.patch.sha256, bytes: saved.patch.bytes } }),
  };
  const found = {
    patch: saved,
    artifacts: [
      ...(saved === undefined ? [] : [artifactOf("patch", request.runId, saved)]),
      ...(beside === undefined
        ? []
        : [artifactOf("ignored_patch", `${request.runId}/${IGNORED_DIRECTORY}`, beside)]),
    ],
    gitDiff: saved === undefined ? null : await readDiff(saved.patch.path, saved.patch.bytes),
    gitStatus: describeStatus(isCopy ? wanted : changes),
    changedSettings: changedSettings(isCopy ? permitted : changes, request.settings),
    warnings,
  };
  if (denied.length > 0) return { ...found, record, error: denialOf(denied, isCopy) };
  const check = await request.check?.();
  const checked = { ...found, ...(check === undefined ? {} : { check }) };
  const isRefused = check !== undefined && !isPassed(check);
  if (saved === undefined || !request.apply || isRefused) return { ...checked, record, error: undefined };
  try {
    const { signal } = request;
    await tools.applyChanges({ directory: saved.directory, target: stage.source, signal });
    return { ...checked, record: { ...record, applied: true }, error: undefined };
  } catch (cause) {
    return { ...checked, record: { ...record, applied: false }, error: workspaceFailure(cause) };
  }
}

function changedSettings(changes: readonly Change[], settings: AgentSettings): string[] {
  return changes
    .filter(({ kind, rawPath }) => kind !== "deleted" && settings.placeOf(rawPath) !== undefined)
    .map(({ rawPath }) => displayPath(rawPath));
}

async function save(
  { runsDir, runId, stage, signal }: VerifyRequest,
  tools: WorkspaceTools,
  changes: readonly Change[],
  below = "",
): Promise<RunPatch> {
  if (runsDir === undefined) {
    throw new AbpError("workspace_init_failed", "the run has no directory for its patch", {
      advice: "Pass `runsDir` to the run.",
    });
  }
  const directory = join(runsDir, runId, below);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await chmod(directory, 0o700);
  try {
    const saved: SavedChanges = await tools.saveChanges({ stage, changes, directory, signal });
    return { ...saved, directory };
  } catch (error) {
    await rm(directory, { recursive: true, force: true });
    throw error;
  }
}

/** Ignored files are no reason to fail a run: a warning and the receipt say which of them are not kept. */
async function saveBeside(
  request: VerifyRequest,
  tools: WorkspaceTools,
  changes: readonly Change[],
): Promise<{ saved?: RunPatch; unkept: readonly string[]; warnings: readonly string[] }> {
  const limit = request.maxIgnoredBytes ?? DEFAULT_IGNORED_BYTES;
  const { kept, dropped } = chooseKept(changes, limit);
  const beyond = dropped.map(({ rawPath }) => displayPath(rawPath));
  const limitText = `workspace.ignored_mb is ${limit / 1024 ** 2}`;
  const warn = (paths: readonly string[], reason: string) => {
    const warnings = [unkeptWarning(beyond, limitText), unkeptWarning(paths, reason)];
    return { unkept: [...beyond, ...paths], warnings: warnings.filter((one) => one !== undefined) };
  };
  if (kept.length === 0) return warn([], "");
  try {
    const saved = await save(request, tools, kept, IGNORED_DIRECTORY);
    // Those that lose the content of a file come first.
    const [first] = saved.leftOut;
    const lost = saved.complete ? [] : saved.leftOut.map(({ path }) => path);
    return { saved, ...warn(lost, first?.reason ?? "") };
  } catch (error) {
    request.signal.throwIfAborted();
    return warn(
      kept.map(({ rawPath }) => displayPath(rawPath)),
      reasonOf(error),
    );
  }
}

function artifactOf(kind: string, directory: string, { patch }: SavedChanges): ArtifactRef {
  return { kind, path: `${directory}/patch.diff`, sha256: patch.sha256, bytes: patch.bytes };
}

function sizeOf({ entries }: Manifest): { files: number; bytes: number } {
  const files = entries.filter(({ type }) => type === "file");
  return { files: files.length, bytes: files.reduce((sum, { size }) => sum + size, 0) };
}

/** The kept commits and branch, as the receipt names them. */
function describeRepository(report: RepositoryReport | undefined): WorkspaceRecord["repository"] {
  if (report?.made === undefined) return undefined;
  const { branch, historyCount, untrackedCount } = report.made;
  return {
    branch: Buffer.from(branch, "latin1").toString(),
    history_commits: historyCount,
    untracked: untrackedCount,
  };
}

/** What the agent did not see, because the stage or the sandbox lacked it. */
function describeSkipped(
  { skipped, skippedCount }: Stage,
  hidden: readonly string[],
): Pick<WorkspaceRecord, "skipped" | "skipped_count"> {
  if (skippedCount + hidden.length === 0) return {};
  const notes = [...skipped, ...hidden.map((path) => ({ path, reason: SETTINGS_REASON }))];
  return { skipped: notes.map((note) => ({ ...note })), skipped_count: skippedCount + hidden.length };
}

function describeUnkept({ isolation, unkept }: Stage): Pick<WorkspaceRecord, "not_kept"> {
  const { owners, specialBits } = unkept;
  // Without a copy, everything is kept.
  return isolation === "none" || owners + specialBits === 0
    ? {}
    : { not_kept: { owners, special_bits: specialBits } };
}

function denialOf(denied: readonly DeniedChange[], isCopy: boolean): AbpError {
  const [first] = denied;
  const others = denied.length > 1 ? ` and ${denied.length - 1} more` : "";
  const effect = isCopy
    ? "The change is not in the patch."
    : "The change is in the workspace: undo it there.";
  return new AbpError(
    "policy_denied",
    `the run changed ${JSON.stringify(first!.path)}${others} against the policy`,
    {
      advice: effect,
      details: { operation: `write_path ${JSON.stringify(first!.path)}`, policy_rule: first!.rule },
    },
  );
}

function workspaceFailure(cause: unknown): AbpError {
  if (AbpError.is(cause)) return cause;
  const code = (cause as { readonly code?: unknown } | null)?.code;
  if (code === "ENOSPC" || code === "EDQUOT") {
    return new AbpError("workspace_full", "the disk is full, so the changes of the run are not complete", {
      cause,
    });
  }
  const message = `the changes of the run cannot be read: ${reasonOf(cause)}`;
  return new AbpError("execution_workspace_error", message, { cause });
}
