import { canonicalize, formatJsonPath } from "../../lib/index.ts";
import { alignLists } from "./alignment.ts";

/** One difference. An added value has no `before`, a removed one no `after`. */
export interface ReceiptChange {
  readonly kind: "added" | "removed" | "changed";
  /** The path in the newer receipt; in the older one for a removed value. */
  readonly path: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

type Segments = readonly (string | number)[];

/**
 * Lists every difference. Lists such as the trace are compared by content, not by position.
 *
 * @example
 * import { diffReceipts } from "agent-backplane/receipts";
 * const changes = diffReceipts(receipt, JSON.parse(text));
 * for (const { kind, path } of changes) console.log(kind, path);
 */
export function diffReceipts(before: object, after: object): readonly ReceiptChange[] {
  return diffValues(before, after, []);
}

function diffValues(before: unknown, after: unknown, path: Segments): ReceiptChange[] {
  if (Array.isArray(before) && Array.isArray(after)) return diffLists(before, after, path);
  if (isMembers(before) && isMembers(after)) return diffMembers(before, after, path);
  if (canonicalize(before) === canonicalize(after)) return [];
  return [{ kind: "changed", path: formatJsonPath(path), before, after }];
}

function diffMembers(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  path: Segments,
): ReceiptChange[] {
  // JSON does not write an undefined member, so it counts as absent.
  const has = (members: object, name: string) =>
    Object.hasOwn(members, name) && (members as Record<string, unknown>)[name] !== undefined;
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name) => {
    const place = [...path, name];
    if (has(before, name) && has(after, name)) return diffValues(before[name], after[name], place);
    if (has(before, name)) return [removed(before[name], place)];
    return has(after, name) ? [added(after[name], place)] : [];
  });
}

function diffLists(before: readonly unknown[], after: readonly unknown[], path: Segments): ReceiptChange[] {
  const changes: ReceiptChange[] = [];
  let [gone, come]: [number[], number[]] = [[], []];
  const settle = () => {
    changes.push(...diffRun(before, after, gone, come, path));
    [gone, come] = [[], []];
  };
  for (const step of alignLists(before.map(contentKey), after.map(contentKey))) {
    if (step.kind === "removed") gone.push(step.before);
    else if (step.kind === "added") come.push(step.after);
    else {
      settle();
      changes.push(...diffValues(before[step.before], after[step.after], [...path, step.after]));
    }
  }
  settle();
  return changes;
}

/** Compares the items between two equal ones. Pairs removed and added items of the same kind. */
function diffRun(
  before: readonly unknown[],
  after: readonly unknown[],
  gone: readonly number[],
  come: readonly number[],
  path: Segments,
): ReceiptChange[] {
  const pairs = new Map<number, number>();
  const paired = new Set<number>();
  let next = 0;
  for (const step of alignLists(
    gone.map((at) => kindKey(before[at])),
    come.map((at) => kindKey(after[at])),
  )) {
    if (step.kind !== "same") continue;
    pairs.set(come[step.after] as number, gone[step.before] as number);
    paired.add(gone[step.before] as number);
  }
  const losses = gone.filter((at) => !paired.has(at));
  return [
    ...come.flatMap((at) => {
      const old = pairs.get(at);
      const earlier: ReceiptChange[] = [];
      while (old !== undefined && next < losses.length && (losses[next] as number) < old) {
        earlier.push(removed(before[losses[next] as number], [...path, losses[next] as number]));
        next += 1;
      }
      const place = [...path, at];
      return [
        ...earlier,
        ...(old === undefined ? [added(after[at], place)] : diffValues(before[old], after[at], place)),
      ];
    }),
    ...losses.slice(next).map((at) => removed(before[at], [...path, at])),
  ];
}

/** The content of an item without its time, so that a different clock does not make every event new. */
function contentKey(item: unknown): string {
  if (!isMembers(item)) return canonicalize(item);
  const { ts: _, ...content } = item;
  return canonicalize(content);
}

function kindKey(item: unknown): string {
  const kind = isMembers(item) ? (item["type"] ?? item["kind"] ?? "object") : typeof item;
  return String(kind);
}

function added(after: unknown, path: Segments): ReceiptChange {
  return { kind: "added", path: formatJsonPath(path), after };
}

function removed(before: unknown, path: Segments): ReceiptChange {
  return { kind: "removed", path: formatJsonPath(path), before };
}

function isMembers(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
