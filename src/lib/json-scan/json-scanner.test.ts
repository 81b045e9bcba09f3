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

  it("knows a name of nothing but escapes, which is the longest spelling of it", () => {
    const escaped = "\\u006d\\u006f\\u0064\\u0065\\u006c";
    const found = scan(`{"${escaped}":"x"}`);
    expect([[...found.members.keys()], found.ambiguous]).toEqual([["model"], []]);
    expect(scan(`{"\\u0020${escaped}":"x"}`).members.size).toBe(0);
  });

  it.each(["MODEL", "mode\\u004c", "\\u004dodel", "Model"])(
    "takes %s for a member that was asked for, and says that parsers may differ",
    (name) => {
      const found = scan(`{"${name}":"x"}`);
      expect([[...found.members.keys()], found.ambiguous]).toEqual([["model"], ["model"]]);
    },
  );

  it("takes letters that fold to ASCII for the same name, as some parsers do", () => {
    expect(scan('{"\u017ftream":true}').ambiguous).toEqual(["stream"]);
    expect(scan('{"\u212aey":true}', ["key"]).ambiguous).toEqual(["key"]);
  });

  it.each(["modem", "models", "mode", "", "mo\\xdel", "mod\\u006", "m\u00f6del", "xxxxxxxxxx", "\\u006d"])(
    "does not take %s for a member that was asked for",
    (name) => {
      const found = scan(`{"${name}":"x","stream":1}`);
      expect([[...found.members.keys()], found.ambiguous]).toEqual([["stream"], []]);
    },
  );

  it("does not take one letter for two", () => {
    expect(scan('{"cla\u00df":1}', ["class"]).members.size).toBe(0);
  });

  it("names a member once, however often it is repeated", () => {
    expect(scan('{"model":1,"model":2,"Model":3,"model":4}').ambiguous).toEqual(["model"]);
    expect(memberText('{"model":1,"model":2,"Model":3}', "model")).toBe("3");
  });

  it("passes over a byte order mark", () => {
    const found = scanJson(Buffer.from('\uFEFF{"model":"x"}'), ["model"], 8);
    expect(typeof found === "string" ? found : found.members.size).toBe(1);
  });

  it("counts members at every level, the repeated ones each time", () => {
    expect(scan('{"a":{"b":1,"b":2},"c":[{"d":":"}]}').memberCount).toBe(5);
  });

  it("notices numbers that a double may not hold, and escaped surrogates", () => {
    expect(scan('{"a":9007199254740993}').hasOddNumber).toBe(true);
    expect(scan('{"a":12345,"b":"9007199254740993"}').hasOddNumber).toBe(false);
    expect(scan('{"a":"\\ud83d\\ude00"}').hasSurrogateEscape).toBe(true);
    expect(scan('{"a":"x"}').hasSurrogateEscape).toBe(false);
  });

  it("tells a number of 16 characters from one of 15, wherever it ends", () => {
    for (const end of ["", " ", "\n", ",1"]) {
      expect([end, scan(`{"a":[123456789012345${end}]}`).hasOddNumber]).toEqual([end, false]);
      expect([end, scan(`{"a":[1234567890123456${end}]}`).hasOddNumber]).toEqual([end, true]);
    }
    expect(scan('{"a":{"b":123456789012345}}').hasOddNumber).toBe(false);
    for (const odd of ["1.0", "-0", "-0.0", "2.50", "1e3", "1E-3", "0.0000001", "1e400"])
      expect([odd, scan(`{"a":[${odd}]}`).hasOddNumber]).toEqual([odd, true]);
    for (const plain of ["0", "10", "-10", "0.5", "1.05", "true", "false", "null", "0.00001"])
      expect([plain, scan(`{"a":[${plain}]}`).hasOddNumber]).toEqual([plain, false]);
    for (const setting of ["1.0", "-0", "0.70"])
      expect([setting, scan(`{"a":${setting}}`).hasOddNumber]).toEqual([setting, false]);
    for (const setting of ["1e400", "1e3", "9007199254740993"])
      expect([setting, scan(`{"a":${setting}}`).hasOddNumber]).toEqual([setting, true]);
  });

  it("tells an escaped surrogate from other escapes and from plain text", () => {
    for (const text of ["\\uD83D", "\\udc00", "x\\uDFFFx"])
      expect([text, scan(`{"a":"${text}"}`).hasSurrogateEscape]).toEqual([text, true]);
    for (const text of ["\\u0d83", "\\u00d8", "\\\\ud83d", "ud83d", "\\nd83d", "\\u0041d"])
      expect([text, scan(`{"a":"${text}"}`).hasSurrogateEscape]).toEqual([text, false]);
  });

  it("accepts nesting up to the limit", () => {
    const nested = (depth: number) => Buffer.from(`{"a":${"[".repeat(depth - 1)}${"]".repeat(depth - 1)}}`);
    expect(scanJson(nested(8), [], 8)).toMatchObject({ valueCount: 8 });
    expect(scanJson(nested(9), [], 8)).toBe("too-deep");
    expect(scanJson(Buffer.from(`{"a":[${"{},".repeat(20)}{}]}`), [], 3)).toMatchObject({ memberCount: 1 });
  });

  it("gives the exact place of a value between blanks, and ends at the last brace", () => {
    const text = '\n {"x" : 1 ,\t"model" :\r\n [ 1 , {"a":2} ] \n, "stream" : -1.5e3\t} trailing "model":1';
    expect([memberText(text, "model"), memberText(text, "stream")]).toEqual(['[ 1 , {"a":2} ]', "-1.5e3"]);
    expect(scan(text)).toMatchObject({ memberCount: 4, valueCount: 7, isLenient: false, ambiguous: [] });
  });

  it("takes no name from inside another value", () => {
    expect(scan('{["model"]:1}').members.size).toBe(0);
    expect(scan('{"model"[{"a":1}]}').members.size).toBe(0);
  });

  it("passes over a whole byte order mark only", () => {
    for (const mark of [
      [0xef, 0, 0xbf],
      [0xef, 0xbb, 0],
      [0, 0xbb, 0xbf],
    ]) {
      const bytes = Buffer.from([...mark, 0x7b, 0x7d]);
      expect([mark, scanJson(bytes, [], 8)]).toEqual([mark, "not-an-object"]);
    }
  });

  it("does not begin anew if a long string has no end", () => {
    const text = `{"model":"m","b":"${"x".repeat(100)}`;
    expect(scanJson(Buffer.from(text), ["model"], 8)).toBe("not-an-object");
  });

  it("begins a value after the first colon that follows its name", () => {
    expect(memberText('{"model":"a":"b"}', "model")).toBe('"a":"b"');
    expect(scan('{:1 "model"}').members.size).toBe(0);
  });

  it("leaves out a member without a value", () => {
    expect(scan('{"model","stream":1}').members.has("model")).toBe(false);
    expect(scan('{"model"}').members.size).toBe(0);
  });

  it("is lenient about no deeper token that a strict parser takes", () => {
    expect(scan('{"a":{"b":true},"c":[null,false,1]}').isLenient).toBe(false);
    expect(scan('{"a":[1,/* */2]}').isLenient).toBe(true);
    expect(scan('{"a":[#\n2]}').isLenient).toBe(true);
    expect(scan("{\"a\":['b']}").isLenient).toBe(true);
    expect(scan('{"a":1,b:2}').isLenient).toBe(true);
  });

  it("is done once, and stays so", () => {
    const scanner = new JsonScanner(Buffer.from('{"model":1}'), ["model"], 8);
    expect([scanner.advance(3), scanner.advance(100), scanner.advance(1)]).toEqual([false, true, true]);
    const wrong = new JsonScanner(Buffer.from("[]"), [], 8);
    expect([wrong.advance(1), wrong.result]).toEqual([true, "not-an-object"]);
    const cut = new JsonScanner(Buffer.from('{"a"'), [], 8);
    expect([cut.advance(2), cut.advance(2), cut.result]).toEqual([false, true, "not-an-object"]);
  });

  it("finds the end of strings around the length from which they are searched", () => {
    for (let length = 60; length < 140; length += 1) {
      const plain = "x".repeat(length);
      const text = `{"a":"${plain}\\"${plain}\\\\","b":"${plain}","model":"m"}`;
      const found = scan(text);
      expect([length, memberText(text, "model"), found.escapeCount]).toEqual([length, '"m"', 2]);
      expect(scanJson(Buffer.from(`{"a":"${plain}`), [], 8)).toBe("not-an-object");
      expect(scanJson(Buffer.from(`{"a":"${plain}\\"`), [], 8)).toBe("not-an-object");
    }
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
