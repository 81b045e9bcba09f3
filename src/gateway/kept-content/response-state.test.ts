import { describe, expect, it } from "vitest";
import { AbpError } from "../../contract/index.ts";
import { findDialect } from "../../dialects/index.ts";
import type { KeptResponse } from "../../storage/index.ts";
import { fakeEngine } from "../fixtures/engines.ts";
import { MemoryLedger } from "../fixtures/memory-ledger.ts";
import { expandState, findReferences, keepState, turnItems } from "./response-state.ts";

const state = findDialect("codex").state!;
const plain = fakeEngine("plain", "openai");
const keeper = fakeEngine("keeper", "codex", { keepsResponses: true });

function ledgerWith(...responses: readonly Partial<KeptResponse>[]): MemoryLedger {
  const ledger = new MemoryLedger();
  for (const one of responses) {
    const kept = {
      id: "resp_1",
      createdAt: new Date(0),
      runId: "r",
      engine: "plain",
      isNative: false,
      input: [`input of ${one.id ?? "resp_1"}`],
      body: { output: [`output of ${one.id ?? "resp_1"}`] },
      ...one,
    };
    ledger.kept.set(kept.id, kept);
  }
  return ledger;
}

describe("a request that continues a response", () => {
  it("gets the earlier turns, the oldest first, and loses its reference", async () => {
    const ledger = ledgerWith({ id: "a" }, { id: "b", previousId: "a" });
    const expanded = await expandState(state, ledger, plain, {
      model: "m",
      input: ["now"],
      previous_response_id: "b",
    });
    expect(expanded).toEqual({
      model: "m",
      input: ["input of a", "output of a", "input of b", "output of b", "now"],
    });
  });

  it("is left alone if it continues nothing", async () => {
    expect(await expandState(state, ledgerWith(), plain, { input: "x" })).toBeUndefined();
  });

  it("is left to an engine that keeps the response itself", async () => {
    const request = { input: ["x"], previous_response_id: "a" };
    const native = ledgerWith({ id: "a", isNative: true, engine: "keeper" });
    expect(await expandState(state, native, keeper, request)).toBeUndefined();
  });

  it("is expanded for an engine that keeps responses, but not this one", async () => {
    const request = { input: ["x"], previous_response_id: "a" };
    expect(await expandState(state, ledgerWith({ id: "a" }), keeper, request)).toBeDefined();
    const elsewhere = ledgerWith({ id: "a", isNative: true, engine: "another" });
    expect(await expandState(state, elsewhere, keeper, request)).toBeDefined();
    const native = ledgerWith({ id: "a", isNative: true, engine: "plain" });
    expect(await expandState(state, native, plain, request)).toBeDefined();
    const own = ledgerWith({ id: "a", isNative: false, engine: "keeper" });
    expect(await expandState(state, own, keeper, request)).toBeDefined();
  });

  it.each([
    ["is unknown", [], "response_not_found", { vendor_code: "previous_response_not_found" }],
    [
      "continues an unknown one",
      [{ id: "a", previousId: "gone" }],
      "response_not_found",
      { vendor_code: "previous_response_not_found" },
    ],
    ["is repeated", [{ id: "a", isRepeated: true }], "id_repeated", {}],
    ["is still in progress", [{ id: "a", isPending: true }], "validation_failed", {}],
  ] as const)("is refused with its field if the response %s", async (_, kept, code, details) => {
    const refused = expandState(state, ledgerWith(...kept), plain, { previous_response_id: "a" });
    await expect(refused).rejects.toMatchObject({ code, where: "$.previous_response_id" });
    expect(await refused.catch((error: AbpError) => error.details)).toEqual(details);
  });

  it("says what to do if the response is still in progress, and passes on what the store says", async () => {
    const pending = ledgerWith({ id: "a", isPending: true });
    await expect(expandState(state, pending, plain, { previous_response_id: "a" })).rejects.toMatchObject({
      message: "the response a is still in progress",
      advice: "Fetch the response until its status is `completed`, then continue it.",
    });
    const unknown = ledgerWith();
    const gone = new AbpError("response_not_found", "gone for good");
    unknown.responses.chain = () => Promise.reject(gone);
    await expect(expandState(state, unknown, plain, { previous_response_id: "a" })).rejects.toMatchObject({
      message: "gone for good",
      cause: gone,
    });
  });

  it("fails as the store fails", async () => {
    const ledger = ledgerWith({ id: "a" });
    ledger.responses.chain = async () => {
      throw new Error("disk");
    };
    await expect(expandState(state, ledger, plain, { previous_response_id: "a" })).rejects.toThrow("disk");
    const full = new AbpError("ledger_unavailable", "full");
    ledger.responses.chain = () => Promise.reject(full);
    await expect(expandState(state, ledger, plain, { previous_response_id: "a" })).rejects.toBe(full);
  });
});

