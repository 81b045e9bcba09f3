import type { IndexEntry } from "../../git/format/index-file.ts";
import type { Directory } from "../../walk/directory.ts";
import type { StageRules, Verdict } from "../../walk/stage-rules.ts";
import type { TreePlan } from "../../walk/tree-plan.ts";
import { MAX_LISTED_OMITTED } from "../../walk/tree-walk.ts";
import { runInTurns } from "../../walk/turns.ts";
import type { SourceRepository } from "../source-repository.ts";
import type { History } from "./history.ts";
import { leftOutContent } from "./left-out-content.ts";

/**
 * The blobs that no commit of the stage may hold: those at a path that is left out, in the commits, in the index and in the work tree.
 * Undefined if they cannot all be found.
 */
export async function leftOutBlobs(
  request: {
    readonly plan: TreePlan;
    readonly rules: StageRules;
    readonly source: { readonly directory: Directory };
    readonly signal: AbortSignal;
  },
  history: Pick<History, "leftOut" | "sizes">,
  { index }: Pick<SourceRepository, "index">,
): Promise<ReadonlySet<string> | undefined> {
  const { plan, rules, source, signal } = request;
  if (plan.omitted.length > MAX_LISTED_OMITTED) return undefined;
  const leftOut = new Set(history.leftOut);
  if (!rules.takesEveryFile) await runInTurns(addIndexed(rules, index?.entries ?? [], leftOut), signal);
  const contents = leftOutContent(source.directory, plan.omitted, new Set(history.sizes.values()));
  const collect = function* (): Generator<undefined, boolean> {
    for (;;) {
      const { done, value } = contents.next();
      if (done === true) return value;
      if (value !== undefined) leftOut.add(value);
      yield;
    }
  };
  return (await runInTurns(collect(), signal)) ? leftOut : undefined;
}

function* addIndexed(
  rules: StageRules,
  entries: readonly IndexEntry[],
  leftOut: Set<string>,
): Generator<undefined> {
  const directories = new Map<string, Verdict>([["", "pass"]]);
  const judgeDirectory = (rawPath: string): Verdict => {
    const known = directories.get(rawPath);
    if (known !== undefined) return known;
    const above = judgeDirectory(rawPath.slice(0, Math.max(rawPath.lastIndexOf("/"), 0)));
    const verdict = isStaged(above) ? rules.judgeDirectory(rawPath, above === "take") : above;
    directories.set(rawPath, verdict);
    return verdict;
  };
  for (const { rawPath, oid } of entries) {
    yield;
    const above = judgeDirectory(rawPath.slice(0, Math.max(rawPath.lastIndexOf("/"), 0)));
    if (!isStaged(above) || !isStaged(rules.judgeFile(rawPath, above === "take"))) leftOut.add(oid);
  }
}

function isStaged(verdict: Verdict): boolean {
  return verdict === "take" || verdict === "pass";
}
