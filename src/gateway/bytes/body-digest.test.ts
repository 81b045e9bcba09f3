import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { BodyHash, digestBody } from "./body-digest.ts";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

test("a digest counts bytes, not characters", () => {
  expect(digestBody("é")).toEqual({ bytes: 2, sha256: sha256("é") });
  expect(digestBody(Buffer.from("é"))).toEqual(digestBody("é"));
});

test("a body that is hashed in parts has the digest of the whole", () => {
  const hash = new BodyHash();
  hash.update(Buffer.from("one "));
  hash.update(Buffer.from("two "));
  expect(hash.bytes).toBe(8);
  expect(hash.finish(Buffer.from("three"))).toEqual(digestBody("one two three"));
});

test("a body of a single part, and an empty one, are hashed too", () => {
  expect(new BodyHash().finish(Buffer.from("only"))).toEqual(digestBody("only"));
  expect(new BodyHash().finish(Buffer.alloc(0))).toEqual({ bytes: 0, sha256: sha256("") });
});
