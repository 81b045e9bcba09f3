import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type ChangeRecord, readChangeRecord, writeChangeRecord } from "./change-record.ts";
import { runFiles } from "./run-files.ts";

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "abp-record-"));
});
afterEach(() => rmSync(directory, { recursive: true }));

const record = { source: "/w", changes: [] } as unknown as ChangeRecord;
const path = () => runFiles(directory).record;

describe("the record of saved changes", () => {
  it("is read as it was written, into a private file", async () => {
    await writeChangeRecord(directory, record);
    expect(await readChangeRecord(directory)).toEqual(record);
    expect(statSync(path()).mode & 0o777).toBe(0o600);
    await writeChangeRecord(directory, { ...record, source: "/x" });
    expect(await readChangeRecord(directory)).toEqual({ ...record, source: "/x" });
    expect(readdirSync(directory)).toHaveLength(1);
  });

  it("is missing if nothing was saved", async () => {
    const missing = { code: "patch_not_found", message: "no changes are saved here", where: directory };
    await expect(readChangeRecord(directory)).rejects.toMatchObject(missing);
    writeFileSync(join(directory, "file"), "");
    const below = join(directory, "file");
    await expect(readChangeRecord(below)).rejects.toMatchObject({ ...missing, where: below });
  });

  it("cannot be read if it is no file, or damaged", async () => {
    writeFileSync(path(), "{");
    const damaged = { code: "input_invalid_json", message: "the record of the saved changes is damaged" };
    await expect(readChangeRecord(directory)).rejects.toMatchObject({ ...damaged, where: path() });
    rmSync(path());
    mkdirSync(path());
    await expect(readChangeRecord(directory)).rejects.toMatchObject({
      ...{
        code: "input_unreadable",
        where: path(),
        message: expect.stringContaining("cannot be read (it is a directory"),
      },
    });
  });
});
