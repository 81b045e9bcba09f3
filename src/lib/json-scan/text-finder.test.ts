import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TextFinder } from "./text-finder.ts";

function find(text: string, path: readonly string[] = ["id"], size = text.length): string | undefined {
  const finder = new TextFinder(path);
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) finder.push(bytes.subarray(at, at + size));
  return finder.value;
}

describe("the finder of a text", () => {
  it("finds a member of the outermost object, wherever it stands", () => {
    expect(find('{"id":"a"}')).toBe("a");
    expect(find('{ "x" : [1,{"id":"no"},"id"], "y":{"id":"no"}, "id" : "a" }')).toBe("a");
    expect(find('{"x":"id","id":"a"}')).toBe("a");
    expect(find('{"x":"\\",\\"id\\":\\"no","id":"a"}')).toBe("a");
  });

  it("finds a member of an inner object by its whole path", () => {
    const path = ["response", "id"];
    expect(find('{"id":"no","response":{"id":"a"}}', path)).toBe("a");
    expect(find('{"other":{"id":"no"},"response":{"x":{"id":"no"},"y":["id"],"id":"a"}}', path)).toBe("a");
    expect(find('{"response":[{"id":"no"}],"id":"no"}', path)).toBeUndefined();
    expect(find('{"response":{"x":1},"id":"no"}', path)).toBeUndefined();
    expect(find('{"response":"id","x":{"response":{"id":"no"}}}', path)).toBeUndefined();
    expect(find('{"response":{},"response":{"id":"a"}}', path)).toBe("a");
  });

  it("goes on in the object around one that did not have the member", () => {
    const path = ["a", "b", "c"];
    expect(find('{"a":{"b":{},"x":{"c":"no"},"b":{"x":[{"c":"no"}],"c":"v"}}}', path)).toBe("v");
    expect(find('{"a":{"b":{"x":1}},"c":"no","b":{"c":"no"},"a":{"c":"no","b":{"c":"v"}}}', path)).toBe("v");
    expect(find('{"x":{"y":{},"id":"no"},"y":[[],{"id":"no"}]}', ["response", "id"])).toBeUndefined();
    expect(find('{"response":{"id":{"id":"no"},"id":"a"}}', ["response", "id"])).toBe("a");
  });

  it("goes on behind an object that is empty, also if the comma is missing", () => {
    expect(find('{"response":{}"response":{"id":"a"}}', ["response", "id"])).toBe("a");
  });

  it("does not look into an object without a name", () => {
    const path = ["response", "id"];
    expect(find('{"response":1,{"id":"no"}}', path)).toBeUndefined();
    expect(find('{"response":{"id":1}{"id":"no"}}', path)).toBeUndefined();
    expect(find('{"a":{{"c":"no"}}}', ["a", "b", "c"])).toBeUndefined();
  });

  it("takes no text for a name if a comma is missing", () => {
    expect(find('{"x":[1,2]"id":"no"}')).toBeUndefined();
  });

  it("takes the first of a repeated member, and looks no further", () => {
    expect(find('{"id":"a","id":"b"}')).toBe("a");
    const finder = new TextFinder(["id"]);
    finder.push(Buffer.from('{"id":"a"'));
    expect(finder.isDone).toBe(true);
  });

  it("is done if the text is a list", () => {
    const finder = new TextFinder(["id"]);
    finder.push(Buffer.from(" ["));
    expect([finder.isDone, finder.value]).toEqual([true, undefined]);
  });

  it("finds nothing if the member is no text, too long, or not there", () => {
    for (const text of ['{"id":1}', '{"id":null}', '{"id":["a"]}', '{"id":{"id":"a"}}', "{}", "[]", "7", ""])
      expect([text, find(text)]).toEqual([text, undefined]);
    expect(find(`{"id":"${"x".repeat(513)}"}`)).toBeUndefined();
    expect(find(`{"id":"${"x".repeat(512)}"}`)).toHaveLength(512);
    expect(find('{"id":"\\x"}')).toBeUndefined();
    expect(find('[{"id":"a"}]')).toBeUndefined();
  });

  it("knows names and values by their meaning", () => {
    expect(find('{"\\u0069d":"\\u0061ü"}')).toBe("aü");
  });

  it("is done when it has found the text, or the object has ended", () => {
    const finder = new TextFinder(["id"]);
    finder.push(Buffer.from('{"x":1'));
    expect(finder.isDone).toBe(false);
    finder.push(Buffer.from('}{"id":"late"}'));
    expect([finder.isDone, finder.value]).toEqual([true, undefined]);
  });

  it("agrees with a parser on every document, however its bytes are cut", () => {
    const value = fc.oneof(
      fc.jsonValue({ maxDepth: 3 }),
      fc.dictionary(fc.constantFrom("id", "x"), fc.string()),
    );
    fc.assert(
      fc.property(
        fc.dictionary(fc.oneof(fc.string(), fc.constantFrom("id", "response")), value),
        fc.integer({ min: 1, max: 9 }),
        (document, size) => {
          const text = JSON.stringify(document);
          const parsed = JSON.parse(text) as Record<string, unknown>;
          const textAt = (one: unknown, name: string) => {
            const found =
              typeof one === "object" && one !== null && !Array.isArray(one) && Object.hasOwn(one, name);
            const member: unknown = found ? (one as Record<string, unknown>)[name] : undefined;
            return typeof member === "string" ? member : undefined;
          };
          expect(find(text, ["id"], size)).toBe(textAt(parsed, "id"));
          const inner = Object.hasOwn(parsed, "response") ? parsed["response"] : undefined;
          expect(find(text, ["response", "id"], size)).toBe(textAt(inner, "id"));
        },
      ),
      { numRuns: 500 },
    );
  });
});
