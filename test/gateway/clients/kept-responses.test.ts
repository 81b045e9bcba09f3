import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import OpenAI from "openai";
import type { Response } from "openai/resources/responses/responses";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestGateway, type TestGateway } from "../test-gateway.ts";
import { openSdk } from "./chat-client.ts";
import { fetchReceipt } from "./receipt-check.ts";
import { hear } from "./responses-client.ts";
import { collect } from "./vendor-client.ts";
import { keepingEngines } from "./vendor-clients.ts";
import { WireTap } from "./wire-tap.ts";

const model = "sim-model";
const weather = {
  type: "function" as const,
  name: "get_weather",
  parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
  strict: false,
};

let folder: string;
let gateway: TestGateway;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "abp-kept-"));
  gateway = await openTestGateway({}, folder);
});
afterAll(async () => {
  await gateway.close();
  rmSync(folder, { recursive: true, force: true });
});

describe.each(keepingEngines)("responses that are kept, on an engine that speaks %s", (engine) => {
  const open = (tap = new WireTap()): OpenAI => openSdk({ ...gateway, engine: `sim-${engine}` }, tap);

  const settled = async (client: OpenAI, id: string): Promise<Response> => {
    for (;;) {
      const found = await client.responses.retrieve(id);
      if (found.status !== "queued" && found.status !== "in_progress") return found;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  const startOver = async (): Promise<void> => {
    await gateway.close();
    gateway = await openTestGateway({}, folder);
  };

  it.each([false, true])(
    "are continued by their id, before and after a restart (streamed: %s)",
    async (streams) => {
      const say = async (body: {
        input: OpenAI.Responses.ResponseInput | string;
        previous_response_id?: string;
      }) => {
        const { responses } = open();
        const whole = { model, tools: [weather], ...body };
        return streams
          ? await responses.stream({ ...whole, stream: true }).finalResponse()
          : responses.create(whole);
      };
      const first = await say({ input: "sim: call get_weather Rome" });
      const { id } = hear(first).calls[0]!;
      const second = await say({
        input: [{ type: "function_call_output", call_id: id, output: "21 degrees" }],
        previous_response_id: first.id,
      });
      expect(second.output_text).toBe('[simulated] get_weather returned "21 degrees".');
      await startOver();
      const third = await say({ input: "And tomorrow?", previous_response_id: second.id });
      expect(third.output_text).toContain("And tomorrow?");
      const longer = third.usage!.input_tokens;
      const alone = await say({ input: "And tomorrow?" });
      expect(longer).toBeGreaterThan(alone.usage!.input_tokens);
    },
  );

  it("are fetched, listed by their input, and deleted", async () => {
    const client = open();
    const made = await client.responses.create({ model, input: "Remember this" });
    const fetched = await client.responses.retrieve(made.id);
    expect(fetched).toMatchObject({ id: made.id, output_text: made.output_text, status: "completed" });
    const items = await collect(client.responses.inputItems.list(made.id));
    expect(items).toMatchObject([{ role: "user", content: [{ type: "input_text", text: "Remember this" }] }]);
    await client.responses.delete(made.id);
    await expect(client.responses.retrieve(made.id)).rejects.toBeInstanceOf(OpenAI.NotFoundError);
    const next = client.responses.create({ model, input: "Go on", previous_response_id: made.id });
    await expect(next).rejects.toBeInstanceOf(OpenAI.BadRequestError);
  });

  it("are worked on in the background and fetched when they are done", async () => {
    const tap = new WireTap();
    const client = open(tap);
    const queued = await client.responses.create({ model, input: "Take your time", background: true });
    expect(queued.status).toBe("queued");
    const runId = tap.last.headers.get("x-abp-run-id")!;
    const done = await settled(client, queued.id);
    expect(done).toMatchObject({ id: queued.id, status: "completed", background: true });
    expect(done.output_text).toContain("Take your time");
    expect(await fetchReceipt(gateway, runId)).toMatchObject({ outcome: "complete" });
    const next = await client.responses.create({ model, input: "Go on", previous_response_id: queued.id });
    expect(next.output_text).toContain("Go on");
  });

  it("are cancelled while they are worked on", async () => {
    const tap = new WireTap();
    const client = open(tap);
    const input = "sim: delay 60000\nsim: say too late";
    const queued = await client.responses.create({ model, input, background: true });
    const runId = tap.last.headers.get("x-abp-run-id")!;
    expect((await client.responses.cancel(queued.id)).status).toBe("cancelled");
    expect((await client.responses.retrieve(queued.id)).status).toBe("cancelled");
    expect(await fetchReceipt(gateway, runId)).toMatchObject({ termination: { reason: "cancelled" } });
    expect((await client.responses.cancel(queued.id)).status).toBe("cancelled");
  });

  it("are cancelled after their end without an effect, and not at all if they ran in the foreground", async () => {
    const client = open();
    const queued = await client.responses.create({ model, input: `soon ${engine}`, background: true });
    await settled(client, queued.id);
    expect((await client.responses.cancel(queued.id)).status).toBe("completed");
    const made = await client.responses.create({ model, input: `in the foreground of ${engine}` });
    await expect(client.responses.cancel(made.id)).rejects.toBeInstanceOf(OpenAI.BadRequestError);
  });

  it("must be stored to be worked on in the background, and named by their code if they do not exist", async () => {
    const client = open();
    const unstored = client.responses.create({ model, input: "x", background: true, store: false });
    await expect(unstored).rejects.toMatchObject({ status: 400, param: "store" });
    const missing = client.responses.create({ model, input: "x", previous_response_id: "resp_none" });
    await expect(missing).rejects.toMatchObject({
      status: 400,
      code: "previous_response_not_found",
      param: "previous_response_id",
    });
  });

  it("are streamed from the background, and go on where a reader left off", async () => {
    const client = open();
    const input = "sim: delay 300\nsim: say one two three four five six";
    const events = [];
    const stream = await client.responses.create({ model, input, background: true, stream: true });
    for await (const event of stream) {
      events.push(event);
      if (event.type === "response.created") break;
    }
    const [created] = events as [OpenAI.Responses.ResponseCreatedEvent];
    const { id } = created.response;
    expect(created).toMatchObject({ sequence_number: 0, response: { background: true, store: true } });
    const rest = await client.responses.retrieve(id, { stream: true, starting_after: 0 });
    for await (const event of rest) events.push(event);
    expect(events.map((event) => event.sequence_number)).toEqual(events.map((_, at) => at));
    expect(events.at(-1)).toMatchObject({
      type: "response.completed",
      response: { id, status: "completed" },
    });
    const whole = [];
    for await (const event of await client.responses.retrieve(id, { stream: true })) whole.push(event);
    expect(whole).toEqual(events);
    const done = await client.responses.retrieve(id);
    expect(done.output_text).toContain("one two three four five six");
    expect((events.at(-1) as OpenAI.Responses.ResponseCompletedEvent).response.output).toEqual(done.output);
  });

  it("are streamed after their end too", async () => {
    const client = open();
    const made = await client.responses.create({ model, input: `replayed ${engine}` });
    const events = [];
    for await (const event of await client.responses.retrieve(made.id, { stream: true })) events.push(event);
    expect(events.map((event) => event.sequence_number)).toEqual(events.map((_, at) => at));
    expect(events[0]!.type).toBe("response.created");
    const text = events.flatMap((event) => (event.type === "response.output_text.delta" ? event.delta : []));
    expect(text.join("")).toBe(made.output_text);
    expect(events.at(-1)).toMatchObject({ type: "response.completed", response: { id: made.id } });
    const after = [];
    const later = await client.responses.retrieve(made.id, { stream: true, starting_after: 1 });
    for await (const event of later) after.push(event);
    expect(after).toEqual(events.slice(2));
  });

  it("that are cancelled end the streams of their readers", async () => {
    const client = open();
    const input = "sim: delay 60000\nsim: say too late";
    const queued = await client.responses.create({ model, input, background: true });
    const reading = (async () => {
      const seen: string[] = [];
      for await (const event of await client.responses.retrieve(queued.id, { stream: true }))
        seen.push(event.type);
      return seen;
    })();
    await client.responses.cancel(queued.id);
    expect((await reading).at(-1)).toBe("response.failed");
  });

  it("are none if the caller keeps nothing", async () => {
    const { responses } = open();
    const made = await responses.create({ model, input: "Forget this", store: false });
    await expect(responses.retrieve(made.id)).rejects.toBeInstanceOf(OpenAI.NotFoundError);
  });
});
