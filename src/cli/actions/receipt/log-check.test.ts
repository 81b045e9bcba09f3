import { copyFileSync, cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { buildReceipt, type Receipt } from "../../../contract/index.ts";
import { openStore, type Store } from "../../../storage/index.ts";
import { useMachine } from "../../fixtures/console.ts";

const machine = useMachine();
const data = (name: string) => join(machine.root, "home/data", name);
const config = () => ({
  receipts_dir: data("receipts"),
  receipts: { origin: "localhost/abp", keys_dir: data("keys") },
});
const check = () => machine.run(["receipt", "log", "--check"]);

let daemon: Store | undefined;
afterEach(async () => {
  await daemon?.close();
  daemon = undefined;
});

function receiptOf(number: number): Receipt {
  return buildReceipt({
    runId: `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`,
    workOrderId: "00000000-0000-4000-8000-000000000002",
    startedAt: new Date("2026-03-01T08:00:00Z"),
    finishedAt: new Date("2026-03-01T08:00:01Z"),
    backend: { id: "mock" },
    outcome: "complete",
    verification: { harness_ok: true },
  });
}

describe("abp receipt log --check", () => {
  it("accepts a log whose last receipts are not signed yet, beside the process that writes it", async () => {
    daemon = await openStore(config());
    const ledger = daemon.ledger("default");
    await ledger.append(receiptOf(1));
    const early = await check();
    expect([early.exit, early.out]).toEqual([
      0,
      expect.stringMatching(/^VALID log of 1 receipt: 0 signed, 1 not yet signed\n {2}checkpoint +none yet/),
    ]);
    await ledger.checkpoint();
    for (const number of [2, 3]) await ledger.append(receiptOf(number));
    const later = await check();
    expect(later.exit).toBe(0);
    expect(later.out).toMatch(/^VALID log of 3 receipts: 1 signed, 2 not yet signed/);
    expect((await ledger.append(receiptOf(4))).seq).toBe(3);
    const json = JSON.parse((await machine.run(["receipt", "log", "--check", "--json"])).out);
    expect(json).toMatchObject({ kind: "log", ok: true, receipts: 4, signed: 1, unsigned: 3, findings: [] });
  });

  it("says which runs have no receipt yet", async () => {
    daemon = await openStore(config());
    const run = {
      workOrderId: receiptOf(1).meta.run_id,
      startedAt: new Date(),
      backendId: "m",
      mode: "mapped",
    };
    await daemon.ledger("default").begin({ ...run, runId: receiptOf(1).meta.run_id } as never);
    expect((await check()).out).toMatch(/running +1 without a receipt yet/);
    await daemon.close();
    expect((await check()).out).toMatch(/interrupted +1 of a process that has ended/);
    const listed = await machine.run(["receipt", "log"]);
    expect(listed.error).toContain("recorded 1 run of a process that has ended as interrupted");
    expect(listed.out).toContain("failed");
    const after = await check();
    expect(after.out).toMatch(/^VALID log of 1 receipt: 1 signed, 0 not yet signed/);
    expect(after.out).not.toContain("interrupted ");
  });

  it("reports a database that was put back to an older state, and what to do", async () => {
    await machine.run(["run", "--task", "one"]);
    copyFileSync(data("receipts/ledger.db"), data("old"));
    await machine.run(["run", "--task", "two"]);
    copyFileSync(data("old"), data("receipts/ledger.db"));
    for (const name of ["ledger.db-wal", "ledger.db-shm"]) rmSync(data(`receipts/${name}`), { force: true });
    const { exit, out } = await check();
    expect(exit).toBe(7);
    expect(out).toMatch(/^INVALID log of 1 receipt/);
    expect(out).toContain("receipt_log_truncated");
    expect(out).toContain("→ The file ledger.db-wal was deleted, or an older ledger.db was put in place.");
    expect(out).not.toContain("unchanged");
    const listed = await machine.run(["receipt", "log"]);
    expect(listed.error).toMatch(/^warning receipt_log_truncated: .*`abp receipt log --check`/);
    expect((await machine.run(["run", "--task", "three"])).exit).toBe(7);
  });

  it("reports a changed byte of a receipt, with its number", async () => {
    for (const task of ["one", "two"]) await machine.run(["run", "--task", task]);
    const bytes = readFileSync(data("receipts/ledger.db"));
    const at = bytes.indexOf("mock backend starting: two");
    bytes[at] = 0x4d;
    writeFileSync(data("receipts/ledger.db"), bytes);
    const { exit, out } = await check();
    expect(exit).toBe(7);
    expect(out).toMatch(/ledger_damaged entry 1|ledger_damaged .*receipt 1 of the ledger was changed/);
  });

  it("accepts runs during which the clock stepped back", async () => {
    let seconds = 0;
    const now = () => new Date(Date.parse("2026-03-01T08:00:00Z") - 1000 * seconds++);
    for (const task of ["one", "two"]) await machine.run(["run", "--task", task], { now });
    expect((await check()).out).toMatch(/^VALID log of 2 receipts: 2 signed/);
    await machine.run(["receipt", "log", "--export", "log.jsonl"], { now });
    const [first] = readFileSync(join(machine.root, "log.jsonl"), "utf8").split("\n");
    expect(JSON.parse(first as string).observed.clock).toMatchObject({ clamped: true });
  });

  it("checks a copy, and changes nothing in it", async () => {
    await machine.run(["run", "--task", "one"]);
    cpSync(data("receipts"), data("copy"), { recursive: true });
    const before = readFileSync(data("copy/ledger.db"));
    const copy = { env: { ...machine.env, ABP_RECEIPTS_DIR: data("copy") } };
    expect((await machine.run(["receipt", "log", "--check"], copy)).exit).toBe(0);
    expect(readFileSync(data("copy/ledger.db")).equals(before)).toBe(true);
  });

  it("names the other tenants that have receipts if its own log is empty, and lists theirs", async () => {
    await machine.run(["receipt", "keys", "create"]);
    const store = await openStore(config());
    for (const tenant of ["other", "team"]) await store.ledger(tenant).append(receiptOf(1));
    await store.close();
    const own = await machine.run(["receipt", "log"]);
    expect(own.out).toContain("the log of the tenant default is empty");
    expect(own.error).toContain("other tenants have receipts: other, team; --tenant shows theirs");
    const others = await machine.run(["receipt", "log", "--tenant", "other"]);
    expect([others.exit, others.out]).toEqual([0, expect.stringContaining(receiptOf(1).meta.run_id)]);
    const nothing = await machine.run(["receipt", "log", "--tenant", "othr"]);
    expect([nothing.exit, nothing.out]).toEqual([2, ""]);
    expect(nothing.error).toContain(
      '--tenant: the tenant "othr" has no receipts; there are those of other, team',
    );
    const checked = await machine.run(["receipt", "log", "--check", "--tenant", "team", "--json"]);
    expect(JSON.parse(checked.out)).toMatchObject({ ok: true, receipts: 1 });
  });

  it("reports a fault in the log of another tenant", async () => {
    await machine.run(["run", "--task", "one"]);
    const store = await openStore(config());
    await store.ledger("other").append(receiptOf(1));
    await store.close();
    expect((await check()).out).toMatch(/log of other +1 receipt: 1 signed/);
    rmSync(data("receipts/checkpoint-other"));
    writeFileSync(data("receipts/checkpoint-other"), "nothing");
    const { exit, out } = await check();
    expect([exit, out]).toEqual([7, expect.stringContaining("receipt_checkpoint_invalid log of other: ")]);
  });

  it("reports a checkpoint that no trusted key signed", async () => {
    await machine.run(["run", "--task", "one"]);
    rmSync(data("keys"), { recursive: true });
    const { exit, out } = await check();
    expect([exit, out]).toEqual([7, expect.stringContaining("receipt_key_untrusted")]);
  });
});

describe("abp receipt log --export", () => {
  it("writes the receipts that its checkpoint covers, while others are added", async () => {
    daemon = await openStore(config());
    const ledger = daemon.ledger("default");
    let isDone = false;
    let number = 0;
    await ledger.append(receiptOf(number++));
    const load = (async () => {
      while (!isDone) await ledger.append(receiptOf(number++));
    })();
    for (let round = 0; round < 3; round += 1) {
      expect((await machine.run(["receipt", "log", "--export", `${round}.jsonl`])).exit).toBe(0);
      expect((await machine.run(["receipt", "verify", `${round}.jsonl`])).out).toMatch(/^VALID/);
    }
    isDone = true;
    await load;
  });
});
