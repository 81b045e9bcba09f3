import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { MAX_EVIDENCE } from "../../ledger/evidence-store.ts";
import { MAX_THREADS } from "../../ledger/thread-store.ts";
import { prepareDatabase } from "../database/database.ts";
import { prepareWrites, type WriteStatements } from "../database/statements.ts";
import { openWriter } from "../database/writing-connection.ts";
import { writeRare } from "./rare-writer.ts";

type Write = Parameters<typeof writeRare>[1];

let directory: string;
let database: DatabaseSync;
let sql: WriteStatements;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "abp-rare-"));
  prepareDatabase(directory);
  database = openWriter(directory);
  sql = prepareWrites(database);
});
afterEach(() => {
  database.close();
  rmSync(directory, { recursive: true });
});

const LOGS: Readonly<Record<string, number>> = { a: 1, b: 2 };

/** The answer to a write, and whether it deleted content. */
function make(write: Write): [answer: boolean, hasErased: boolean] {
  let erasures = 0;
  const answer = writeRare(
    sql,
    write,
    (tenant) => LOGS[tenant]!,
    () => {
      erasures += 1;
    },
  );
  return [answer, erasures > 0];
}
const rows = (query: string) => database.prepare(query).all().map(Object.values);

const me = { tenant: "a", owner: "me", cutoff: 10 };
const isDone = [true, false];
const hasErased = [true, true];
const isRefused = [false, false];

describe("reasoning", () => {
  const hold = (reasoning: string, more: object = {}) =>
    make({ kind: "hold", ...me, id: "c", heldAt: 20, reasoning, ...more });
  const held = () =>
    rows("SELECT log, owner, held_at, is_repeated, reasoning FROM custody ORDER BY log, owner");

  it("is held, and another one under its id is repeated", () => {
    expect([hold("r"), hold("r"), hold("s"), hold("r")]).toEqual([isDone, isDone, isRefused, isRefused]);
    expect(held()).toEqual([[1, "me", 20, 1, "r"]]);
  });

  it("takes the place of what has expired, of its owner and log alone", () => {
    expect([hold("r"), hold("r", { owner: "you" }), hold("r", { tenant: "b" })]).toEqual([
      isDone,
      isDone,
      isDone,
    ]);
    expect([hold("s", { cutoff: 19 }), hold("s", { cutoff: 20, heldAt: 30 })]).toEqual([
      isRefused,
      hasErased,
    ]);
    expect(held()).toEqual([
      [1, "me", 30, 0, "s"],
      [1, "you", 20, 0, "r"],
      [2, "me", 20, 0, "r"],
    ]);
  });
});

