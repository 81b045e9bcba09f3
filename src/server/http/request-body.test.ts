import { describe, expect, it, vi } from "vitest";
import { BodyBudget } from "../limits/body-budget.ts";
import { RequestBody } from "./request-body.ts";

const MIB = 1024 * 1024;

function open(total = 10 * MIB) {
  const budget = BodyBudget.forOneThread({ total, perKey: total });
  return { budget, body: new RequestBody(budget, "a") };
}

describe("the body of a request", () => {
  it("is handed over without a copy if it is one chunk, and joined otherwise", () => {
    const { body } = open();
    const chunk = Buffer.from("abc");
    body.add(chunk);
    expect(body.take()).toBe(chunk);
    const several = open().body;
    several.add(Buffer.from("ab"));
    several.add(Buffer.from("cd"));
    expect([several.length, several.take().toString()]).toEqual([4, "abcd"]);
    expect(open().body.take()).toHaveLength(0);
  });

  it("of a large announced length is one buffer of exactly that size", () => {
    const { body, budget } = open();
    const bytes = Buffer.alloc(MIB + 3, "0123456789");
    expect(body.announce(bytes.length)).toBe(true);
    for (let at = 0; at < bytes.length; at += 70_001)
      expect(body.add(bytes.subarray(at, at + 70_001))).toBe(true);
    const whole = body.take();
    expect([whole.equals(bytes), whole.buffer.byteLength, budget.used]).toEqual([
      true,
      bytes.length,
      bytes.length,
    ]);
  });

  it("is read into one buffer from an announced 128 KiB on, and kept as chunks below that", () => {
    for (const [length, isChunk] of [
      [128 * 1024 - 1, true],
      [128 * 1024, false],
    ] as const) {
      const { body } = open();
      const chunk = Buffer.alloc(length, "x");
      body.announce(length);
      body.add(chunk);
      const taken = body.take();
      expect([length, taken === chunk, taken.equals(Buffer.alloc(length, "x"))]).toEqual([
        length,
        isChunk,
        true,
      ]);
    }
  });

  it("gives the memory of a chunk back once it is copied, unless the chunk is a part of a larger buffer", () => {
    const { body } = open();
    const whole = Buffer.alloc(MIB / 2, "a");
    const shared = Buffer.alloc(MIB, "b");
    body.announce(MIB);
    body.add(whole);
    body.add(shared.subarray(0, MIB / 2));
    expect([whole.length, shared.length, shared[0]]).toEqual([0, MIB, 0x62]);
    expect(body.take().equals(Buffer.from("a".repeat(MIB / 2) + "b".repeat(MIB / 2)))).toBe(true);
  });

  it("is forgotten once it was handed over or dropped", () => {
    for (const length of [10, MIB]) {
      const taken = open().body;
      taken.announce(length);
      taken.add(Buffer.alloc(length));
      expect([taken.take().length, taken.take().length]).toEqual([length, 0]);
      const dropped = open().body;
      dropped.announce(length);
      dropped.add(Buffer.alloc(length));
      dropped.drop();
      expect(dropped.take()).toHaveLength(0);
    }
  });

  it("counts for its own key only", () => {
    const budget = BodyBudget.forOneThread({ total: 10 * MIB, perKey: 1000 });
    const [first, second] = [new RequestBody(budget, "a"), new RequestBody(budget, "b")];
    expect([first.announce(1000), second.announce(1000)]).toEqual([true, true]);
    first.release();
    expect([second.add(Buffer.alloc(1001)), new RequestBody(budget, "a").announce(1000)]).toEqual([
      false,
      true,
    ]);
  });

  it("asks for room once if its length was announced and is kept", () => {
    const { body, budget } = open();
    const take = vi.spyOn(budget, "take");
    body.announce(5);
    body.add(Buffer.from("abc"));
    body.add(Buffer.from("de"));
    expect(take.mock.calls).toEqual([[5, "a"]]);
    body.add(Buffer.from("f"));
    expect([take.mock.calls.length, budget.used]).toEqual([2, 6]);
  });

  it("takes its room when it is announced, and as it grows if it is not", () => {
    const announced = open();
    expect([announced.body.announce(500), announced.budget.used]).toEqual([true, 500]);
    announced.body.add(Buffer.alloc(200));
    expect(announced.budget.used).toBe(500);
    const growing = open();
    growing.body.add(Buffer.alloc(200));
    growing.body.add(Buffer.alloc(50));
    expect(growing.budget.used).toBe(250);
  });

  it("says where there is no room, and takes none then", () => {
    const { body, budget } = open(2048);
    expect([body.announce(3000), budget.used]).toEqual([false, 0]);
    expect([body.add(Buffer.alloc(1000)), body.add(Buffer.alloc(2000)), budget.used]).toEqual([
      true,
      false,
      1000,
    ]);
  });

  it("gives its room back once, whether it was handed over or dropped", () => {
    const { body, budget } = open();
    body.add(Buffer.alloc(100));
    body.take();
    expect(budget.used).toBe(100);
    body.release();
    body.release();
    expect(budget.used).toBe(0);
    const dropped = open();
    dropped.body.add(Buffer.alloc(100));
    dropped.body.drop();
    expect([dropped.budget.used, dropped.body.take().length]).toEqual([100, 0]);
    dropped.body.release();
    expect(dropped.budget.used).toBe(0);
  });
});
