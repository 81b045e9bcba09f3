import { describe, expect, it } from "vitest";
import { AbpError } from "../contract/index.ts";
import { directoryError, useDirectory } from "./directory-use.ts";

const systemError = (code: string) => Object.assign(new Error(`${code}: mkdir`), { code });
const sqliteError = (errcode: number) => Object.assign(new Error("s"), { code: "ERR_SQLITE_ERROR", errcode });

describe("work in a directory", () => {
  it("returns its result", async () => {
    expect(await useDirectory("/d", "receipts_dir", async () => 5)).toBe(5);
  });

  it.each([
    "EACCES",
    "EPERM",
    "EROFS",
    "ENOENT",
    "ENOTDIR",
    "EEXIST",
    "EISDIR",
    "ELOOP",
    "ENAMETOOLONG",
    "ENOSPC",
    "EDQUOT",
  ])("that fails with %s is an error of the user that names the setting to change", async (code) => {
    const cause = systemError(code);
    const work = useDirectory("/d", "receipts.keys_dir", () => Promise.reject(cause));
    await expect(work).rejects.toMatchObject({
      code: "directory_unusable",
      where: "/d",
      advice: expect.stringContaining("`receipts.keys_dir`"),
      cause,
    });
  });

  it.each([
    [3, "permission denied"],
    [8, "read-only"],
    [1544, "read-only"],
    [13, "no space left"],
    [14, "cannot be opened"],
    [526, "cannot be opened"],
  ])("that SQLite refuses with %i says so", (errcode, reason) => {
    const error = directoryError(sqliteError(errcode), "/d", "ABP_HOME");
    expect(error?.message).toContain(reason);
    expect(error?.row.exit).toBe(3);
  });

  it("passes on every other error", async () => {
    const others = [
      new AbpError("usage_invalid", "x"),
      systemError("EMFILE"),
      sqliteError(11),
      Object.assign(new Error("x"), { errcode: "13" }),
      new TypeError("t"),
      null,
    ];
    for (const error of others) {
      expect(directoryError(error, "/d", "receipts_dir")).toBeUndefined();
      await expect(useDirectory("/d", "receipts_dir", () => Promise.reject(error))).rejects.toBe(error);
    }
  });
});
