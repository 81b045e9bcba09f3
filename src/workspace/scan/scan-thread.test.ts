import { EventEmitter } from "node:events";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { sha256Hex } from "../../lib/index.ts";
import { modes } from "../git/format/git-object.ts";
import { packedIds } from "../git/format/pack-writer.ts";
import type { ManifestEntry } from "../manifest/manifest.ts";
import { Directory } from "../walk/directory.ts";
import { type PlannedDirectory, stampOf } from "../walk/tree-plan.ts";
import type { KeptBlob } from "./blob-keeper.ts";
import { ByteCount } from "./byte-count.ts";
import {
  fromBlobColumns,
  fromEntryColumns,
  type ScanAnswer,
  type ScanCommand,
  type ScannedRoots,
} from "./scan-messages.ts";

/** Our end of the thread's port. */
class FakePort extends EventEmitter {
  readonly answers: ScanAnswer[] = [];
  postMessage(answer: ScanAnswer): void {
    this.answers.push(answer);
  }
}
const thread: { parentPort?: FakePort } = vi.hoisted(() => ({}));
vi.mock("node:worker_threads", () => ({
  get parentPort() {
    return thread.parentPort;
  },
}));

let directory: string;
let source: Directory;
let target: Directory;
const at = (path: string) => join(directory, path);

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "abp-thread-"));
  mkdirSync(at("source"));
  mkdirSync(at("target"));
  writeFileSync(at("source/a"), "aaa", { mode: 0o600 });
  source = Directory.open(at("source"));
  target = Directory.open(at("target"));
});
afterEach(() => {
  source.close();
  target.close();
  rmSync(directory, { recursive: true, force: true });
});

const roots = (data: Partial<ScannedRoots> = {}): ScannedRoots => ({
  source: source.prefix,
  target: undefined,
  maxBytes: 100,
  byteCount: ByteCount.memory(),
  umask: 0o022,
  sinceMs: undefined,
  keep: undefined,
  ...data,
});

async function load(): Promise<(command: ScanCommand) => ScanAnswer> {
  const port = new FakePort();
  thread.parentPort = port;
  vi.resetModules();
  await import("./scan-thread.ts");
  return (command) => {
    port.emit("message", command);
    expect(port.answers).toHaveLength(1);
    return port.answers.pop()!;
  };
}

async function start(data: Partial<ScannedRoots> = {}): Promise<(command: ScanCommand) => ScanAnswer> {
  const ask = await load();
  expect(ask({ kind: "open", roots: roots(data) })).toEqual({ kind: "opened" });
  return ask;
}
const planned = (): PlannedDirectory => ({
  rawPath: "",
  mode: 0o755,
  stamp: stampOf(statSync(at("source"))),
  isForeign: false,
  files: ["a"],
  links: [],
});

function entriesOf(answer: ScanAnswer): readonly ManifestEntry[] {
  if (answer.kind !== "scanned") throw new Error(answer.kind);
  return fromEntryColumns(answer.result.entries);
}

function keptOf(answer: ScanAnswer): readonly KeptBlob[] {
  if (answer.kind !== "checked" || answer.kept === undefined) throw new Error("nothing is kept");
  return fromBlobColumns(answer.kept.blobs);
}

/** All modules that a module loads, by reading its imports. */
function modulesOf(path: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(path)) return found;
  found.add(path);
  for (const [, name] of readFileSync(path, "utf8").matchAll(
    /^(?:import|\}) (?!type )[^;]*?from "(\.[^"]+)";/gm,
  )) {
    modulesOf(join(path, "..", name!), found);
  }
  return found;
}

