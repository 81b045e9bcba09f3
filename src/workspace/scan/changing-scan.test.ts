import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sha256Hex } from "../../lib/index.ts";
import { Directory } from "../walk/directory.ts";
import { type PlannedDirectory, stampOf } from "../walk/tree-plan.ts";
import { ByteCount } from "./byte-count.ts";
import { ChangingScan } from "./changing-scan.ts";
import { ContentReader, type OpenFile } from "./file-content.ts";

let directory: string;
let source: Directory;
let scans: ChangingScan[];
const at = (path: string) => join(directory, path);
const LATER = Number.POSITIVE_INFINITY;

/** Runs something before each read. */
class HookedReader extends ContentReader {
  readonly #hook: (turn: number) => void;
  #turn = 0;
  constructor(hook: (turn: number) => void) {
    super(0o022);
    this.#hook = hook;
  }
  override hash(file: OpenFile) {
    this.#turn += 1;
    this.#hook(this.#turn);
    return super.hash(file);
  }
}

beforeEach(() => {
  scans = [];
  directory = mkdtempSync(join(tmpdir(), "abp-changing-"));
  mkdirSync(at("d"));
  writeFileSync(at("a"), "aaa");
  writeFileSync(at("d/b"), "bb");
  symlinkSync("a", at("link"));
  source = Directory.open(directory);
});
afterEach(() => {
  for (const scan of scans) scan.close();
  source.close();
  rmSync(directory, { recursive: true, force: true });
});

function open(sinceMs = LATER, content = new ContentReader(0o022), maxBytes = 100): ChangingScan {
  const scan = new ChangingScan(source, content, new ByteCount(ByteCount.memory(), maxBytes), sinceMs);
  scans.push(scan);
  return scan;
}
const planned = (rawPath: string, files: string[], links: string[] = []): PlannedDirectory => ({
  rawPath,
  mode: 0o755,
  stamp: stampOf(statSync(at(rawPath))),
  isForeign: false,
  files,
  links,
});
const file = (rawPath: string, text: string) => ({
  rawPath,
  type: "file",
  mode: 0o644,
  size: text.length,
  sha256: sha256Hex(text),
});
const lost = (rawPath: string, type: "file" | "symlink") => ({
  rawPath,
  type,
  mode: type === "file" ? 0o644 : 0o777,
  size: 0,
  sha256: "",
  unsettled: true,
});

describe("a scan of a tree that others change", () => {
  it("reads what did not change since the given time", () => {
    const scan = open();
    const plan = [planned("", ["a"], ["link"]), planned("d", ["b"])];
    expect(scan.scan(plan)).toEqual({
      entries: [
        file("a", "aaa"),
        { rawPath: "link", type: "symlink", mode: 0o777, size: 1, sha256: sha256Hex("a") },
        file("d/b", "bb"),
      ],
      unreadable: [],
      vanished: [],
      foreignCount: 0,
    });
    expect(scan.check()).toBe(false);
  });

  it("marks what changed at that very time or later", () => {
    const { ctimeMs } = statSync(at("a"));
    const plan = [planned("", ["a"])];
    expect(open(ctimeMs).scan(plan).entries).toEqual([{ ...file("a", "aaa"), unsettled: true }]);
    expect(open(ctimeMs + 1).scan(plan).entries).toEqual([file("a", "aaa")]);
    expect(open(0).scan([planned("", [], ["link"])]).entries).toMatchObject([{ unsettled: true }]);
  });

  it("reads again what is written while it is read, and marks it if that does not end", () => {
    const grows = (turns: number) =>
      new HookedReader((turn) => turn <= turns && appendFileSync(at("a"), "x"));
    const plan = [planned("", ["a"])];
    expect(open(LATER, grows(2)).scan(plan).entries).toEqual([file("a", "aaaxx")]);
    const [entry] = open(LATER, grows(9)).scan(plan).entries;
    expect(entry).toMatchObject({ rawPath: "a", unsettled: true });
  });

  it("lists what went away or became something else", () => {
    const plan = [planned("", ["a", "gone"], ["link", "was-link"]), planned("d", ["b"])];
    rmSync(at("a"));
    mkdirSync(at("a"));
    rmSync(at("link"));
    writeFileSync(at("link"), "");
    renameSync(at("d"), at("e"));
    const scan = open();
    expect(scan.scan(plan)).toEqual({
      entries: [],
      unreadable: [],
      vanished: [
        lost("a", "file"),
        lost("gone", "file"),
        lost("link", "symlink"),
        lost("was-link", "symlink"),
        lost("d/b", "file"),
      ],
      foreignCount: 0,
    });
    expect(scan.check()).toBe(true);
  });

  it("refuses the first byte beyond the limit", () => {
    expect(() => open(LATER, undefined, 2).scan([planned("", ["a"])])).toThrow("too_many_bytes");
    expect(open(LATER, undefined, 3).scan([planned("", ["a"])]).entries).toHaveLength(1);
  });
});
