import { gzipSync } from "node:zlib";
import Anthropic from "@anthropic-ai/sdk";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import { ConfigSchema } from "../../src/config/index.ts";
import { openBench } from "../../src/engines/fixtures/cleanup.ts";
import { openSdk } from "./clients/chat-client.ts";
import { readStream, streaming } from "./clients/raw-stream.ts";
import { lastReceipt } from "./clients/receipt-check.ts";
import { chunkOf, completion, EVENTS, openScriptedChat, sendJson } from "./clients/scripted-chat.ts";
import type { ThrownError } from "./clients/vendor-client.ts";
import { clients, engineDialects } from "./clients/vendor-clients.ts";
import { WireTap } from "./clients/wire-tap.ts";
import { openTestGateway, type TestGateway } from "./test-gateway.ts";

const bench = openBench();
const model = "sim-model";
const messages = (content: string) => [{ role: "user" as const, content }];

/** A daemon with simulated engines alone. */
let plain: TestGateway;
beforeAll(async () => {
  plain = await openTestGateway({ gateway: { heartbeat_secs: 1 } });
});
afterAll(() => plain.close());

async function open(settings: z.input<typeof ConfigSchema>): Promise<TestGateway> {
  const gateway = await openTestGateway(settings);
  bench.later(gateway.close);
  return gateway;
}

function anthropicAt(gateway: TestGateway, engine: string, more: Record<string, string> = {}) {
  const tap = new WireTap();
  const defaultHeaders = { "x-abp-engine": engine, ...more };
  const client = new Anthropic({
    apiKey: gateway.token,
    baseURL: gateway.baseUrl,
    defaultHeaders,
    fetch: tap.fetch,
    maxRetries: 0,
  });
  return { client, tap };
}

/** A whole answer of Anthropic's. */
const message = {
  id: "msg_1",
  type: "message",
  role: "assistant",
  model,
  content: [{ type: "text", text: "hi" }],
  stop_reason: "end_turn",
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 1 },
};

describe("what travels beside a body", () => {
  const beta = "interleaved-thinking-2025-05-14,context-1m-2025-08-07";

  it("F9: beta headers reach an engine of the same dialect as they are, and none is added", async () => {
    const server = await bench.serve((response) => sendJson(response, message));
    const gateway = await open({
      engines: { e: { preset: "anthropic", base_url: server.url, api_key: "vendor-key" } },
    });
    const betas = () =>
      server.seen
        .at(-1)!
        .headers.flatMap((name, at, all) =>
          at % 2 === 0 && name.toLowerCase() === "anthropic-beta" ? [all[at + 1]] : [],
        );
    const body = { model, max_tokens: 10, messages: messages("hi") };
    await anthropicAt(gateway, "e", { "anthropic-beta": beta }).client.messages.create(body);
    expect(betas()).toEqual([beta]);
    await anthropicAt(gateway, "e").client.messages.create(body);
    expect(betas()).toEqual([]);
  });

  it("F9: beta headers that another vendor cannot honour are disclosed, and refused if losses are", async () => {
    const gateway = plain;
    const body = { model, max_tokens: 10, messages: messages("hi") };
    const loose = anthropicAt(gateway, "sim-openai", { "anthropic-beta": beta });
    await loose.client.messages.create(body);
    expect(loose.tap.last.headers.get("x-abp-loss")).toContain("disclosed header anthropic-beta");
    const strict = anthropicAt(gateway, "sim-openai", {
      "anthropic-beta": beta,
      "x-abp-compatibility": "strict",
    });
    await expect(strict.client.messages.create(body)).rejects.toBeInstanceOf(Anthropic.BadRequestError);
  });

  it("H15: a translated answer has a length of its own and no encoding of the engine's", async () => {
    const { server, settings } = await openScriptedChat(bench, (response) => {
      response.setHeader("x-engine", "1");
      if (server.seen.length === 1) sendJson(response, completion);
      else response.writeHead(200, EVENTS).end(`${chunkOf({ content: "ok" }, "stop")}data: [DONE]\n\n`);
    });
    const gateway = await open({ engines: { e: settings } });
    const { client, tap } = anthropicAt(gateway, "e");
    await client.messages.create({ model, max_tokens: 10, messages: messages("hi") });
    const { headers } = tap.last;
    expect(Number(headers.get("content-length"))).not.toBe(JSON.stringify(completion).length);
    expect([headers.get("content-encoding"), headers.get("x-engine")]).toEqual([null, null]);
    expect(server.seen[0]!.headers.map((one) => one.toLowerCase())).not.toContain("accept-encoding");
    const { headers: streamed } = await readStream(gateway, "claude", "e", "hi");
    expect([streamed.get("content-length"), streamed.get("content-encoding")]).toEqual([null, null]);
  });

  it("H15: bytes that an engine encodes all the same reach a caller of its dialect with their encoding", async () => {
    const packed = gzipSync(JSON.stringify(completion));
    const { settings } = await openScriptedChat(bench, (response) => {
      response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" });
      response.end(packed);
    });
    const gateway = await open({ engines: { e: settings } });
    const { chat } = openSdk({ ...gateway, engine: "e" }, new WireTap());
    const answer = await chat.completions.create({ model, messages: messages("hi") });
    expect(answer.choices[0]!.message.content).toBe("whole");
  });
});

