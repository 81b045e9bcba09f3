/** One step of an alignment: an equal pair, or an item of one list only. */
export type AlignmentStep =
  | { readonly kind: "same"; readonly before: number; readonly after: number }
  | { readonly kind: "removed"; readonly before: number }
  | { readonly kind: "added"; readonly after: number };

// Lists with more edits have little in common, and the search takes quadratic time.
const MAX_EDITS = 1000;

/**
 * Aligns two lists of keys with the fewest insertions and removals (E. Myers, "An O(ND) Difference Algorithm", 1986).
 * Lists with more than 1,000 edits count as replaced.
 */
export function alignLists(before: readonly string[], after: readonly string[]): readonly AlignmentStep[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let tail = 0;
  while (
    tail < Math.min(before.length, after.length) - start &&
    before[before.length - 1 - tail] === after[after.length - 1 - tail]
  ) {
    tail += 1;
  }
  const [endBefore, endAfter] = [before.length - tail, after.length - tail];
  const steps: AlignmentStep[] = [];
  for (let index = 0; index < start; index += 1) steps.push({ kind: "same", before: index, after: index });
  const middle = alignMiddle(before.slice(start, endBefore), after.slice(start, endAfter));
  for (const step of middle) steps.push(shift(step, start));
  for (let index = 0; index < tail; index += 1) {
    steps.push({ kind: "same", before: endBefore + index, after: endAfter + index });
  }
  return steps;
}

function alignMiddle(before: readonly string[], after: readonly string[]): AlignmentStep[] {
  const most = Math.min(before.length + after.length, MAX_EDITS);
  // `reach` maps a diagonal to the furthest index in `before` that a path with this many edits reaches.
  const reach = new Map<number, number>([[1, 0]]);
  const history: Map<number, number>[] = [];
  for (let edits = 0; edits <= most; edits += 1) {
    history.push(new Map(reach));
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let x = furthest(reach, diagonal, edits);
      while (x < before.length && x - diagonal < after.length && before[x] === after[x - diagonal]) x += 1;
      reach.set(diagonal, x);
      if (x >= before.length && x - diagonal >= after.length)
        return retrace(history, before.length, after.length);
    }
  }
  return [
    ...before.map((_, index): AlignmentStep => ({ kind: "removed", before: index })),
    ...after.map((_, index): AlignmentStep => ({ kind: "added", after: index })),
  ];
}

function retrace(history: readonly Map<number, number>[], endX: number, endY: number): AlignmentStep[] {
  const steps: AlignmentStep[] = [];
  let [x, y] = [endX, endY];
  // The first items differ, so the path begins with an edit.
  for (let edits = history.length - 1; edits > 0; edits -= 1) {
    const reach = history[edits] as Map<number, number>;
    const diagonal = x - y;
    const isAdded = comesFromAbove(reach, diagonal, edits);
    const fromX = reach.get(isAdded ? diagonal + 1 : diagonal - 1) ?? 0;
    const fromY = fromX - (isAdded ? diagonal + 1 : diagonal - 1);
    const edited = isAdded ? fromX : fromX + 1;
    while (x > edited) {
      x -= 1;
      y -= 1;
      steps.push({ kind: "same", before: x, after: y });
    }
    steps.push(isAdded ? { kind: "added", after: fromY } : { kind: "removed", before: fromX });
    [x, y] = [fromX, fromY];
  }
  return steps.reverse();
}

function furthest(reach: ReadonlyMap<number, number>, diagonal: number, edits: number): number {
  return comesFromAbove(reach, diagonal, edits)
    ? (reach.get(diagonal + 1) ?? 0)
    : (reach.get(diagonal - 1) ?? 0) + 1;
}

function comesFromAbove(reach: ReadonlyMap<number, number>, diagonal: number, edits: number): boolean {
  if (diagonal === -edits) return true;
  return diagonal !== edits && (reach.get(diagonal - 1) ?? -1) < (reach.get(diagonal + 1) ?? -1);
}

function shift(step: AlignmentStep, by: number): AlignmentStep {
  if (step.kind === "removed") return { kind: "removed", before: step.before + by };
  if (step.kind === "added") return { kind: "added", after: step.after + by };
  return { kind: "same", before: step.before + by, after: step.after + by };
}
