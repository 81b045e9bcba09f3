import { expect, it } from "vitest";
import { longAsBytes, readContent, textOf, writeContent } from "./content-text.ts";

const LONG = { a: ["x".repeat(1_100_000), "é"], b: { c: 1 } };

it("short content is written and read at once", () => {
  expect(writeContent({ a: [1, "é"] })).toBe('{"a":[1,"é"]}');
  expect(writeContent(undefined)).toBe("null");
  expect(readContent('{"a":[1]}')).toEqual({ a: [1] });
});

it("long content is written and read in slices", async () => {
  let isWritten = false;
  const writing = writeContent(LONG);
  expect(writing).toBeInstanceOf(Promise);
  void (writing as Promise<unknown>).then(() => (isWritten = true));
  // A promise that is settled already would be seen here.
  await Promise.resolve();
  expect(isWritten).toBe(false);
  const bytes = await writing;
  expect(textOf(bytes) === JSON.stringify(LONG)).toBe(true);
  expect(textOf("x")).toBe("x");
  expect(await readContent(bytes)).toEqual(LONG);
});

it("many short texts are long together, and so are many values", () => {
  expect(writeContent(Array(2000).fill("x".repeat(1000)))).toBeInstanceOf(Promise);
  expect(writeContent(Array(1_100_000).fill(0))).toBeInstanceOf(Promise);
  expect(typeof writeContent("x".repeat(1_000_000))).toBe("string");
});

it("content from a mebibyte on is long, and a column beyond that is read as bytes", () => {
  // A text counts for one more than its characters.
  const typeOf = (length: number) => typeof writeContent("x".repeat(length - 1));
  expect([typeOf(1024 ** 2 - 1), typeOf(1024 ** 2)]).toEqual(["string", "object"]);
  expect(longAsBytes("body")).toBe(
    "CASE WHEN octet_length(body) > 1048576 THEN CAST(body AS BLOB) ELSE body END AS body",
  );
});
