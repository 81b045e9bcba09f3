import { chmod, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { AbpError, type ArtifactRef, type CheckRecord, type WorkspaceRecord } from "../../contract/index.ts";
import type { Policy } from "../../policy/index.ts";
import type {
  applyChanges,
  Change,
  changesBetween,
  Manifest,
  SavedChanges,
  Stage,
  saveChanges,
} from "../../workspace/index.ts";
import { isPassed } from "../check/result-check.ts";
import { reasonOf } from "../ending/run-end.ts";
import type { DecisionList } from "../gate/decision-list.ts";
import { type DeniedChange, judgeChanges } from "../gate/write-gate.ts";
import type { RunPatch } from "../run-handle.ts";
import { countChanges, describeStatus, readDiff } from "./change-summary.ts";

/** The functions of the workspace that verification calls. */
export interface WorkspaceTools {
  readonly changesBetween: typeof changesBetween;
  readonly saveChanges: typeof saveChanges;
  readonly applyChanges: typeof applyChanges;
}

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
}

/** What a run did to its workspace. */
export interface WorkspaceFindings {
  readonly record: WorkspaceRecord;
  readonly patch: RunPatch | undefined;
  readonly artifacts: readonly ArtifactRef[];
  readonly gitDiff: string | null;
  readonly gitStatus: string | null;
  /** What a command said about the result; undefined where none was asked for, or nothing could be checked. */
  readonly check?: CheckRecord | undefined;
  /** Why the run fails although its backend completed it. */
  readonly error: AbpError | undefined;
}

/** Compares the workspace with its state before the run, saves the permitted changes, checks the result, and applies the changes where that is asked for and no check failed. Never rejects. */
export async function verifyWorkspace(
  request: VerifyRequest,
  tools: WorkspaceTools,
): Promise<WorkspaceFindings> {
  const { stage } = request;
  const seen: { before?: Manifest; after?: Manifest } = {};
  const base = (): WorkspaceRecord => ({
    isolation: stage.isolation,
    ...(seen.before === undefined ? {} : { before: seen.before.root, ...sizeOf(seen.before) }),
    ...(seen.after === undefined ? {} : { after: seen.after.root }),
    ...(stage.skippedCount === 0
      ? {}
      : { skipped: stage.skipped.map((note) => ({ ...note })), skipped_count: stage.skippedCount }),
    ...describeUnkept(stage),
  });
  try {
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
  const saved = isCopy && permitted.length > 0 ? await save(request, tools, permitted) : undefined;
  const record: WorkspaceRecord = {
    ...base,
    changes: countChanges(changes),
    complete: saved?.complete ?? true,
    ...(denied.length === 0 ? {} : { denied_changes: denied.map((note) => ({ ...note })) }),
    ...(saved === undefined ? {} : { patch: { sha256: saved.patch.sha256, bytes: saved.patch.bytes } }),
  };
  const found = {
    patch: saved,
    artifacts: saved === undefined ? [] : [artifactOf(request.runId, saved)],
    gitDiff: saved === undefined ? null : await readDiff(saved.patch.path, saved.patch.bytes),
    gitStatus: describeStatus(isCopy ? permitted : changes),
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

async function save(
  { runsDir, runId, stage, signal }: VerifyRequest,
  tools: WorkspaceTools,
  changes: readonly Change[],
): Promise<RunPatch> {
  if (runsDir === undefined) {
    throw new AbpError("workspace_init_failed", "the run has no directory for its patch", {
      advice: "Pass `runsDir` to the run.",
    });
  }
  const directory = join(runsDir, runId);
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

function artifactOf(runId: string, { patch }: SavedChanges): ArtifactRef {
  return { kind: "patch", path: `${runId}/patch.diff`, sha256: patch.sha256, bytes: patch.bytes };
}

function sizeOf({ entries }: Manifest): { files: number; bytes: number } {
  const files = entries.filter(({ type }) => type === "file");
  return { files: files.length, bytes: files.reduce((sum, { size }) => sum + size, 0) };
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