describe("a request that continues a conversation", () => {
  it("gets its items in front, and loses its reference", async () => {
    const ledger = ledgerWith();
    await ledger.conversations.create({ id: "c", createdAt: new Date(0), metadata: {} }, [
      { id: "i1", item: "first" },
      { id: "i2", item: "second" },
    ]);
    for (const conversation of ["c", { id: "c" }])
      expect(await expandState(state, ledger, plain, { input: ["now"], conversation })).toEqual({
        input: ["first", "second", "now"],
      });
  });

  it("gets the input and the answer of a turn, each under an id", () => {
    const input = ["said", { id: "kept" }, { id: "given", type: "message" }];
    const response = { output: [{ id: "o", type: "message" }] };
    expect(turnItems(state, "a-b-c", input, response)).toEqual([
      { id: "msg_abc0", item: "said" },
      { id: "given", item: { id: "given", type: "message" } },
      { id: "o", item: { id: "o", type: "message" } },
    ]);
  });

  it("is found here or left to an engine", async () => {
    const ledger = ledgerWith();
    await ledger.conversations.create({ id: "c", createdAt: new Date(0), metadata: {} }, []);
    expect(await findReferences(state, ledger, { conversation: "c" })).toEqual({
      references: [],
      isKeptHere: true,
      conversation: "c",
    });
  });
});

describe("a request that names kept items", () => {
  const kept = { id: "a", body: { output: [{ id: "msg_1", text: "said" }] }, itemIds: ["msg_1"] };

  it.each([{ type: "item_reference", id: "msg_1" }, { id: "msg_1" }, { id: "msg_1", type: null }])(
    "gets them in their place: %j",
    async (reference) => {
      const expanded = await expandState(state, ledgerWith(kept), plain, { input: [reference, "now"] });
      expect(expanded).toEqual({ input: [{ id: "msg_1", text: "said" }, "now"] });
    },
  );

  it("gets them from conversations, and in the turns that it continues", async () => {
    const ledger = ledgerWith({ id: "b", input: [{ id: "msg_2" }], body: { output: [] } });
    const items = [{ id: "msg_2", item: "kept" }];
    await ledger.conversations.create({ id: "c", createdAt: new Date(0), metadata: {} }, items);
    const request = { input: ["now"], previous_response_id: "b" };
    expect(await expandState(state, ledger, plain, request)).toEqual({ input: ["kept", "now"] });
  });

  it("is refused if one is not kept, unless the engine keeps items", async () => {
    const request = { input: ["x", { type: "item_reference", id: "msg_9" }] };
    await expect(expandState(state, ledgerWith(kept), plain, request)).rejects.toMatchObject({
      code: "response_not_found",
      message: "Item with id 'msg_9' not found",
      where: "$.input[1]",
      details: { reason: "not_owned" },
    });
    expect(await expandState(state, ledgerWith(kept), keeper, request)).toEqual(request);
  });

  it("is left alone if its items have content of their own", async () => {
    const request = { input: [{ id: "msg_1", role: "user", content: "x" }] };
    expect(await expandState(state, ledgerWith(kept), plain, request)).toBeUndefined();
  });
});

describe("the ids that a request names", () => {
  const find = (members: object, ...kept: readonly Partial<KeptResponse>[]) =>
    findReferences(state, ledgerWith(...kept), members as Record<string, unknown>);
  const previous = { id: "a", where: "$.previous_response_id" };

  it("are none if it continues nothing", async () => {
    for (const members of [{}, { previous_response_id: null, conversation: null }, { store: false }])
      expect(await find(members)).toEqual({ references: [], isKeptHere: false });
  });

  it("are not looked up if it names no response", async () => {
    const ledger = ledgerWith();
    ledger.responses.find = () => Promise.reject(new Error("looked up"));
    expect((await findReferences(state, ledger, { conversation: "c" })).isKeptHere).toBe(false);
  });

  it("are those that the gateway does not keep", async () => {
    expect(await find({ previous_response_id: "a" })).toEqual({
      references: [previous],
      isKeptHere: false,
      conversation: undefined,
    });
    expect(await find({ previous_response_id: "a" }, { id: "a" })).toEqual({
      conversation: undefined,
      references: [],
      isKeptHere: true,
    });
  });

  it("are those of conversations, however they are written", async () => {
    const conversation = (id: string) => ({ id, where: "$.conversation" });
    expect((await find({ conversation: "c" })).references).toEqual([conversation("c")]);
    expect((await find({ conversation: { id: "c" } })).references).toEqual([conversation("c")]);
    expect((await find({ conversation: ["c"] })).references).toEqual([conversation("")]);
    const both = await find({ previous_response_id: "a", conversation: "c" });
    expect(both.references).toEqual([previous, conversation("c")]);
  });
});

describe("an answer", () => {
  const at = new Date(5);
  const turn = { engine: plain, runId: "run", createdAt: at };

  it("is kept with its own input and the response that it continues", async () => {
    const ledger = ledgerWith();
    const request = { input: ["mine"], previous_response_id: "a" };
    await keepState(state, ledger, { ...turn, request, response: { id: "b", output: [{ id: "i" }] } });
    expect(ledger.kept.get("b")).toEqual({
      id: "b",
      previousId: "a",
      createdAt: at,
      runId: "run",
      engine: "plain",
      isNative: false,
      input: ["mine"],
      body: { id: "b", output: [{ id: "i" }] },
      itemIds: ["i"],
    });
  });

  it("is kept without a previous response if it continues none, and not at all without an id", async () => {
    const ledger = ledgerWith();
    await keepState(state, ledger, { ...turn, request: { input: [] }, response: { id: "b" } });
    expect(ledger.kept.get("b")).not.toHaveProperty("previousId");
    await keepState(state, ledger, { ...turn, request: { input: [] }, response: { output: [] } });
    expect(ledger.kept.size).toBe(1);
  });
});
