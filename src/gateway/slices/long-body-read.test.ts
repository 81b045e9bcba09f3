import { describe, expect, it } from "vitest";
import { digestBody } from "../bytes/body-digest.ts";
import { openScan } from "../request/call-body.ts";
import { LongBodyRead } from "./long-body-read.ts";

describe("the read of a long body", () => {
  it("computes the digest and the scan in slices of 256 KiB", () => {
    const body = Buffer.from(`{"a":[${"{},".repeat(350_000)}1],"model":"m"}`);
    const read = new LongBodyRead(body, openScan(body, 8));
    let steps = 1;
    while (!read.step()) steps += 1;
    expect(read.digest).toEqual(digestBody(body));
    expect(read.scanner.result).toMatchObject({ valueCount: 350_004 });
    const slices = Math.ceil(body.length / (256 * 1024));
    expect(steps).toBeGreaterThanOrEqual(2 * slices);
    expect(steps).toBeLessThanOrEqual(2 * slices + 2);
  });

  it("has a digest also of an empty body", () => {
    const body = Buffer.alloc(0);
    const read = new LongBodyRead(body, openScan(body, 8));
    expect(read.step()).toBe(true);
    expect(read.digest).toEqual(digestBody(body));
  });
});
