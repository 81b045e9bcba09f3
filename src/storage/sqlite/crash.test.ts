import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sha256Hex } from "../../lib/index.ts";
import { audit, eventLines, openRun, origin, privateKey, receiptOf, runId } from "../ledger/fixtures/runs.ts";
import { openTestStore } from "./fixtures/open-test-store.ts";

const LOAD = join(import.meta.dirname, "fixtures/load.ts");
const now = () => new Date("2026-03-01T09:00:00Z");

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "abp-crash-"));
});
afterEach(() => rmSync(directory, { recursive: true }));

/** What the child said was acknowledged: the oracle, kept outside of the process that dies. */
class Oracle {
  readonly begun = new Set<number>();
  readonly ended = new Set<number>();
  /** The number of durable events of each run. */
  readonly events = new Map<number, number>();
  #rest = "";
  readonly child: ChildProcess;

  constructor(...args: (string | number)[]) {
    this.child = spawn(process.execPath, [LOAD, directory, ...args.map(String)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    this.child.stdout?.on("data", (chunk: Buffer) => this.#take(chunk.toString()));
  }

  /** Waits until so many operations are acknowledged. */
  async reach(count: number): Promise<void> {
    const ended = once(this.child, "exit").then(([code]) => {
      throw new Error(`the process ended with ${code} before it had acknowledged ${count} operations`);
    });
    ended.catch(() => undefined);
    while (this.begun.size + this.ended.size < count)
      await Promise.race([once(this.child.stdout!, "data"), ended]);
  }

  #take(text: string): void {
    const lines = (this.#rest + text).split("\n");
    this.#rest = lines.pop() ?? "";
    for (const line of lines) {
      const [kind, run, count] = line.split(" ");
      if (kind === "e") this.events.set(Number(run), Number(count));
      else (kind === "b" ? this.begun : this.ended).add(Number(run));
    }
  }
}

describe("a process that is killed while it writes", () => {
  it("F01: loses nothing that it acknowledged, and every run gets one receipt", async () => {
    let first = 0;
    for (const acknowledged of [1, 40, 150, 400]) {
      const oracle = new Oracle(first, 100_000, 16);
      await oracle.reach(acknowledged);
      oracle.child.kill("SIGKILL");
      await once(oracle.child, "close");
      const store = await openTestStore(directory, { origin, key: privateKey });
      const ledger = store.ledger("a");
      for (const number of oracle.begun) {
        const isKnown = (await ledger.findOpen(runId(number))) ?? (await ledger.find(runId(number)));
        expect([number, isKnown !== undefined]).toEqual([number, true]);
      }
      const recovered = await store.recover(now);
      for (const number of oracle.begun) {
        const outcome = (await ledger.find(runId(number)))?.receipt.outcome;
        if (oracle.ended.has(number)) expect([number, outcome]).toEqual([number, "complete"]);
        else expect([number, outcome !== undefined]).toEqual([number, true]);
        expect(await ledger.findOpen(runId(number))).toBeUndefined();
      }
      expect(await store.recover(now)).toBe(recovered);
      expect(await audit(ledger, "a")).toEqual([]);
      await store.close();
      first += 100_000;
    }
  });

  it("keeps every event that it acknowledged, in order, and the receipt counts them", async () => {
    for (const acknowledged of [5, 60, 200]) {
      const first = acknowledged * 100_000;
      const oracle = new Oracle(first, 100_000, 8);
      await oracle.reach(acknowledged);
      oracle.child.kill("SIGKILL");
      await once(oracle.child, "close");
      const store = await openTestStore(directory, { origin, key: privateKey });
      await store.recover(now);
      const ledger = store.ledger("a");
      for (const number of oracle.begun) {
        const lines: string[] = [];
        for await (const { line } of ledger.readEvents(runId(number), 0)) lines.push(line);
        expect(lines).toEqual(eventLines(number, 0, lines.length));
        expect(lines.length).toBeGreaterThanOrEqual(oracle.events.get(number) ?? 0);
        const { observed, termination } = (await ledger.find(runId(number)))?.receipt ?? {};
        if (termination?.reason !== "interrupted" || lines.length === 0) continue;
        const sha256 = sha256Hex(Buffer.from(lines.map((line) => `${line}\n`).join("")));
        expect(observed?.trace).toEqual({ events: lines.length, kept: lines.length, sha256 });
      }
      expect(await audit(ledger, "a")).toEqual([]);
      await store.close();
    }
  });

  it("is not taken for gone while it lives", async () => {
    const oracle = new Oracle(0, 10, 2, "stay");
    await oracle.reach(18);
    const store = await openTestStore(directory, { origin, key: privateKey });
    expect(await store.recover(now)).toBe(0);
    expect(await store.ledger("a").findOpen(runId(4))).toBeDefined();
    oracle.child.kill("SIGKILL");
    await once(oracle.child, "close");
    expect(await store.recover(now)).toBe(2);
    await store.close();
  });
});

describe("two processes that write at once", () => {
  it("make one unbroken log", async () => {
    const oracles = [new Oracle(0, 300, 8), new Oracle(1000, 300, 8)];
    await Promise.all(oracles.map(({ child }) => once(child, "close")));
    const store = await openTestStore(directory, { origin, key: privateKey });
    const ledger = store.ledger("a");
    expect(oracles.map(({ ended }) => ended.size)).toEqual([240, 240]);
    expect(await ledger.size()).toBe(480);
    expect(await store.recover(now)).toBe(120);
    expect(await audit(ledger, "a")).toEqual([]);
    await store.close();
  });
});

describe("a write-ahead log that was torn", () => {
  it("F02: leaves the receipts before the tear, whole and in order", async () => {
    const whole = await openTestStore(directory, { origin });
    for (let number = 0; number < 12; number += 1) {
      await whole.ledger("a").begin(openRun(number));
      await whole.ledger("a").append(receiptOf(number));
    }
    const torn = mkdtempSync(join(tmpdir(), "abp-torn-"));
    try {
      const log = readFileSync(join(directory, "ledger.db-wal"));
      let largest = 0;
      for (let end = 0; end <= log.length; end += Math.ceil(log.length / 23)) {
        rmSync(join(torn, "checkpoint-a"), { force: true });
        rmSync(join(torn, "head-a"), { force: true });
        copyFileSync(join(directory, "ledger.db"), join(torn, "ledger.db"));
        const zeros = Buffer.alloc(end % 2 === 0 ? 0 : 5000);
        writeFileSync(join(torn, "ledger.db-wal"), Buffer.concat([log.subarray(0, end), zeros]));
        rmSync(join(torn, "ledger.db-shm"), { force: true });
        const store = await openTestStore(torn, { origin, key: privateKey });
        const ledger = store.ledger("a");
        const size = await ledger.size();
        expect(size).toBeGreaterThanOrEqual(largest);
        largest = size;
        expect(await audit(ledger, "a")).toEqual([]);
        await store.recover(now);
        expect(await audit(ledger, "a")).toEqual([]);
        await store.close();
      }
      expect(largest).toBeGreaterThan(5);
    } finally {
      rmSync(torn, { recursive: true });
      await whole.close();
    }
  });
});
