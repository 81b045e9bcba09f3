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
import { makePrivateDirectory, syncDirectory, writeDurableFile } from "./durable-file.ts";

let directory: string;
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "abp-durable-"));
});
afterEach(() => rmSync(directory, { recursive: true }));

describe("a durable file", () => {
  it("has the content and the mode that were asked for", async () => {
    const path = join(directory, "file");
    await writeDurableFile(path, "text", 0o600);
    expect([readFileSync(path, "utf8"), modeOf(path)]).toEqual(["text", "600"]);
    await writeDurableFile(path, Buffer.from([1, 2]), 0o640);
    expect([[...readFileSync(path)], modeOf(path)]).toEqual([[1, 2], "640"]);
    expect(readdirSync(directory)).toEqual(["file"]);
  });

  it("stays as it was if the new one cannot take its place", async () => {
    const path = join(directory, "taken");
    mkdirSync(path);
    writeFileSync(join(path, "inside"), "x");
    await expect(writeDurableFile(path, "text", 0o600)).rejects.toThrow();
    expect(readdirSync(directory)).toEqual(["taken"]);
    expect(readFileSync(join(path, "inside"), "utf8")).toBe("x");
  });

  it("is refused if its directory is missing", async () => {
    await expect(writeDurableFile(join(directory, "none", "file"), "x", 0o600)).rejects.toMatchObject({
      code: "ENOENT",
      syscall: "open",
    });
  });
});

describe("a private directory", () => {
  it("and the directories above it are made for their owner alone", async () => {
    const path = join(directory, "a", "b");
    await makePrivateDirectory(path);
    expect([modeOf(join(directory, "a")), modeOf(path)]).toEqual(["700", "700"]);
  });

  it("is left as it is if it exists", async () => {
    const path = join(directory, "open");
    mkdirSync(path, { mode: 0o755 });
    writeFileSync(join(path, "file"), "x");
    await makePrivateDirectory(path);
    expect([modeOf(path), readdirSync(path)]).toEqual(["755", ["file"]]);
  });

  it("is made by several at the same time", async () => {
    const path = join(directory, "a", "b", "c");
    await Promise.all(Array.from({ length: 8 }, () => makePrivateDirectory(path)));
    expect(modeOf(path)).toBe("700");
  });

  it.skipIf(!existsSync("/proc/self"))("fails at once in a file system that refuses it", async () => {
    await expect(makePrivateDirectory("/proc/x/y")).rejects.toMatchObject({ code: "ENOENT" });
  });

  it("is not made if a file stands in its place or above it", async () => {
    writeFileSync(join(directory, "file"), "x");
    await expect(makePrivateDirectory(join(directory, "file"))).rejects.toMatchObject({ code: "EEXIST" });
    await expect(makePrivateDirectory(join(directory, "file", "a", "b"))).rejects.toMatchObject({
      code: "ENOTDIR",
    });
  });

  it("can be flushed only if it exists", async () => {
    await syncDirectory(directory);
    await expect(syncDirectory(join(directory, "none"))).rejects.toThrow("ENOENT");
  });
});
