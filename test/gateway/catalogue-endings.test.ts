import type { ServerResponse } from "node:http";
import { connect } from "node:net";
import OpenAI from "openai";
import type { ResponseInputItem } from "openai/resources/responses/responses";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import type { ConfigSchema } from "../../src/config/index.ts";
import { openBench } from "../../src/engines/fixtures/cleanup.ts";
import { settledNumber, until } from "../eventually.ts";
import { openSdk } from "./clients/chat-client.ts";
import { readStream, streaming } from "./clients/raw-stream.ts";
import { fetchReceipt, lastReceipt } from "./clients/receipt-check.ts";
import { chunkOf, completion, EVENTS, openScriptedChat, sendJson } from "./clients/scripted-chat.ts";
import { clients, engineDialects } from "./clients/vendor-clients.ts";
import { WireTap } from "./clients/wire-tap.ts";
import { openTestGateway, type TestGateway } from "./test-gateway.ts";

const bench = openBench();
const model = "sim-model";

/** A daemon with simulated engines alone. */
let plain: TestGateway;
beforeAll(async () => {
  plain = await openTestGateway({});
});
afterAll(() => plain.close());

async function open(settings: z.input<typeof ConfigSchema>): Promise<TestGateway> {
  const gateway = await openTestGateway(settings);
  bench.later(gateway.close);
  return gateway;
}

describe("leaving", () => {
  it.each(engineDialects)(
    "H11, H12: a caller that leaves ends the work of an engine that speaks %s",
    async (engine) => {
      const vendor = await open({});
      const gateway = await open({
        engines: {
          e: {
            preset: "compatible",
            dialect: engine,
            base_url: `${vendor.baseUrl}/${engine}`,
            api_key: vendor.token,
            headers: [`x-abp-engine: sim-${engine}`, `x-abp-key: ${vendor.token}`],
          },
        },
      });
      for (const [, openClient] of clients.slice(0, 4)) {
        const client = openClient({ ...gateway, engine: "e" });
        await client.leave({ text: "sim: repeat 50 word\nsim: stall-after 3" });
        const receipt = await lastReceipt(gateway, client);
        expect(receipt).toMatchObject({ outcome: "partial", termination: { code: "client_gone" } });
        expect(receipt.observed?.response?.bytes).toBeGreaterThan(0);
        if (engine === "claude") expect(receipt.usage.input_tokens).toBeGreaterThan(0);
      }
      const upstream = await vendor.receipts();
      expect(upstream.map(({ termination }) => termination?.code)).toEqual(Array(4).fill("client_gone"));
    },
  );

  it("H8: an engine is not read faster than its caller reads", async () => {
    let written = 0;
    const block = chunkOf({ content: "x".repeat(60_000) });
    const { settings } = await openScriptedChat(bench, (response) => {
      response.writeHead(200, EVENTS);
      const fill = () => {
        while (written < 256_000_000) {
          written += block.length;
          if (!response.write(block)) return;
        }
      };
      response.on("drain", fill);
      fill();
    });
    const gateway = await open({ engines: { e: settings } });
    const { port } = new URL(gateway.baseUrl);
    for (const caller of ["openai", "claude"]) {
      written = 0;
      const { path, body } = streaming[caller]!("hi");
      const text = JSON.stringify(body);
      const socket = connect(Number(port), "127.0.0.1");
      socket.pause();
      socket.write(
        `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\nx-abp-key: ${gateway.token}\r\ncontent-length: ${text.length}\r\n\r\n${text}`,
      );
      await until(() => written > 0);
      await settledNumber(() => written);
      expect(written, caller).toBeLessThan(64_000_000);
      socket.destroy();
    }
  });

  it("H8: a connection that serves many calls gathers no listeners", async () => {
    const warnings: Error[] = [];
    const note = (warning: Error) => warnings.push(warning);
    process.on("warning", note);
    const gateway = plain;
    for (let count = 0; count < 40; count += 1)
      await readStream(gateway, "openai", "sim-claude", "sim: repeat 3 word");
    await new Promise((resolve) => setImmediate(resolve));
    process.off("warning", note);
    expect(warnings.filter(({ name }) => name === "MaxListenersExceededWarning")).toEqual([]);
  });
});

