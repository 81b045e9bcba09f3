import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { LedgerReader, LogRow } from "../reader/ledger-reader.ts";
import { becomeOwner } from "../recovery/owner.ts";
import { checkAtOpening } from "./opening-check.ts";

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "abp-opening-check-"));
});
afterEach(() => rmSync(directory, { recursive: true }));

/** Checks a store of one empty log; `pages` is what the check of pages answers. Returns whether pages were checked. */
function check(log: Partial<LogRow>, pages = "ok"): boolean {
  let hasChecked = false;
  const row = { id: 1, tenant: "a", origin: "o/a", size: 0, last: null, checkpoint: null, ...log } as LogRow;
  const reader = {
    directory,
    snapshot: <Value>(read: () => Value) => read(),
    logs: () => [row],
    receipt: () => undefined,
    storedRows: () => [],
    prepare: () => {
      hasChecked = true;
      return { all: () => [{ check: pages }] };
    },
  };
  checkAtOpening(reader as unknown as LedgerReader, { checkpoints: [], heads: [] }, "o");
  return hasChecked;
}

describe("the check at opening", () => {
  it("throws the first fault of the logs, with its place and its advice", () => {
    expect(() => check({ origin: "other/a", last: "ab" })).toThrow(
      expect.objectContaining({
        code: "receipt_origin_mismatch",
        message: "the log of a belongs to other/a, not to o/a",
        where: directory,
        advice: expect.stringContaining("`receipts.origin`"),
      }),
    );
  });

  it("throws a fault without advice of its own with the advice of its code", () => {
    expect(() => check({ last: "ab" })).toThrow(
      expect.objectContaining({
        code: "ledger_damaged",
        where: directory,
        advice: expect.stringMatching(/./),
      }),
    );
  });

  it("looks at the pages if an owner ended without closing the store, and throws their damage", async () => {
    expect(check({})).toBe(false);
    const owner = await becomeOwner(directory);
    expect(check({})).toBe(false);
    owner.release(false);
    writeFileSync(join(directory, "ledger.db"), "");
    expect(check({})).toBe(true);
    expect(() => check({}, "page 3 is never used")).toThrow(
      expect.objectContaining({
        code: "ledger_damaged",
        message: "the database is damaged: page 3 is never used",
        where: join(directory, "ledger.db"),
      }),
    );
  });
});
