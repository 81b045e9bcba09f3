import fc from "fast-check";
import { stringify } from "smol-toml";
import { describe, expect, test } from "vitest";
import { formatKeyPath } from "../../contract/index.ts";
import { locateKeys } from "./toml-positions.ts";

function at(source: string, key: string): [number, number] | undefined {
  const position = locateKeys(source).get(key);
  return position === undefined ? undefined : [position.line, position.column];
}

describe("key positions", () => {
  test("keys, tables and dotted keys are found where they are first named", () => {
    const source = ["# top", "port = 1", "", "[receipts]", '  origin = "o"', "a.b.c = 2"].join("\n");
    expect(at(source, "port")).toEqual([2, 1]);
    expect(at(source, "receipts")).toEqual([4, 2]);
    expect(at(source, "receipts.origin")).toEqual([5, 3]);
    expect(at(source, "receipts.a.b.c")).toEqual([6, 1]);
    expect(at(source, "receipts.a")).toEqual([6, 1]);
  });

  test("keys of inline tables are found, through arrays too", () => {
    const source = 'x = { y = 1, z = { w = "}" } }\nlist = [1, { q = 2 },\n  { r = 3 }]';
    expect(at(source, "x.y")).toEqual([1, 7]);
    expect(at(source, "x.z.w")).toEqual([1, 20]);
    expect(at(source, "list.q")).toEqual([2, 14]);
    expect(at(source, "list.r")).toEqual([3, 5]);
  });

  test.each([
    ["a basic string", String.raw`a = "b = 1 \" # ["`],
    ["a literal string", "a = 'b = 1 # \" ['"],
    ["a multi-line basic string", 'a = """\nb = 1\n\\""" c = [ ""\n"""""'],
    ["a multi-line literal string", "a = '''\nb = 1\n'' \\ c = {\n'''''"],
    ["a comment", "a = 1 # b = 2 \"'["],
    ["an array over lines with comments", "a = [ # b = 1 ]\n  1,\n  2, # c = {\n]"],
    ["a date with a space", "a = 1979-05-27 07:32:00Z"],
  ])("what looks like a key inside %s is not one", (_, first) => {
    const source = `${first}\nlast = 1`;
    expect([...locateKeys(source).keys()]).toEqual(["a", "last"]);
    expect(at(source, "last")).toEqual([source.split("\n").length, 1]);
  });

  test("quoted names and blanks within a header are read as TOML reads them", () => {
    const source = '[ backends . "my agent" ]\n\'co.mmand\' = 1\n"\\u0041" = 2';
    expect([...locateKeys(source).keys()]).toEqual([
      "backends",
      'backends."my agent"',
      'backends."my agent"."co.mmand"',
      'backends."my agent".A',
    ]);
  });

  test("carriage returns do not move columns", () => {
    expect(at("a = 1\r\n\r\nb = 2\r\n", "b")).toEqual([3, 1]);
  });

  test("an array of tables is located at its first table", () => {
    expect(at("[[a]]\nb = 1\n[[a]]\nb = 2", "a.b")).toEqual([2, 1]);
  });

  test("text that is not TOML does not stop the scan", () => {
    expect(locateKeys("]\na = 1").get("a")).toEqual({ line: 2, column: 1 });
    expect(locateKeys("a = [}]\nb = 1").get("b")).toEqual({ line: 2, column: 1 });
    expect(locateKeys("a = [1").get("a")).toEqual({ line: 1, column: 1 });
  });

  test("every value of any written document is located at the spelling of its name", () => {
    const name = fc.oneof(fc.stringMatching(/^[a-z_-]{1,8}$/), fc.string({ minLength: 1, maxLength: 5 }));
    const scalar = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.array(fc.string()));
    const document = fc.letrec((tie) => ({
      table: fc.dictionary(name, fc.oneof({ maxDepth: 3 }, scalar, tie("table")), { maxKeys: 4 }),
    })).table as fc.Arbitrary<Record<string, unknown>>;
    fc.assert(
      fc.property(document, (table) => {
        const source = stringify(table);
        const positions = locateKeys(source);
        const lines = source.split("\n");
        const visit = (value: unknown, path: string[]): void => {
          if (typeof value === "object" && value !== null && !Array.isArray(value)) {
            for (const [key, member] of Object.entries(value)) visit(member, [...path, key]);
            return;
          }
          const position = positions.get(formatKeyPath(path));
          expect(position, `${path.join(" ")} in ${source}`).toBeDefined();
          const rest = lines[position!.line - 1]!.slice(position!.column - 1);
          const last = path.at(-1)!;
          expect(rest.startsWith(`${last} = `) || rest.startsWith('"')).toBe(true);
        };
        visit(table, []);
      }),
    );
  });
});
