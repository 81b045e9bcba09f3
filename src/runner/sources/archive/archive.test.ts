import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { entryBytes, paxRecord, type TestEntry, tarBytes } from "../fixtures/tar-bytes.ts";
import { ArchiveStore } from "./archive-store.ts";
import { entryFiles } from "./entry-files.ts";
import { type ArchiveLimits, readArchive } from "./read-archive.ts";

const limits: ArchiveLimits = { maxBytes: 1_000_000, maxEntries: 10 };

let place: string;
let target: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), "abp-archive-"));
  target = join(place, "target");
  mkdirSync(target);
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

/** The bytes in pieces of a size that fits no block. */
async function* pieces(bytes: Buffer, size = 333): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const unpack = (bytes: Buffer, within = limits) => readArchive(pieces(bytes), entryFiles(target), within);

/** Every file below a directory with its content. */
function filesIn(directory: string): Record<string, string> {
  const names = readdirSync(directory, { recursive: true, encoding: "utf8" }).sort();
  const files = names.filter((name) => statSync(join(directory, name)).isFile());
  return Object.fromEntries(files.map((name) => [name, readFileSync(join(directory, name), "utf8")]));
}

describe("an archive", () => {
  it("gives its files and directories, and which of them are programs", async () => {
    const bytes = tarBytes(
      { name: "./", type: "5" },
      { name: "src/", type: "5" },
      { name: "src/run.sh", content: "echo hi\n", mode: "0000755\0" },
      { name: "./src/empty" },
      { name: "deep/in/it.txt", content: "x".repeat(2000) },
    );
    expect(await unpack(bytes)).toBe(5);
    expect(filesIn(target)).toEqual({
      "src/run.sh": "echo hi\n",
      "src/empty": "",
      "deep/in/it.txt": "x".repeat(2000),
    });
    expect(statSync(join(target, "src/run.sh")).mode & 0o777).toBe(0o700);
    expect(statSync(join(target, "src/empty")).mode & 0o777).toBe(0o600);
  });

  it("may be compressed, in pieces of any size", async () => {
    expect(
      await readArchive(pieces(gzipSync(tarBytes({ content: "a" })), 1), entryFiles(target), limits),
    ).toBe(1);
    expect(filesIn(target)).toEqual({ file: "a" });
  });

  it("names long paths in the ways of ustar, pax and GNU", async () => {
    const long = `${"d".repeat(90)}/${"e".repeat(90)}/f`;
    const bytes = tarBytes(
      { name: "g", prefix: "p".repeat(120), content: "1" },
      { type: "x", name: "PaxHeader", content: paxRecord("mtime", "1.5") + paxRecord("path", long) },
      { name: "short", content: "2" },
      { type: "g", name: "pax_global_header", content: paxRecord("comment", "0".repeat(40)) },
      { type: "L", name: "././@LongLink", content: `${long}2\0`, magic: "ustar  \0" },
      { name: "short", content: "3", magic: "ustar  \0" },
      { type: "x", name: "PaxHeader", content: paxRecord("size", "1") },
      { name: "sized", content: "4" },
    );
    expect(await unpack(bytes)).toBe(4);
    expect(filesIn(target)).toEqual({
      [`${"p".repeat(120)}/g`]: "1",
      [long]: "2",
      [`${long}2`]: "3",
      sized: "4",
    });
  });

  it.each(["ustar", "gnu", "pax"])("is what tar writes in the format %s", async (format) => {
    const from = join(place, "from");
    const long = join(from, "n".repeat(80), "m".repeat(80));
    mkdirSync(long, { recursive: true });
    writeFileSync(join(long, "ümlaut.txt"), "text");
    writeFileSync(join(from, "a"), "a".repeat(3000));
    chmodSync(join(from, "a"), 0o755);
    const archive = join(place, "a.tar.gz");
    execFileSync("tar", ["-C", from, `--format=${format}`, "-czf", archive, "."]);
    await unpack(readFileSync(archive), { ...limits, maxEntries: 100 });
    expect(filesIn(target)).toEqual(filesIn(from));
    expect(statSync(join(target, "a")).mode & 0o100).toBe(0o100);
  });

  it("is what git writes", async () => {
    const from = join(place, "from");
    mkdirSync(from);
    const git = (...args: string[]) =>
      execFileSync("git", ["-C", from, "-c", "user.name=a", "-c", "user.email=a@b", ...args]);
    git("init", "-q");
    writeFileSync(join(from, "a.txt"), "a");
    git("add", ".");
    git("commit", "-qm", "a");
    await unpack(git("archive", "--prefix=top/", "HEAD"));
    expect(filesIn(target)).toEqual({ "top/a.txt": "a" });
  });
});

