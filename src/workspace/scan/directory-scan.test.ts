import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { sha256Hex } from "../../lib/index.ts";
import { Directory } from "../walk/directory.ts";
import { NoteList } from "../walk/note-list.ts";
import { TreeError } from "../walk/tree-fault.ts";
import { walkTree } from "../walk/tree-walk.ts";
import { ByteCount } from "./byte-count.ts";
import { DirectoryScan } from "./directory-scan.ts";
import { ContentReader } from "./file-content.ts";

let directory: string;
let source: Directory;
let target: Directory;
const at = (path: string) => join(directory, path);

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "abp-scan-"));
  mkdirSync(at("source/inner"), { recursive: true });
  mkdirSync(at("target"));
  writeFileSync(at("source/a"), "aaa");
  writeFileSync(at("source/inner/b"), "bb");
  symlinkSync("a", at("source/link"));
  source = Directory.open(at("source"));
  target = Directory.open(at("target"));
});
afterEach(() => {
  vi.restoreAllMocks();
  source.close();
  target.close();
  rmSync(directory, { recursive: true, force: true });
});

const plan = async () =>
  (
    await walkTree({
      root: source,
      rootPath: at("source"),
      rules: undefined,
      budget: { maxEntries: 100, maxBytes: 0, maxDepth: 10 },
      notes: new NoteList(),
      signal: new AbortController().signal,
    })
  ).directories;
const scanOf = (options: { copies?: boolean; maxBytes?: number; umask?: number } = {}) =>
  new DirectoryScan(
    source,
    options.copies ? target : undefined,
    new ContentReader(options.umask ?? 0o022),
    new ByteCount(ByteCount.memory(), options.maxBytes ?? 1000),
  );
const faultOf = (action: () => unknown) => {
  try {
    action();
  } catch (error) {
    if (error instanceof TreeError) return `${error.fault.kind} ${error.fault.rawPath}`;
    throw error;
  }
  return "none";
};

describe("a scan of directories", () => {
  it("hashes files and link texts without a target, and writes nothing", async () => {
    const scan = scanOf();
    const { entries, unreadable } = scan.scan(await plan());
    scan.check();
    scan.close();
    expect(entries).toEqual([
      { rawPath: "a", type: "file", mode: 0o644, size: 3, sha256: sha256Hex("aaa") },
      { rawPath: "link", type: "symlink", mode: 0o777, size: 1, sha256: sha256Hex("a") },
      { rawPath: "inner/b", type: "file", mode: 0o644, size: 2, sha256: sha256Hex("bb") },
    ]);
    expect(unreadable).toEqual([]);
    expect(target.list()).toEqual([]);
  });

  it("copies content and permissions whatever the umask, and leaves special bits out", async () => {
    chmodSync(at("source/a"), 0o4757);
    chmodSync(at("source/inner"), 0o3777);
    const scan = scanOf({ copies: true, umask: 0o022 });
    const { entries } = scan.scan(await plan());
    scan.close();
    expect(readFileSync(at("target/a"), "utf8")).toBe("aaa");
    expect(statSync(at("target/a")).mode & 0o7777).toBe(0o757);
    expect(statSync(at("target/inner")).mode & 0o7777).toBe(0o777);
    expect(entries.find(({ rawPath }) => rawPath === "a")?.mode).toBe(0o4757);
  });

  it("W27 notices a file that was modified after it was read", async () => {
    const scan = scanOf();
    scan.scan(await plan());
    writeFileSync(at("source/inner/b"), "BB");
    expect(faultOf(() => scan.check())).toBe("changed inner/b");
  });

  it("W27 notices entries that came, went or were replaced", async () => {
    const listed = await plan();
    unlinkSync(at("source/inner/b"));
    expect(faultOf(() => scanOf().scan(listed))).toBe("changed inner");
    const listedAgain = await plan();
    const scan = scanOf();
    scan.scan(listedAgain);
    writeFileSync(at("source/new"), "");
    expect(faultOf(() => scan.check())).toBe("changed ");
  });

  it.each([
    ["a file in place of the link", "link", () => writeFileSync(at("source/link"), "")],
    ["a link in place of the file", "a", () => symlinkSync("/etc/passwd", at("source/a"))],
    ["a directory in place of the file", "a", () => mkdirSync(at("source/a"))],
  ])("W27 takes %s for a change, even with the directory's old times", async (_, name, replace) => {
    const listed = await plan();
    unlinkSync(at(`source/${name}`));
    replace();
    const status = source.status();
    const unnoticed = listed.map((planned) =>
      planned.rawPath === "" ? { ...planned, stamp: { ...planned.stamp, ...stampNow(status) } } : planned,
    );
    expect(faultOf(() => scanOf({ copies: true }).scan(unnoticed))).toBe(`changed ${name}`);
  });

  it("W08 refuses a file that exceeds the bytes before it reads it", async () => {
    truncateSync(at("source/a"), 3_000_000_000_000);
    expect(faultOf(() => scanOf({ copies: true, maxBytes: 1_000_000 }).scan([{ ...now() }]))).toBe("none");
    expect(faultOf(() => scanOf({ copies: true, maxBytes: 1_000_000 }).scan(listed()))).toBe(
      "too_many_bytes a",
    );
    function now() {
      return { rawPath: "", mode: 0o755, stamp: stampOfSource(), isForeign: false, files: [], links: [] };
    }
    function listed() {
      return [{ ...now(), files: ["a"] }];
    }
  });

  it("counts the bytes of all files together", async () => {
    const listed = await plan();
    expect(faultOf(() => scanOf({ maxBytes: 5 }).scan(listed))).toBe("none");
    expect(faultOf(() => scanOf({ maxBytes: 4 }).scan(listed))).toBe("too_many_bytes inner/b");
  });

  it("notices a file that grows while it is read", async () => {
    const listed = await plan();
    const reader = new (class extends ContentReader {
      override hash(file: Parameters<ContentReader["hash"]>[0]) {
        appendFileSync(at("source/a"), "more");
        return super.hash(file);
      }
    })(0o022);
    const scan = new DirectoryScan(source, undefined, reader, new ByteCount(ByteCount.memory(), 1000));
    expect(faultOf(() => scan.scan(listed))).toBe("changed a");
  });
});

