import { describe, expect, it } from "vitest";
import type { EngineResponseStatus } from "../../storage/index.ts";
import { directoryOf, fakeEngine } from "../fixtures/engines.ts";
import { MemoryLedger } from "../fixtures/memory-ledger.ts";
import { admissionTo, testCaller } from "../fixtures/test-context.ts";
import { checkEngineId, findKeeper, notOwned } from "./engine-ids.ts";

const keeper = (name: string, more: Parameters<typeof fakeEngine>[2] = {}) =>
  fakeEngine(name, "codex", { keepsResponses: true, ...more });

function idsWith(statuses: Record<string, EngineResponseStatus>) {
  const ledger = new MemoryLedger();
  ledger.engineIds.set("resp_1", new Map(Object.entries(statuses)));
  return ledger.engineResponses;
}

describe("an id that a request names", () => {
  const check = (
    statuses: Record<string, EngineResponseStatus>,
    { usesCallerKey = false, isOnlyKey = false } = {},
  ) =>
    checkEngineId(idsWith(statuses), { name: "e", usesCallerKey }, { isOnlyKey }, "resp_1", "$.x").then(
      () => "sent",
      (error: { code: string; where: string }) => `${error.code} ${error.where}`,
    );

  it("is sent to the engine that gave it to a call of the same owner", async () => {
    expect(await check({ e: "own" })).toBe("sent");
  });

  it("is not found if it is another owner's, whatever the key", async () => {
    for (const rights of [{}, { usesCallerKey: true }, { isOnlyKey: true }])
      expect(await check({ e: "foreign" }, rights)).toBe("response_not_found $.x");
  });

  it("is refused if the engine gave it to two calls", async () => {
    expect(await check({ e: "repeated" }, { isOnlyKey: true })).toBe("id_repeated $.x");
  });

  it("is sent without a record only with the caller's vendor key, or for the only key", async () => {
    expect(await check({})).toBe("response_not_found $.x");
    expect(await check({ other: "own" })).toBe("response_not_found $.x");
    expect(await check({}, { usesCallerKey: true })).toBe("sent");
    expect(await check({}, { isOnlyKey: true })).toBe("sent");
  });
});

describe("the error for an id that is not the caller's own", () => {
  it("names the id, and its place only if there is one", () => {
    expect(notOwned("resp_1", "$.x")).toMatchObject({
      code: "response_not_found",
      message: 'no response "resp_1" is kept',
      where: "$.x",
      details: { reason: "not_owned" },
    });
    expect(notOwned("resp_1").where).toBeUndefined();
  });
});

describe("the keeper of a response", () => {
  const engines = directoryOf(
    fakeEngine("plain", "codex"),
    fakeEngine("chat", "openai", { keepsResponses: true }),
    keeper("first"),
    keeper("second"),
    keeper("byo", { usesCallerKey: true }),
  );
  const find = (
    statuses: Record<string, EngineResponseStatus>,
    caller: Parameters<typeof testCaller>[0] = { isOnlyKey: false },
    headers: string[] = [],
  ) =>
    findKeeper(
      admissionTo("/v1/responses/resp_1", headers, testCaller(caller), "GET"),
      { engines },
      idsWith(statuses),
    ).then(
      ({ name }) => name,
      (error: { code: string }) => error.code,
    );
  const withoutByo = (name: string) => name !== "byo";

  it("is the engine that gave its id to the caller", async () => {
    expect(await find({ second: "own" })).toBe("second");
    expect(await find({ second: "own", first: "foreign" })).toBe("second");
  });

  it("is nobody if the engine is another owner's, or the key may not use it", async () => {
    const caller = { isOnlyKey: false, mayUse: withoutByo };
    expect(await find({ first: "foreign" }, caller)).toBe("response_not_found");
    expect(await find({}, caller)).toBe("response_not_found");
    expect(await find({ first: "own" }, { isOnlyKey: false, mayUse: () => false })).toBe(
      "response_not_found",
    );
  });

  it("cannot be told if the id is repeated, or two engines gave it out", async () => {
    expect(await find({ first: "repeated" })).toBe("id_repeated");
    expect(await find({ first: "own", second: "own" })).toBe("id_repeated");
    expect(await find({ first: "own", second: "own" }, {}, ["x-abp-engine", "second"])).toBe("second");
  });

  it("is not looked up if no engine can be meant", async () => {
    const ids = idsWith({ first: "own" });
    const lookups: string[] = [];
    const counting = {
      ...ids,
      find: (id: string) => {
        lookups.push(id);
        return ids.find(id);
      },
    };
    const admission = admissionTo("/v1/responses/resp_1", [], testCaller({ mayUse: () => false }), "GET");
    await expect(findKeeper(admission, { engines }, counting)).rejects.toMatchObject({
      code: "response_not_found",
    });
    expect(lookups).toEqual([]);
  });

  it("may be any engine without a record with the caller's vendor key, or for the only key", async () => {
    expect(await find({})).toBe("byo");
    expect(await find({ byo: "foreign" })).toBe("response_not_found");
    expect(await find({}, { isOnlyKey: true, mayUse: withoutByo })).toBe("first");
    expect(await find({ first: "foreign" }, { isOnlyKey: true, mayUse: withoutByo })).toBe("second");
    expect(await find({}, { isOnlyKey: true }, ["x-abp-engine", "plain"])).toBe("response_not_found");
  });
});
