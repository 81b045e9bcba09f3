import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { openStore } from "../storage/index.ts";
import { useMachine } from "./fixtures/console.ts";

const machine = useMachine();
const RUN = "01900000-0000-7000-8000-000000000001";

const configOf = () => ({
  receipts_dir: join(machine.root, "home/data/receipts"),
  receipts: { origin: "localhost/abp", keys_dir: join(machine.root, "home/data/keys") },
});

// A store that is closed with an open run leaves what a killed process leaves.
beforeEach(async () => {
  const store = await openStore(configOf(), { writer: "inline" });
  await store.ledger("default").begin({
    runId: RUN,
    workOrderId: RUN,
    startedAt: new Date("2026-01-01T00:00:00Z"),
    backendId: "e",
    mode: "mapped",
  });
  await store.close();
});

async function findReceipt() {
  const store = await openStore(configOf(), { mode: "read" });
  try {
    return (await store.ledger("default").find(RUN))?.receipt;
  } finally {
    await store.close();
  }
}

describe("a run that a killed process left open", () => {
  it.each([
    ["run", ["run", "--task", "hi"]],
    ["call", ["call", "hi"]],
    ["exec", ["exec", "--", "true"]],
    ["receipt log", ["receipt", "log"]],
    ["receipt log --checkpoint", ["receipt", "log", "--checkpoint"]],
  ])("is recorded as interrupted by `abp %s`", async (_, argv) => {
    machine.env["PATH"] = process.env["PATH"];
    expect((await machine.run(argv)).exit).toBe(0);
    expect(await findReceipt()).toMatchObject({ outcome: "failed", termination: { reason: "interrupted" } });
  });
});
