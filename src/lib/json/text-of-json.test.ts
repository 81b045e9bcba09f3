import { describe, expect, it } from "vitest";
import { parseAsWritten } from "./raw/as-written.ts";
import { textOfJson } from "./text-of-json.ts";

describe("the text of a value", () => {
  it.each([
    ['"a"', "a"],
    ["1.5", "1.5"],
    ["true", "true"],
    ["null", "null"],
    ["123456789012345678901234567890", "123456789012345678901234567890"],
    ["-0", "-0"],
    ["1e400", "1e400"],
    ['{"a":1}', "[object]"],
    ['{"toString":1,"valueOf":null}', "[object]"],
    ['{"__proto__":null}', "[object]"],
    ['[1,{"toString":1}]', "[array]"],
  ])("%s is %s", (json, text) => {
    expect(textOfJson(parseAsWritten(json))).toBe(text);
  });

  it("is a word for what is missing", () => {
    expect(textOfJson(undefined)).toBe("undefined");
  });
});
