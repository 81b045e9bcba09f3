import type { BatchClient } from "../batch/batch-client.ts";
import type { WriterHealth } from "./writer-health.ts";

/** The time between two attempts to write while the ledger cannot. */
const PROBE_INTERVAL_MS = 1000;

/** Tries to write while the ledger cannot, so that it is found to work again without a call that tries. */
export class HealthProbe {
  readonly #health: Pick<WriterHealth, "current">;
  readonly #client: Pick<BatchClient, "write">;
  #timer: NodeJS.Timeout | undefined;
  #isProbing = false;

  constructor(health: Pick<WriterHealth, "current">, client: Pick<BatchClient, "write">) {
    this.#health = health;
    this.#client = client;
  }

  start(): void {
    this.#timer = setInterval(() => void this.#probe(), PROBE_INTERVAL_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #probe(): Promise<void> {
    if (this.#isProbing || this.#health.current.ok) return;
    this.#isProbing = true;
    try {
      await this.#client.write({ kind: "probe" });
    } catch {
      // The health still says why; the next attempt follows.
    } finally {
      this.#isProbing = false;
    }
  }
}
