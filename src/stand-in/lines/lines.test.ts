import { describe, expect, it } from "vitest";
import { collect } from "../fixtures/fakes.ts";
import { isObject, readLines, readObject, textMember } from "./json-lines.ts";
import { jsonLineWriter } from "./line-writer.ts";

async function* chunks(...texts: readonly string[]) {
  for (const text of texts) yield Buffer.from(text);
}

describe("readLines", () => {
  it("joins chunks into lines, the last one without its line feed", async () => {
    expect(await collect(readLines(chunks("a", "b\nc\n", "d")))).toEqual(["ab", "c", "d"]);
    expect(await collect(readLines(chunks("a\n")))).toEqual(["a"]);
  });

  it("refuses a line beyond the limit, after the lines before it", async () => {
    const read: string[] = [];
    const reading = (async () => {
      for await (const line of readLines(chunks("ab\n", "12345\n"), 4)) read.push(line);
    })();
    await expect(reading).rejects.toMatchObject({
      code: "protocol_invalid_envelope",
      message: /line-too-long/,
    });
    expect(read).toEqual(["ab"]);
  });
});

describe("readObject", () => {
  it("takes objects only", () => {
    expect(readObject('{"a":1}')).toEqual({ a: 1 });
    for (const text of ["[1]", "null", "1", "{", '"x"']) expect(readObject(text)).toBeUndefined();
    expect([isObject({}), isObject([]), isObject(null)]).toEqual([true, false, false]);
    expect([textMember({ a: "x" }, "a"), textMember({ a: 1 }, "a")]).toEqual(["x", undefined]);
  });
});

describe("jsonLineWriter", () => {
  it("writes a line and says when the reader is slow", () => {
    const written: string[] = [];
    const slow = Promise.resolve();
    const writer = jsonLineWriter({ writeOut: (text) => void written.push(text), drained: () => slow });
    expect(writer.write({ a: "\n" })).toBe(slow);
    expect(written).toEqual(['{"a":"\\n"}\n']);
  });
});
