import { describe, expect, it } from "vitest";
import { JsonTexts } from "./json-texts.ts";
import { LineTexts } from "./line-texts.ts";

function read(text: string, size = text.length || 1) {
  const found: string[] = [];
  const lines = new LineTexts(
    () =>
      new JsonTexts(
        (path) => path.at(-1) === "id",
        ({ path, value }) => found.push(`${path.join(".")}=${value}`),
      ),
  );
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) lines.push(bytes.subarray(at, at + size));
  return { found, isDoubtful: lines.isDoubtful };
}

describe("the texts of lines", () => {
  it.each([1, 3, 1000])("are found in each line, whatever the chunks: %i bytes", (size) => {
    const text = '{"id":"a"}\r\n\n{"b":{"id":"c"}}\n{"x":["\\n"],"id":"d"}';
    expect(read(text, size)).toEqual({ found: ["id=a", "b.id=c", "id=d"], isDoubtful: false });
  });

  it("are found behind the name of a field, too", () => {
    expect(read('data: {"id":"a"}\nevent: x\n').found).toEqual(["id=a"]);
  });

  it.each(['{"a":{\n"id":"x"}}', '{"a":"\n"}', "{id:'x'}\n{}", '{}\n{"a":1', '{"a":"b'])(
    "are doubtful where a document is not one of one line: %j",
    (text) => expect(read(text).isDoubtful).toBe(true),
  );
});
