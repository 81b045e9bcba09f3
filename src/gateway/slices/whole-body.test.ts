import { describe, expect, it } from "vitest";
import { digestBody } from "../bytes/body-digest.ts";
import { LaterBodies, laterBodies } from "./later-bodies.ts";
import { LONG_JSON_BYTES, LongDigest, LongJsonRead, LongJsonWrite } from "./long-json.ts";
import { SliceQueue } from "./slice-queue.ts";
import { readBody, readInSlices, writeBody } from "./whole-body.ts";

const MEBIBYTE = 1024 * 1024;
/** A list whose JSON has exactly so many bytes. */
const listOf = (bytes: number) => ["x".repeat(bytes - 4)];
const jsonOf = (bytes: number) => Buffer.from(JSON.stringify(listOf(bytes)));

/** A queue that notes what it is asked for. */
function notedSlices() {
  const log: string[] = [];
  const queue = new SliceQueue();
  const slices = Object.create(queue) as SliceQueue;
  slices.run = (work) => {
    log.push("run");
    return queue.run(work);
  };
  slices.turn = () => {
    log.push("turn");
    return queue.turn();
  };
  return { log, slices };
}

function stepsOf(work: { step(): boolean }): number {
  let steps = 1;
  while (!work.step()) steps += 1;
  return steps;
}

describe("a body", () => {
  it("is written at once up to 1 MiB, and in slices from there, after which its writer has a turn", async () => {
    const { log, slices } = notedSlices();
    const short = writeBody(["é"], MEBIBYTE, slices);
    expect(short).toStrictEqual({ body: Buffer.from('["é"]'), digest: digestBody('["é"]') });
    expect(log).toEqual([]);
    const long = writeBody(listOf(600_000), MEBIBYTE + 1, slices);
    expect(long).toBeInstanceOf(Promise);
    const { body, digest } = await long;
    expect(Buffer.from(body).equals(jsonOf(600_000))).toBe(true);
    expect(digest).toEqual(digestBody(body));
    expect(log).toEqual(["run", "turn"]);
  });

  it("is read at once up to 1 MiB, and in slices if it is longer", async () => {
    const { log, slices } = notedSlices();
    expect(readBody(jsonOf(MEBIBYTE), slices)).toEqual(listOf(MEBIBYTE));
    expect(readBody(Buffer.from('{"a":1'), slices)).toBeUndefined();
    expect(log).toEqual([]);
    const long = readBody(jsonOf(MEBIBYTE + 1), slices);
    expect(long).toBeInstanceOf(Promise);
    expect(await long).toEqual(listOf(MEBIBYTE + 1));
    expect(log).toEqual(["run", "turn"]);
  });

  it("that is long and no JSON has no value", async () => {
    const { slices } = notedSlices();
    expect(await readBody(jsonOf(MEBIBYTE + 2).subarray(0, -1), slices)).toBeUndefined();
  });

  it("that is long fails its reader with whatever else goes wrong", async () => {
    const slices = Object.create(new SliceQueue()) as SliceQueue;
    slices.run = () => Promise.reject(new Error("out of memory"));
    await expect(readBody(jsonOf(MEBIBYTE + 1), slices)).rejects.toThrow("out of memory");
  });

  it("is hashed and read in slices together", async () => {
    const { log, slices } = notedSlices();
    const body = Buffer.from('{"a":[1,2]}');
    expect(await readInSlices(body, slices)).toStrictEqual({
      digest: digestBody(body),
      value: { a: [1, 2] },
    });
    expect(log).toEqual(["run", "run", "turn"]);
    expect(await readInSlices(Buffer.from("{"), slices)).toStrictEqual({
      digest: digestBody("{"),
      value: undefined,
    });
  });
});

describe("a long text", () => {
  it("is read, written and hashed in slices of 256 KiB", () => {
    expect(LONG_JSON_BYTES).toBe(MEBIBYTE);
    const body = jsonOf(MEBIBYTE);
    const digest = new LongDigest(body);
    expect(stepsOf(digest)).toBe(4);
    expect(digest.finish()).toEqual(digestBody(body));
    const read = new LongJsonRead(body, { strict: true });
    expect(stepsOf(read)).toBeGreaterThanOrEqual(4);
    expect(read.value).toEqual(listOf(MEBIBYTE));
    const many = Array.from({ length: 100_000 }, (_, index) => `${index}`);
    const write = new LongJsonWrite(many, 10);
    expect(stepsOf(write)).toBeGreaterThan(2);
    const { body: written, digest: hash } = write.finish();
    expect(Buffer.from(written).toString()).toBe(JSON.stringify(many));
    expect(hash).toEqual(digestBody(written));
  });

  it("is refused in the strict reading if readers disagree about it, and taken in the other", () => {
    const twice = Buffer.from('{"a":1,"a":2}');
    const lenient = new LongJsonRead(twice, { strict: false });
    stepsOf(lenient);
    expect(lenient.value).toEqual({ a: 2 });
    expect(() => stepsOf(new LongJsonRead(twice, { strict: true }))).toThrow();
  });
});

describe("the bodies of an attempt", () => {
  it("are written later if the caller's body is longer than 1 MiB", () => {
    expect(laterBodies(MEBIBYTE)).toBeUndefined();
    expect(laterBodies(MEBIBYTE + 1)).toBeInstanceOf(LaterBodies);
  });

  it("are written and hashed in the order in which they were asked for, and not before", async () => {
    const { log, slices } = notedSlices();
    const later = new LaterBodies(MEBIBYTE);
    const got: unknown[] = [];
    const other = Buffer.from("other");
    later.write({ a: "é" }, (body, digest) => got.push([body.toString(), digest, log.length]));
    const digest = later.digest(other);
    later.write([2], (body) => got.push([body.toString(), log.length]));
    expect([got, digest]).toEqual([[], { bytes: 5, sha256: "" }]);
    await later.run(slices);
    expect(got).toEqual([
      ['{"a":"é"}', digestBody('{"a":"é"}'), 1],
      ["[2]", 3],
    ]);
    expect(digest).toStrictEqual({ ...digestBody(other) });
    expect(log).toEqual(["run", "run", "run"]);
  });
});
