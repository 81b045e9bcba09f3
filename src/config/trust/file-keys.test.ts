import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decode, listChangedKeys, listFileKeys, listRevokedKeys, parseRaw } from "./file-keys.ts";
import { printable } from "./printable.ts";

const bytes = (text: string) => Buffer.from(text);
const keysOf = (text: string) => listFileKeys(bytes(text), "b.toml")?.map(({ key }) => key);
const raw = (text: string) => parseRaw(bytes(text))!;

describe("the keys of a file", () => {
  test("have their names and places, in the order of the file", () => {
    const text = `[engines.a]\nbase_url = "x"\n  api_key = "\${SECRET}"\n[keys]\nada.token_file = "/etc/passwd"\n`;
    expect(listFileKeys(bytes(text), "b.toml")).toEqual([
      { key: "engines.a.base_url", where: "b.toml:2:1" },
      { key: "engines.a.api_key", where: "b.toml:3:3" },
      { key: "keys.ada.token_file", where: "b.toml:5:1" },
    ]);
  });

  test("include unknown ones, empty tables, and those of inline tables", () => {
    expect(keysOf("x = 1\ny = { a = [1], b = { c = 2 } }\n[z]\n")).toEqual(["x", "y.a", "y.b.c", "z"]);
    expect(keysOf("")).toEqual([]);
    expect(keysOf("# only a comment\n")).toEqual([]);
  });

  test("are printable and short, whatever a stranger writes", () => {
    expect(keysOf('"a\\u001b[2J\\u009b\\u202e" = 1')).toEqual(['"a\\u001b[2J\\u009b\\u202e"']);
    const [long] = keysOf(`"${"x".repeat(500)}" = 1`)!;
    expect(long).toHaveLength(123);
    expect(printable("\u0000\u007fé🦀 ok~")).toBe("\\u0000\\u007f\\u00e9\\ud83e\\udd80 ok~");
  });

  test("are cut behind 120 characters", () => {
    const name = (length: number) => "x".repeat(length);
    expect(keysOf(`${name(119)} = 1\n${name(120)} = 1\n${name(121)} = 1\n`)).toEqual([
      name(119),
      name(120),
      `${name(120)}...`,
    ]);
  });

  test("stand in the order of their places, also on one line and in tables that are written apart", () => {
    expect(
      keysOf("[b]\nz = 1\n[a]\ny = { d = 1, c = 2 }\n[b.x]\nw = 1\n[a.e]\n[[l]]\nm = 1\n[[l]]\n"),
    ).toEqual(["b.z", "a.y.d", "a.y.c", "b.x.w", "a.e", "l"]);
  });

  test("never contain a value", () => {
    const listed = JSON.stringify(listFileKeys(bytes('[keys.a]\ntoken = "canary-value"\n'), "b.toml"));
    expect(listed).not.toContain("canary-value");
  });

  test("begin after a byte order mark", () => {
    expect(listFileKeys(bytes("\uFEFFport = 1"), "b.toml")).toEqual([{ key: "port", where: "b.toml:1:1" }]);
    expect(decode(bytes("\uFEFFport = 1"))).toBe("port = 1");
  });

  test.each([
    ["text that is not TOML", "[keys.a"],
    ["a prototype", "[__proto__]\na = 1"],
    ["dotted names without end", `a${".a".repeat(20_000)} = 1`],
    ["lists without end", `a = ${"[".repeat(20_000)}`],
    ["tables within each other", `a = ${"{ b = ".repeat(20)}1${" }".repeat(20)}`],
  ])("are unknown for %s", (_, text) => {
    expect(parseRaw(bytes(text))).toBeUndefined();
    expect(listFileKeys(bytes(text), "b.toml")).toBeUndefined();
  });

  test("are unknown if the bytes are not UTF-8", () => {
    expect(parseRaw(Buffer.from([0x61, 0x3d, 0x27, 0xff, 0x27]))).toBeUndefined();
  });

  test("are listed or unknown for any bytes, without an error", () => {
    const parts = fc.constantFrom(
      "[",
      "]",
      "a",
      ".",
      "=",
      '"',
      "'",
      "\n",
      "1",
      "{",
      "}",
      ",",
      "#",
      "\\",
      '"""',
      "é",
    );
    const text = fc.array(parts, { maxLength: 30 }).map((list) => list.join(""));
    const anything = fc.oneof(text.map(bytes), fc.uint8Array({ maxLength: 40 }));
    fc.assert(
      fc.property(anything, (content) => {
        for (const { key } of listFileKeys(content, "b.toml") ?? []) expect(key).toMatch(/^[ -~]*$/);
      }),
      { numRuns: 2000 },
    );
  });

  test("may be as deep as 16 names", () => {
    expect(keysOf(`a${".a".repeat(16)} = 1`)).toBeUndefined();
    expect(keysOf(`a${".a".repeat(15)} = 1`)).toEqual([`a${".a".repeat(15)}`]);
  });
});

describe("the difference between two versions of a file", () => {
  test("names what was added, changed and removed", () => {
    const before = raw("port = 1\nlog_level = 'warn'\n[keys.a]\ntoken = 'x'\n");
    const after = raw("port = 1\nlog_level = 'info'\n[keys.b]\ntoken = 'x'\n");
    expect(listChangedKeys(before, after)).toEqual(["keys.a.token", "keys.b.token", "log_level"]);
    expect(listChangedKeys(before, before)).toEqual([]);
  });

  test("revokes the caller keys that are missing or different", () => {
    const before = raw(
      "[keys.a]\ntoken = 'x'\n[keys.b]\ntoken = 'y'\nengines = ['e']\n[keys.c]\ntoken = 'z'",
    );
    expect(listRevokedKeys(before, before)).toEqual([]);
    expect(listRevokedKeys(before, raw("[keys.c]\ntoken = 'z'\n[keys.b]\ntoken = 'y'\n"))).toEqual([
      "a",
      "b",
    ]);
    expect(listRevokedKeys(before, raw("keys = 3"))).toEqual(["a", "b", "c"]);
    expect(listRevokedKeys(raw("port = 1"), before)).toEqual([]);
  });

  test("revokes a key by the name of a member that every object has", () => {
    expect(listRevokedKeys(raw("[keys.toString]\ntoken = 'x'"), raw(""))).toEqual(["toString"]);
  });
});
