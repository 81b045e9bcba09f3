import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { openTestGateway, type TestGateway } from "../test-gateway.ts";

/** A vendor of realtime sessions that answers each message, and counts tokens. */
const http = createServer();
const vendor = new WebSocketServer({ server: http });
const seen: string[] = [];
const asked: { readonly url: string | undefined; readonly key: string | undefined }[] = [];
vendor.on("connection", (web, { url, headers }) => {
  asked.push({ url, key: headers.authorization ?? (headers["x-goog-api-key"] as string | undefined) });
  web.on("message", (data) => {
    seen.push(String(data));
    const response = { usage: { input_tokens: 2, output_tokens: 1 } };
    web.send(JSON.stringify({ type: "response.done", response }));
  });
});

let gateway: TestGateway;
beforeAll(async () => {
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const { port } = http.address() as AddressInfo;
  const base = `http://127.0.0.1:${port}`;
  gateway = await openTestGateway({
    engines: {
      openai: { preset: "openai", base_url: `${base}/v1`, api_key: "openai-key" },
      google: { preset: "google", base_url: `${base}/v1beta`, api_key: "google-key" },
    },
    keys: {
      first: { token: "key-of-first" },
      ada: { token: "key-of-ada", policy: { allowed_models: ["good-*"] } },
    },
  });
});
afterAll(async () => {
  await gateway.close();
  for (const web of vendor.clients) web.terminate();
  await new Promise((resolve) => http.close(resolve));
});

const LIVE = "/ws/google.ai.generativelanguage.v1beta.GenerativeService.BidiGenerateContent";

/** Sends messages one after the other, each after the answer to the one before. */
async function converse(path: string, ...messages: unknown[]) {
  const web = new WebSocket(gateway.baseUrl.replace(/^http/, "ws") + path);
  const closed = once(web, "close") as Promise<[number, Buffer]>;
  await once(web, "open");
  for (const message of messages) {
    const next = Promise.race([once(web, "message"), closed]);
    web.send(JSON.stringify(message));
    await next;
  }
  if (web.readyState === WebSocket.OPEN) web.close(1000, "done");
  const [code, reason] = await closed;
  return { code, reason: reason.toString() };
}

async function lastReceipt() {
  return (await gateway.receipts()).at(-1)!;
}

describe("a realtime session through a whole daemon", () => {
  it("passes, and leaves one receipt with its messages and tokens", async () => {
    const before = (await gateway.receipts()).length;
    const update = { type: "session.update", session: { model: "good-2", instructions: "x" } };
    const end = await converse("/v1/realtime?model=good-1&key=key-of-ada", update, {
      type: "response.create",
    });
    expect(end.code).toBe(1000);
    expect(asked.at(-1)).toEqual({ url: "/v1/realtime?model=good-1", key: "Bearer openai-key" });
    expect(seen.slice(-2)).toEqual([JSON.stringify(update), '{"type":"response.create"}']);
    const receipts = await gateway.receipts();
    expect(receipts).toHaveLength(before + 1);
    expect(receipts.at(-1)).toMatchObject({
      outcome: "complete",
      usage: { input_tokens: 4, output_tokens: 2 },
      observed: {
        call: { status: 101, model: "good-1", caller: "ada" },
        transfer: { state: "complete", socket: { from_caller: { messages: 2 }, close_code: 1000 } },
      },
    });
  });

  it("ends with a later message that asks for a forbidden model, which the vendor never sees", async () => {
    const end = await converse(
      "/v1/realtime?model=good-1&key=key-of-ada",
      { type: "session.update", session: { instructions: "x" } },
      { type: "session.update", session: { model: "bad" } },
    );
    expect(end).toEqual({ code: 1008, reason: "policy_denied" });
    expect(seen.at(-1)).not.toContain("bad");
    expect(await lastReceipt()).toMatchObject({
      outcome: "failed",
      termination: { code: "policy_denied" },
      observed: { transfer: { socket: { close_code: 1008, closed_by: "gateway" } } },
    });
  });

  it("of Gemini goes to the vendor's own path beside the version, and judges each set-up", async () => {
    const end = await converse(
      `${LIVE}?key=key-of-ada`,
      { setup: { model: "models/good-live" } },
      { setup: { model: "models/bad" } },
    );
    expect(end).toEqual({ code: 1008, reason: "policy_denied" });
    expect(asked.at(-1)).toEqual({ url: LIVE, key: "google-key" });
    expect(seen.at(-1)).toContain("good-live");
    expect(await lastReceipt()).toMatchObject({ observed: { call: { model: "good-live" } } });
  });
});
