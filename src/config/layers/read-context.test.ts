import { describe, expect, test } from "vitest";
import type { Findings } from "../issue.ts";
import type { KeyDefinition } from "../schema/key-table.ts";
import { absolutePaths, describeReadError, type ReadContext, readSecretFile } from "./read-context.ts";

function contextOf(files: Record<string, string> = {}): ReadContext & { readonly findings: Findings } {
  return {
    definitions: [],
    deprecated: [],
    base: "/base",
    home: "/home/ada",
    readFile: (path) => {
      const text = files[path];
      if (text === undefined) throw Object.assign(new Error("no such file"), { code: "ENOENT" });
      return text;
    },
    findings: { issues: [], warnings: [] },
  };
}

const definitionOf = (path: boolean): KeyDefinition => ({
  path: ["x"],
  kind: "string",
  facts: { description: "A key.", path },
  required: false,
  discriminator: false,
});

describe("paths in values", () => {
  test.each([
    ["a/b", "/base/a/b"],
    ["../a", "/a"],
    ["/a", "/a"],
    ["~", "/home/ada"],
    ["~/a", "/home/ada/a"],
    ["~other", "/base/~other"],
    ["", ""],
    [5, 5],
    [
      ["a", "/b", 5],
      ["/base/a", "/b", 5],
    ],
  ])("%j becomes %j", (value, expected) => {
    expect(absolutePaths(definitionOf(true), value, contextOf())).toEqual(expected);
  });

  test("other values stay as they are", () => {
    expect(absolutePaths(definitionOf(false), "a/b", contextOf())).toBe("a/b");
  });
});

describe("a secret in a file", () => {
  const read = (name: unknown, context: ReadContext) =>
    readSecretFile(name, ["keys", "a b", "token"], { where: "backplane.toml:1:1" }, context);

  test.each([
    ["secret\n", "secret"],
    ["secret\r\n", "secret"],
    ["secret\n\n", "secret\n"],
    ["secret", "secret"],
  ])("%j is %j", (text, secret) => {
    expect(read("token", contextOf({ "/base/token": text }))).toBe(secret);
  });

  test.each([5, ""])("the name %j is refused", (name) => {
    const context = contextOf({ "/base": "x" });
    expect(read(name, context)).toBeUndefined();
    expect(context.findings.issues).toEqual([
      {
        message: 'the file for `keys."a b".token` must be a path',
        where: "backplane.toml:1:1",
        key: 'keys."a b".token',
      },
    ]);
  });

  test("a file that cannot be read is reported with its absolute path", () => {
    const context = contextOf();
    expect(read("token", context)).toBeUndefined();
    expect(context.findings.issues).toEqual([
      {
        message: 'the file for `keys."a b".token` cannot be read: /base/token does not exist',
        where: "backplane.toml:1:1",
        key: 'keys."a b".token',
      },
    ]);
  });
});

describe("the reason why a file cannot be read", () => {
  test.each([
    ["ENOENT", "f does not exist"],
    ["EACCES", "no permission to read f"],
    ["EPERM", "no permission to read f"],
    ["EISDIR", "f is a directory"],
    ["EIO", "f: first line"],
  ])("%s", (code, text) => {
    expect(describeReadError(Object.assign(new Error("first line\nsecond"), { code }), "f")).toBe(text);
  });

  test("whatever was thrown is named", () => {
    expect(describeReadError("odd", "f")).toBe("f: odd");
    expect(describeReadError(null, "f")).toBe("f: null");
  });
});
