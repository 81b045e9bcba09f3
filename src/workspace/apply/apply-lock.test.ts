import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { saveTrees } from "../patch/fixtures/saved.ts";
import { useDirectory, writeTree } from "../patch/fixtures/tree.ts";
import { applyChanges } from "./apply-changes.ts";
import { takeApplyLock } from "./apply-lock.ts";

const directory = useDirectory();
const target = (): string => join(directory(), "target");
const lockFile = (): string => join(target(), ".abp-apply.lock");
const { signal } = new AbortController();

describe("the lock of a workspace that gets changes", () => {
  it("is held by one at a time, and leaves no file", async () => {
    mkdirSync(target());
    const lock = await takeApplyLock(target(), signal);
    const order: string[] = [];
    const others = ["one", "other"].map(async (name) => {
      const own = await takeApplyLock(target(), signal);
      order.push(`${name} begins`);
      await new Promise(setImmediate);
      order.push(`${name} ends`);
      own?.release();
    });
    expect(order).toEqual([]);
    lock?.release();
    await Promise.all(others);
    const [first] = order[0]!.split(" ");
    const second = first === "one" ? "other" : "one";
    expect(order).toEqual([`${first} begins`, `${first} ends`, `${second} begins`, `${second} ends`]);
    expect(readdirSync(target())).toEqual([]);
  });

  it("is not waited for without end, nor after the signal", async () => {
    mkdirSync(target());
    const lock = await takeApplyLock(target(), signal);
    await expect(takeApplyLock(target(), signal, 60)).rejects.toMatchObject({
      code: "output_unwritable",
      message: "another process applies changes to this workspace",
      where: target(),
    });
    const ending = new AbortController();
    const waiting = takeApplyLock(target(), ending.signal);
    ending.abort("SIGINT");
    await expect(waiting).rejects.toBe("SIGINT");
    lock?.release();
  });

  it("is free again when its process was killed", async () => {
    mkdirSync(target());
    const module = pathToFileURL(join(import.meta.dirname, "apply-lock.ts")).href;
    const program = `const { takeApplyLock } = await import(${JSON.stringify(module)});
      await takeApplyLock(${JSON.stringify(target())}, new AbortController().signal);
      console.log("held"); setInterval(() => undefined, 1000);`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", program]);
    await once(child.stdout, "data");
    await expect(takeApplyLock(target(), signal, 60)).rejects.toMatchObject({ code: "output_unwritable" });
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(existsSync(lockFile())).toBe(true);
    (await takeApplyLock(target(), signal))?.release();
    expect(existsSync(lockFile())).toBe(false);
  });

  it("is not needed if nothing can be written", async () => {
    mkdirSync(lockFile(), { recursive: true });
    expect(await takeApplyLock(target(), signal)).toBeUndefined();
    expect(await takeApplyLock(join(directory(), "none"), signal)).toBeUndefined();
  });

  it("lets two applications at once work one after the other, and both changes stay", async () => {
    const text = (first: string, last: string) => `${first}\n2\n3\n4\n5\n6\n${last}\n`;
    const before = { f: text("1", "7") };
    const runs: string[] = [];
    for (const [name, content] of [
      ["one", text("one", "7")],
      ["two", text("1", "seven")],
    ] as const) {
      mkdirSync(join(directory(), name));
      runs.push((await saveTrees(join(directory(), name), before, { f: content, [name]: name })).run);
    }
    for (let round = 0; round < 5; round += 1) {
      writeTree(target(), before);
      const reports = await Promise.all(
        runs.map((run) => applyChanges({ directory: run, target: target(), signal })),
      );
      expect(reports.flatMap(({ files }) => files.map(({ action }) => action)).toSorted()).toEqual(
        round === 0
          ? ["merged", "written", "written", "written"]
          : ["merged", "unchanged", "unchanged", "written"],
      );
      expect(readFileSync(join(target(), "f"), "utf8")).toBe(text("one", "seven"));
      expect(readdirSync(target()).toSorted()).toEqual(["f", "one", "two"]);
    }
  });

  it("is taken for no check", async () => {
    const { run } = await saveTrees(directory(), { f: "1\n" }, { f: "2\n" });
    writeTree(target(), { f: "1\n" });
    const lock = await takeApplyLock(target(), signal);
    const report = await applyChanges({ directory: run, target: target(), checkOnly: true, signal });
    expect(report.files).toEqual([{ path: "f", action: "written" }]);
    lock?.release();
  });
});
