import Anthropic from "@anthropic-ai/sdk";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestGateway, type TestGateway } from "../test-gateway.ts";
import { keepingEngines } from "./vendor-clients.ts";
import { WireTap } from "./wire-tap.ts";

const model = "sim-model";

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openTestGateway({});
});
afterAll(() => gateway.close());

describe.each(keepingEngines)("message threads, on an engine that speaks %s", (engine) => {
  const bodies: { thread?: { type: string }; messages: unknown[]; system?: unknown; tools?: unknown }[] = [];
  const open = (): Anthropic => {
    bodies.length = 0;
    const tap = new WireTap();
    return new Anthropic({
      apiKey: gateway.token,
      baseURL: gateway.baseUrl,
      defaultHeaders: { "x-abp-engine": `sim-${engine}` },
      maxRetries: 0,
      fetch: (input, init) => {
        bodies.push(JSON.parse(String(init?.body)));
        return tap.fetch(input, init);
      },
    });
  };

  const tool = {
    type: "custom" as const,
    name: "get_weather",
    description: "The weather of a city.",
    input_schema: { type: "object" as const, properties: { city: { type: "string" } }, required: ["city"] },
    parse: (input: unknown) => input as { city: string },
    run: ({ city }: { city: string }) => `sunny in ${city}`,
  };

  it.each([false, true])("carry a tool runner through its turns (streamed: %s)", async (stream) => {
    const client = open();
    const runner = client.beta.messages.toolRunner({
      model,
      max_tokens: 512,
      stream,
      system: "You know the weather.",
      tools: [tool],
      messages: [{ role: "user", content: `sim: call get_weather {"city":"Bern ${engine} ${stream}"}` }],
    });
    const last = await runner.runUntilDone();
    expect(bodies.map((body) => body.thread?.type)).toEqual(["create", "continue"]);
    expect(bodies[1]).not.toHaveProperty("system");
    expect(bodies[1]!.messages).toHaveLength(1);
    expect(last.stop_reason).toBe("end_turn");
    // The whole conversation counts, not the new messages alone.
    expect(last.usage.input_tokens).toBeGreaterThan(20);
  });

  it("hold what was said before", async () => {
    const thread = open().beta.messages.thread({ model, max_tokens: 100, system: `Be brief, ${engine}.` });
    const first = await thread.send({ role: "user", content: "one ".repeat(200) });
    const second = await thread.send({ role: "user", content: "two" });
    expect(bodies[1]!.messages).toEqual([{ role: "user", content: "two" }]);
    expect(second.usage.input_tokens).toBeGreaterThan(first.usage.input_tokens);
  });

  it("that are unknown are refused so that the SDK sends the whole conversation again", async () => {
    const client = open();
    const call = client.beta.messages.create({
      model,
      max_tokens: 10,
      messages: [{ role: "user", content: "x" }],
      thread: { type: "continue", previous_message_id: "msg_unknown" },
    });
    await expect(call).rejects.toMatchObject({
      status: 404,
      error: { error: { type: "not_found_error", details: { error_code: "thread_not_found" } } },
    });
    const thread = client.beta.messages.thread({ model, max_tokens: 100 });
    const first = await thread.send({ role: "user", content: `branch ${engine}` });
    const other = client.beta.messages.create({
      model,
      max_tokens: 10,
      messages: [{ role: "user", content: "from elsewhere" }],
      thread: { type: "continue", previous_message_id: first.id },
    });
    await other;
    bodies.length = 0;
    await thread.send({ role: "user", content: "go on" });
    expect(bodies.map((body) => body.thread?.type)).toEqual(["continue", "create"]);
    expect(bodies[1]!.messages).toHaveLength(3);
  });
});
