import type { Usage } from "../../../contract/index.ts";
import type { JsonObject } from "../../../lib/index.ts";
import { numberOf, objectOf, textOf } from "../members.ts";

const MEMBERS = [
  ["input_tokens", "inputTokens"],
  ["output_tokens", "outputTokens"],
  ["cache_read_tokens", "cachedInputTokens"],
  ["cache_write_tokens", "cacheWriteInputTokens"],
] as const;

type Counts = Record<(typeof MEMBERS)[number][0], number>;

interface ThreadCounts {
  /** What the thread had used before this run. */
  readonly before: Counts;
  total: Counts;
}

/**
 * What a run used. Codex counts each thread from its beginning, earlier runs and the thread that it was forked from included, so
 * what came before is subtracted. Sub-agents have threads of their own, which are added.
 */
export class ThreadUsage {
  readonly #turns = new Set<string>();
  readonly #threads = new Map<string, ThreadCounts>();

  /** Notes a turn that runs now. Counts of other turns are repeated by a thread that is resumed. */
  turnStarted(turnId: string): void {
    this.#turns.add(turnId);
  }

  /** Takes the parameters of `thread/tokenUsage/updated`. */
  update(params: JsonObject): void {
    const threadId = textOf(params, "threadId");
    const usage = objectOf(params, "tokenUsage");
    const total = readCounts(objectOf(usage, "total"));
    if (!this.#turns.has(textOf(params, "turnId"))) {
      this.#threads.set(threadId, { before: total, total });
      return;
    }
    const known = this.#threads.get(threadId);
    if (known !== undefined) known.total = total;
    else {
      const before = difference(total, readCounts(objectOf(usage, "last")));
      this.#threads.set(threadId, { before, total });
    }
  }

  /** The sum over all threads; undefined if no turn has reported anything. */
  get total(): Partial<Usage> | undefined {
    if (this.#threads.size === 0) return undefined;
    const sum = readCounts({});
    for (const { before, total } of this.#threads.values()) {
      const used = difference(total, before);
      for (const [name] of MEMBERS) sum[name] += used[name];
    }
    return sum;
  }
}

function readCounts(object: JsonObject): Counts {
  const entries = MEMBERS.map(([name, native]) => [name, numberOf(object, native) ?? 0] as const);
  return Object.fromEntries(entries) as Counts;
}

function difference(left: Counts, right: Counts): Counts {
  const entries = MEMBERS.map(([name]) => [name, Math.max(0, left[name] - right[name])] as const);
  return Object.fromEntries(entries) as Counts;
}
