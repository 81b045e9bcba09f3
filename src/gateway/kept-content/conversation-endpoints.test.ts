import { describe, expect, it } from "vitest";
import { AbpError } from "../../contract/index.ts";
import type { Engine } from "../../engines/index.ts";
import type { GatewayContext } from "../context.ts";
import { fakeEngine } from "../fixtures/engines.ts";
import { MemoryLedger } from "../fixtures/memory-ledger.ts";
import { admissionTo, testCaller } from "../fixtures/test-context.ts";
import { findConversationEngine, serveConversationEndpoint } from "./conversation-endpoints.ts";

const keeper = fakeEngine("keeper", "codex", { keepsResponses: true });

function open(routed: Engine | AbpError = fakeEngine("plain", "openai")) {
  const ledger = new MemoryLedger();
  let made = 0;
  const context = {
    ledgerOf: () => ledger,
    now: () => 7_500,
    newId: () => `0-${++made}`,
    router: {
      route: () => {
        if (AbpError.is(routed)) throw routed;
        return { engine: routed };
      },
    },
  } as unknown as GatewayContext;
  const serve = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const admission = admissionTo(`/v1/conversations${path}`, [], testCaller(), method);
    const bytes = typeof body === "string" ? body : body === undefined ? "" : JSON.stringify(body);
    const answer = await serveConversationEndpoint(admission, context, Buffer.from(bytes));
    return answer === undefined ? undefined : JSON.parse(String(answer.body));
  };
  return { ledger, context, serve };
}

const created = { id: "conv_01", object: "conversation", created_at: 7, metadata: {} };

describe("a conversation that the gateway keeps", () => {
  it("is created, shown, changed and deleted", async () => {
    const { serve } = open();
    expect(await serve("POST", "")).toEqual(created);
    expect(await serve("GET", "/conv_01")).toEqual(created);
    expect(await serve("POST", "/conv_01", { metadata: { a: "b" } })).toEqual({
      ...created,
      metadata: { a: "b" },
    });
    expect(await serve("DELETE", "/conv_01")).toEqual({
      id: "conv_01",
      object: "conversation.deleted",
      deleted: true,
    });
    expect(await serve("GET", "/conv_01")).toBeUndefined();
  });

  it("gets, lists and loses items", async () => {
    const { serve } = open();
    const item = (content: string) => ({ role: "user", content });
    await serve("POST", "", { items: [item("one")] });
    const added = await serve("POST", "/conv_01/items", { items: [item("two"), item("three")] });
    expect(added).toMatchObject({ data: [{ id: "msg_020" }, { id: "msg_021" }], has_more: false });
    const page = await serve("GET", "/conv_01/items?limit=2");
    expect(page).toMatchObject({ first_id: "msg_021", last_id: "msg_020", has_more: true });
    const rest = await serve("GET", "/conv_01/items?limit=2&after=msg_020");
    expect(rest).toMatchObject({ data: [{ id: "msg_010" }], has_more: false });
    expect(await serve("GET", "/conv_01/items/msg_010")).toMatchObject({ content: [{ text: "one" }] });
    expect(await serve("DELETE", "/conv_01/items/msg_010")).toEqual(created);
    for (const method of ["GET", "DELETE"])
      await expect(serve(method, "/conv_01/items/msg_010")).rejects.toMatchObject({
        code: "response_not_found",
        message: "Item with id 'msg_010' not found",
      });
  });

  it("is refused with the reason if the request is wrong", async () => {
    const { serve } = open();
    await expect(serve("POST", "", "{")).rejects.toMatchObject({ code: "input_invalid_json" });
    await expect(serve("POST", "", "[]")).rejects.toMatchObject({ code: "contract_schema_violation" });
    await expect(serve("POST", "", { items: 1 })).rejects.toMatchObject({ where: "$.items" });
  });

  it("that is deleted during a change is not found", async () => {
    const { serve, ledger } = open();
    await serve("POST", "");
    ledger.conversations.update = async () => false;
    ledger.conversations.addItems = async () => false;
    for (const path of ["/conv_01", "/conv_01/items"])
      await expect(serve("POST", path, { items: [] })).rejects.toMatchObject({
        message: "Conversation with id 'conv_01' not found",
      });
  });
});

describe("a new conversation", () => {
  it("is left to an engine that keeps conversations", async () => {
    const { serve, context } = open(keeper);
    expect(await serve("POST", "")).toBeUndefined();
    const admission = admissionTo("/v1/conversations", [], testCaller(), "POST");
    expect(findConversationEngine(admission, context)).toBe(keeper);
  });

  it("is kept here if no engine is chosen, or one that keeps none", async () => {
    expect(await open(new AbpError("model_not_routed", "none")).serve("POST", "")).toEqual(created);
    expect(await open(fakeEngine("plain", "codex")).serve("POST", "")).toEqual(created);
    const denied = new AbpError("access_denied", "no");
    await expect(open(denied).serve("POST", "")).rejects.toBe(denied);
  });
});
