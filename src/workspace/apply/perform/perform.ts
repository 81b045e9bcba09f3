import { AbpError } from "../../../contract/index.ts";
import { displayPath } from "../../manifest/display-path.ts";
import type { ApplyStep } from "../apply-plan.ts";
import { checkWritable } from "../writable-parents.ts";
import { StagedContent } from "./staged-content.ts";
import { type PerformTarget, StepRunner } from "./step-runner.ts";
import { UndoLog } from "./undo-log.ts";

/** Files that are checked or put into place at the same time: each replaced file may wait for the disk. */
const GROUP_SIZE = 16;

/**
 * Carries out the steps, all or none of them. Every content is written beside first, and every place is looked at again, before
 * the first file changes; if a step fails nevertheless, those before it are taken back. A process that dies meanwhile leaves
 * some files changed and others not; applying again completes them.
 */
export async function perform(
  target: PerformTarget,
  planned: readonly ApplyStep[],
  signal: AbortSignal,
): Promise<void> {
  if (planned.length === 0) return;
  await checkWritable(
    target,
    planned.map(({ rawPath }) => rawPath),
  );
  const staged = await StagedContent.open(target.path);
  const undo = new UndoLog();
  const runner = new StepRunner(target, staged, undo);
  try {
    const steps: ApplyStep[] = [];
    await inGroups(planned, async (step, index) => {
      steps[index] = await runner.withoutSharing(step);
    });
    const writes = steps.filter((step) => step.kind === "write");
    await staged.write(target.gitDir, writes, signal);
    await inGroups(steps, (step) => runner.check(step));
    signal.throwIfAborted();
    const deletes = steps.filter((step) => step.kind === "delete");
    try {
      for (const step of deletes) await runner.remove(step);
      await inGroups(writes, (step, index) => runner.place(step, index));
      for (const step of steps) if (step.kind === "mode") await runner.changeMode(step);
      await runner.checkMoved();
      await runner.removeEmptyParents(deletes);
    } catch (error) {
      const left = await undo.run();
      throw left.length === 0 ? error : halfApplied(left, await staged.keep(), error);
    }
  } finally {
    await staged.close();
  }
}

// Waits for all of a group before it throws the first failure: no work goes on after it.
async function inGroups<T>(
  items: readonly T[],
  work: (item: T, index: number) => Promise<unknown>,
): Promise<void> {
  for (let first = 0; first < items.length; first += GROUP_SIZE) {
    const group = items.slice(first, first + GROUP_SIZE);
    const results = await Promise.allSettled(group.map((item, index) => work(item, first + index)));
    for (const result of results) if (result.status === "rejected") throw result.reason;
  }
}

function halfApplied(rawPaths: readonly string[], kept: string, cause: unknown): AbpError {
  const paths = rawPaths.map(displayPath);
  return new AbpError("output_unwritable", "applying failed, and could not be taken back everywhere", {
    where: paths[0]!,
    advice: `The files as they were are in ${kept}.`,
    details: { issues: paths.map((path) => ({ path, message: "it could not be taken back" })) },
    cause,
  });
}
