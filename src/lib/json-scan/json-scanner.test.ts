import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type JsonScan, JsonScanner, scanJson } from "./json-scanner.ts";

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

  it("tells which of the members it was asked for are given twice, however they are spelled", () => {
    expect(scan('{"model":"a","x":1,"x":2,"mod\\u0065l":"b","Stream":1}').ambiguous).toEqual([
      "model",
      "stream",
    ]);
    expect(scan('{"model":"a","x":{"model":"b"},"y":[{"model":"c"}]}').ambiguous).toEqual([]);
    expect(scan('{"x":1,"x":2}').ambiguous).toEqual([]);
  });

  it("counts every value, also those that are no members", () => {
    expect(scan("{}").valueCount).toBe(1);
    expect(scan('{"a":[{},{},[],1,"x",null,true],"b":{"c":2}}').valueCount).toBe(11);
    expect(scan('{"a":"{},{},[1,2]"}').valueCount).toBe(2);
  });

  it("counts the escapes of short and long strings", () => {
    const plain = "x".repeat(500);
    expect(scan('{"a\\n":"\\"\\\\\\u0041"}').escapeCount).toBe(4);
    expect(scan(`{"a":"${plain}\\n${plain}\\"${plain}"}`).escapeCount).toBe(2);
    expect(scan(`{"a":"${plain}\\ud83d"}`).hasSurrogateEscape).toBe(true);
  });

  it("ends a long string at its quote, and not at an escaped one", () => {
    const text = JSON.stringify({ a: `${"x".repeat(100)}\\"${"y".repeat(100)}\\\\`, model: "m" });
    expect(memberText(text, "model")).toBe('"m"');
  });

  it.each(["/* */", "// x\n", "# x\n", "'b':1,", "b:1,"])(
    "notices %s, which only lenient parsers take",
    (more) => {
      expect(scan(`{${more}"a":1}`).isLenient).toBe(true);
      expect(scan(`{"a":${JSON.stringify(more)}}`).isLenient).toBe(false);
    },
  );

  it("finds the same in steps of any size", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.oneof(fc.string(), fc.constantFrom("model", "Model", "a\\n")), fc.jsonValue()),
        fc.integer({ min: 1, max: 40 }),
        (value, size) => {
          const bytes = Buffer.from(JSON.stringify({ ...value, long: `${"x".repeat(90)}\\"` }));
          const scanner = new JsonScanner(bytes, ["model"], 128);
          let steps = 1;
          while (!scanner.advance(size)) steps += 1;
          expect(steps).toBeLessThanOrEqual(bytes.length);
          expect(scanner.result).toEqual(scanJson(bytes, ["model"], 128));
        },
      ),
    );
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