describe("counting tokens", () => {
  it("G10: a count is the engine's own, or is marked as an estimate", async () => {
    const gateway = plain;
    const found = await Promise.all(
      engineDialects.map(async (engine) => {
        const { client, tap } = anthropicAt(gateway, `sim-${engine}`);
        const { input_tokens: count } = await client.messages.countTokens({
          model,
          messages: messages("x".repeat(400)),
        });
        return { isExact: count === 100, isEstimate: tap.last.headers.get("x-abp-estimate") === "true" };
      }),
    );
    for (const { isExact, isEstimate } of found) expect(isExact || isEstimate).toBe(true);
    expect(found.filter(({ isEstimate }) => isEstimate).length).toBeLessThan(found.length);
  });

  it("G10: if estimates are not wanted, what cannot be counted is refused", async () => {
    const gateway = await open({ gateway: { estimate_tokens: false } });
    const { client } = anthropicAt(gateway, "sim-openai");
    const count = client.messages.countTokens({ model, messages: messages("hi") });
    await expect(count).rejects.toBeInstanceOf(Anthropic.BadRequestError);
    const { responses } = openSdk({ ...gateway, engine: "sim-openai" }, new WireTap());
    await expect(responses.inputTokens.count({ model, input: "hi" })).rejects.toMatchObject({ status: 400 });
  });

  it("G11: an engine that cannot count goes on serving calls", async () => {
    const server = await bench.serve((response, { target }) => {
      if (target.includes("count_tokens")) response.destroy();
      else sendJson(response, message);
    });
    const gateway = await open({
      engines: { e: { preset: "anthropic", base_url: server.url, api_key: "vendor-key", retries: 0 } },
    });
    const { client } = anthropicAt(gateway, "e");
    const body = { model, messages: messages("hi") };
    for (let count = 0; count < 12; count += 1)
      await expect(client.messages.countTokens(body)).rejects.toBeInstanceOf(Anthropic.APIError);
    const answer = await client.messages.create({ ...body, max_tokens: 10 });
    expect(answer.content).toMatchObject([{ text: "hi" }]);
  });
});

