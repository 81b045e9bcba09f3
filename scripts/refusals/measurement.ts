import {
  type ClassifiedRefusal,
  classifyRefusal,
  type RefusalClass,
  type RefusedPart,
  refusalClasses,
} from "./refusal-class.ts";
import type { RecordedRequest, RefusalTarget, Translator } from "./translator.ts";

/** One refused request. */
export interface Refusal extends ClassifiedRefusal {
  readonly recording: string;
  readonly part: RefusedPart;
}

/** The refusals of one ordered pair of dialects. */
export interface PairMeasurement {
  readonly from: string;
  readonly to: string;
  readonly model: string;
  readonly requests: number;
  /** Each refused request once, in its gravest class: a refusal counts as `other` if one of its parts does. */
  readonly refusals: readonly Refusal[];
}

/** Translates every recorded request to a target and collects the refusals. */
export function measurePair(
  from: string,
  target: RefusalTarget,
  requests: readonly RecordedRequest[],
  translate: Translator,
): PairMeasurement {
  const refusals = requests.flatMap((request) => {
    const found = translate(from, target, request).map((part) => ({
      ...classifyRefusal(part, valueAt(request.body, part.path), target.dialect),
      recording: request.name,
      part,
    }));
    const gravest = found.sort((left, right) => gravity(right.class) - gravity(left.class))[0];
    return gravest === undefined ? [] : [gravest];
  });
  return { from, to: target.dialect, model: target.model, requests: requests.length, refusals };
}

/** The number of refused requests in each class. */
export function countClasses({ refusals }: PairMeasurement): Record<RefusalClass, number> {
  const counts = { contract: 0, media: 0, foreign_id: 0, account_tool: 0, other: 0 };
  for (const refusal of refusals) counts[refusal.class] += 1;
  return counts;
}

/** Whether more than one in a hundred requests is refused for a reason that no class allows. */
export function exceedsLimit(pair: PairMeasurement): boolean {
  return countClasses(pair).other * 100 > pair.requests;
}

function gravity(one: RefusalClass): number {
  return refusalClasses.indexOf(one);
}

/** The value at a path such as `$.tools[1].googleSearch`; undefined if there is none. */
export function valueAt(body: unknown, path: string): unknown {
  let value = body;
  for (const [, name, index] of path.matchAll(/\.([\w$-]+)|\[(\d+)\]/g)) {
    if (typeof value !== "object" || value === null) return undefined;
    value = (value as Record<string, unknown>)[name ?? index!];
  }
  return value;
}
