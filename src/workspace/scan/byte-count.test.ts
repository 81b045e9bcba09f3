import { expect, it } from "vitest";
import { ByteCount } from "./byte-count.ts";

it("a count of bytes is one for all that share its memory, and says if it exceeds the limit", () => {
  const memory = ByteCount.memory();
  expect(memory.byteLength).toBe(8);
  const [one, other] = [new ByteCount(memory, 10), new ByteCount(memory, 10)];
  expect([one.add(4), other.add(6), one.add(0), other.add(1), one.add(0)]).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});

it("a count of bytes may be without a limit", () => {
  const count = new ByteCount(ByteCount.memory(), Number.POSITIVE_INFINITY);
  expect(count.add(Number.MAX_SAFE_INTEGER)).toBe(true);
  expect(count.add(1)).toBe(false);
});
