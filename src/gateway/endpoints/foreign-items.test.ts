import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { Caller } from "../exchange/caller.ts";
import { RecordingSink } from "../fixtures/recording-sink.ts";
import { scriptedEngine } from "../fixtures/scripted-engine.ts";
import { admissionTo, testCaller, testContext } from "../fixtures/test-context.ts";
import { createGateway } from "../gateway.ts";

const callerOf = (name: string): Caller => testCaller({ name, owner: `key:${name}`, isOnlyKey: false });
const me = callerOf("me");
const you = callerOf("you");

interface Made {
  readonly id: string;
  readonly items: readonly string[];
  readonly stream?: boolean;
  readonly isZipped?: boolean;
}

function open() {
  let next: Made = { id: "resp_0", items: [] };
  const engine = scriptedEngine(
    "e",
    "codex",
    (handler) => {
      const { id, items, stream = false, isZipped = false } = next;
      const output = items.map((one) => ({ type: "message", id: one, role: "assistant", content: [] }));
      const response = { id, object: "response", status: "completed", model: "m", output };
      const event = (type: string, more: object) =>
        `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`;
      const text = stream
        ? `${event("response.created", { response: { ...response, status: "in_progress", output: [] } })}${event("response.completed", { response })}`
        : JSON.stringify(response);
      const type = stream ? "text/event-stream" : "application/json";
      handler.onHead(200, ["content-type", type, ...(isZipped ? ["content-encoding", "gzip"] : [])]);
      handler.onData(isZipped ? gzipSync(text) : Buffer.from(text));
      handler.onEnd();
    },
    { keepsResponses: true },
  );
  const context = testContext({ engines: [engine], defaultEngine: "e" });
  const gateway = createGateway(context, {});
  const send = async (caller: Caller, path: string, body: object) => {
    const before = engine.requests.length;
    const sink = new RecordingSink();
    const admission = { ...admissionTo(`/codex${path}`, [], caller), caller };
    const call = gateway.call(admission, Buffer.from(JSON.stringify(body)), sink);
    await sink.over;
    await call.recorded;
    return { status: sink.status, isSent: engine.requests.length > before };
  };
  const make = (caller: Caller, made: Made) => {
    next = made;
    return send(caller, "/v1/responses", { model: "m", input: "hi", stream: made.stream ?? false });
  };
  return { send, make, context, engine };
}

const SENT = { status: 200, isSent: true };
const REFUSED = { status: 404, isSent: false };

describe.each([
  ["in a whole answer", {}],
  ["in a stream", { stream: true }],
  ["in a compressed answer", { isZipped: true }],
  ["in a compressed stream", { stream: true, isZipped: true }],
])("an item that an engine made %s", (_, form) => {
  const inputs: readonly (readonly [string, (id: string) => unknown])[] = [
    ["a reference", (id) => ({ type: "item_reference", id })],
    ["a bare id", (id) => ({ id })],
    ["an id without a type", (id) => ({ type: null, id })],
  ];
  it.each(inputs)("is named by its owner alone: %s", async (_name, itemOf) => {
    const { send, make } = open();
    expect(await make(you, { id: "resp_y", items: ["msg_y"], ...form })).toEqual(SENT);
    expect(await make(me, { id: "resp_m", items: ["msg_m"], ...form })).toEqual(SENT);
    const ask = (caller: Caller, id: string) =>
      send(caller, "/v1/responses", { model: "m", input: [itemOf(id), { role: "user", content: "x" }] });
    expect(await ask(me, "msg_m")).toEqual(SENT);
    expect(await ask(me, "msg_y")).toEqual(REFUSED);
    expect(await ask(you, "msg_y")).toEqual(SENT);
    expect(await ask(me, "msg_nobody")).toEqual(REFUSED);
  });

  it("is not taken up by the id of a whole item", async () => {
    const { send, make } = open();
    await make(you, { id: "resp_y", items: ["rs_y"], ...form });
    const ask = (id: string) =>
      send(me, "/v1/responses", { model: "m", input: [{ type: "reasoning", id, summary: [] }] });
    expect(await ask("rs_y")).toEqual(REFUSED);
    expect(await ask("rs_own")).toEqual(SENT);
  });
});

describe("ids that an engine keeps, at each endpoint that reads them", () => {
  const bodies: readonly (readonly [string, string, (id: string) => object])[] = [
    ["/v1/responses", "resp", (id) => ({ model: "m", input: "x", previous_response_id: id })],
    ["/v1/responses", "conv", (id) => ({ model: "m", input: "x", conversation: id })],
    ["/v1/responses", "conv", (id) => ({ model: "m", input: "x", conversation: { id } })],
    ["/v1/responses/compact", "resp", (id) => ({ model: "m", previous_response_id: id })],
    ["/v1/responses/compact", "msg", (id) => ({ model: "m", input: [{ type: "item_reference", id }] })],
    ["/v1/responses/input_tokens", "resp", (id) => ({ model: "m", previous_response_id: id })],
    ["/v1/responses/input_tokens", "conv", (id) => ({ model: "m", input: "x", conversation: id })],
    ["/v1/responses/input_tokens", "msg", (id) => ({ model: "m", input: [{ type: "item_reference", id }] })],
    ["/v1/conversations", "msg", (id) => ({ items: [{ type: "item_reference", id }] })],
    ["/v1/conversations/conv_m/items", "msg", (id) => ({ items: [{ type: "item_reference", id }] })],
  ];
  it.each(bodies)("%s: a %s id of somebody else is refused", async (path, kind, bodyOf) => {
    const { send, context } = open();
    context.ledger.engineIds.set("resp_m", new Map([["e", "own"]]));
    context.ledger.engineIds.set("conv_m", new Map([["e", "own"]]));
    await context.ledger.resources.of("key:me").keep([{ engine: "e", id: "msg_m" }]);
    await context.ledger.resources.of("key:you").keep([{ engine: "e", id: "msg_y" }]);
    expect(await send(me, path, bodyOf(`${kind}_m`))).toMatchObject({ isSent: true });
    expect(await send(me, path, bodyOf(`${kind}_y`))).toEqual(REFUSED);
  });
});
