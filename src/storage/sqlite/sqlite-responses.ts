import { AbpError } from "../../contract/index.ts";
import type { KeptResponse, ResponseStore } from "../ledger/ledger.ts";
import type { LedgerReader } from "./reader/ledger-reader.ts";
import type { BatchClient } from "./writer/batch-client.ts";

const FIND = "SELECT * FROM responses WHERE log = (SELECT id FROM logs WHERE tenant = ?) AND id = ?";

/** The responses of one tenant; each row holds its own turn only. */
export class SqliteResponses implements ResponseStore {
  readonly #tenant: string;
  readonly #reader: () => LedgerReader;
  readonly #client: () => BatchClient;

  constructor(tenant: string, reader: () => LedgerReader, client: () => BatchClient) {
    this.#tenant = tenant;
    this.#reader = reader;
    this.#client = client;
  }

  async keep(response: KeptResponse): Promise<void> {
    const { id, previousId = null, createdAt, runId, engine, isNative, input, body } = response;
    await this.#client().write({
      kind: "keep",
      tenant: this.#tenant,
      response: {
        id,
        previousId,
        createdAt: createdAt.getTime(),
        runId,
        engine,
        isNative: isNative ? 1 : 0,
        input: JSON.stringify(input) ?? "null",
        body: JSON.stringify(body) ?? "null",
      },
    });
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

  remove(id: string): Promise<boolean> {
    return this.#client().write({ kind: "remove", tenant: this.#tenant, id });
  }

  #read(id: string): KeptResponse | undefined {
    const row = this.#reader().prepare(FIND).get(this.#tenant, id);
    if (row === undefined) return undefined;
    const previousId = row["previous_id"] as string | null;
    return {
      id,
      ...(previousId === null ? {} : { previousId }),
      createdAt: new Date(row["created_at"] as number),
      runId: row["run_id"] as string,
      engine: row["engine"] as string,
      isNative: row["is_native"] === 1,
      input: JSON.parse(row["input"] as string),
      body: JSON.parse(row["body"] as string),
    };
  }
}
