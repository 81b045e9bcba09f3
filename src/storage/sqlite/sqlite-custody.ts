import type { HeldReasoning, ReasoningCustody } from "../../dialects/index.ts";
import { BoundedCache, parseAsWritten } from "../../lib/index.ts";
import type { ContentOwner } from "../ledger/owned-content.ts";
import { repeatedId } from "../ledger/repeated-id.ts";
import { expiryCutoff } from "../retention.ts";
import type { LedgerParts } from "./ledger-parts.ts";

/** What each owner keeps of its reasoning in memory. Engines choose the ids and how long the reasoning is. */
const CACHE_LIMITS = { maxEntries: 1024, maxBytes: 16 * 1024 * 1024 };

const FIND = `SELECT reasoning, held_at, is_repeated FROM custody
  WHERE log = (SELECT id FROM logs WHERE tenant = ?) AND owner IN (?, ?) AND tool_call_id = ?
  ORDER BY owner DESC LIMIT 1`;

interface TimedReasoning {
  readonly reasoning: HeldReasoning;
  /** Milliseconds since the epoch. */
  readonly heldAt: number;
  /** Whether the id stands for the reasoning of more than one call. */
  isRepeated: boolean;
}

/**
 * The reasoning of one owner. `find` returns what was just passed to `hold`, before it is durable. It throws `id_repeated`
 * for an id that was held with different reasoning, because the reasoning of another conversation must never be used.
 */
export class SqliteCustody implements ReasoningCustody {
  readonly #tenant: string;
  readonly #owner: ContentOwner;
  readonly #parts: LedgerParts;
  readonly #cache = new BoundedCache<TimedReasoning>(CACHE_LIMITS);
  readonly #unwritten = new Map<string, TimedReasoning>();

  constructor(tenant: string, owner: ContentOwner, parts: LedgerParts) {
    this.#tenant = tenant;
    this.#owner = owner;
    this.#parts = parts;
  }

  hold(toolCallId: string, reasoning: HeldReasoning): void {
    const heldAt = this.#parts.now().getTime();
    const cutoff = this.#cutoff();
    const text = JSON.stringify(reasoning);
    const known = this.#unwritten.get(toolCallId) ?? this.#cache.get(toolCallId);
    const isRepeated =
      known !== undefined &&
      known.heldAt > cutoff &&
      (known.isRepeated || JSON.stringify(known.reasoning) !== text);
    const entry = { reasoning, heldAt, isRepeated };
    this.#cache.set(toolCallId, entry, 2 * text.length);
    this.#unwritten.set(toolCallId, entry);
    const settle = (isFirst: boolean) => {
      if (!isFirst) entry.isRepeated = true;
      if (this.#unwritten.get(toolCallId) === entry) this.#unwritten.delete(toolCallId);
    };
    const { owner } = this.#owner;
    // Nobody waits for this write. A store that cannot write reports it to the callers of `append`.
    this.#parts
      .client()
      .write({ kind: "hold", tenant: this.#tenant, owner, id: toolCallId, heldAt, reasoning: text, cutoff })
      .then(settle, () => settle(true));
  }

  find(toolCallId: string): HeldReasoning | undefined {
    const entry = this.#unwritten.get(toolCallId) ?? this.#cache.get(toolCallId) ?? this.#read(toolCallId);
    if (entry === undefined || entry.heldAt <= this.#cutoff()) return undefined;
    if (entry.isRepeated) throw repeatedId(toolCallId);
    return entry.reasoning;
  }

  #read(toolCallId: string): TimedReasoning | undefined {
    const { owner, readsUnowned } = this.#owner;
    const row = this.#parts
      .reader()
      .prepare(FIND)
      .get(this.#tenant, owner, readsUnowned ? "" : owner, toolCallId);
    if (row === undefined) return undefined;
    const text = row["reasoning"] as string;
    const reasoning = parseAsWritten(text) as HeldReasoning;
    const entry = { reasoning, heldAt: row["held_at"] as number, isRepeated: row["is_repeated"] === 1 };
    if (!entry.isRepeated) this.#cache.set(toolCallId, entry, 2 * text.length);
    return entry;
  }

  #cutoff(): number {
    return expiryCutoff(this.#parts.retention.reasoning_days, this.#parts.now());
  }
}
