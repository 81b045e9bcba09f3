import { expect, test } from "vitest";
import { digestBody } from "./body-digest.ts";
import { RunningDigest } from "./running-digest.ts";

test.each([1, 100, 8191, 8192, 8193, 20_000])("chunks of %s bytes give the digest of the whole", (size) => {
  const body = Buffer.from(Array.from({ length: 30_000 }, (_, index) => index % 251));
  const digest = new RunningDigest();
  for (let start = 0; start < body.length; start += size) digest.push(body.subarray(start, start + size));
  expect(digest.finish()).toEqual(digestBody(body));
});

test("a chunk may be reused after it was pushed", () => {
  const digest = new RunningDigest();
  const chunk = Buffer.from("first");
  digest.push(chunk);
  chunk.fill(0);
  expect(digest.finish()).toEqual(digestBody("first"));
});

test("a digest is empty until the first byte, also after the window was hashed", () => {
  const digest = new RunningDigest();
  expect(digest.isEmpty).toBe(true);
  digest.push(Buffer.from("a"));
  expect(digest.isEmpty).toBe(false);
  const full = new RunningDigest();
  full.push(Buffer.alloc(8192));
  expect(full.isEmpty).toBe(false);
});
