import { loadConfig } from "../../src/config/index.ts";
import { buildReceipt, buildWorkOrder } from "../../src/contract/index.ts";
import { openStore, type Store } from "../../src/storage/index.ts";

const AT_ONCE = 512;
const startedAt = new Date("2026-03-01T08:00:00Z");
const idOf = (number: number) => `01890000-0000-7000-8000-${String(number).padStart(12, "0")}`;

/** Opens the store that a daemon with this home would open. */
export function openHomeStore(home: string): Promise<Store> {
  const { config } = loadConfig({ cwd: home, home, env: { ABP_HOME: home } });
  return openStore(config);
}

/** Adds receipts to the log of the default tenant. */
export async function addReceipts(store: Store, count: number): Promise<void> {
  const ledger = store.ledger("default");
  for (let from = 0; from < count; from += AT_ONCE) {
    const numbers = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, at) => from + at);
    const add = (number: number) => {
      const id = idOf(number);
      const times = { runId: id, workOrderId: id, startedAt, finishedAt: startedAt };
      return ledger.append(buildReceipt({ ...times, backend: { id: "mock" }, outcome: "complete" }));
    };
    await Promise.all(numbers.map(add));
  }
}

/** Adds pending runs. Their backend is not there, so that a daemon ends them without work. */
export async function addPendingRuns(store: Store, count: number, root: string): Promise<void> {
  for (let from = 0; from < count; from += AT_ONCE) {
    const numbers = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, at) => from + at);
    const add = (number: number) => {
      const id = idOf(1_000_000_000 + number);
      const order = buildWorkOrder(id, "say hello", { workspace: { root } });
      const submission = { order, source: { kind: "root" }, backend: "mock", rights: { anyRoot: true } };
      return store.runs.submit({
        ...{ runId: id, tenant: "default", owner: "key:local-admin", keyName: "local-admin", priority: 0 },
        ...{ backend: "mock", submission: JSON.stringify(submission), submittedAt: startedAt },
      });
    };
    await Promise.all(numbers.map(add));
  }
}
