import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Evidence } from "../ledger/evidence-store.ts";
import { origin } from "../ledger/fixtures/runs.ts";
import type { Store } from "../ledger/store.ts";
import type { RareWrite } from "./batch/batch.ts";
import { openTestStore } from "./fixtures/open-test-store.ts";
import type { LedgerParts } from "./ledger-parts.ts";
import { SqliteEvidence } from "./sqlite-evidence.ts";

const START = Date.parse("2026-03-01T09:00:00Z");
const evidence = (changes: Partial<Evidence> = {}): Evidence => ({
  engine: "e",
  model: "m",
  pattern: "p",
  value: "v",
  learnedAt: START,
  ...changes,
});

describe("evidence in a store", () => {
  let directory: string;
  let stores: Store[];
  const open = async (mode: "write" | "read") => {
    const store = await openTestStore(directory, { origin, mode });
    stores.push(store);
    return store.ledger("a").evidence;
  };
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), "abp-evidence-"));
    stores = [];
  });
  afterEach(async () => {
    for (const store of stores) await store.close();
    rmSync(directory, { recursive: true });
  });

  it("is none in a store of an older version, which has no table for it", async () => {
    await open("write");
    await stores[0]!.close();
    const database = new DatabaseSync(join(directory, "ledger.db"));
    database.exec("DROP TABLE evidence");
    database.close();
    const reader = await open("read");
    expect([reader.list(0), reader.find("e", "m", 0)]).toEqual([[], []]);
  });

  it("is found in the order in which it was learned, with every part", async () => {
    const all = [
      evidence({ pattern: "q", learnedAt: START + 2 }),
      evidence({ pattern: "b", learnedAt: START + 3 }),
      evidence({ pattern: "a", value: "y", learnedAt: START + 3 }),
      evidence({ pattern: "a", value: "x", learnedAt: START + 3 }),
      evidence({ engine: "f", learnedAt: START + 1 }),
      evidence({ model: "n", learnedAt: START + 3 }),
    ] as const;
    const writer = await open("write");
    for (const one of all) writer.learn(one);
    await stores[0]!.close();
    const reader = await open("read");
    expect(reader.find("e", "m", 0)).toStrictEqual([all[0], all[3], all[2], all[1]]);
    expect(reader.find("e", "m", START + 2)).toStrictEqual([all[3], all[2], all[1]]);
    expect(reader.list(0)).toStrictEqual([all[4], all[0], all[3], all[2], all[1], all[5]]);
    expect(reader.list(START + 2)).toStrictEqual([all[3], all[2], all[1], all[5]]);
  });
});

describe("evidence that a thread holds", () => {
  let time: number;
  /** What the database has by now. */
  let stored: readonly Evidence[];
  let written: RareWrite[];
  let queries: number;
  let store: SqliteEvidence;
  beforeEach(() => {
    time = START;
    stored = [];
    written = [];
    queries = 0;
    const all = () => {
      queries += 1;
      return stored.map(({ learnedAt, ...rest }) => ({ ...rest, learned_at: learnedAt }));
    };
    const parts = {
      reader: () => ({ prepare: () => ({ get: () => ({ 1: 1 }), all }) }),
      client: () => ({
        write: async (write: RareWrite) => {
          written.push(write);
          throw new Error("the disk is full");
        },
      }),
      now: () => new Date(time),
    };
    store = new SqliteEvidence("a", parts as unknown as LedgerParts);
  });

  it("is read again after three seconds", () => {
    expect(store.find("e", "m", 0)).toEqual([]);
    stored = [evidence()];
    time += 2999;
    expect([store.find("e", "m", 0), queries]).toEqual([[], 1]);
    time += 1;
    expect([store.find("e", "m", 0), queries]).toEqual([[evidence()], 2]);
    expect([store.find("f", "m", 0), queries]).toEqual([[evidence()], 3]);
    expect([store.find("f", "m", 0), store.find("e", "m", 0), queries]).toEqual([
      [evidence()],
      [evidence()],
      3,
    ]);
  });

  it("is held about 500 models of each engine", () => {
    for (let at = 0; at < 500; at += 1) store.find("e", `${at}`, 0);
    store.find("f", "0", 0);
    expect([store.find("e", "1", 0), queries]).toEqual([[], 501]);
    store.find("e", "500", 0);
    expect(queries).toBe(502);
    // A full cache is emptied.
    for (const model of ["500", "499", "499"]) store.find("e", model, 0);
    expect([store.find("f", "0", 0), queries]).toEqual([[], 503]);
  });

  it("is held up to a mebibyte of each engine, where each piece counts for 4 KiB", () => {
    stored = Array.from({ length: 255 }, (_, at) => evidence({ value: `${at}` }));
    const queriesOf = (model: string) => {
      const before = queries;
      for (let time = 0; time < 3; time += 1) store.find("e", model, 0);
      return queries - before;
    };
    expect([queriesOf("m".repeat(1920)), queriesOf("m".repeat(1921))]).toEqual([1, 3]);
  });

  it("replaces what has the same pattern and value, and is written in any case", () => {
    const more = [{ value: "w" }, { pattern: "q" }, { learnedAt: START + 1 }].map(evidence);
    for (const one of [evidence(), ...more]) store.learn(one);
    expect(store.find("e", "m", 0)).toStrictEqual(more);
    expect(written).toStrictEqual(
      [evidence(), ...more].map((one) => ({ kind: "learn", tenant: "a", evidence: one })),
    );
  });

  it("is at most the last 32 pieces about a model", () => {
    const all = Array.from({ length: 34 }, (_, at) => evidence({ value: `${at}` }));
    for (const one of all) store.learn(one);
    store.learn(evidence({ model: "n" }));
    expect(store.find("e", "m", 0)).toStrictEqual(all.slice(2));
    expect(store.find("e", "n", 0)).toStrictEqual([evidence({ model: "n" })]);
  });
});