describe("responses", () => {
  const response = {
    ...{ previousId: null, createdAt: 20, runId: "run", engine: "e", isNative: 0, isPending: 1 },
    ...{ input: "in", body: "body", items: ["i1", "i2"] },
  } as const;
  const keep = (more: object = {}) => make({ kind: "keep", ...me, id: "r", response, ...more });
  const finish = (more: object = {}) =>
    make({ kind: "finish", ...me, id: "r", readsUnowned: false, body: "end", ...more });
  const add = (firstSeq: number, lines: readonly string[], more: object = {}) =>
    make({ kind: "response_events", ...me, id: "r", readsUnowned: false, firstSeq, lines, ...more });
  const remove = (more: object = {}) =>
    make({ kind: "remove", ...me, id: "r", readsUnowned: false, ...more });
  const kept = () =>
    rows("SELECT owner, created_at, is_pending, is_repeated, body FROM responses ORDER BY owner");
  const items = () => rows("SELECT owner, id, response FROM response_items ORDER BY owner, id");

  it("are kept with their items, and repeated by another one", () => {
    expect(keep()).toEqual(isDone);
    expect([kept(), items()]).toEqual([
      [["me", 20, 1, 0, "body"]],
      [
        ["me", "i1", "r"],
        ["me", "i2", "r"],
      ],
    ]);
    expect(keep()).toEqual(isDone);
    expect(kept()).toEqual([["me", 20, 1, 1, "body"]]);
    expect(keep({ cutoff: 20 })).toEqual(hasErased);
    expect(kept()).toEqual([["me", 20, 1, 0, "body"]]);
  });

  it("are finished once, with more items and a turn of a conversation", () => {
    keep();
    const conversation = { ...me, id: "c", createdAt: 20, metadata: "{}", items: [{ id: "x", item: "X" }] };
    expect(make({ kind: "conversation", ...conversation })).toEqual(isDone);
    const turn = { conversation: "c", usedAt: 30, items: [{ id: "y", item: "Y" }] };
    expect([finish({ owner: "you" }), finish({ cutoff: 20 }), finish({ tenant: "b" })]).toEqual([
      isRefused,
      isRefused,
      isRefused,
    ]);
    expect([finish({ items: ["i3"], turn }), finish()]).toEqual([isDone, isRefused]);
    expect([kept(), items()]).toEqual([
      [["me", 20, 0, 0, "end"]],
      [
        ["me", "i1", "r"],
        ["me", "i2", "r"],
        ["me", "i3", "r"],
      ],
    ]);
    expect(rows("SELECT conversation, position, id, item FROM conversation_items ORDER BY position")).toEqual(
      [
        ["c", 0, "x", "X"],
        ["c", 1, "y", "Y"],
      ],
    );
    expect(rows("SELECT used_at FROM conversations")).toEqual([[30]]);
  });

  it("take events without a gap while they are pending", () => {
    keep();
    expect([add(1, ["x"]), add(0, ["a", "b"]), add(0, ["c"]), add(2, ["c"]), add(4, ["d"])]).toEqual([
      isRefused,
      isDone,
      isRefused,
      isDone,
      isRefused,
    ]);
    expect([add(3, ["d"], { owner: "you" }), add(3, ["d"], { cutoff: 20 })]).toEqual([isRefused, isRefused]);
    finish();
    expect(add(3, ["d"])).toEqual(isRefused);
    expect(
      rows("SELECT owner, response, first_seq, count, lines FROM response_events ORDER BY first_seq"),
    ).toEqual([
      ["me", "r", 0, 2, "a\nb"],
      ["me", "r", 2, 1, "c"],
    ]);
  });

  it("are removed with all that belongs to them", () => {
    keep();
    add(0, ["a"]);
    expect([remove({ owner: "you" }), remove({ cutoff: 20 }), remove(), remove()]).toEqual([
      isRefused,
      isRefused,
      hasErased,
      isRefused,
    ]);
    expect([kept(), items(), rows("SELECT * FROM response_events")]).toEqual([[], [], []]);
  });

  it.each([false, true])("without an owner are for those who read them: %s", (readsUnowned) => {
    const answer = readsUnowned ? isDone : isRefused;
    keep({ owner: "" });
    expect(add(0, ["a"], { readsUnowned })).toEqual(answer);
    expect(finish({ readsUnowned, items: ["i3"] })).toEqual(answer);
    expect(items().filter(([owner]) => owner === "")).toHaveLength(readsUnowned ? 3 : 2);
    expect(remove({ readsUnowned })).toEqual(readsUnowned ? hasErased : isRefused);
  });
});

