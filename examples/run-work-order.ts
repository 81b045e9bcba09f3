/**
 * Runs a work order on the mock and shows its events, its receipt, and the events again from the store.
 * It needs no key and no network. In a checkout: npm run build && npx node examples/run-work-order.ts
 */
import {
  BackendRegistry,
  buildWorkOrder,
  filterStream,
  openRunLog,
  openStore,
  replayStream,
  resolveBackend,
  runStreaming,
  sweepRuns,
} from "agent-backplane";
import { loadConfig } from "agent-backplane/config";

const { config } = loadConfig();
// Ends what a killed process left behind. Opening the store writes the receipts of its runs.
await sweepRuns(config.workspace_dir);
const store = await openStore(config);
const registry = new BackendRegistry(config.backends);
try {
  const order = buildWorkOrder(crypto.randomUUID(), "Say hello", {
    policy: { deny_read: ["**/.env"], deny_write: [".github/**"], require_approval_for: ["Bash"] },
    limits: { idle_ms: 60_000 },
    timeoutMs: 600_000,
  });
  const { backend, projection } = await resolveBackend({
    name: "auto",
    registry,
    order,
    inspect: () => Promise.reject(new Error("only backends that are known without a start are asked here")),
  });
  const run = runStreaming(backend, order, {
    software: { name: "example", version: "1" },
    log: await openRunLog(store, config, config.receipts.tenant),
    projection,
    workspaceDir: config.workspace_dir,
    runsDir: config.runs.dir,
    approver: { approve: async ({ subject }) => subject === "Bash" },
  });
  for await (const event of run.events) console.log("event", event.type);

  const { receipt, verification, enforcement, patch } = await run.result;
  console.log("receipt", receipt.outcome, verification.ok ? "verified" : "NOT verified", enforcement.level);
  console.log("patch", patch?.patch.path ?? "none");

  const stored = replayStream(store.ledger(config.receipts.tenant), run.runId, { fromSeq: 1 });
  for await (const event of filterStream(stored, ({ type }) => type === "assistant_message")) {
    console.log("stored", event.type);
  }
} finally {
  await registry.close();
  await store.close();
}
