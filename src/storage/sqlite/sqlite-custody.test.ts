import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { HeldReasoning } from "../../dialects/index.ts";
import { prepareDatabase } from "./database/database.ts";
import { openWriter } from "./database/writing-connection.ts";
import type { LedgerParts } from "./ledger-parts.ts";
import { LedgerReader } from "./reader/ledger-reader.ts";
import { SqliteCustody } from "./sqlite-custody.ts";
import type { RareWrite } from "./writer/batch.ts";

const held = (text: string) => ({ dialect: "d", thinking: [], signature: text }) as unknown as HeldReasoning;
const DAY = 24 * 60 * 60 * 1000;

let directory: string;
let reader: LedgerReader;
let reads: number;
let writes: { write: RareWrite; settle: (isWritten: boolean) => void }[];
let time: number;
let custody: SqliteCustody;
const settled = () => new Promise((resolve) => setImmediate(resolve));

function make(): SqliteCustody {
  return new SqliteCustody("a", {
    reader: () => {
      reads += 1;
      return reader;
    },
    client: () => ({
      write: (write: RareWrite) =>
        new Promise((resolve, reject) => {
          writes.push({
            write,
            settle: (isWritten) => (isWritten ? resolve(true) : reject(new Error("disk full"))),
          });
        }),
    }),
    canWrite: true,
    retention: { responses_days: 1, reasoning_days: 2 },
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
      { kind: "hold", tenant: "a", id: "call", heldAt: 10 * DAY, reasoning: JSON.stringify(held("s")) },
    ]);
  });

  it("finds what is not written yet, even if the cache is full of later entries", async () => {
    custody.hold("first", held("1"));
    for (let at = 0; at < 1024; at += 1) custody.hold(`more ${at}`, held("x"));
    expect(custody.find("first")).toEqual(held("1"));
    expect(reads).toBe(0);
  });

  it("keeps 1024 written entries in memory, those used last", async () => {
    for (let at = 0; at < 1024; at += 1) custody.hold(`${at}`, held("x"));
    for (const { settle } of writes) settle(true);
    await settled();
    custody.find("0");
    expect(reads).toBe(0);
    custody.hold("new", held("x"));
    writes.at(-1)?.settle(true);
    await settled();
    expect(custody.find("0")).toBeDefined();
    expect([reads, custody.find("2") === undefined]).toEqual([0, false]);
    expect(custody.find("1")).toBeUndefined();
    expect(reads).toBe(1);
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
    custody.hold("call", held("old"));
    custody.hold("call", held("new"));
    writes[0]?.settle(true);
    await settled();
    for (let at = 0; at < 1024; at += 1) custody.hold(`${at}`, held("x"));
    expect(custody.find("call")).toEqual(held("new"));
    expect(reads).toBe(0);
  });

  it("expires entries in memory and on disk", () => {
    custody.hold("call", held("s"));
    time += 2 * DAY - 1;
    expect(custody.find("call")).toEqual(held("s"));
    time += 1;
    expect(custody.find("call")).toBeUndefined();
  });

  it("reads an entry of its tenant once", () => {
    const database = openWriter(directory);
    database.exec(`INSERT INTO logs (tenant, origin, size, frontier) VALUES ('a', 'o/a', 0, x''), ('b', 'o/b', 0, x'');
      INSERT INTO custody (log, tool_call_id, held_at, reasoning) VALUES
        (1, 'mine', ${9 * DAY}, '{"dialect":"d","thinking":[],"signature":"m"}'),
        (1, 'old', ${8 * DAY}, '{"dialect":"d","thinking":[]}'),
        (2, 'theirs', ${9 * DAY}, '{"dialect":"d","thinking":[]}')`);
    database.close();
    expect([custody.find("mine"), custody.find("mine")]).toEqual([held("m"), held("m")]);
    expect(reads).toBe(1);
    expect([custody.find("old"), custody.find("theirs"), custody.find("none")]).toEqual(
      Array(3).fill(undefined),
    );
  });
});
