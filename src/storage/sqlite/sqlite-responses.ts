import { AbpError } from "../../contract/index.ts";
import type { KeptResponse, ResponseStore } from "../ledger/response-store.ts";

import { expiryCutoff } from "../retention.ts";
import type { LedgerParts } from "./ledger-parts.ts";

const FIND = "SELECT * FROM responses WHERE log = (SELECT id FROM logs WHERE tenant = ?) AND id = ?";

/** The responses of one tenant. Each row contains the input and output of one turn. */
export class SqliteResponses implements ResponseStore {
  readonly #tenant: string;
  readonly #parts: LedgerParts;

  constructor(tenant: string, parts: LedgerParts) {
    this.#tenant = tenant;
    this.#parts = parts;
  }

  async keep(response: KeptResponse): Promise<void> {
    const { id, previousId = null, createdAt, runId, engine, isNative, isPending, input, body } = response;
    await this.#parts.client().write({
      kind: "keep",
      tenant: this.#tenant,
      response: {
        id,
        previousId,
        createdAt: createdAt.getTime(),
        runId,
        engine,
        isNative: isNative ? 1 : 0,
        isPending: isPending ? 1 : 0,
        input: formatContent(input),
        body: formatContent(body),
      },
    });
  }

  async finish(id: string, body: unknown): Promise<boolean> {
    return this.#parts
      .client()
      .write({ kind: "finish", tenant: this.#tenant, id, body: formatContent(body), cutoff: this.#cutoff() });
  }

  async find(id: string): Promise<KeptResponse | undefined> {
    return this.#read(id);
  }

  async chain(id: string): Promise<readonly KeptResponse[]> {
    const chain: KeptResponse[] = [];
    const seen = new Set<string>();
    for (let next: string | undefined = id; next !== undefined; ) {
      const response: KeptResponse | undefined = seen.has(next) ? undefined : this.#read(next);
      if (response === undefined) {
        throw new AbpError("response_not_found", `there is no stored response ${JSON.stringify(next)}`);
      }
      seen.add(next);
      chain.push(response);
      next = response.previousId;
    }
    return chain.reverse();
  }

  async remove(id: string): Promise<boolean> {
    return this.#parts.client().write({ kind: "remove", tenant: this.#tenant, id, cutoff: this.#cutoff() });
  }

  #cutoff(): number {
    return expiryCutoff(this.#parts.retention.responses_days, this.#parts.now());
  }

  #read(id: string): KeptResponse | undefined {
    const row = this.#parts.reader().prepare(FIND).get(this.#tenant, id);
    if (row === undefined || (row["created_at"] as number) <= this.#cutoff()) return undefined;
    const previousId = row["previous_id"] as string | null;
    return {
      id,
      ...(previousId === null ? {} : { previousId }),
      createdAt: new Date(row["created_at"] as number),
      runId: row["run_id"] as string,
      engine: row["engine"] as string,
      isNative: row["is_native"] === 1,
      ...(row["is_pending"] === 1 ? { isPending: true } : {}),
      input: JSON.parse(row["input"] as string),
      body: JSON.parse(row["body"] as string),
    };
  }
}

// JSON has no undefined.
function formatContent(content: unknown): string {
  return JSON.stringify(content) ?? "null";
}
