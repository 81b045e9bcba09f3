import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { HeldReasoning } from "../../dialects/index.ts";
import type { ContentOwner } from "../ledger/owned-content.ts";
import type { RareWrite } from "./batch/batch.ts";
import { prepareDatabase } from "./database/database.ts";
import { openWriter } from "./database/writing-connection.ts";
import type { LedgerParts } from "./ledger-parts.ts";
import { LedgerReader } from "./reader/ledger-reader.ts";
import { SqliteCustody } from "./sqlite-custody.ts";

const held = (text: string) => ({ dialect: "d", thinking: [], signature: text }) as unknown as HeldReasoning;
const DAY = 24 * 60 * 60 * 1000;

let directory: string;
let reader: LedgerReader;
let reads: number;
let writes: { write: RareWrite; settle: (result: boolean | "repeated") => void }[];
let time: number;
let custody: SqliteCustody;
const settled = () => new Promise((resolve) => setImmediate(resolve));

function make(owner: ContentOwner = { owner: "o", readsUnowned: false }): SqliteCustody {
  return new SqliteCustody("a", owner, {
    reader: () => {
      reads += 1;
      return reader;
    },
    client: () => ({
      write: (write: RareWrite) =>
        new Promise((resolve, reject) => {
          writes.push({
            write,
            settle: (result) => (result ? resolve(result === true) : reject(new Error("disk full"))),
          });
        }),
    }),
    canWrite: true,
    retention: { responses_days: 1, reasoning_days: 2, events_days: 30 },
    now: () => new Date(time),
  } as unknown as LedgerParts);
}

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "abp-custody-"));
  prepareDatabase(directory);
  reader = new LedgerReader(directory);
  reads = 0;
  writes = [];
  time = 10 * DAY;
  custody = make();
});
afterEach(() => {
  reader.close();
  rmSync(directory, { recursive: true });
});

describe("the custody of reasoning", () => {
  it("writes what it holds, with its time", () => {
    custody.hold("call", held("s"));
    expect(writes.map(({ write }) => write)).toEqual([
      {
        kind: "hold",
        tenant: "a",
        owner: "o",
        id: "call",
        heldAt: 10 * DAY,
        cutoff: 8 * DAY,
        reasoning: JSON.stringify(held("s")),
      },
    ]);
  });

  it("finds what is not written yet, even if the cache is full of later entries", async () => {
    custody.hold("first", held("1"));
    for (let at = 0; at < 1024; at += 1) custody.hold(`more ${at}`, held("x"));
    expect(custody.find("first")).toEqual(held("1"));
    expect(reads).toBe(0);
  });

  it("keeps at most 1024 written entries in memory", async () => {
    for (let at = 0; at < 1024; at += 1) custody.hold(`${at}`, held("x"));
    for (const { settle } of writes) settle(true);
    await settled();
    expect([custody.find("0"), custody.find("1023"), reads]).toEqual([held("x"), held("x"), 0]);
    custody.hold("new", held("x"));
    writes.at(-1)?.settle(true);
    await settled();
    expect([custody.find("new"), reads]).toEqual([held("x"), 0]);
    expect([custody.find("0"), reads]).toEqual([undefined, 1]);
  });

  it("keeps at most 16 MiB of them, however few", async () => {
    const long = held("x".repeat(2_000_000));
    for (let at = 0; at < 6; at += 1) custody.hold(`${at}`, long);
    for (const { settle } of writes) settle(true);
    await settled();
    // Four of them take 16 MB; the fifth emptied the memory.
    expect([custody.find("5"), custody.find("4"), reads]).toEqual([long, long, 0]);
    expect([custody.find("3"), reads]).toEqual([undefined, 1]);
    custody.hold("huge", held("x".repeat(9_000_000)));
    writes.at(-1)?.settle(true);
    await settled();
    expect([custody.find("huge"), reads]).toEqual([undefined, 2]);
  });

  it("forgets what could not be written once others take its place", async () => {
    custody.hold("lost", held("1"));
    writes[0]?.settle(false);
    await settled();
    expect(custody.find("lost")).toEqual(held("1"));
    for (let at = 0; at < 1024; at += 1) custody.hold(`${at}`, held("x"));
    expect(custody.find("lost")).toBeUndefined();
  });

  it("keeps the newer of two entries while both are being written", async () => {
    custody.hold("call", held("same"));
    time += DAY;
    custody.hold("call", held("same"));
    writes[0]?.settle(true);
    await settled();
    time += DAY;
    expect(custody.find("call")).toEqual(held("same"));
    expect(reads).toBe(0);
  });

  it("never gives out reasoning under an id that was held with other reasoning", () => {
    custody.hold("call", held("one"));
    custody.hold("call", held("another"));
    expect(() => custody.find("call")).toThrow(expect.objectContaining({ code: "id_repeated" }));
    custody.hold("call", held("another"));
    expect(() => custody.find("call")).toThrow(expect.objectContaining({ code: "id_repeated" }));
  });

  it("learns from the writer that another thread held the id with other reasoning", async () => {
    custody.hold("call", held("one"));
    expect(custody.find("call")).toEqual(held("one"));
    writes[0]?.settle("repeated");
    await settled();
    expect(() => custody.find("call")).toThrow(expect.objectContaining({ code: "id_repeated" }));
  });

  it("may use an id again after the earlier reasoning has expired", () => {
    custody.hold("call", held("one"));
    time += 2 * DAY;
    custody.hold("call", held("another"));
    expect(custody.find("call")).toEqual(held("another"));
  });

  it("expires entries in memory and on disk", () => {
    custody.hold("call", held("s"));
    time += 2 * DAY - 1;
    expect(custody.find("call")).toEqual(held("s"));
    time += 1;
    expect(custody.find("call")).toBeUndefined();
  });

  it("reads an entry of its tenant and owner once", () => {
    const database = openWriter(directory);
    database.exec(`INSERT INTO logs (tenant, origin, size, frontier) VALUES ('a', 'o/a', 0, x''), ('b', 'o/b', 0, x'');
      INSERT INTO custody (log, owner, tool_call_id, held_at, is_repeated, reasoning) VALUES
        (1, 'o', 'mine', ${9 * DAY}, 0, '{"dialect":"d","thinking":[],"signature":"m"}'),
        (1, 'o', 'twice', ${9 * DAY}, 1, '{"dialect":"d","thinking":[]}'),
        (1, 'o', 'old', ${8 * DAY}, 0, '{"dialect":"d","thinking":[]}'),
        (1, 'p', 'other', ${9 * DAY}, 0, '{"dialect":"d","thinking":[]}'),
        (1, '', 'mine', ${9 * DAY}, 0, '{"dialect":"d","thinking":[]}'),
        (1, '', 'nobodys', ${9 * DAY}, 0, '{"dialect":"d","thinking":[]}'),
        (2, 'o', 'theirs', ${9 * DAY}, 0, '{"dialect":"d","thinking":[]}')`);
    database.close();
    expect([custody.find("mine"), custody.find("mine")]).toEqual([held("m"), held("m")]);
    expect(reads).toBe(1);
    const missing = ["old", "theirs", "other", "nobodys", "none"];
    expect(missing.map((id) => custody.find(id))).toEqual(Array(5).fill(undefined));
    expect(() => custody.find("twice")).toThrow(expect.objectContaining({ code: "id_repeated" }));
    const only = make({ owner: "o", readsUnowned: true });
    expect([only.find("nobodys"), only.find("mine"), only.find("other")]).toEqual([
      { dialect: "d", thinking: [] },
      held("m"),
      undefined,
    ]);
  });
});
