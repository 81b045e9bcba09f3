import { beforeEach, describe, expect, it } from "vitest";
import { fakeEngine } from "../fixtures/engines.ts";
import { MemoryLedger } from "../fixtures/memory-ledger.ts";
import { admissionTo, bodyOf, testCaller } from "../fixtures/test-context.ts";
import { CallRequest } from "../request/call-request.ts";
import { hasState, insertKept, prepareState } from "./continued-content.ts";

let ledger: MemoryLedger;
beforeEach(() => {
  ledger = new MemoryLedger();
});

const content = () => ledger.contentOf({ owner: "key:dev", readsUnowned: false });

function requestOf(path: string, body: object, isOnlyKey = false): CallRequest {
  const admission = admissionTo(path, [], testCaller({ isOnlyKey }));
  const request = new CallRequest(admission, bodyOf({ model: "m", ...body }));
  request.scan(64, 1000);
  return request;
}

const ask = (body: object, isOnlyKey = false) =>
  requestOf("/v1/responses", { input: "more", ...body }, isOnlyKey);
const say = (body: object) => requestOf("/v1/messages", { max_tokens: 9, messages: [], ...body });

async function keepResponse(id: string, more: object = {}) {
  await ledger.responses.keep({
    id,
    createdAt: new Date(0),
    runId: "r",
    engine: "e",
    isNative: false,
    input: [{ role: "user", content: "first" }],
    body: { id, output: [{ type: "message", id: "msg_1", role: "assistant", content: [] }] },
    ...more,
  });
}

const codex = fakeEngine("e", "codex");
const keeper = fakeEngine("keeper", "codex", { keepsResponses: true });
const claude = fakeEngine("c", "claude", { isSimulated: false });

describe("a request that may continue something", () => {
  it("is one of a dialect with kept answers and with a body, or one that names a thread", () => {
    expect(hasState(ask({}))).toBe(true);
    expect(hasState(say({ thread: { type: "create" } }))).toBe(true);
    expect(hasState(say({}))).toBe(false);
    expect(hasState(requestOf("/v1/chat/completions", {}))).toBe(false);
    expect(hasState(new CallRequest(admissionTo("/v1/responses"), Buffer.alloc(0)))).toBe(false);
  });

  it("gets nothing put in if its dialect keeps no answers, or it is of no thread", async () => {
    for (const request of [requestOf("/v1/chat/completions", { messages: [] }), say({})]) {
      expect(await insertKept(request, content(), codex)).toBe(false);
      expect(await prepareState(request, content(), codex)).toEqual({
        bindsEngine: false,
        isServedHere: false,
      });
    }
  });

  it("binds nothing if it names nothing", async () => {
    expect(await prepareState(ask({}), content(), codex)).toEqual({ bindsEngine: false, isServedHere: true });
    expect(await prepareState(say({}), content(), codex)).toEqual({
      bindsEngine: false,
      isServedHere: false,
    });
  });
});

describe("a response that the gateway keeps", () => {
  it("is put in before the new input, on every engine", async () => {
    await keepResponse("resp_1");
    for (const engine of [codex, claude, keeper]) {
      const request = ask({ previous_response_id: "resp_1" });
      expect(await prepareState(request, content(), engine)).toEqual({
        bindsEngine: false,
        isServedHere: true,
      });
      expect(await insertKept(request, content(), engine)).toBe(true);
      const { input } = request.value as { input: readonly { role?: string }[] };
      expect(input.map(({ role }) => role)).toEqual(["user", "assistant", "user"]);
      expect(request.value).not.toHaveProperty("previous_response_id");
    }
  });

  it("is not continued while it is being worked on", async () => {
    await keepResponse("resp_1", { isPending: true });
    const request = ask({ previous_response_id: "resp_1" });
    await prepareState(request, content(), codex);
    await expect(insertKept(request, content(), codex)).rejects.toMatchObject({
      code: "validation_failed",
      where: "$.previous_response_id",
    });
  });
});

describe("an id that the gateway does not know", () => {
  it("is refused for another dialect's engine, unless the key is the only one", async () => {
    const named = { previous_response_id: "resp_x" };
    await expect(prepareState(ask(named), content(), claude)).rejects.toMatchObject({
      code: "response_not_found",
      where: "$.previous_response_id",
    });
    expect(await prepareState(ask(named, true), content(), claude)).toMatchObject({ bindsEngine: true });
  });

  it("binds the call to an engine that keeps responses and is known to have made it", async () => {
    ledger.engineIds.set("resp_x", new Map([["keeper", "own"]]));
    expect(await prepareState(ask({ previous_response_id: "resp_x" }), content(), keeper)).toEqual({
      bindsEngine: true,
      isServedHere: false,
    });
  });

  it("is refused at an engine that made it for another key", async () => {
    await expect(
      prepareState(ask({ previous_response_id: "resp_x" }), content(), keeper),
    ).rejects.toMatchObject({ code: "response_not_found" });
  });

  it("of a conversation is refused on an engine that keeps none", async () => {
    await expect(prepareState(ask({ conversation: "conv_x" }, true), content(), codex)).rejects.toMatchObject(
      { code: "response_not_found", where: "$.conversation" },
    );
  });
});

describe("a conversation that the gateway keeps", () => {
  it("is remembered by the request, and its items are put in", async () => {
    await ledger.conversations.create({ id: "conv_1", createdAt: new Date(0), metadata: {} }, [
      { id: "msg_0", item: { type: "message", id: "msg_0", role: "user", content: "earlier" } },
    ]);
    const request = ask({ conversation: "conv_1" });
    expect(await prepareState(request, content(), codex)).toMatchObject({ isServedHere: true });
    expect(request.conversation).toBe("conv_1");
    expect(await insertKept(request, content(), codex)).toBe(true);
    expect(JSON.stringify(request.value["input"])).toContain("earlier");
  });
});

describe("a thread of messages", () => {
  const continued = { thread: { type: "continue", previous_message_id: "msg_1" } };

  it("stays with a vendor that keeps it, and binds the call to it", async () => {
    const request = say(continued);
    expect(await prepareState(request, content(), claude)).toEqual({
      bindsEngine: true,
      isServedHere: false,
    });
    expect(request.thread).toBeUndefined();
  });

  it("is kept here for other engines; a new one has nothing to put in", async () => {
    const request = say({ thread: { type: "create" } });
    expect(await prepareState(request, content(), codex)).toEqual({ bindsEngine: false, isServedHere: true });
    expect(await insertKept(request, content(), codex)).toBe(false);
    expect(request.value).not.toHaveProperty("thread");
  });

  it("that is not kept is not found, in the vendor's words", async () => {
    const request = say(continued);
    await prepareState(request, content(), codex);
    await expect(insertKept(request, content(), codex)).rejects.toMatchObject({
      code: "response_not_found",
      details: { vendor_code: "thread_not_found" },
    });
  });
});
