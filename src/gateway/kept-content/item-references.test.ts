import { beforeEach, describe, expect, it } from "vitest";
import { findDialect } from "../../dialects/index.ts";
import { MemoryLedger } from "../fixtures/memory-ledger.ts";
import { insertItems } from "./item-references.ts";

const state = findDialect("codex").state!;
const keeping = { keepsResponses: true };
const forgetful = { keepsResponses: false };
const reference = (id: string) => ({ type: "item_reference", id });
const message = (id: string) => ({ type: "message", id, role: "assistant", content: [] });

let ledger: MemoryLedger;
beforeEach(() => {
  ledger = new MemoryLedger();
});

async function keepResponse(id: string, ...items: object[]): Promise<void> {
  await ledger.responses.keep({
    id,
    createdAt: new Date(0),
    runId: "r",
    engine: "e",
    isNative: false,
    input: [],
    body: { id, output: items },
    itemIds: items.map((item) => (item as { id: string }).id),
  });
}

describe("the items that a request names", () => {
  it("are none in most requests, which stay the same object", async () => {
    const request = { input: [message("msg_1")] };
    expect(await insertItems(state, ledger, forgetful, request)).toBe(request);
    const text = { input: "hi" };
    expect(await insertItems(state, ledger, forgetful, text)).toBe(text);
  });

  it("are put in from the response that has them, in their places", async () => {
    await keepResponse("resp_1", message("msg_0"), message("msg_1"));
    const request = { model: "m", input: [reference("msg_1"), { role: "user", content: "go on" }] };
    expect(await insertItems(state, ledger, forgetful, request)).toEqual({
      model: "m",
      input: [message("msg_1"), { role: "user", content: "go on" }],
    });
    expect(request.input[0]).toEqual(reference("msg_1"));
  });

  it("are put in from a conversation if no response has them", async () => {
    const conversation = { id: "conv_1", createdAt: new Date(0), metadata: {} };
    await ledger.conversations.create(conversation, [{ id: "msg_2", item: message("msg_2") }]);
    const request = { input: [reference("msg_2")] };
    expect(await insertItems(state, ledger, forgetful, request)).toEqual({ input: [message("msg_2")] });
  });

  it("are looked up once each, however often they are named", async () => {
    await keepResponse("resp_1", message("msg_1"));
    let asked = 0;
    const responses = {
      ...ledger.responses,
      findByItem: (id: string) => {
        asked += 1;
        return ledger.responses.findByItem(id);
      },
    };
    const { conversations } = ledger;
    const request = { input: [reference("msg_1"), reference("msg_1")] };
    const made = await insertItems(state, { responses, conversations }, forgetful, request);
    expect([asked, made]).toEqual([1, { input: [message("msg_1"), message("msg_1")] }]);
  });

  it("are not found if nobody keeps them, and the error names their place", async () => {
    await keepResponse("resp_1", message("msg_1"));
    const request = { input: [reference("msg_1"), reference("msg_other")] };
    await expect(insertItems(state, ledger, forgetful, request)).rejects.toMatchObject({
      code: "response_not_found",
      message: "Item with id 'msg_other' not found",
      where: "$.input[1]",
      details: { reason: "not_owned" },
    });
  });

  it("stay references if the engine may keep them, beside those that are kept here", async () => {
    await keepResponse("resp_1", message("msg_1"));
    const request = { input: [reference("msg_theirs"), reference("msg_1")] };
    expect(await insertItems(state, ledger, keeping, request)).toEqual({
      input: [reference("msg_theirs"), message("msg_1")],
    });
  });
});
