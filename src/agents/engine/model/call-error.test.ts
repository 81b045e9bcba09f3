import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { findDialect } from "../../../dialects/index.ts";
import { readCallError } from "./call-error.ts";

const claude = findDialect("claude");

async function read(statusCode: number | undefined, text: string, headers: Record<string, string> = {}) {
  const answer = Object.assign(Readable.from([Buffer.from(text)]), { statusCode, headers });
  const { message, retryAfterMs } = await readCallError(answer as never, claude, 70);
  return [message, retryAfterMs];
}
const vendor = JSON.stringify({ type: "error", error: { type: "overloaded_error", message: "too much" } });

describe("the error of a call", () => {
  it.each([408, 429, 500, 502, 503, 504, 529])("of the status %i may pass", async (status) => {
    expect(await read(status, vendor)).toEqual([`the engine answered ${status}: too much`, 70]);
  });

  it.each([400, 401, 404, 409, 422, 501])("of the status %i stays", async (status) => {
    expect(await read(status, vendor)).toEqual([`the engine answered ${status}: too much`, undefined]);
  });

  it.each([
    ["2", 2000],
    ["0", 0],
    ["30", 30_000],
    ["30.001", undefined],
    ["-1", 70],
    ["soon", 70],
    ["Infinity", 70],
  ])("waits as the engine says: %s", async (after, wait) => {
    expect((await read(529, vendor, { "retry-after": after }))[1]).toBe(wait);
  });

  it("stays if the engine says so", async () => {
    expect((await read(500, vendor, { "x-should-retry": "false" }))[1]).toBeUndefined();
    expect((await read(500, vendor, { "x-should-retry": "true" }))[1]).toBe(70);
  });

  it("is the text itself if that is no JSON, and at most 2000 characters of it", async () => {
    expect(await read(undefined, "<html>")).toEqual(["the engine answered 0: <html>", undefined]);
    const [message] = await read(404, "x".repeat(70_000));
    expect(message).toBe(`the engine answered 404: ${"x".repeat(2000)}`);
  });
});
