import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type JsonScan, scanJson } from "./scan.ts";

function scan(text: string, names = ["model", "stream"], depth = 128): JsonScan {
  const found = scanJson(Buffer.from(text), names, depth);
  if (typeof found === "string") throw new Error(found);
  return found;
}

function memberText(text: string, name: string): string | undefined {
  const bytes = Buffer.from(text);
  const found = scan(text).members.get(name);
  return found === undefined ? undefined : bytes.toString("utf8", found.start, found.end);
}

describe("a scan of a JSON text", () => {
  it("finds members of the outermost object only", () => {
    const text = '{"messages":[{"model":"inner","x":{"stream":true}}], "model" : "outer" ,"stream":false}';
    expect([memberText(text, "model"), memberText(text, "stream")]).toEqual(['"outer"', "false"]);
  });

  it("takes the last of a repeated member, as parsers do", () => {
    expect(memberText('{"model":"a","model":"b"}', "model")).toBe('"b"');
  });

  it("is not deceived by quotes, braces and names inside strings", () => {
    const text = JSON.stringify({ system: '","model":"x"}\\', text: "\\\\", model: 'a"b' });
    expect(memberText(text, "model")).toBe('"a\\"b"');
    expect(memberText('{"a":"model","model":1}', "model")).toBe("1");
  });

  it("knows a name by its meaning, however it is spelled", () => {
    expect(memberText('{"\\u006dodel":"x"}', "model")).toBe('"x"');
  });

  it("passes over a byte order mark", () => {
    const found = scanJson(Buffer.from('\uFEFF{"model":"x"}'), ["model"], 8);
    expect(typeof found === "string" ? found : found.members.size).toBe(1);
  });

  it("counts members at every level, the repeated ones each time", () => {
    expect(scan('{"a":{"b":1,"b":2},"c":[{"d":":"}]}').memberCount).toBe(5);
  });

  it("notices numbers that a double may not hold, and escaped surrogates", () => {
    expect(scan('{"a":9007199254740993}').hasLongNumber).toBe(true);
    expect(scan('{"a":12345,"b":"9007199254740993"}').hasLongNumber).toBe(false);
    expect(scan('{"a":"\\ud83d\\ude00"}').hasSurrogateEscape).toBe(true);
    expect(scan('{"a":"x"}').hasSurrogateEscape).toBe(false);
  });

  it("refuses what is nested too deeply, in linear time and without a stack", () => {
    expect(scanJson(Buffer.from(`{"a":${"[".repeat(1_000_000)}`), [], 128)).toBe("too-deep");
  });

  it("says when a text is no object, or ends within it", () => {
    for (const text of ["", "[]", "null", '{"a":1', '{"a":"x', '{"model":"']) {
      expect([text, scanJson(Buffer.from(text), ["model"], 8)]).toEqual([text, "not-an-object"]);
    }
  });

  it("agrees with a parser on every document", () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.oneof(fc.string(), fc.constantFrom("model", "stream")),
          fc.jsonValue({ maxDepth: 5 }),
        ),
        fc.constantFrom(undefined, 1, "\t"),
        (value, indent) => {
          const text = JSON.stringify(value, null, indent);
          for (const name of ["model", "stream"]) {
            const found = memberText(text, name);
            expect(found === undefined ? undefined : JSON.parse(found)).toEqual(
              Object.hasOwn(value, name) ? JSON.parse(JSON.stringify(value[name])) : undefined,
            );
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});
