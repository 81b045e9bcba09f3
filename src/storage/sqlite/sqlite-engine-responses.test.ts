import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { RareWrite } from "./batch/batch.ts";
import { prepareDatabase } from "./database/database.ts";
import { openWriter } from "./database/writing-connection.ts";
import type { LedgerParts } from "./ledger-parts.ts";
import { LedgerReader } from "./reader/ledger-reader.ts";
import { SqliteEngineResponses } from "./sqlite-engine-responses.ts";

const DAY = 24 * 60 * 60 * 1000;
let directory: string;
let reader: LedgerReader;
let writes: RareWrite[];
/** Called before a write is answered. */
let onWrite: (count: number) => void;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "abp-engine-ids-"));
  prepareDatabase(directory);
  const database = openWriter(directory);
  database.exec(
    "INSERT INTO logs (tenant, origin, size, frontier) VALUES ('a', 'o/a', 0, x''), ('b', 'o/b', 0, x'')",
  );
  database.close();
  reader = new LedgerReader(directory);
  writes = [];
  onWrite = () => undefined;
});
afterEach(() => {
  reader.close();
  rmSync(directory, { recursive: true });
});

function insert(
  ...rows: readonly (readonly [id: string, engine: string, log: number, owner: string, at: number])[]
) {
  const database = openWriter(directory);
  const statement = database.prepare(
    "INSERT INTO engine_responses (id, engine, log, owner, run_id, created_at) VALUES (?, ?, ?, ?, 'r', ?)",
  );
  for (const row of rows) statement.run(...row);
  database.close();
}

const make = (canWrite = true) =>
  new SqliteEngineResponses("a", "me", {
    reader: () => reader,
    client: () => ({
      write: async (write: RareWrite) => {
        writes.push(write);
        onWrite(writes.length);
        return true;
      },
    }),
    canWrite,
    retention: { responses_days: 1, reasoning_days: 9, events_days: 30 },
    now: () => new Date(10 * DAY),
  } as unknown as LedgerParts);

describe("the ids that engines keep", () => {
  it("are written with their time, and a write that fails disturbs nobody", async () => {
    onWrite = () => {
      throw new Error("disk full");
    };
    make().record("e", "resp", "run");
    await new Promise((resolve) => setImmediate(resolve));
    const key = { tenant: "a", owner: "me", id: "resp" };
    expect(writes).toEqual([{ kind: "record", ...key, engine: "e", runId: "run", createdAt: 10 * DAY }]);
  });

  it("are looked up after the writes that are under way", async () => {
    onWrite = () => insert(["resp", "e", 1, "me", 10 * DAY]);
    expect([...(await make().find("resp"))]).toEqual([["e", "own"]]);
    expect(writes).toEqual([{ kind: "wait" }]);
  });

  it("are looked up again if another thread sends its write late, and not for ever", async () => {
    onWrite = (count) => {
      if (count === 3) insert(["resp", "e", 1, "me", 10 * DAY]);
    };
    expect([...(await make().find("resp"))]).toEqual([["e", "own"]]);
    expect(writes).toHaveLength(3);
    writes = [];
    onWrite = () => undefined;
    expect((await make().find("none")).size).toBe(0);
    expect(writes).toHaveLength(4);
  });

  it("are read once by a store that cannot write", async () => {
    expect((await make(false).find("none")).size).toBe(0);
    expect(writes).toEqual([]);
  });

  it("belong to one owner of one tenant, until they expire", async () => {
    insert(
      ["mine", "e", 1, "me", 10 * DAY],
      ["theirs", "e", 1, "other", 10 * DAY],
      ["elsewhere", "e", 2, "me", 10 * DAY],
      ["both", "e", 1, "me", 10 * DAY],
      ["both", "e", 2, "me", 10 * DAY],
      ["others", "e", 1, "x", 10 * DAY],
      ["others", "e", 1, "y", 10 * DAY],
      ["old", "e", 1, "me", 9 * DAY],
    );
    const found: Record<string, unknown> = {};
    for (const id of ["mine", "theirs", "elsewhere", "both", "others", "old"])
      found[id] = (await make(false).find(id)).get("e");
    expect(found).toEqual({
      mine: "own",
      theirs: "foreign",
      elsewhere: "foreign",
      both: "repeated",
      others: "foreign",
      old: undefined,
    });
  });

  it("are repeated if the engine gave one id twice, for their owner only", async () => {
    insert(["twice", "e", 1, "me", 10 * DAY], ["theirs", "e", 1, "other", 10 * DAY]);
    const database = openWriter(directory);
    database.exec("UPDATE engine_responses SET is_repeated = 1");
    database.close();
    const found = [await make(false).find("twice"), await make(false).find("theirs")];
    expect(found.map((one) => [...one])).toEqual([[["e", "repeated"]], [["e", "foreign"]]]);
  });

  it("differ by their engine", async () => {
    insert(["one", "e", 1, "me", 10 * DAY], ["one", "f", 1, "other", 10 * DAY]);
    expect(Object.fromEntries(await make(false).find("one"))).toEqual({ e: "own", f: "foreign" });
  });
});
