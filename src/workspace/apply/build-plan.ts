import { readdir } from "node:fs/promises";
import { isInsideGit } from "../git/git-name.ts";
import { displayPath } from "../manifest/display-path.ts";
import { pathBelow } from "../manifest/raw-path.ts";
import { mapAhead } from "../patch/ordered-ahead.ts";
import { type ApplyPlan, type ApplyStep, type NewContent, withExecutable } from "./apply-plan.ts";
import type { ApplyAction, ApplyConflict } from "./apply-report.ts";
import { type Blocker, describeBlocker, ParentDirectories } from "./parent-directories.ts";
import { readTargetEntry, type TargetEntry } from "./target-entry.ts";
import type { MergeTask, TextMerge } from "./text-merge.ts";
import type { TreeChange, TreeEntry } from "./tree-change.ts";
import { decide, type Verdict } from "./verdict.ts";

/** Files of the workspace that are read at the same time. */
const READS_AHEAD = 16;

/** The workspace that a plan is made for. */
export interface PlanTarget {
  readonly path: string;
  readonly device: bigint;
}

interface Decided {
  readonly change: TreeChange;
  readonly current: TargetEntry;
  readonly verdict: Verdict;
}

/** Compares every change with the workspace and merges where both differ. Writes nothing into the workspace. */
export async function buildPlan(
  target: PlanTarget,
  changes: readonly TreeChange[],
  merge: TextMerge,
): Promise<ApplyPlan> {
  const decided = await decideAll(target, changes);
  const tasks: MergeTask[] = [];
  for (const { change, current, verdict } of decided) {
    if (verdict.kind !== "merge" || current.type !== "file") continue;
    tasks.push({ rawPath: change.rawPath, before: change.before!.oid, after: change.after!.oid, current });
  }
  const results = await merge.run(target.path, tasks);
  const merged = new Map(tasks.map(({ rawPath }, index) => [rawPath, results[index]!]));
  const steps: ApplyStep[] = [];
  const files: { rawPath: string; action: ApplyAction }[] = [];
  const conflicts: ApplyConflict[] = [];
  for (const one of decided) {
    const outcome = toStep(one, merged.get(one.change.rawPath));
    const { rawPath } = one.change;
    if ("conflict" in outcome) conflicts.push({ path: displayPath(rawPath), reason: outcome.conflict });
    else {
      files.push({ rawPath, action: outcome.action });
      if (outcome.step !== undefined) steps.push(outcome.step);
    }
  }
  return { steps, files, conflicts };
}

// A directory that a file replaces must be decided after the files in it. Everything else is decided in the order of paths,
// so that a file comes before the paths below it.
async function decideAll(target: PlanTarget, changes: readonly TreeChange[]): Promise<readonly Decided[]> {
  const parents = new ParentDirectories(target.path, target.device);
  const decided = new Map<string, Decided>();
  const replaced: Decided[] = [];
  for await (const place of mapAhead(changes, READS_AHEAD, (change) => readPlace(target, parents, change))) {
    if ("error" in place) throw place.error;
    const one = decideOne(place, decided);
    const { change } = one;
    decided.set(change.rawPath, one);
    const isNew = change.before === undefined && change.lostBase === undefined;
    if (one.current.type === "directory" && isNew) replaced.push(one);
  }
  for (const one of replaced) {
    const { rawPath } = one.change;
    if (!(await empties(target.path, rawPath, decided))) continue;
    const executable = one.change.after!.executable;
    decided.set(rawPath, { ...one, current: { type: "absent" }, verdict: { kind: "take", executable } });
  }
  return [...decided.values()];
}

interface Place {
  readonly change: TreeChange;
  readonly blocker: Blocker;
  readonly current: TargetEntry;
}

