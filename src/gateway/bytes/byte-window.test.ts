import { expect, test } from "vitest";
import { ByteWindow } from "./byte-window.ts";

test("chunks are held in order while the buffer grows", () => {
  const window = new ByteWindow();
  const parts = Array.from({ length: 500 }, (_, index) => `${index},`.repeat(20));
  for (const part of parts) window.add(Buffer.from(part));
  expect(window.view().toString()).toBe(parts.join(""));
  expect(window.length).toBe(parts.join("").length);
});

test("a chunk larger than the buffer fits", () => {
  const window = new ByteWindow();
  window.add(Buffer.from("a"));
  window.add(Buffer.alloc(100_000, "b"));
  expect([window.length, window.view().toString("utf8", 0, 3)]).toEqual([100_001, "abb"]);
});

test("the first bytes can be dropped, and more added behind the rest", () => {
  const window = new ByteWindow();
  window.add(Buffer.from("abcdef"));
  window.dropBefore(4);
  expect(window.view().toString()).toBe("ef");
  window.add(Buffer.from("gh"));
  expect(window.view().toString()).toBe("efgh");
  window.dropBefore(4);
  expect([window.length, window.view().length]).toEqual([0, 0]);
});