describe("ids", () => {
  it("of responses that engines keep are recorded, and repeated by another run", () => {
    const record = (runId: string) =>
      make({ kind: "record", ...me, id: "x", engine: "e", runId, createdAt: 20 });
    const recorded = () => rows("SELECT owner, engine, run_id, is_repeated FROM engine_responses");
    expect([record("1"), record("1")]).toEqual([isDone, isDone]);
    expect(recorded()).toEqual([["me", "e", "1", 0]]);
    expect(record("2")).toEqual(isDone);
    expect(recorded()).toEqual([["me", "e", "1", 1]]);
  });

  it("of other things belong to the first owner, who alone changes and deletes them", () => {
    const own = (owner: string, address: string | null, createdAt = 20) =>
      make({ kind: "own", tenant: "a", owner, id: "x", engine: "e", createdAt, address });
    const disown = (owner: string) => make({ kind: "disown", tenant: "a", owner, id: "x", engine: "e" });
    const owned = () => rows("SELECT owner, engine, created_at, address FROM engine_resources");
    expect([own("me", null), own("you", "other")]).toEqual([isDone, isDone]);
    expect(owned()).toEqual([["me", "e", 20, null]]);
    expect([own("me", "new", 30), disown("you")]).toEqual([isDone, isRefused]);
    expect(owned()).toEqual([["me", "e", 30, "new"]]);
    expect([disown("me"), disown("me")]).toEqual([hasErased, isRefused]);
    expect(owned()).toEqual([]);
  });
});

describe("evidence", () => {
  const learn = (value: string, learnedAt: number, tenant = "a") =>
    make({ kind: "learn", tenant, evidence: { engine: "e", model: "m", pattern: "p", value, learnedAt } });

  it("counts from the latest time, and the oldest of a log goes", () => {
    learn("other", 0, "b");
    expect([learn("again", 5), learn("again", 3)]).toEqual([isDone, isDone]);
    for (let at = 0; at < MAX_EVIDENCE; at += 1) expect(learn(`${at}`, 6 + at)).toEqual(isDone);
    const found = rows("SELECT log, value, learned_at FROM evidence ORDER BY log DESC, learned_at");
    expect(found.slice(0, 2)).toEqual([
      [2, "other", 0],
      [1, "0", 6],
    ]);
    expect(found).toHaveLength(MAX_EVIDENCE + 1);
    learn("0", 4);
    expect(rows("SELECT learned_at FROM evidence WHERE value = '0'")).toEqual([[6]]);
  });
});

describe("conversations", () => {
  const create = (more: object = {}) =>
    make({ kind: "conversation", ...me, id: "c", createdAt: 20, metadata: "{}", items: [], ...more });
  const update = (more: object = {}) =>
    make({ kind: "update_conversation", ...me, id: "c", metadata: "new", usedAt: 30, ...more });
  const add = (id: string, more: object = {}) =>
    make({ kind: "add_items", ...me, id: "c", usedAt: 40, items: [{ id, item: id }], ...more });
  const removeItem = (item: string, more: object = {}) =>
    make({ kind: "remove_item", ...me, id: "c", usedAt: 50, item, ...more });
  const remove = (more: object = {}) => make({ kind: "remove_conversation", ...me, id: "c", ...more });
  const kept = () => rows("SELECT owner, created_at, used_at, metadata FROM conversations");
  const items = () => rows("SELECT position, id FROM conversation_items ORDER BY position");
  const others = [{ owner: "you" }, { tenant: "b" }, { id: "d" }, { cutoff: 60 }];

  it("are created once, changed, and removed with their items", () => {
    expect([
      create({ items: [{ id: "i", item: "1" }] }),
      create({ items: [{ id: "j", item: "2" }] }),
    ]).toEqual([isDone, isRefused]);
    expect([kept(), items()]).toEqual([[["me", 20, 20, "{}"]], [[0, "i"]]]);
    for (const other of others) expect([update(other), remove(other)]).toEqual([isRefused, isRefused]);
    expect(update()).toEqual(isDone);
    expect(kept()).toEqual([["me", 20, 30, "new"]]);
    expect([remove(), remove()]).toEqual([hasErased, isRefused]);
    expect([kept(), items()]).toEqual([[], []]);
  });

  it("get items at their end, and lose them", () => {
    create();
    expect([add("i"), add("j"), add("k")]).toEqual([isDone, isDone, isDone]);
    for (const other of others)
      expect([add("x", other), removeItem("i", other)]).toEqual([isRefused, isRefused]);
    expect(kept()).toEqual([["me", 20, 40, "{}"]]);
    expect([removeItem("k"), removeItem("i"), removeItem("i")]).toEqual([hasErased, hasErased, isRefused]);
    expect(kept()).toEqual([["me", 20, 50, "{}"]]);
    expect([add("l"), items()]).toEqual([
      isDone,
      [
        [1, "j"],
        [2, "l"],
      ],
    ]);
  });

  it("as threads take the place of what they continue, up to a limit of each owner", () => {
    const keep = (id: string, previousId: string | null, usedAt: number, owner = "me") =>
      make({ kind: "thread", tenant: "a", owner, id, previousId, usedAt, state: `state ${id}` });
    const threads = () => rows("SELECT owner, id, used_at, state FROM threads ORDER BY owner, used_at");
    keep("1", null, 1, "you");
    expect([keep("1", null, 1), keep("2", "1", 2), keep("3", "none", 3), keep("3", null, 4)]).toEqual([
      isDone,
      hasErased,
      isDone,
      isDone,
    ]);
    expect(threads()).toEqual([
      ["me", "2", 2, "state 2"],
      ["me", "3", 4, "state 3"],
      ["you", "1", 1, "state 1"],
    ]);
    for (let at = 2; at < MAX_THREADS; at += 1) expect(keep(`n${at}`, null, 10 + at)).toEqual(isDone);
    expect(keep("last", null, 1000)).toEqual(hasErased);
    expect(threads()).toHaveLength(MAX_THREADS + 1);
    expect(threads()[0]).toEqual(["me", "3", 4, "state 3"]);
  });
});

