import type { HeldReasoning, ReasoningCustody } from "../../dialects/index.ts";
import type { LedgerReader } from "./reader/ledger-reader.ts";
import type { BatchClient } from "./writer/batch-client.ts";

const CACHED = 1024;

/** Reasoning of one tenant; what was just held is found before it is on disk. */
export class SqliteCustody implements ReasoningCustody {
  readonly #tenant: string;
  readonly #reader: () => LedgerReader;
  readonly #client: () => BatchClient;
  readonly #cache = new Map<string, HeldReasoning>();
  readonly #unwritten = new Map<string, HeldReasoning>();

  constructor(tenant: string, reader: () => LedgerReader, client: () => BatchClient) {
    this.#tenant = tenant;
    this.#reader = reader;
    this.#client = client;
  }

  hold(toolCallId: string, reasoning: HeldReasoning): void {
    this.#remember(toolCallId, reasoning);
    this.#unwritten.set(toolCallId, reasoning);
    const written = () => {
      if (this.#unwritten.get(toolCallId) === reasoning) this.#unwritten.delete(toolCallId);
    };
    // Nobody waits for it; a store that cannot write says so to those who append.
    this.#client()
      .write({ kind: "hold", tenant: this.#tenant, id: toolCallId, reasoning: JSON.stringify(reasoning) })
      .then(written, written);
  }

  find(toolCallId: string): HeldReasoning | undefined {
    const known = this.#unwritten.get(toolCallId) ?? this.#cache.get(toolCallId);
    if (known !== undefined) return known;
    const sql =
      "SELECT reasoning FROM custody WHERE log = (SELECT id FROM logs WHERE tenant = ?) AND tool_call_id = ?";
    const row = this.#reader().prepare(sql).get(this.#tenant, toolCallId);
    if (row === undefined) return undefined;
    const reasoning = JSON.parse(row["reasoning"] as string) as HeldReasoning;
    this.#remember(toolCallId, reasoning);
    return reasoning;
  }

  #remember(toolCallId: string, reasoning: HeldReasoning): void {
    this.#cache.delete(toolCallId);
    this.#cache.set(toolCallId, reasoning);
    if (this.#cache.size > CACHED) this.#cache.delete(this.#cache.keys().next().value as string);
  }
}
