import { expect, it } from "vitest";
import { joinChunks } from "./join-chunks.ts";

it("chunks are joined in order, up to a length if one is given", () => {
  const chunks = ["ab", "c"].map((text) => new Uint8Array(Buffer.from(text)));
  expect(joinChunks(chunks).toString()).toBe("abc");
  expect(joinChunks(chunks, 2).toString()).toBe("ab");
  expect(joinChunks([])).toHaveLength(0);
});

it("a single chunk is a view of the same bytes", () => {
  const whole = new Uint8Array(Buffer.from("abcd"));
  const part = whole.subarray(1, 3);
  const joined = joinChunks([part]);
  expect([joined.toString(), joined.buffer, joined.byteOffset]).toEqual([
    "bc",
    whole.buffer,
    part.byteOffset,
  ]);
});
