import type { HeldReasoning, ReasoningCustody } from "../../dialects/index.ts";
import { expiryCutoff } from "../retention.ts";
import type { LedgerParts } from "./ledger-parts.ts";

/** The number of recently used entries that each tenant keeps in memory. */
const MAX_CACHED_ENTRIES = 1024;

const FIND = `SELECT reasoning, held_at FROM custody
  WHERE log = (SELECT id FROM logs WHERE tenant = ?) AND tool_call_id = ?`;

interface TimedReasoning {
  readonly reasoning: HeldReasoning;
  /** Milliseconds since the epoch. */
  readonly heldAt: number;
}

/** The reasoning of one tenant. `find` returns what was just passed to `hold`, before it is durable. */
export class SqliteCustody implements ReasoningCustody {
  readonly #tenant: string;
  readonly #parts: LedgerParts;
  readonly #cache = new Map<string, TimedReasoning>();
  readonly #unwritten = new Map<string, TimedReasoning>();

  constructor(tenant: string, parts: LedgerParts) {
    this.#tenant = tenant;
    this.#parts = parts;
  }

  hold(toolCallId: string, reasoning: HeldReasoning): void {
    const heldAt = this.#parts.now().getTime();
    const entry = { reasoning, heldAt };
    this.#remember(toolCallId, entry);
    this.#unwritten.set(toolCallId, entry);
    const settle = () => {
      if (this.#unwritten.get(toolCallId) === entry) this.#unwritten.delete(toolCallId);
    };
    const text = JSON.stringify(reasoning);
    // Nobody waits for this write. A store that cannot write reports it to the callers of `append`.
    this.#parts
      .client()
      .write({ kind: "hold", tenant: this.#tenant, id: toolCallId, heldAt, reasoning: text })
      .then(settle, settle);
  }

  find(toolCallId: string): HeldReasoning | undefined {
    const entry = this.#unwritten.get(toolCallId) ?? this.#cache.get(toolCallId) ?? this.#read(toolCallId);
    if (entry === undefined || entry.heldAt <= this.#cutoff()) return undefined;
    this.#remember(toolCallId, entry);
    return entry.reasoning;
  }

  #read(toolCallId: string): TimedReasoning | undefined {
    const row = this.#parts.reader().prepare(FIND).get(this.#tenant, toolCallId);
    if (row === undefined) return undefined;
    const reasoning = JSON.parse(row["reasoning"] as string) as HeldReasoning;
    return { reasoning, heldAt: row["held_at"] as number };
  }

  #cutoff(): number {
    return expiryCutoff(this.#parts.retention.reasoning_days, this.#parts.now());
  }

  // Moves the entry to the end: the first one is the least recently used.
  #remember(toolCallId: string, entry: TimedReasoning): void {
    this.#cache.delete(toolCallId);
    this.#cache.set(toolCallId, entry);
    if (this.#cache.size > MAX_CACHED_ENTRIES) this.#cache.delete(this.#cache.keys().next().value as string);
  }
}