const hostileNames: readonly (string | Buffer)[] = [
  "/etc/passwd",
  "//etc/passwd",
  "../x",
  "..",
  "a/../x",
  "a/../../x",
  "a/..",
  "./../x",
  "a//b",
  "a/./b",
  "a/.",
  "././a",
  "a\nb",
  "a\u0001b",
  "a\u007f",
  ".git/config",
  "a/.git/hooks/post-checkout",
  ".GIT/config",
  ".git",
  "a/",
  ".",
  "./",
  Buffer.from([0x61, 0xff, 0xfe]),
  "",
];

describe("a hostile archive", () => {
  const refuses = async (bytes: Buffer, within = limits) => {
    const before = readdirSync(place);
    await expect(unpack(bytes, within)).rejects.toMatchObject({ code: "run_source_invalid" });
    expect(readdirSync(place)).toEqual(before);
    expect(existsSync(join(dirname(place), "x"))).toBe(false);
  };

  it.each(hostileNames.map((name) => [JSON.stringify(String(name)), name] as const))(
    "is refused for a file with the name %s",
    async (_, name) => {
      await refuses(tarBytes({ name, content: "x" }));
    },
  );

  it.each(
    hostileNames
      .filter((name) => name !== "")
      .map(String)
      .filter((name) => !name.includes("\ufffd")),
  )("is refused for the name %j in a pax header", async (name) => {
    await refuses(tarBytes({ type: "x", content: paxRecord("path", name) }, { content: "x" }));
  });

  it.each(["1", "2", "3", "4", "6", "7", "K", "S", "M", "D", "V", "A", "Z", "\u0001"])(
    "is refused for an entry of the type %j",
    async (type) => {
      await refuses(
        tarBytes({ name: "link", type, linkName: "/etc/passwd" }, { name: "link/x", content: "x" }),
      );
    },
  );

  const odd: Readonly<Record<string, readonly TestEntry[]>> = {
    "two files of one name": [{ name: "a" }, { name: "a" }],
    "a file below a file": [{ name: "a" }, { name: "a/b" }],
    "a file in the place of a directory": [{ name: "a/b" }, { name: "a" }],
    "a directory in the place of a file": [{ name: "a" }, { name: "a/", type: "5" }],
    "a directory with content": [{ name: "a/", type: "5", content: "x" }],
    "a wrong checksum": [{ checksum: "000001\0 " }],
    "no checksum": [{ checksum: "\0\0\0\0\0\0\0\0" }],
    "a size that is negative": [{ size: "-0000000001\0" }],
    "a size in base 256": [{ size: "\u007f\0\0\0\0\0\0\0\0\0\0\u0001" }],
    "a size that is no number": [{ size: "zzz\0" }],
    "a mode that is no number": [{ mode: "rwxrwxrwx" }],
    "no magic": [{ magic: "" }],
    "another magic": [{ magic: "ustar 00" }],
    "a size larger than the archive": [{ size: "00000100000\0" }],
    "a size of many gigabytes": [{ size: "77777777777\0" }],
    "a name of 300 bytes": [{ type: "x", content: paxRecord("path", "n".repeat(300)) }, {}],
    "a path of 4,000 bytes": [{ type: "x", content: paxRecord("path", `${"n/".repeat(2000)}n`) }, {}],
    "200 directories in each other": [{ type: "x", content: paxRecord("path", `${"n/".repeat(200)}n`) }, {}],
    "a link in a pax header": [{ type: "x", content: paxRecord("linkpath", "/etc") }, {}],
    "a sparse file": [{ type: "x", content: paxRecord("GNU.sparse.major", "1") }, {}],
    "names in another charset": [{ type: "x", content: paxRecord("hdrcharset", "BINARY") }, {}],
    "a path for all entries": [{ type: "g", content: paxRecord("path", "a") }, {}],
    "a pax header that is too short": [{ type: "x", content: "5 a=b\n" }, {}],
    "a pax header that is too long": [{ type: "x", content: "99 a=b\n" }, {}],
    "a pax header without a length": [{ type: "x", content: "path=x\n" }, {}],
    "a pax header without a name": [{ type: "x", content: "5 =b\n" }, {}],
    "a pax header of a megabyte": [{ type: "x", content: paxRecord("comment", "x".repeat(100_000)) }, {}],
    "a negative size in a pax header": [{ type: "x", content: paxRecord("size", "-1") }, {}],
    "a size in a pax header that is larger": [{ type: "x", content: paxRecord("size", "99999999999") }, {}],
    "a pax header without an entry": [{ type: "x", content: paxRecord("path", "a") }],
    "a GNU name that leads upwards": [{ type: "L", content: "../x\0" }, { content: "x" }],
  };
  it.each(Object.entries(odd))("is refused for %s", async (_, entries) => {
    await refuses(tarBytes(...entries));
  });

  it("is refused beyond its limits, also if it is small and its files are large", async () => {
    await refuses(tarBytes(...Array.from({ length: 11 }, (_, at) => ({ name: `f${at}` }))));
    await refuses(gzipSync(tarBytes({ content: Buffer.alloc(2_000_000) })));
    await refuses(tarBytes({ content: "x".repeat(2000) }), { ...limits, maxBytes: 2000 });
    await refuses(Buffer.alloc(2_000_000));
  });

  it.each([0, 1, 511, 512, 700, 1024])("is refused if it ends after %d bytes", async (length) => {
    await refuses(tarBytes({ content: "x".repeat(600) }).subarray(0, length));
    await refuses(gzipSync(tarBytes({ content: "x".repeat(600) })).subarray(0, Math.min(length, 60)));
  });

  it("is refused if something follows its end, and if it is something else", async () => {
    await refuses(Buffer.concat([tarBytes({}), entryBytes({ name: "late" })]));
    await refuses(Buffer.from("PK\u0003\u0004 a zip archive"));
    await refuses(gzipSync("no archive"));
    await refuses(Buffer.concat([gzipSync(tarBytes({})), Buffer.from("rest")]));
  });

  it("writes over nothing that is in its way", async () => {
    symlinkSync(place, join(target, "out"));
    await unpack(tarBytes({ name: "in/x", content: "1" }));
    await expect(unpack(tarBytes({ name: "out", content: "x" }))).rejects.toThrow("the same name");
  });
});

