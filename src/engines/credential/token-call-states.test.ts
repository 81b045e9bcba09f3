import { describe, expect, it } from "vitest";
import { AbpError } from "../../contract/index.ts";
import type { UpstreamCall, UpstreamHandler } from "../engine.ts";
import { TokenCall } from "./token-call.ts";

const turn = () => new Promise((resolve) => setImmediate(resolve));
const failed = (message: string) => new AbpError("credential_missing", message);

/** A call whose token and engine the test plays. */
function bench(more: { token?: string; isHeld?: boolean; replaces?: boolean } = {}) {
  const log: string[] = [];
  const inner: UpstreamHandler[] = [];
  const reads: PromiseWithResolvers<string>[] = [];
  const read = () => {
    const reading = Promise.withResolvers<string>();
    reads.push(reading);
    return reading.promise;
  };
  const handler: UpstreamHandler = {
    onHead: (status, headers) => void log.push(`head ${status} ${headers}`),
    onData: (chunk) => {
      log.push(`data ${Buffer.from(chunk)}`);
      return false;
    },
    onEnd: () => void log.push("end"),
    onFailure: ({ message }) => void log.push(`failure ${message}`),
  };
  const call = new TokenCall(
    {
      token: {
        peek: () => more.token,
        get: read,
        replace: (refused) => {
          log.push(`replace ${refused}`);
          return more.replaces === false ? undefined : read();
        },
      },
      isHeld: more.isHeld ?? true,
      send: (token, given): UpstreamCall => {
        const name = `call ${inner.push(given)}`;
        log.push(`${name} with ${token}`);
        return {
          resume: () => void log.push(`${name} resume`),
          abort: () => void log.push(`${name} abort`),
        };
      },
    },
    handler,
  );
  return { call, log, inner, reads };
}

describe("a call with a token", () => {
  it("is sent at once if the token is there", () => {
    const { log, reads } = bench({ token: "t1" });
    expect([log, reads]).toEqual([["call 1 with t1"], []]);
  });

  it("waits for a token that has to be read", async () => {
    const { call, log, reads } = bench();
    call.resume();
    reads[0]!.resolve("t1");
    await turn();
    call.resume();
    expect(log).toEqual(["call 1 with t1", "call 1 resume"]);
  });

  it("passes everything on, both ways", () => {
    const { call, log, inner } = bench({ token: "t1" });
    inner[0]!.onHead(200, ["a", "b"]);
    expect(inner[0]!.onData(Buffer.from("x"))).toBe(false);
    inner[0]!.onEnd();
    inner[0]!.onFailure(failed("late"));
    call.abort();
    expect(log.slice(1)).toEqual(["head 200 a,b", "data x", "end", "failure late", "call 1 abort"]);
  });

  it("is sent once more if the engine refuses the token, and its first answer is not told", async () => {
    const { log, inner, reads } = bench({ token: "t1" });
    inner[0]!.onHead(401, []);
    expect(log).toEqual(["call 1 with t1", "replace t1", "call 1 abort"]);
    reads[0]!.resolve("t2");
    await turn();
    expect(log.at(-1)).toBe("call 2 with t2");
    inner[1]!.onHead(401, []);
    expect(log.slice(4)).toEqual(["head 401 "]);
  });

  it("hands another refusal on as it is", () => {
    const { log, inner } = bench({ token: "t1" });
    inner[0]!.onHead(403, []);
    expect(log).toEqual(["call 1 with t1", "head 403 "]);
  });

  it("hands the refusal on if no other token is to be had, and asks once", () => {
    const { log, inner } = bench({ token: "t1", replaces: false });
    inner[0]!.onHead(401, []);
    inner[0]!.onHead(401, []);
    expect(log).toEqual(["call 1 with t1", "replace t1", "head 401 ", "head 401 "]);
  });

  it("hands the refusal on if its body is gone, and has a new token read for later calls", async () => {
    const { log, inner, reads } = bench({ token: "t1", isHeld: false });
    inner[0]!.onHead(401, []);
    expect(log).toEqual(["call 1 with t1", "replace t1", "head 401 "]);
    reads[0]!.reject(failed("away"));
    await turn();
    expect(log).toHaveLength(3);
  });

  it("fails if there is no token, or no new one", async () => {
    const first = bench();
    first.reads[0]!.reject(failed("away"));
    await turn();
    expect(first.log).toEqual(["failure away"]);
    const again = bench({ token: "t1" });
    again.inner[0]!.onHead(401, []);
    again.reads[0]!.reject(failed("away"));
    await turn();
    expect(again.log.at(-1)).toBe("failure away");
  });

  it.each([
    ["aborted", ({ call }: ReturnType<typeof bench>) => call.abort()],
    ["over", ({ inner }: ReturnType<typeof bench>) => inner[0]!.onEnd()],
    ["failed", ({ inner }: ReturnType<typeof bench>) => inner[0]!.onFailure(failed("x"))],
  ])("is neither sent nor failed by a token that comes when it is %s", async (_, end) => {
    for (const settle of [
      (reading: PromiseWithResolvers<string>) => reading.resolve("t2"),
      (reading: PromiseWithResolvers<string>) => reading.reject(failed("away")),
    ]) {
      const fake = bench({ token: "t1" });
      fake.inner[0]!.onHead(401, []);
      end(fake);
      const before = fake.log.length;
      settle(fake.reads[0]!);
      await turn();
      expect(fake.log).toHaveLength(before);
    }
  });
});
