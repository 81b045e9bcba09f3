import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkpointPath, listCheckpointFiles, writeCheckpointFile } from "./checkpoint-file.ts";

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "abp-checkpoint-file-"));
});
afterEach(() => rmSync(directory, { recursive: true }));

describe("a checkpoint file", () => {
  it("has a name that every tenant can be read from", () => {
    const tenants = ["a", "team/one", "100%", "%tmp", ".."];
    for (const tenant of tenants) writeCheckpointFile(checkpointPath(directory, tenant), tenant);
    const listed = listCheckpointFiles(directory).sort(([one], [other]) => (one < other ? -1 : 1));
    expect(listed).toEqual(tenants.sort().map((tenant) => [tenant, checkpointPath(directory, tenant)]));
    for (const [tenant, path] of listed) expect(readFileSync(path, "utf8")).toBe(tenant);
  });

  it("is replaced whole, for its owner alone", () => {
    const path = checkpointPath(directory, "a");
    writeCheckpointFile(path, "a longer text");
    writeCheckpointFile(path, "short");
    expect([readFileSync(path, "utf8"), statSync(path).mode & 0o777]).toEqual(["short", 0o600]);
    expect(readdirSync(directory)).toEqual(["checkpoint-a"]);
  });

  it("stays as it was if the new one cannot be written", () => {
    const path = checkpointPath(directory, "a");
    writeCheckpointFile(path, "first");
    mkdirSync(`${path}%tmp`);
    expect(() => writeCheckpointFile(path, "second")).toThrow("EISDIR");
    expect(readFileSync(path, "utf8")).toBe("first");
  });

  it("that was not finished, and any other file, is not listed", () => {
    writeFileSync(join(directory, "checkpoint-a%tmp"), "half");
    writeFileSync(join(directory, "ledger.db"), "");
    writeFileSync(join(directory, "old-checkpoint-a"), "");
    expect(listCheckpointFiles(directory)).toEqual([]);
  });

  it.skipIf(!existsSync("/proc/self/fd"))("leaves nothing open", () => {
    const path = checkpointPath(directory, "a");
    const count = () => readdirSync("/proc/self/fd").length;
    writeCheckpointFile(path, "x");
    const before = count();
    for (let turn = 0; turn < 50; turn += 1) writeCheckpointFile(path, "x");
    expect(count()).toBeLessThan(before + 50);
  });
});