// Errors are returned, because they are looked at later than they occur.
async function readPlace(
  target: PlanTarget,
  parents: ParentDirectories,
  change: TreeChange,
): Promise<Place | { readonly error: unknown }> {
  try {
    const blocker = await parents.blockerOf(change.rawPath);
    if (blocker.kind !== "none") return { change, blocker, current: { type: "absent" } };
    const needsSha256 = change.lostBase !== undefined;
    return { change, blocker, current: await readTargetEntry(target.path, change.rawPath, needsSha256) };
  } catch (error) {
    return { error };
  }
}

function decideOne({ change, blocker, current }: Place, decided: ReadonlyMap<string, Decided>): Decided {
  const refuse = (reason: string): Decided => ({
    change,
    current: { type: "absent" },
    verdict: { kind: "conflict", reason },
  });
  if (isInsideGit(change.rawPath)) return refuse("it is a file of git itself");
  if ("rawPath" in blocker && !goesAway(change, blocker, decided)) return refuse(describeBlocker(blocker));
  return { change, current, verdict: decide(change, current) };
}

// Whether a path below a file or a link can count as absent.
function goesAway(
  change: TreeChange,
  blocker: Extract<Blocker, { rawPath: string }>,
  decided: ReadonlyMap<string, Decided>,
): boolean {
  const above = decided.get(blocker.rawPath);
  if (blocker.kind === "other_file_system") return false;
  if (above?.verdict.kind === "delete") return true;
  if (change.after !== undefined) return false;
  // A file has no children. A link is allowed here only if the run created it.
  return blocker.kind === "file" || above?.verdict.kind === "unchanged";
}

// Whether this plan deletes every file in the directory, so that the directory itself can go.
async function empties(
  target: string,
  rawPath: string,
  decided: ReadonlyMap<string, Decided>,
): Promise<boolean> {
  const entries = await readdir(pathBelow(target, rawPath), { withFileTypes: true, encoding: "buffer" });
  for (const entry of entries) {
    const path = `${rawPath}/${entry.name.toString("latin1")}`;
    const goes = entry.isDirectory()
      ? await empties(target, path, decided)
      : decided.get(path)?.verdict.kind === "delete";
    if (!goes) return false;
  }
  return true;
}

type Outcome = { readonly action: ApplyAction; readonly step?: ApplyStep } | { readonly conflict: string };

function toStep({ change, current, verdict }: Decided, merged: Merged): Outcome {
  const { rawPath, after } = change;
  if (verdict.kind === "conflict") return { conflict: verdict.reason };
  if (verdict.kind === "unchanged") return { action: "unchanged" };
  const known = current.type === "file" || current.type === "symlink" ? current : undefined;
  if (verdict.kind === "delete") {
    return { action: "deleted", step: { kind: "delete", rawPath, expected: known!.identity } };
  }
  const { executable } = verdict;
  if (verdict.kind === "mode" || hasMerged(merged, known)) {
    const mode = withExecutable(known!.mode, executable);
    if (mode === known!.mode) return { action: "unchanged" };
    return { action: "mode", step: { kind: "mode", rawPath, expected: known!.identity, mode } };
  }
  if (merged !== undefined && "conflict" in merged) return { conflict: merged.conflict };
  const content = merged === undefined ? savedContent(after!) : { mergedPath: merged.path };
  // A file that replaces a link gets the permissions of a new file.
  const mode = known?.type === "file" ? known.mode : undefined;
  const place = { rawPath, type: after!.type, mode, executable, expected: known?.identity };
  return {
    action: merged === undefined ? "written" : "merged",
    step: { kind: "write", ...place, content },
  };
}

function savedContent({ oid, keptAt }: TreeEntry): NewContent {
  return keptAt === undefined ? { oid } : { keptAt };
}

type Merged = Awaited<ReturnType<TextMerge["run"]>>[number] | undefined;

// The workspace has the run's changes already, and changes of its own besides.
function hasMerged(merged: Merged, known: { readonly oid: string } | undefined): boolean {
  return merged !== undefined && "oid" in merged && merged.oid === known?.oid;
}
