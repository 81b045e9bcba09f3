import type OpenAI from "openai";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestGateway, type TestGateway } from "../test-gateway.ts";
import { openSdk } from "./chat-client.ts";
import { keepingEngines } from "./vendor-clients.ts";
import { WireTap } from "./wire-tap.ts";

const model = "sim-model";

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openTestGateway({});
});
afterAll(() => gateway.close());

async function errorOf(call: Promise<unknown>): Promise<InstanceType<typeof OpenAI.APIError>> {
  return call.then(
    () => {
      throw new Error("the call was answered");
    },
    (error: unknown) => error as InstanceType<typeof OpenAI.APIError>,
  );
}

describe.each(keepingEngines)("conversations, on an engine that speaks %s", (engine) => {
  const open = (tap = new WireTap()): OpenAI => openSdk({ ...gateway, engine: `sim-${engine}` }, tap);

  it("are created, changed, listed and deleted", async () => {
    const { conversations } = open();
    const made = await conversations.create({
      items: [{ role: "user", content: `hello from ${engine}` }],
      metadata: { a: "1" },
    });
    expect(made).toMatchObject({ object: "conversation", metadata: { a: "1" } });
    expect(made.id).toMatch(/^conv_/);
    const updated = await conversations.update(made.id, { metadata: { b: "2" } });
    expect(updated).toEqual({ ...made, metadata: { b: "2" } });
    expect(await conversations.retrieve(made.id)).toEqual(updated);
    const added = await conversations.items.create(made.id, {
      items: [
        { type: "message", role: "user", content: [{ type: "input_text", text: "two" }] },
        { role: "assistant", content: "three" },
      ],
    });
    expect(added.data).toHaveLength(2);
    const listed = [];
    for await (const item of conversations.items.list(made.id, { order: "asc", limit: 2 })) listed.push(item);
    expect(listed).toMatchObject([
      { type: "message", role: "user", status: "completed", content: [{ type: "input_text" }] },
      { role: "user", content: [{ text: "two" }] },
      { role: "assistant", content: [{ type: "output_text", text: "three" }] },
    ]);
    const [first] = listed;
    const item = await conversations.items.retrieve(first!.id!, { conversation_id: made.id });
    expect(item).toEqual(first);
    await conversations.items.delete(first!.id!, { conversation_id: made.id });
    expect(
      (await errorOf(conversations.items.retrieve(first!.id!, { conversation_id: made.id }))).status,
    ).toBe(404);
    expect(await conversations.delete(made.id)).toMatchObject({ id: made.id, deleted: true });
    const gone = await errorOf(conversations.retrieve(made.id));
    expect([gone.status, gone.type]).toEqual([404, "invalid_request_error"]);
  });

  it.each([false, true])("are continued and grow with each response (streamed: %s)", async (streams) => {
    const { conversations, responses } = open();
    const { id } = await conversations.create({
      items: [{ role: "user", content: `seed ${engine} ${streams}` }],
    });
    const say = (input: string) =>
      streams
        ? responses.stream({ model, input, conversation: id }).finalResponse()
        : responses.create({ model, input, conversation: { id } });
    const first = await say("one");
    const second = await say("two");
    expect(second.usage!.input_tokens).toBeGreaterThan(first.usage!.input_tokens);
    const texts = [];
    for await (const item of conversations.items.list(id, { order: "asc" }))
      if (item.type === "message") texts.push([item.role, (item.content[0] as { text?: string }).text]);
    expect(texts).toEqual([
      ["user", `seed ${engine} ${streams}`],
      ["user", "one"],
      ["assistant", first.output_text],
      ["user", "two"],
      ["assistant", second.output_text],
    ]);
  });

  it("stay as they are if the response is not stored", async () => {
    const { conversations, responses } = open();
    const { id } = await conversations.create({});
    await responses.create({ model, input: `unstored ${engine}`, conversation: id, store: false });
    expect((await conversations.items.list(id)).data).toEqual([]);
  });

  it("that do not exist are refused, and so is one beside an earlier response", async () => {
    const { conversations, responses } = open();
    const unknown = await errorOf(responses.create({ model, input: "x", conversation: "conv_none" }));
    expect([unknown.status, unknown.param]).toEqual([404, "conversation"]);
    const { id } = await conversations.create({});
    const first = await responses.create({ model, input: `first ${engine}` });
    const both = await errorOf(
      responses.create({ model, input: "x", conversation: id, previous_response_id: first.id }),
    );
    expect([both.status, both.param]).toEqual([400, "conversation"]);
  });

  it("are not needed to refer to an item of a kept response", async () => {
    const { responses } = open();
    const first = await responses.create({ model, input: `sim: say remembered ${engine}` });
    const { id } = first.output.find((item) => item.type === "message")!;
    const again = await responses.create({
      model,
      input: [
        { role: "user", content: "what did you say?" },
        { type: "item_reference", id: id! },
        { role: "user", content: `again ${engine}` },
      ],
    });
    expect(again.status).toBe("completed");
    const bare = await responses.create({
      model,
      input: [{ id: id! } as OpenAI.Responses.ResponseInputItem, { role: "user", content: `bare ${engine}` }],
    });
    expect(bare.status).toBe("completed");
    const unknown = await errorOf(
      responses.create({ model, input: [{ type: "item_reference", id: "msg_none" }] }),
    );
    expect(unknown.status).toBe(404);
    expect(unknown.message).toContain("Item with id 'msg_none' not found");
  });

  it("are compacted, and what comes back is accepted again", async () => {
    const { responses } = open();
    const input: OpenAI.Responses.ResponseInput = [
      { role: "user", content: `the number is 7 (${engine})` },
      { role: "assistant", content: "noted" },
    ];
    const compacted = await responses.compact({ model, input });
    expect(compacted).toMatchObject({
      object: "response.compaction",
      usage: { total_tokens: expect.any(Number) },
    });
    expect(compacted.output.map((item) => item.type)).toEqual(["message", "compaction"]);
    const next = await responses.create({
      model,
      input: [
        ...(compacted.output as OpenAI.Responses.ResponseInputItem[]),
        { role: "user", content: `go on ${engine}` },
      ],
    });
    expect(next.status).toBe("completed");
    const twice = await responses.compact({
      model,
      input: compacted.output as OpenAI.Responses.ResponseInputItem[],
    });
    expect(twice.output.at(-1)!.type).toBe("compaction");
  });

  it("that continue a kept response are compacted with its turns", async () => {
    const { responses } = open();
    const first = await responses.create({ model, input: `the first turn of ${engine}` });
    const compacted = await responses.compact({ model, previous_response_id: first.id });
    expect(compacted.output[0]).toMatchObject({
      role: "user",
      content: [{ text: `the first turn of ${engine}` }],
    });
  });
});