describe("silence", () => {
  it.concurrent("H1, H3, H4: an engine that is silent is covered by heartbeats in the caller's own words", async () => {
    const gateway = plain;
    const cases = Object.keys(streaming).flatMap((caller) =>
      ["claude", "openai", "codex", "gemini"]
        .filter((one) => one !== caller)
        .map((engine) => ({ caller, engine })),
    );
    const heard = await Promise.all(
      cases.map(async ({ caller, engine }) => ({
        caller,
        engine,
        ...(await readStream(
          gateway,
          caller,
          `sim-${engine}`,
          "sim: repeat 3 word\nsim: stall-after 1",
          6000,
        )),
      })),
    );
    for (const { caller, engine, text } of heard) {
      const pings = text.split('event: ping\ndata: {"type": "ping"}\n\n').length - 1;
      const comments = text.match(/^: keep-alive\n(?!\n)/gm)?.length ?? 0;
      const place = `${caller} on ${engine}: ${JSON.stringify(text.slice(-200))}`;
      if (caller === "claude") {
        expect(pings, place).toBeGreaterThan(1);
        expect(text.indexOf("event: message_start")).toBe(0);
        expect(comments, place).toBe(0);
      } else {
        expect(pings, place).toBe(0);
        expect(text, place).not.toContain("ping");
        if (caller === "gemini") expect(text, place).toMatch(/\n\n\n+$/);
        else expect(comments, place).toBeGreaterThan(1);
      }
      expect(text, place).not.toMatch(/^: keep-alive\n\n/m);
    }
  });

  it("H3: heartbeats are at most ten seconds apart unless the owner says otherwise", () => {
    expect(ConfigSchema.parse({}).gateway.heartbeat_secs).toBeLessThanOrEqual(10);
  });

  it.concurrent("H3: an engine that thinks long before its first word shows its beginning, and then heartbeats", async () => {
    const gateway = plain;
    const { status, text } = await readStream(
      gateway,
      "claude",
      "sim-codex",
      "sim: say ok\nsim: stall-after 0",
      3600,
    );
    expect(status).toBe(200);
    expect(text).toMatch(
      /^event: message_start\n[^\n]+\n\n(event: content_block_start\n[^\n]+\n\n)?event: ping\n/,
    );
  });

  it("H2: a ping of the engine's does not reach callers of other dialects", async () => {
    const server = await bench.serve((response) => {
      response.writeHead(200, EVENTS);
      const start = {
        id: "m",
        type: "message",
        role: "assistant",
        model,
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: 1, output_tokens: 1 },
      };
      for (const event of [
        { type: "message_start", message: start },
        { type: "ping" },
        { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
        { type: "ping" },
        { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "ok" } },
        { type: "content_block_stop", index: 0 },
        {
          type: "message_delta",
          delta: { stop_reason: "end_turn", stop_sequence: null },
          usage: { output_tokens: 1 },
        },
        { type: "message_stop" },
      ])
        response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
      response.end();
    });
    const gateway = await open({
      engines: { e: { preset: "anthropic", base_url: server.url, api_key: "vendor-key" } },
    });
    for (const caller of ["openai", "codex", "gemini"]) {
      const { text } = await readStream(gateway, caller, "e", "hi");
      expect(text).toContain("ok");
      expect(text).not.toMatch(/^(event|data):.*ping/m);
    }
  });
});

const LAST_EVENT = /event: (message_stop|response\.completed)|data: \[DONE\]|"finishReason":"STOP"/;

describe("failures", () => {
  it.each(engineDialects)("H9: what fails before its first word has a real status (%s)", async (engine) => {
    const gateway = plain;
    for (const [, openClient] of clients) {
      const client = openClient({ ...gateway, engine: `sim-${engine}`, maxRetries: 0 });
      if (client.dialect === engine) continue;
      const error = await client.stream({ text: "sim: fail-after 0" }).catch((thrown: unknown) => thrown);
      expect((error as ThrownError).status, client.name).toBeGreaterThanOrEqual(500);
      expect(client.tap.last.headers.get("content-type")).toContain("application/json");
      expect(await lastReceipt(gateway, client)).toMatchObject({ outcome: "failed" });
    }
  });

  const errorEvents: Record<string, RegExp> = {
    claude: /\nevent: error\ndata: \{"type":"error"/,
    openai: /\ndata: \{"error":\{/,
    codex: /\nevent: response\.failed\ndata: /,
    gemini: /data: \{"error":\{/,
  };
  it.each(["fail-after", "cut-after", "eof-after"])(
    "H10: what fails in mid-stream is said in the caller's words (%s)",
    async (fault) => {
      const gateway = plain;
      for (const [caller, pattern] of Object.entries(errorEvents)) {
        for (const engine of engineDialects) {
          if (engine === caller) continue;
          const { text, status } = await readStream(
            gateway,
            caller,
            `sim-${engine}`,
            `sim: repeat 9 word\nsim: ${fault} 2`,
          );
          expect(status).toBe(200);
          expect(text, `${caller} on ${engine}`).toMatch(pattern);
          expect(text).not.toMatch(LAST_EVENT);
        }
      }
    },
  );

  it("H10: the vendors' clients throw for what fails in mid-stream", async () => {
    const gateway = plain;
    for (const [, openClient] of clients) {
      for (const engine of engineDialects) {
        const client = openClient({ ...gateway, engine: `sim-${engine}`, maxRetries: 0 });
        const failing = client.stream({ text: "sim: repeat 9 word\nsim: fail-after 2" });
        await expect(failing, `${client.name} on ${engine}`).rejects.toBeInstanceOf(Error);
      }
    }
  });
});
