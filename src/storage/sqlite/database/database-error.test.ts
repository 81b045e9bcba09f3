import { describe, expect, it } from "vitest";
import { AbpError } from "../../../contract/index.ts";
import { damageError, databaseError, storeError } from "./database-error.ts";

const sqlite = (errcode: number) => Object.assign(new Error("from SQLite"), { errcode });

describe("an error while the database is opened or read", () => {
  it.each([
    [11, "the database is damaged"],
    [267, "the database is damaged"],
    [26, "the file is not a database, or its beginning is damaged"],
  ])("of SQLite with code %d means damage", (code, message) => {
    const cause = sqlite(code);
    expect(databaseError(cause, "/ledger")).toMatchObject({
      code: "ledger_damaged",
      message,
      where: "/ledger/ledger.db",
      cause,
    });
  });

  it("that the directory causes names the setting", () => {
    const cause = sqlite(14);
    expect(databaseError(cause, "/ledger")).toMatchObject({
      code: "directory_unusable",
      where: "/ledger",
      advice: expect.stringContaining("`receipts_dir`"),
      cause,
    });
  });

  it.each([
    [sqlite(10), "from SQLite"],
    [new TypeError("wrong"), "wrong"],
    ["text", "text"],
    [7, "7"],
  ])("of any other kind is an error of the store (%s)", (cause, reason) => {
    expect(databaseError(cause, "/ledger")).toMatchObject({
      code: "receipt_store_failed",
      message: `the ledger cannot be read or opened: ${reason}`,
      where: "/ledger",
      cause,
    });
  });

  it("of the table is passed on as it is", () => {
    const error = new AbpError("receipt_store_failed", "known");
    expect(databaseError(error, "/ledger")).toBe(error);
  });

  it("is made with its place and its cause", () => {
    const cause = new Error("cause");
    expect(storeError("a", "/here", cause)).toMatchObject({
      code: "receipt_store_failed",
      where: "/here",
      cause,
    });
    expect(damageError("b", "/ledger", cause)).toMatchObject({
      code: "ledger_damaged",
      message: "b",
      where: "/ledger/ledger.db",
      cause,
    });
  });
});
