import { expect, it } from "vitest";
import { StreamedBody } from "./streamed-body.ts";

function open() {
  const log: string[] = [];
  const source = { pause: () => log.push("pause"), resume: () => log.push("resume") };
  return { log, body: new StreamedBody(source, () => log.push("read")) };
}

const KIB = 1024;

it("hands chunks over in order and ends", async () => {
  const { body, log } = open();
  body.push(Buffer.from("a"));
  body.push(Buffer.from("b"));
  body.end();
  const read: string[] = [];
  for await (const chunk of body) read.push(Buffer.from(chunk).toString());
  expect(read).toEqual(["a", "b"]);
  expect(log).toEqual(["read"]);
  expect(body.receivedBytes).toBe(2);
});

it("says that it is wanted once, with the first read", () => {
  const { body, log } = open();
  void body.next();
  body.push(Buffer.from("a"));
  void body.next();
  expect(log).toEqual(["read"]);
});

it("stops the caller while the reader waits, and lets it go on when everything is read", async () => {
  const { body, log } = open();
  body.push(Buffer.alloc(40 * KIB));
  expect(log).toEqual([]);
  body.push(Buffer.alloc(40 * KIB));
  body.push(Buffer.alloc(KIB));
  expect(log).toEqual(["pause"]);
  expect(body.heldBytes).toBe(81 * KIB);
  await body.next();
  await body.next();
  expect(log).toEqual(["pause", "read"]);
  await body.next();
  expect(log).toEqual(["pause", "read", "resume"]);
  expect(body.heldBytes).toBe(0);
});

it("gives a waiting reader the next chunk at once, and is starved until then", async () => {
  const { body } = open();
  expect(body.isStarved).toBe(false);
  const next = body.next();
  expect(body.isStarved).toBe(true);
  body.push(Buffer.from("x"));
  expect(body.isStarved).toBe(false);
  expect((await next).value?.toString()).toBe("x");
  expect(body.heldBytes).toBe(0);
});

it("ends a waiting reader when the caller has sent everything", async () => {
  const { body } = open();
  const next = body.next();
  body.end();
  expect((await next).done).toBe(true);
  expect((await body.next()).done).toBe(true);
});

it("gives an error to a waiting reader and to every later read, and drops what it holds", async () => {
  const { body, log } = open();
  const next = body.next();
  body.fail(new Error("too large"));
  await expect(next).rejects.toThrow("too large");
  await expect(body.next()).rejects.toThrow("too large");
  const other = open();
  other.body.push(Buffer.alloc(100 * KIB));
  other.body.fail(new Error("gone"));
  expect(other.body.heldBytes).toBe(0);
  await expect(other.body.next()).rejects.toThrow("gone");
  expect(other.log).toEqual(["pause", "resume", "read"]);
  expect(log).toEqual(["read"]);
});

it("keeps a body that is complete, whatever fails afterwards", async () => {
  const { body } = open();
  body.push(Buffer.from("a"));
  body.end();
  body.fail(new Error("late"));
  expect((await body.next()).value?.toString()).toBe("a");
  expect((await body.next()).done).toBe(true);
});

it("drops what still comes after its reader has left", async () => {
  const { body, log } = open();
  const waiting = body.next();
  await body.return();
  expect((await waiting).done).toBe(true);
  body.push(Buffer.alloc(200 * KIB));
  expect(body.heldBytes).toBe(0);
  expect(body.receivedBytes).toBe(200 * KIB);
  expect(log).toEqual(["read"]);
  expect(body.isOver).toBe(true);
});