describe("other writes", () => {
  it("leave no trace, or delete rows of the journal", () => {
    expect([make({ kind: "wait" }), make({ kind: "probe" })]).toEqual([isDone, isDone]);
    expect(rows("SELECT * FROM journal")).toEqual([]);
    for (const owner of ["x", "y", "z"]) sql.begin.run(owner, "");
    const [first, , last] = rows("SELECT id FROM journal ORDER BY id").flat() as number[];
    expect(make({ kind: "forget", journal: [first!, last!] })).toEqual(isDone);
    expect(rows("SELECT owner FROM journal")).toEqual([["y"]]);
  });

  it.each([
    [
      "custody",
      () => ["1", "2", "3"].map((id) => make({ kind: "hold", ...me, id, heldAt: Number(id), reasoning: "" })),
    ],
    ["threads", () => ["1", "2", "3"].map((id) => make({ ...thread, id, usedAt: Number(id) }))],
    ["engine_responses", () => ["1", "2", "3"].map((id) => make({ ...recorded, id, createdAt: Number(id) }))],
    ["engine_resources", () => ["1", "2", "3"].map((id) => make({ ...owned, id, createdAt: Number(id) }))],
    [
      "conversations",
      () => ["1", "2", "3"].map((id) => make({ ...conversation, id, createdAt: Number(id) })),
    ],
  ] as const)("delete what has expired of %s, a few rows at a time", (table, fill) => {
    fill();
    const expire = (cutoff: number, limit: number) => make({ kind: "expire", table, cutoff, limit });
    const left = () => rows(`SELECT count(*) FROM ${table}`);
    expect([expire(0, 1), left()]).toEqual([isRefused, [[3]]]);
    expect([expire(2, 1), left()]).toEqual([hasErased, [[2]]]);
    expect([expire(2, 2), left()]).toEqual([[false, true], [[1]]]);
    expect([expire(2, 2), left()]).toEqual([isRefused, [[1]]]);
    expect([expire(3, 1), left()]).toEqual([hasErased, [[0]]]);
  });
  const thread = { kind: "thread", ...me, previousId: null, state: "" } as const;
  const recorded = { kind: "record", ...me, engine: "e", runId: "1" } as const;
  const owned = { kind: "own", ...me, engine: "e", address: null } as const;
  const conversation = { kind: "conversation", ...me, metadata: "{}", items: [] } as const;
});
