import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { buildReceipt, type Receipt } from "../../../contract/index.ts";
import { openStore, type Store } from "../../../storage/index.ts";
import { useMachine } from "../../fixtures/console.ts";

const machine = useMachine();
const data = (name: string) => join(machine.root, "home/data", name);
const log = (...flags: string[]) => machine.run(["receipt", "log", ...flags]);
const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;

let store: Store | undefined;
afterEach(async () => {
  await store?.close();
  store = undefined;
});

/** The receipt of a run, or of a call of the run `parent`. */
function receiptOf(number: number, parent?: number): Receipt {
  const receipt = buildReceipt({
    runId: idOf(number),
    workOrderId: idOf(0),
    startedAt: new Date("2026-03-01T08:00:00Z"),
    finishedAt: new Date("2026-03-01T08:00:01Z"),
    backend: { id: `mock${number}` },
    outcome: "complete",
    verification: { harness_ok: true },
  });
  return parent === undefined
    ? receipt
    : { ...receipt, observed: { ...receipt.observed, call: { parent_run: idOf(parent) } } as never };
}

async function fill(tenants: readonly string[], ...receipts: readonly Receipt[]): Promise<void> {
  store = await openStore({
    receipts_dir: data("receipts"),
    receipts: { origin: "localhost/abp", keys_dir: data("keys") },
  });
  for (const tenant of tenants) for (const receipt of receipts) await store.ledger(tenant).append(receipt);
  await store.close();
  store = undefined;
}
const rowsOf = (out: string) =>
  out
    .trimEnd()
    .split("\n")
    .map((line) => line.split(/ {2,}/));

describe("abp receipt log", () => {
  it("lists the newest receipts first, as many as are asked for", async () => {
    await fill(["default"], receiptOf(1), receiptOf(2), receiptOf(3));
    const all = await log();
    const finished = "2026-03-01T08:00:01Z";
    const row = (number: number) => [
      ...[`${number - 1}`, idOf(number), expect.stringContaining("2026-03-01T08:00:01"), `mock${number}`],
      ...["complete", expect.stringMatching(/^[0-9a-f]{12}$/)],
    ];
    expect([all.exit, all.error]).toEqual([0, ""]);
    expect(rowsOf(all.out)).toEqual([
      ["number", "run", "finished", "backend", "outcome", "receipt_sha256"],
      row(3),
      row(2),
      row(1),
    ]);
    const two = await log("--limit", "2");
    expect([rowsOf(two.out).slice(1), two.error]).toEqual([[row(3), row(2)], "2 of 3; --limit shows more\n"]);
    const [first] = JSON.parse((await log("--json", "--limit", "1")).out);
    expect(first).toEqual({
      seq: 2,
      run_id: idOf(3),
      finished_at: expect.stringContaining(finished.slice(0, -1)),
      backend: "mock3",
      outcome: "complete",
      receipt_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      entry_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it("lists the receipts of a run and of its calls", async () => {
    await fill(["default"], receiptOf(1), receiptOf(2, 1), receiptOf(3, 9), receiptOf(4));
    const { out, error } = await log("--run", idOf(1));
    expect([
      rowsOf(out)
        .slice(1)
        .map(([number]) => number),
      error,
    ]).toEqual([["1", "0"], ""]);
    expect((await log("--run", idOf(8))).out).toBe(
      `the log has no receipt of the run ${idOf(8)} and of its calls\n`,
    );
  });

  it("says that it is empty, and which other tenants have receipts", async () => {
    const empty = "the log of the tenant default is empty; `abp run` and `abp up` write to it\n";
    const names = Array.from({ length: 22 }, (_, index) => `t${String(index).padStart(2, "0")}`);
    await fill(names.slice(0, 20), receiptOf(1));
    const some = await log();
    const words = `other tenants have receipts: ${names.slice(0, 20).join(", ")}`;
    expect([some.out, some.error]).toEqual([
      empty,
      expect.stringContaining(`${words}; --tenant shows theirs\n`),
    ]);
    await fill(names.slice(20), receiptOf(1));
    expect((await log()).error).toContain(`${words} and 2 more; --tenant shows theirs\n`);
    expect((await log("--tenant", "t03")).error).toBe("");
  });

  it("refuses a tenant without receipts", async () => {
    await fill([]);
    const { exit, out, error } = await log("--tenant", "team");
    expect([exit, out]).toEqual([2, ""]);
    expect(error).toContain('--tenant: the tenant "team" has no receipts; no tenant has any\n');
  });

  it("says which tenants have receipts if the named one has none", async () => {
    await fill(["one", "two"], receiptOf(1));
    const { exit, error } = await log("--tenant", "team", "--json");
    expect([exit, JSON.parse(error).error]).toEqual([
      2,
      expect.objectContaining({
        code: "usage_invalid",
        message: 'the tenant "team" has no receipts; there are those of one, two',
        details: expect.objectContaining({
          where: "--tenant",
          advice: "Name a tenant that has receipts: `receipts.tenant`, or the `tenant` of a key.",
        }),
      }),
    ]);
  });

  it("prints a checkpoint", async () => {
    await fill(["default"], receiptOf(1));
    const { exit, out } = await log("--checkpoint");
    expect([exit, out.split("\n").slice(0, 2)]).toEqual([0, ["localhost/abp/default", "1"]]);
    const exported = await log("--export", "log.jsonl");
    expect([exported.out, exported.error]).toEqual([
      "",
      "wrote 1 receipts to log.jsonl and the checkpoint to log.jsonl.checkpoint\n",
    ]);
  });

  it("makes the key that signs a checkpoint, and none for a list", async () => {
    await fill([]);
    expect((await log()).error).not.toContain("created signing key");
    rmSync(join(machine.root, "home/data/keys"), { recursive: true, force: true });
    const { exit, error } = await log("--checkpoint");
    expect([exit, error]).toEqual([0, expect.stringContaining("created signing key")]);
  });
});