describe("a scan thread", () => {
  it("does nothing in the main thread, which has no port", async () => {
    delete thread.parentPort;
    vi.resetModules();
    expect(Object.keys(await import("./scan-thread.ts"))).toEqual([]);
  });

  it("loads few modules, because each thread does so anew", () => {
    const modules = modulesOf(join(import.meta.dirname, "scan-thread.ts"));
    expect(modules.size).toBeLessThan(20);
    expect([...modules].filter((path) => path.endsWith("index.ts"))).toEqual([]);
  });

  it("answers a scan with what it read, and copies nothing without a target", async () => {
    const ask = await start();
    const answer = ask({ kind: "scan", directories: [planned()] });
    expect(answer).toMatchObject({
      kind: "scanned",
      result: { unreadable: [], vanished: [], foreignCount: 0 },
    });
    expect(entriesOf(answer)).toEqual([
      { rawPath: "a", type: "file", mode: 0o600, size: 3, sha256: sha256Hex("aaa") },
    ]);
    expect(target.list()).toEqual([]);
    expect(ask({ kind: "check" })).toEqual({ kind: "checked", isChanged: false });
  });

  it("reads one tree after another, and remembers nothing of the one before", async () => {
    mkdirSync(at("packs"));
    const keep = { directory: at("packs"), maxBytes: 100, byteCount: ByteCount.memory() };
    const ask = await start({ keep, target: target.prefix });
    ask({ kind: "scan", directories: [planned()] });
    expect(ask({ kind: "close" })).toEqual({ kind: "closed" });
    writeFileSync(at("source/a"), "changed since");
    expect(ask({ kind: "open", roots: roots() })).toEqual({ kind: "opened" });
    expect(ask({ kind: "check" })).toEqual({ kind: "checked", isChanged: false });
    expect(entriesOf(ask({ kind: "scan", directories: [planned()] }))).toMatchObject([
      { sha256: sha256Hex("changed since") },
    ]);
    expect(readFileSync(at("target/a"), "utf8")).toBe("aaa");
    expect(readdirSync(at("packs"))).toEqual([]);
  });

  it("closes every descriptor with its tree, and also if another one is opened over it", async () => {
    const count = () => readdirSync("/proc/self/fd").length;
    const ask = await load();
    const before = count();
    mkdirSync(at("source/sub"));
    mkdirSync(at("target/sub"));
    const scan = () => {
      ask({ kind: "open", roots: roots({ target: target.prefix }) });
      writeFileSync(at("source/sub/b"), "b");
      rmSync(at("target/sub"), { recursive: true });
      const stamp = stampOf(statSync(at("source/sub")));
      expect(
        ask({ kind: "scan", directories: [{ ...planned(), rawPath: "sub", stamp, files: ["b"] }] }).kind,
      ).toBe("scanned");
    };
    scan();
    expect(count()).toBeGreaterThan(before);
    scan();
    expect(ask({ kind: "close" })).toEqual({ kind: "closed" });
    expect(count()).toBe(before);
    expect(ask({ kind: "close" })).toEqual({ kind: "closed" });
  });

  it("answers with a fault if no tree is open, or the tree cannot be opened", async () => {
    const ask = await load();
    expect(ask({ kind: "check" })).toMatchObject({ kind: "fault" });
    expect(ask({ kind: "open", roots: roots({ source: at("none") }) })).toMatchObject({
      kind: "fault",
      fault: { reason: "ENOENT" },
    });
    expect(ask({ kind: "scan", directories: [] })).toMatchObject({ kind: "fault" });
  });

  it("copies to the target", async () => {
    const ask = await start({ target: target.prefix });
    expect(ask({ kind: "scan", directories: [planned()] }).kind).toBe("scanned");
    expect(readFileSync(at("target/a"), "utf8")).toBe("aaa");
  });

  it.each([undefined, Number.POSITIVE_INFINITY])(
    "keeps the contents of what it reads, besides those that are ignored, with changes since %s",
    async (sinceMs) => {
      mkdirSync(at("packs"));
      const keep = { directory: at("packs"), maxBytes: 100, byteCount: ByteCount.memory() };
      const ask = await start({ keep, sinceMs });
      writeFileSync(at("source/b"), "bbb");
      symlinkSync("bbb", at("source/l"));
      writeFileSync(at("source/i"), "iii");
      const directory = { ...planned(), files: ["a", "b", "i"], links: ["l"], ignored: new Set(["i"]) };
      ask({ kind: "scan", directories: [directory] });
      // git sees no pack before its index is there.
      expect(readdirSync(at("packs")).filter((name) => name.endsWith(".idx"))).toEqual([]);
      const times = ["a", "b", "l"].map((name) => lstatSync(at(`source/${name}`)).mtimeMs);
      const oids = ["7c4a013e52c76442ab80ee5572399a30373600a2", "01f02e32ce8a128dd7b1d16a45f2eff66ec23c2d"];
      const checked = ask({ kind: "check" });
      expect(checked).toMatchObject({ kind: "checked", isChanged: false });
      expect(keptOf(checked)).toEqual([
        { rawPath: "a", oid: oids[0], mode: modes.file, size: 3, modifiedMs: times[0] },
        { rawPath: "b", oid: oids[1], mode: modes.file, size: 3, modifiedMs: times[1] },
        { rawPath: "l", oid: oids[1], mode: modes.link, size: 3, modifiedMs: times[2] },
      ]);
      // Equal contents are stored once.
      const index = readdirSync(at("packs")).find((name) => name.endsWith(".idx"));
      expect(packedIds(readFileSync(at(`packs/${index}`)))).toEqual(oids.toSorted());
    },
  );

  it("keeps the time at which a copy was written, not the time of the source", async () => {
    mkdirSync(at("packs"));
    const keep = { directory: at("packs"), maxBytes: 100, byteCount: ByteCount.memory() };
    const ask = await start({ keep, target: target.prefix });
    symlinkSync("a", at("source/l"));
    chmodSync(at("source/a"), 0o700);
    utimesSync(at("source/a"), 1000, 1000);
    ask({ kind: "scan", directories: [{ ...planned(), links: ["l"] }] });
    const kept = keptOf(ask({ kind: "check" }));
    const inTarget = ["a", "l"].map((name) => lstatSync(at(`target/${name}`)).mtimeMs);
    expect(kept.map(({ rawPath, mode, modifiedMs }) => [rawPath, mode, modifiedMs])).toEqual([
      ["a", modes.program, inTarget[0]],
      ["l", modes.link, inTarget[1]],
    ]);
    expect(inTarget[0]).toBeGreaterThan(1_000_000);
  });

  it("keeps no time of what others wrote within the second in which they may write again", async () => {
    mkdirSync(at("packs"));
    const keep = { directory: at("packs"), maxBytes: 100, byteCount: ByteCount.memory() };
    const ask = await start({ keep, sinceMs: 5500 });
    for (const [name, seconds] of Object.entries({ a: 4.9, b: 5, c: 5.4, d: 6 })) {
      writeFileSync(at(`source/${name}`), name);
      utimesSync(at(`source/${name}`), seconds, seconds);
    }
    ask({ kind: "scan", directories: [{ ...planned(), files: ["a", "b", "c", "d"] }] });
    const kept = keptOf(ask({ kind: "check" }));
    expect(kept.map(({ modifiedMs }) => modifiedMs)).toEqual([4900, 0, 0, 0]);
  });

  it("keeps no more contents than fit the limit, and a smaller one that does", async () => {
    mkdirSync(at("packs"));
    const ask = await start({ keep: { directory: at("packs"), maxBytes: 5, byteCount: ByteCount.memory() } });
    writeFileSync(at("source/b"), "too large");
    writeFileSync(at("source/c"), "c");
    ask({ kind: "scan", directories: [{ ...planned(), files: ["a", "b", "c"] }] });
    const kept = keptOf(ask({ kind: "check" }));
    expect(kept.map(({ rawPath }) => rawPath)).toEqual(["a", "c"]);
  });

  it("scans on if contents cannot be kept, and says why", async () => {
    const ask = await start({ keep: { directory: at("none"), maxBytes: 5, byteCount: ByteCount.memory() } });
    expect(ask({ kind: "scan", directories: [planned()] })).toMatchObject({ kind: "scanned" });
    expect(ask({ kind: "check" })).toMatchObject({
      kind: "checked",
      kept: { problem: "ENOENT", blobs: { rawPaths: "" } },
    });
  });

  it("answers with the fault if something changed since", async () => {
    const ask = await start();
    const before = planned();
    ask({ kind: "scan", directories: [before] });
    writeFileSync(at("source/a"), "AAA");
    expect(ask({ kind: "check" })).toEqual({
      kind: "fault",
      fault: { kind: "changed", rawPath: "a", reason: "modified" },
    });
  });

  it("notes what changed, and is no fault, if others may write", async () => {
    const ask = await start({ sinceMs: Number.POSITIVE_INFINITY });
    const plan = planned();
    writeFileSync(at("source/new"), "");
    expect(ask({ kind: "scan", directories: [plan] })).toMatchObject({ kind: "scanned" });
    expect(ask({ kind: "check" })).toEqual({ kind: "checked", isChanged: true });
  });

  it("counts bytes with all threads together, up to the limit", async () => {
    const byteCount = ByteCount.memory();
    new ByteCount(byteCount, 5).add(3);
    const ask = await start({ byteCount, maxBytes: 5 });
    expect(ask({ kind: "scan", directories: [planned()] })).toEqual({
      kind: "fault",
      fault: { kind: "too_many_bytes", rawPath: "a", reason: "3 bytes" },
    });
  });

  it("answers with a fault at the root if a failure has no place", async () => {
    const ask = await start();
    const missing = Object.assign(new Error("gone"), { code: "ENOENT" });
    const command = {
      kind: "scan",
      get directories(): never {
        throw missing;
      },
    } as const;
    expect(ask(command)).toEqual({
      kind: "fault",
      fault: { kind: "changed", rawPath: "", reason: "ENOENT" },
    });
  });
});
