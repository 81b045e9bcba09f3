import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { AbpError } from "../contract/index.ts";
import { receiptOf } from "./ledger/fixtures/runs.ts";
import { openStore } from "./open-store.ts";

let root: string;
let receipts: string;
let keys: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "abp-unusable-"));
  receipts = join(root, "receipts");
  keys = join(root, "keys");
});
afterEach(() => rmSync(root, { recursive: true }));

const configOf = () => ({ receipts_dir: receipts, receipts: { origin: "test.example", keys_dir: keys } });
const MODES = ["write", "read"] as const;

async function failureOf(mode: "write" | "read"): Promise<AbpError> {
  try {
    const store = await openStore(configOf(), { mode, writer: "inline" });
    try {
      await store.ledger("a").read(0);
      for await (const _ of store.ledger("a").entries());
    } finally {
      await store.close();
    }
  } catch (error) {
    if (AbpError.is(error)) return error;
    throw error;
  }
  throw new Error("nothing failed");
}

describe.each([
  ["a file", () => join(root, "file")],
  ["a path below a file", () => join(root, "file", "below")],
  ...(existsSync("/proc/self") ? [["a path in /proc", () => "/proc/x"] as const] : []),
] as const)("a directory that is %s", (_, place) => {
  beforeEach(() => writeFileSync(join(root, "file"), "x"));

  it("is an error of the user that names receipts_dir", async () => {
    receipts = place();
    const error = await failureOf("write");
    expect(error).toMatchObject({ code: "directory_unusable", where: receipts });
    expect(error.advice).toContain("`receipts_dir`");
    expect(["directory_unusable", "receipt_store_failed"]).toContain((await failureOf("read")).code);
  });

  it("is an error of the user that names receipts.keys_dir", async () => {
    keys = place();
    const error = await failureOf("write");
    expect(error).toMatchObject({ code: "directory_unusable", where: keys });
    expect(error.advice).toContain("`receipts.keys_dir`");
  });
});

describe("the lock of an earlier process", () => {
  it("that cannot be opened is an error of the directory, and not a defect", async () => {
    await (await openStore(configOf(), { writer: "inline" })).close();
    // SQLite answers as it does when the disk is full.
    mkdirSync(join(receipts, "owners", `${"0".repeat(24)}.lock`));
    const error = await failureOf("write");
    expect(error).toMatchObject({ code: "directory_unusable", where: receipts });
  });
});

describe("a ledger that does not exist", () => {
  it("is not read, and the error says what creates it", async () => {
    const error = await failureOf("read");
    expect(error).toMatchObject({ code: "receipt_store_failed", where: receipts });
    expect(error.advice).toContain("`abp run`");
    mkdirSync(receipts);
    writeFileSync(join(receipts, "ledger.db"), "");
    expect((await failureOf("read")).message).toContain("there is no ledger");
  });
});

describe("a damaged ledger", () => {
  const database = () => join(receipts, "ledger.db");
  beforeEach(async () => {
    const store = await openStore(configOf(), { writer: "inline" });
    for (let at = 0; at < 40; at += 1) await store.ledger("a").append(receiptOf(at));
    await store.close();
  });

  const damages: [string, () => void][] = [
    ["is other data", () => writeFileSync(database(), "no database".repeat(5000))],
    ["is cut off", () => truncateSync(database(), 9000)],
    [
      "has overwritten pages",
      () => {
        const bytes = readFileSync(database());
        bytes.fill(0xff, 8192);
        writeFileSync(database(), bytes);
      },
    ],
  ];
  describe.each(damages)("whose file %s", (_, damage) => {
    it.each(MODES)("says so when it is opened to %s, and names the file", async (mode) => {
      damage();
      const error = await failureOf(mode);
      expect(error).toMatchObject({ code: "ledger_damaged", where: database() });
      expect(error.advice).toContain("abp receipt log --check");
    });
  });

  it("whose file is empty is not taken for a new one", async () => {
    truncateSync(database(), 0);
    expect(await failureOf("read")).toMatchObject({ code: "ledger_damaged", where: database() });
    expect((await failureOf("write")).code).toMatch(/^(ledger_damaged|receipt_log_truncated)$/);
  });

  it.each(MODES)("of a later version is refused to %s, and left as it is", async (mode) => {
    const later = new DatabaseSync(database());
    later.exec("PRAGMA user_version = 99");
    later.close();
    copyFileSync(database(), join(root, "copy"));
    const error = await failureOf(mode);
    expect(error).toMatchObject({ code: "receipt_store_failed", where: database() });
    expect(error.message).toContain("version 99");
    expect(error.advice).toContain("later");
    expect(readFileSync(database()).equals(readFileSync(join(root, "copy")))).toBe(true);
  });
});