describe("the archives that were uploaded", () => {
  const good = gzipSync(tarBytes({ content: "x" }));
  const open = (within = limits) => new ArchiveStore(join(place, "archives"), within);

  it("are kept under their digest, apart for each tenant", async () => {
    const store = open();
    const kept = await store.keep("acme", pieces(good));
    expect(kept).toEqual({ sha256: expect.stringMatching(/^[0-9a-f]{64}$/), bytes: good.length, entries: 1 });
    expect(readFileSync(await store.find("acme", kept.sha256))).toEqual(good);
    expect(await store.keep("acme", pieces(good))).toEqual(kept);
    for (const [tenant, sha256] of [
      ["other", kept.sha256],
      ["acme", kept.sha256.slice(1)],
      ["acme", `../acme/${kept.sha256}`],
      ["..", kept.sha256],
      ["acme", ""],
    ] as const)
      await expect(store.find(tenant, sha256)).rejects.toMatchObject({ code: "run_source_invalid" });
  });

  it("are not kept if they break a rule or a limit", async () => {
    await expect(open().keep("acme", pieces(tarBytes({ name: "../x" })))).rejects.toThrow("not plain");
    await expect(open({ ...limits, maxBytes: 10 }).keep("acme", pieces(good))).rejects.toThrow("larger than");
    expect(readdirSync(join(place, "archives", "acme"))).toEqual([]);
  });

  it("are removed after a week", async () => {
    const store = open();
    expect(await store.sweep(new Date())).toBe(0);
    await store.keep("acme", pieces(good));
    expect(await store.sweep(new Date())).toBe(0);
    expect(await store.sweep(new Date(Date.now() + 8 * 24 * 60 * 60 * 1000))).toBe(1);
    expect(readdirSync(join(place, "archives", "acme"))).toEqual([]);
  });
});
