import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { afterEach, beforeEach, expect, it } from "vitest";
import { faultSize } from "../../../test/fault-size.ts";
import { sha256Hex } from "../../lib/index.ts";
import { ByteCount } from "../scan/byte-count.ts";
import { DirectoryScan } from "../scan/directory-scan.ts";
import { ContentReader } from "../scan/file-content.ts";
import { Directory } from "./directory.ts";
import { NoteList } from "./note-list.ts";
import { TreeError } from "./tree-fault.ts";
import { walkTree } from "./tree-walk.ts";

/** Swaps a directory for a link that leads outside and a file for a link to a secret, and back, until it is stopped. */
const SWAPPER = `
  const fs = require("node:fs");
  const { workerData: { root, outside, stop } } = require("node:worker_threads");
  const flag = new Int32Array(stop);
  while (Atomics.load(flag, 0) === 0) {
    fs.renameSync(root + "/dir", root + "/parked");
    fs.symlinkSync(outside, root + "/dir");
    fs.unlinkSync(root + "/dir");
    fs.renameSync(root + "/parked", root + "/dir");
    fs.renameSync(root + "/file", root + "/parked-file");
    fs.symlinkSync(outside + "/inner/file", root + "/file");
    fs.unlinkSync(root + "/file");
    fs.renameSync(root + "/parked-file", root + "/file");
    Atomics.add(flag, 1, 1);
  }`;

let directory: string;
const at = (path: string) => join(directory, path);

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "abp-race-"));
  for (const tree of ["source/dir/inner", "outside/inner"]) mkdirSync(at(tree), { recursive: true });
  writeFileSync(at("source/dir/inner/file"), "harmless");
  writeFileSync(at("source/file"), "harmless");
  writeFileSync(at("outside/inner/file"), "the secret");
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

it("W04 never reads through a link that takes the place of a directory or a file", async () => {
  const stop = new SharedArrayBuffer(8);
  const flag = new Int32Array(stop);
  const swapper = new Worker(SWAPPER, {
    eval: true,
    workerData: { root: at("source"), outside: at("outside"), stop },
  });
  const ended = new Promise((resolve) => swapper.once("exit", resolve));
  const root = Directory.open(at("source"));
  const seen = { complete: 0, changed: 0, leaked: 0 };
  const secret = sha256Hex("the secret");
  const attempts = faultSize(3000, 100_000);
  try {
    while (Atomics.load(flag, 1) === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const scan = new DirectoryScan(
        root,
        undefined,
        new ContentReader(0),
        new ByteCount(ByteCount.memory(), 1e6),
      );
      try {
        const plan = await walkTree({
          root,
          rootPath: at("source"),
          rules: undefined,
          budget: { maxEntries: 100, maxBytes: 0, maxDepth: 10 },
          notes: new NoteList(),
          signal: new AbortController().signal,
        });
        const { entries } = scan.scan(plan.directories);
        if (entries.some(({ sha256 }) => sha256 === secret)) seen.leaked += 1;
        seen.complete += 1;
      } catch (error) {
        if (!(error instanceof TreeError)) throw error;
        expect(error.fault.kind).toBe("changed");
        seen.changed += 1;
      } finally {
        scan.close();
      }
    }
  } finally {
    Atomics.store(flag, 0, 1);
    await ended;
    root.close();
  }
  expect(seen.leaked).toBe(0);
  expect(seen.complete + seen.changed).toBe(attempts);
  expect(seen.changed).toBeGreaterThan(0);
}, 600_000);