describe("a scan that copies", () => {
  it("W09 makes directories writable for the copy, with the other permissions of the source", async () => {
    // Only root reads a directory that its owner may not read.
    chmodSync(at("source/inner"), process.geteuid?.() === 0 ? 0o2055 : 0o2555);
    const scan = scanOf({ copies: true });
    scan.scan(await plan());
    scan.close();
    expect(statSync(at("target/inner")).mode & 0o7777).toBe(0o755);
    expect(readFileSync(at("target/inner/b"), "utf8")).toBe("bb");
    expect(readlinkSync(at("target/link"))).toBe("a");
    // An ordinary user removes only what it may write.
    chmodSync(at("source/inner"), 0o755);
  });

  it("W26 takes a failure at the target for a failure, not for a change", async () => {
    const listed = await plan();
    const reader = new (class extends ContentReader {
      override copy(): never {
        throw Object.assign(new Error("x"), { code: "ENOENT" });
      }
    })(0o022);
    const scan = new DirectoryScan(source, target, reader, new ByteCount(ByteCount.memory(), 1000));
    expect(faultOf(() => scan.scan(listed))).toBe("failed a");
    scan.close();
    symlinkSync("elsewhere", at("target/inner"));
    expect(faultOf(() => scanOf({ copies: true }).scan(listed))).toBe("failed inner");
    rmSync(at("target/a"));
    expect(faultOf(() => scanOf({ copies: true }).scan(listed))).toBe("failed link");
  });

  it("says what changed and how large a file is", async () => {
    const reasonOf = (action: () => unknown) => {
      try {
        action();
      } catch (error) {
        return error instanceof TreeError ? error.fault.reason : error;
      }
      return "none";
    };
    const listed = await plan();
    expect(reasonOf(() => scanOf({ maxBytes: 2 }).scan(listed))).toBe("3 bytes");
    const scan = scanOf();
    scan.scan(listed);
    writeFileSync(at("source/a"), "AAA");
    expect(reasonOf(() => scan.check())).toBe("modified");
    writeFileSync(at("source/new"), "");
    expect(reasonOf(() => scan.check())).toBe("entries came or went");
  });
});

describe("a scan without permissions or owners", () => {
  it.each(["EACCES", "EPERM"])(
    "W09 leaves out a file that may not be read, also at the check: %s",
    async (code) => {
      const listed = await plan();
      const place = Directory.prototype.place;
      vi.spyOn(Directory.prototype, "place").mockImplementation(function (this: Directory, name) {
        if (name === "a") throw Object.assign(new Error(code), { code });
        return place.call(this, name);
      });
      const scan = scanOf();
      const { entries, unreadable } = scan.scan(listed);
      expect(unreadable).toEqual(["a"]);
      expect(entries.map(({ rawPath }) => rawPath)).toEqual(["link", "inner/b"]);
      expect(() => scan.check()).not.toThrow();
      scan.close();
    },
  );

  it("W10 counts files and links of somebody else", async () => {
    const listed = await plan();
    expect(scanOf().scan(listed).foreignCount).toBe(0);
    vi.spyOn(process, "geteuid").mockReturnValue(statSync(at("source")).uid + 1);
    expect(scanOf().scan(listed).foreignCount).toBe(3);
  });

  it("W10 counts nothing if the system has no users", async () => {
    const listed = await plan();
    vi.stubGlobal("process", { ...process, geteuid: undefined, getegid: undefined });
    try {
      expect(scanOf().scan(listed).foreignCount).toBe(0);
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it("W27 notices a file that is gone at the check, even with the directory's old times", async () => {
    const listed = await plan();
    const scan = scanOf();
    scan.scan(listed);
    const gone = Object.assign(new Error("gone"), { code: "ENOENT" });
    vi.spyOn(Directory.prototype, "entryStatus").mockImplementation(() => {
      throw gone;
    });
    expect(faultOf(() => scan.check())).toBe("changed a");
  });

  it("W04 takes a directory that became a link for a change", async () => {
    const listed = await plan();
    vi.spyOn(Directory.prototype, "child").mockImplementation(() => {
      throw Object.assign(new Error("x"), { code: "ENOTDIR" });
    });
    expect(faultOf(() => scanOf().scan(listed))).toBe("changed inner");
  });

  it("closes every file and directory that it opened", async (context) => {
    if (!existsSync("/proc/self/fd")) context.skip("needs /proc");
    const openFiles = () => readdirSync("/proc/self/fd").length;
    const listed = await plan();
    const before = openFiles();
    const scan = scanOf({ copies: true });
    scan.scan(listed);
    scan.close();
    expect(openFiles()).toBe(before);
    const small = scanOf({ maxBytes: 1 });
    expect(faultOf(() => small.scan(listed))).toBe("too_many_bytes a");
    small.close();
    expect(openFiles()).toBe(before);
  });
});

const stampNow = (status: ReturnType<Directory["status"]>) => ({
  size: status.size,
  modifiedMs: status.mtimeMs,
  changedMs: status.ctimeMs,
});
function stampOfSource() {
  const { dev, ino, size, mtimeMs, ctimeMs } = source.status();
  return { dev, ino, size, modifiedMs: mtimeMs, changedMs: ctimeMs };
}