describe("falling back", () => {
  const good = { preset: "sim" as const, dialect: "claude" as const };
  const troubles: Record<string, (response: ServerResponse) => void> = {
    "a status": (response) => sendJson(response, { error: { message: "busy" } }, 503),
    "a broken connection": (response) => response.destroy(),
    "a stream that ends after its first event": (response) =>
      response.writeHead(200, EVENTS).end(chunkOf({ role: "assistant" })),
    "an error after its first event": (response) =>
      response
        .writeHead(200, EVENTS)
        .end(`${chunkOf({ role: "assistant" })}data: {"error":{"message":"busy","type":"server_error"}}\n\n`),
  };

  const rescued = ["gemini", "openai"].flatMap((caller) =>
    Object.keys(troubles).map((trouble) => [caller, trouble] as const),
  );
  it.each(rescued)(
    "H13: another engine takes over until the first word came (%s, %s)",
    async (caller, trouble) => {
      const { settings } = await openScriptedChat(bench, troubles[trouble]!);
      const gateway = await open({ engines: { e: { ...settings, fallback: ["good"] }, good } });
      const { text, headers } = await readStream(gateway, caller, "e", "sim: say taken over");
      expect(text).toContain("taken over");
      expect(headers.get("x-abp-fallback")).toBe("good");
      const receipt = await fetchReceipt(gateway, headers.get("x-abp-run-id")!);
      expect(receipt.observed?.call).toMatchObject({ engine: "good", fallback_from: [{ engine: "e" }] });
    },
  );

  it.each(Object.keys(troubles))("H13: nobody takes over who was not named: %s", async (trouble) => {
    const { settings } = await openScriptedChat(bench, troubles[trouble]!);
    const gateway = await open({ engines: { e: settings, good } });
    const { status, headers } = await readStream(gateway, "gemini", "e", "sim: say taken over");
    expect(status).toBeGreaterThanOrEqual(500);
    expect(headers.get("x-abp-fallback")).toBeNull();
  });

  it("H13, H14: what breaks off after its first word is neither repeated nor continued by another engine", async () => {
    const { server, settings } = await openScriptedChat(bench, (response) => {
      response.writeHead(200, EVENTS).write(chunkOf({ role: "assistant", content: "half a" }));
      setTimeout(() => response.destroy(), 20);
    });
    const second = await bench.serve((response) => sendJson(response, completion));
    const gateway = await open({
      engines: {
        e: { ...settings, retries: 2, fallback: ["second"] },
        second: { ...settings, base_url: second.url },
      },
    });
    const { text, headers } = await readStream(gateway, "claude", "e", "hi");
    expect(text).toContain("half a");
    expect(text).toContain("event: error");
    expect([server.seen.length, second.seen.length]).toEqual([1, 0]);
    expect(headers.get("x-abp-fallback")).toBeNull();
  });
});

describe("state", () => {
  it.each(engineDialects)(
    "H16: a response has one id in every event, when it is fetched and when it is continued (%s)",
    async (engine) => {
      const gateway = plain;
      const { responses } = openSdk({ ...gateway, engine: `sim-${engine}` }, new WireTap());
      const ids = new Set<string>();
      for await (const event of responses.stream({ model, input: "Hello", stream: true }))
        if ("response" in event) ids.add(event.response.id);
      expect(ids.size).toBe(1);
      const [id] = [...ids];
      expect((await responses.retrieve(id!)).id).toBe(id);
      const next = await responses.create({ model, input: "Go on", previous_response_id: id! });
      expect(next.output_text).toContain("Go on");
    },
  );

  it("H16: a response that nobody has is a typed error, before anything is sent", async () => {
    const gateway = plain;
    const { responses } = openSdk({ ...gateway, engine: "sim-claude" }, new WireTap());
    const lost = responses.create({ model, input: "Go on", previous_response_id: "resp_nobody" });
    await expect(lost).rejects.toMatchObject({ status: 400, param: "previous_response_id" });
  });

  it("A12: sealed reasoning goes back to the engine that issued it, and another one's refusal is named", async () => {
    const sealed: ResponseInputItem = {
      type: "reasoning",
      id: "rs_1",
      summary: [],
      encrypted_content: "issued-by-first",
    };
    const issuer = async (name: string) => {
      const server = await bench.serve((response, { body }) => {
        const isOwn = body.includes(`issued-by-${name}`);
        if (isOwn)
          sendJson(response, { id: "resp_1", object: "response", status: "completed", model, output: [] });
        else sendJson(response, { error: { message: "not ours", code: "invalid_encrypted_content" } }, 400);
      });
      return {
        server,
        settings: { preset: "openai" as const, base_url: server.url, api_key: "vendor-key", retries: 0 },
      };
    };
    const [first, second] = [await issuer("first"), await issuer("second")];
    const gateway = await open({
      engines: {
        first: { ...first.settings, models: ["mine"] },
        second: { ...second.settings, models: ["other"] },
      },
    });
    const tap = new WireTap();
    const { responses } = new OpenAI({
      apiKey: gateway.token,
      baseURL: `${gateway.baseUrl}/v1`,
      fetch: tap.fetch,
    });
    const input = [sealed, { role: "user" as const, content: "Go on" }];
    for (let turn = 0; turn < 5; turn += 1) await responses.create({ model: "mine", input });
    expect([first.server.seen.length, second.server.seen.length]).toEqual([5, 0]);
    expect(first.server.seen.every(({ body }) => body.includes("issued-by-first"))).toBe(true);
    const elsewhere = responses.create({ model: "other", input });
    await expect(elsewhere).rejects.toMatchObject({ status: 400, code: "invalid_encrypted_content" });
  });

  it("A12: an engine of another vendor is not sent sealed reasoning, and the loss is named", async () => {
    const gateway = plain;
    const tap = new WireTap();
    const { responses } = openSdk({ ...gateway, engine: "sim-claude" }, tap);
    const sealed: ResponseInputItem = {
      type: "reasoning",
      id: "rs_1",
      summary: [],
      encrypted_content: "gAAAAABsealed",
    };
    const input = [
      { role: "user" as const, content: "Hi" },
      sealed,
      { role: "user" as const, content: "Go on" },
    ];
    await responses.create({ model, input });
    expect(tap.last.headers.get("x-abp-loss")).toMatch(/disclosed \$\.input\[1\]/);
  });
});
