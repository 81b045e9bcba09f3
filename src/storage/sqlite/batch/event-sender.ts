import type { EventRows } from "./batch.ts";
import type { BatchClient } from "./batch-client.ts";
import { splitEvents } from "./event-rows.ts";

/** The most characters of events that are on their way to the writer, unless one row alone has more. */
const MAX_SENT_CHARACTERS = 4 * 1024 * 1024;

interface WaitingRow {
  readonly row: EventRows;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Sends the events of one thread to the writer, in the order of the calls. A limit on the events that are on their way bounds the
 * size of messages and transactions; the rest waits here.
 */
export class EventSender {
  readonly #client: Pick<BatchClient, "write">;
  readonly #waiting: WaitingRow[] = [];
  #sentCharacters = 0;

  constructor(client: Pick<BatchClient, "write">) {
    this.#client = client;
  }

  /** Resolves when all lines are durable; rejects with the first refusal. */
  async send(run: Omit<EventRows, "count" | "lines">, lines: readonly string[]): Promise<void> {
    const rows = splitEvents(run, lines).map(
      (row) =>
        new Promise<void>((resolve, reject) => {
          this.#waiting.push({ row, resolve, reject });
        }),
    );
    this.#sendWaiting();
    await Promise.all(rows);
  }

  #sendWaiting(): void {
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      const size = next.row.lines.length;
      if (this.#sentCharacters > 0 && this.#sentCharacters + size > MAX_SENT_CHARACTERS) return;
      this.#waiting.shift();
      this.#sentCharacters += size;
      void this.#sendRow(next);
    }
  }

  async #sendRow({ row, resolve, reject }: WaitingRow): Promise<void> {
    try {
      await this.#client.write({ kind: "events", ...row });
      resolve();
    } catch (error) {
      reject(error);
    } finally {
      this.#sentCharacters -= row.lines.length;
      this.#sendWaiting();
    }
  }
}
