import { describe, expect, it } from "vitest";
import { AbpError } from "../../contract/index.ts";
import type { Once, OnceStore } from "../../storage/index.ts";
import { testCaller } from "../fixtures/test-caller.ts";
import { digestOf, digestWhileRead } from "./content-digest.ts";
import { Idempotency, readKeyed } from "./idempotency.ts";

const route = { name: "submit_run", takesIdempotencyKey: true } as Parameters<typeof readKeyed>[1];
const caller = testCaller({ name: "ada" });
const headers = (key: string) => new Headers({ "idempotency-key": key });

function keyed(body: string, key = "k", path = "/abp/v1/runs") {
  return readKeyed(headers(key), route, caller, digestOf(path, Buffer.from(body)))!;
}

/** A store that keeps what the effects committed. */
class Answers implements OnceStore {
  readonly kept: Once[] = [];

  async find(scope: string, key: string) {
    return this.kept.find((one) => one.scope === scope && one.key === key);
  }
}

function open() {
  const answers = new Answers();
  const idempotency = new Idempotency(
    () => answers,
    () => Date.UTC(2026, 2, 1),
  );
  let effects = 0;
  const serve = async (once: (answer: unknown) => Once) => {
    answers.kept.push(once({ run_id: "r" }));
    effects += 1;
    return "new";
  };
  return { answers, idempotency, serve, effects: () => effects };
}

describe("a request with an idempotency key", () => {
  it("has its effect once, and a repetition gets the first answer", async () => {
    const { idempotency, serve, effects, answers } = open();
    expect(await idempotency.run(keyed("{}"), serve)).toEqual({ answer: "new" });
    expect(await idempotency.run(keyed("{}"), serve)).toEqual({ earlier: '{"run_id":"r"}' });
    expect(effects()).toBe(1);
    expect(answers.kept).toEqual([
      {
        scope: '["default","key:ada","submit_run"]',
        key: "k",
        bodyDigest: expect.stringMatching(/^[0-9a-f]{64}$/),
        answer: '{"run_id":"r"}',
        at: new Date("2026-03-01T00:00:00Z"),
      },
    ]);
  });

  it("is refused with another body or path", async () => {
    const { idempotency, serve } = open();
    await idempotency.run(keyed("{}"), serve);
    for (const other of [keyed('{"a":1}'), keyed("{}", "k", "/abp/v1/runs/1/cancel")])
      await expect(idempotency.run(other, serve)).rejects.toMatchObject({ code: "idempotency_mismatch" });
    expect(await idempotency.run(keyed('{"a":1}', "l"), serve)).toEqual({ answer: "new" });
  });

  it("is refused while the first is under way, and served again after it failed", async () => {
    const { idempotency, serve, effects } = open();
    const first = Promise.withResolvers<string>();
    const running = idempotency.run(keyed("{}"), () => first.promise);
    await expect(idempotency.run(keyed("{}"), serve)).rejects.toMatchObject({
      code: "idempotency_in_flight",
    });
    first.reject(new AbpError("validation_failed", "no"));
    await expect(running).rejects.toMatchObject({ code: "validation_failed" });
    await idempotency.run(keyed("{}"), serve);
    expect(effects()).toBe(1);
  });

  it("gets the answer of another thread that had the effect meanwhile", async () => {
    const { idempotency } = open();
    const repeated = new AbpError("idempotency_repeated", "before", { details: { answer: '{"a":1}' } });
    expect(await idempotency.run(keyed("{}"), () => Promise.reject(repeated))).toEqual({
      earlier: '{"a":1}',
    });
  });

  it.each(["", "a b", "ä", "x".repeat(256)])("must be visible ASCII: %j", (key) => {
    const content = digestOf("/", Buffer.alloc(0));
    expect(() => readKeyed(new Headers({ "idempotency-key": key }), route, caller, content)).toThrow(
      AbpError,
    );
  });

  it("is known by the digest of a body that its handler reads as it comes", async () => {
    const request = new Request("http://localhost/", { method: "POST", body: "archive" });
    const { raw, content } = digestWhileRead("/abp/v1/archives", request);
    expect(await raw.text()).toBe("archive");
    expect(content.digest()).toBe(digestOf("/abp/v1/archives", Buffer.from("archive")).digest());
  });
});
