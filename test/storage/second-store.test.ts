import { readdirSync } from "node:fs";
import { join } from "node:path";
import { MessageChannel } from "node:worker_threads";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { useMachine } from "../../src/cli/fixtures/console.ts";
import { loadConfig } from "../../src/config/index.ts";
import { ask, receiptOf, TestDaemons } from "../../src/daemon/fixtures/test-daemon.ts";
import { startThreadServer } from "../../src/daemon/threads/thread-server.ts";
import { KeySlotTable } from "../../src/server/limits/key-slot-table.ts";
import { claimPort } from "../../src/server/listening/port-claim.ts";
import { inspectStore, openStore } from "../../src/storage/index.ts";
import { openRun, runId } from "../../src/storage/ledger/fixtures/runs.ts";
import type { StoreKind } from "../../src/storage/ledger/index.ts";
import { storeKinds } from "../../src/storage/store-kinds.ts";
import { memoryKind } from "./memory-store/memory-kind.ts";

const kinds = storeKinds as StoreKind[];
beforeEach(() => void kinds.unshift(memoryKind()));
afterEach(() => void kinds.shift());

/** The names of all files below a directory. */
function filesBelow(directory: string): string[] {
  return readdirSync(directory, { recursive: true }).map(String);
}

/** Files that only the store in SQLite has. */
const ofSqlite = (name: string) => /ledger\.db|memory|checkpoint-|head-/.test(name);

describe("a second kind of store, added as one row of the table", () => {
  const machine = useMachine();
  beforeEach(() => {
    machine.env["ABP_RECEIPTS_DIR"] = join(machine.root, "memory");
  });
  const config = () => loadConfig({ cwd: machine.root, home: machine.root, env: machine.env }).config;

  it("holds the runs of the command line, which lists, checks, exports and proves their receipts", async () => {
    for (const task of ["one", "two"]) expect((await machine.run(["run", "--task", task])).exit).toBe(0);
    const listed = JSON.parse((await machine.run(["receipt", "log", "--json"])).out) as { seq: number }[];
    expect(listed.map(({ seq }) => seq)).toEqual([1, 0]);
    expect((await machine.run(["receipt", "log", "--check"])).out).toMatch(/^VALID log of 2 receipts/);
    expect((await machine.run(["receipt", "log", "--export", "log.jsonl"])).exit).toBe(0);
    expect((await machine.run(["receipt", "verify", "log.jsonl"])).exit).toBe(0);
    expect((await machine.run(["receipt", "prove", "1", "--out", "b.tlog-proof"])).exit).toBe(0);
    expect((await machine.run(["receipt", "verify", "b.tlog-proof"])).exit).toBe(0);
    expect(filesBelow(machine.root).filter(ofSqlite)).toEqual([]);
  });

  it("is looked at without being opened: its tenants, its open runs, its newest receipt, its faults", async () => {
    expect(await inspectStore(config()).exists()).toBe(false);
    await machine.run(["run", "--task", "one"]);
    const gone = await openStore(config(), { writer: "inline" });
    await gone.ledger("default").begin(openRun(7));
    await gone.close();
    expect(await inspectStore(config()).countOpenRuns("default")).toEqual({ running: 0, interrupted: 1 });
    const log = await machine.run(["receipt", "log"]);
    expect(log.error).toContain("recorded 1 run of a process that has ended as interrupted");
    expect(log.out).toContain(runId(7).slice(0, 8));
    const other = await machine.run(["receipt", "log", "--tenant", "none"]);
    expect(other.error).toContain("there are those of default");
  });

  it("is signed again after its key was rotated, which ends no earlier than its newest receipt", async () => {
    await machine.run(["run", "--task", "one"]);
    const newest = await inspectStore(config()).newestReceiptTime();
    // The clock of the machine stands before the newest receipt.
    expect(
      (await machine.run(["receipt", "keys", "rotate"], { now: () => new Date("2020-01-01T00:00:00Z") }))
        .exit,
    ).toBe(0);
    const keys = JSON.parse((await machine.run(["receipt", "keys", "list", "--json"])).out) as {
      not_before: string;
    }[];
    expect(keys.map(({ not_before }) => Date.parse(not_before)).at(-1)).toBe(newest?.getTime());
    expect((await machine.run(["receipt", "log", "--check"])).out).toMatch(/^VALID log of 1 receipt/);
  });

  it("teaches `abp explain` what errors of engines taught", async () => {
    await machine.configure('[engines.responses]\npreset = "sim"\ndialect = "codex"\n');
    const store = await openStore(config(), { writer: "inline" });
    const learnedAt = Date.parse("2026-01-01T00:00:00Z");
    const of = { engine: "responses", model: "m", pattern: "openai.length", value: "user 20" };
    store.ledger("default").evidence.learn({ ...of, learnedAt });
    await store.close();
    const body = { model: "m", max_tokens: 9, messages: [{ role: "user", content: "hi" }] };
    const argv = ["explain", "-", "--from", "claude", "--engine", "responses"];
    const { out } = await machine.run(argv, { stdin: JSON.stringify(body) });
    expect(out).toContain("Learned from errors of responses for m:");
  });
});

describe("a daemon with a second kind of store", () => {
  let daemons: TestDaemons;
  beforeEach(() => {
    daemons = new TestDaemons();
  });
  afterEach(() => daemons.close());
  const flags = () => ({
    receipts_dir: join(daemons.home, "memory"),
    engines: { local: { preset: "sim", dialect: "openai" } },
  });

  it("serves calls, keeps their receipts, and is healthy", async () => {
    const daemon = await daemons.start(flags());
    const { run, status } = await ask(daemon, "local");
    expect(status).toBe(200);
    const receipt = await receiptOf(daemon, run);
    expect(await receipt.json()).toMatchObject({ outcome: "complete", chain: { seq: 0 } });
    expect((await fetch(`${daemon.url}/healthz`)).status).toBe(200);
    expect(filesBelow(daemons.home).filter(ofSqlite)).toEqual([]);
  });

  it("shares the store with its serving threads", async () => {
    const { home } = daemons;
    const { config } = loadConfig({ cwd: home, home, env: { ABP_HOME: home }, flags: flags() });
    const store = await openStore(config);
    const claim = await claimPort("127.0.0.1", 0);
    const table = new KeySlotTable(1);
    table.columnOf("owner");
    const server = await startThreadServer(
      {
        config,
        store: store.share().data,
        env: {},
        token: "token-of-a-test",
        port: claim.port,
        keyPort: new MessageChannel().port2,
        logSettings: undefined,
        slots: { memory: table.memory, row: 0, columns: table.columns },
      },
      () => undefined,
    );
    const url = `http://127.0.0.1:${server.port}`;
    const { run } = await ask({ url, token: "token-of-a-test" }, "local");
    await server.stop();
    await claim.release();
    expect((await store.ledger(config.receipts.tenant).find(run))?.seq).toBe(0);
    await store.close();
    expect(filesBelow(home).filter(ofSqlite)).toEqual([]);
  });
});
