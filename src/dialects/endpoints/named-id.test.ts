import { describe, expect, it } from "vitest";
import type { IdKind } from "./account-ids.ts";
import { readNamedId } from "./named-id.ts";

const FILE: IdKind = { prefixes: ["files/"] };
const PLAIN: IdKind = { prefixes: ["file-", "file_"], certain: /^file[-_]/ };
const HOSTS = /(?:^|\.)googleapis\.com$/;

describe("an id with its kind in front", () => {
  it.each([
    "files/abc",
    "/files/abc",
    "files//abc",
    "//files/abc/",
    "files/abc/",
    " files/abc\n",
    "Files/abc",
    "FILES/abc",
    "files%2Fabc",
    "files%252Fabc",
    "%66iles/abc",
    "files/abc?alt=media",
    "files/abc#x",
    "files/abc:download",
    "./files/./abc",
    "x/../files/abc",
    "v1beta/files/abc",
    "projects/p/locations/l/files/abc",
    "https://generativelanguage.googleapis.com/v1beta/files/abc",
    "HTTPS://Generativelanguage.Googleapis.com/v1beta/files/abc",
    "http://generativelanguage.googleapis.com/v1beta/files/abc/",
    "https://generativelanguage.googleapis.com//v1beta//files//abc",
    "https://generativelanguage.googleapis.com/v1beta/files/abc?key=1&alt=media",
    "https://generativelanguage.googleapis.com/v1beta/files/abc:download?alt=media",
    "https://generativelanguage.googleapis.com/download/v1beta/files/abc",
    "https://generativelanguage.googleapis.com/files/abc",
    "https://me@generativelanguage.googleapis.com.:443/files/abc",
    "https://generativelanguage.googleapis.com/%76%31beta/files%2Fabc",
    "https:\\\\generativelanguage.googleapis.com\\v1beta\\files\\abc".replace("https:\\\\", "https://"),
    "generativelanguage.googleapis.com/v1beta/files/abc",
    "//generativelanguage.googleapis.com/v1beta/files/abc",
    "https://other.test/v1beta/files/abc",
  ])("is read from %j", (value) => {
    const named = readNamedId(value, FILE, HOSTS);
    expect([named?.ids[0], named?.isCertain]).toEqual(["files/abc", true]);
  });

  it("is looked up with its kind if it has none, and is then not certain", () => {
    expect(readNamedId("abc", FILE, HOSTS)).toEqual({ ids: ["abc", "files/abc"], isCertain: false });
    expect(readNamedId("abc/", FILE, HOSTS)).toEqual({ ids: ["abc", "files/abc"], isCertain: false });
  });

  it("is looked up in small letters, too", () => {
    expect(readNamedId("FILES/ABC", FILE)?.ids).toEqual(["files/ABC", "files/abc"]);
    expect(readNamedId("ABC", FILE)?.ids).toEqual(["ABC", "files/ABC", "files/abc"]);
  });

  it.each([
    "https://pages.test/files/abc",
    "https://googleapis.com.test/files/abc",
    "gs://bucket/files/abc",
    "https://www.youtube.com/watch?v=/v1beta/files/abc",
    "",
    " / ",
  ])("is not %j", (value) => expect(readNamedId(value, FILE, HOSTS)).toBeUndefined());

  it("is not one whose encoding is broken or without end", () => {
    expect(readNamedId("%E0%A4%A/files/abc", FILE)?.ids).toEqual(["files/abc"]);
    let value = "files/abc";
    for (let count = 0; count < 5; count += 1) value = encodeURIComponent(value);
    expect(readNamedId(value, FILE)?.isCertain).toBe(false);
  });
});

describe("a plain id", () => {
  it.each([
    ["file-abc", ["file-abc"], true],
    ["file_abc", ["file_abc"], true],
    ["FILE-AbC", ["file-AbC"], true],
    ["file-abc/", ["file-abc"], true],
    [" file-abc", ["file-abc"], true],
    ["file%2Dabc", ["file-abc"], true],
    ["v1/files/file-abc", ["file-abc"], true],
    ["file-abc?x", ["file-abc"], true],
    ["abc", ["abc", "file-abc", "file_abc"], false],
  ])("is read from %j", (value, ids, isCertain) => {
    expect(readNamedId(value, PLAIN)).toEqual({ ids, isCertain });
  });

  it("has no part that does not change what it names", () => {
    const tuned: IdKind = { prefixes: ["ft:"], only: /^ft:/i, suffix: /:ckpt-step-\d+$/ };
    expect(readNamedId("FT:gpt:x:ckpt-step-90", tuned)).toEqual({ ids: ["ft:gpt:x"], isCertain: false });
    expect(readNamedId("gpt", tuned)).toBeUndefined();
  });

  it("may be of everybody, and says by which group", () => {
    const prompt: IdKind = { prefixes: ["pmpt_"], certain: /^pmpt_/, sharedBy: "prompts" };
    expect(readNamedId("pmpt_1", prompt)).toEqual({ ids: ["pmpt_1"], isCertain: true, sharedBy: "prompts" });
  });
});

it("an address of a scheme of its own is an id, and no other value is", () => {
  const uploaded: IdKind = { prefixes: ["file-"], certain: /./, scheme: "ms" };
  for (const value of ["ms://abc", "MS://abc/", "ms:////abc"])
    expect(readNamedId(value, uploaded)).toEqual({ ids: ["abc", "file-abc"], isCertain: true });
  for (const value of ["abc", "https://x.test/abc", "data:image/png;base64,AAAA"])
    expect(readNamedId(value, uploaded)).toBeUndefined();
});

it("an opaque id is the whole text", () => {
  const handle: IdKind = { prefixes: ["handle="], isOpaque: true };
  expect(readNamedId("a/b%2F?c ", handle)).toEqual({ ids: ["handle=a/b%2F?c "], isCertain: false });
});
