import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { fetchReceipt } from "../clients/receipt-check.ts";
import { openTestGateway, type TestGateway } from "../test-gateway.ts";
import { type FakeVendor, openFakeVendor, type SeenRequest } from "./fake-vendor.ts";

const LOCATION = "/v1/projects/p/locations/us-east5";
const message = {
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "claude-x",
  content: [{ type: "text", text: "hello" }],
  stop_reason: "end_turn",
  stop_sequence: null,
  usage: { input_tokens: 3, output_tokens: 2 },
};
const events = Buffer.from(
  [
    ["message_start", { message: { ...message, content: [], stop_reason: null } }],
    ["content_block_start", { index: 0, content_block: { type: "text", text: "" } }],
    ["content_block_delta", { index: 0, delta: { type: "text_delta", text: "hello" } }],
    ["content_block_stop", { index: 0 }],
    [
      "message_delta",
      { delta: { stop_reason: "end_turn", stop_sequence: null }, usage: { output_tokens: 2 } },
    ],
    ["message_stop", {}],
  ]
    .map(([type, data]) => `event: ${type}\ndata: ${JSON.stringify({ type, ...(data as object) })}\n\n`)
    .join(""),
);
const generated = {
  candidates: [{ content: { role: "model", parts: [{ text: "hello" }] }, finishReason: "STOP", index: 0 }],
  usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 2, totalTokenCount: 5 },
  modelVersion: "gemini-x",
  responseId: "r1",
};
const completion = {
  id: "chatcmpl-1",
  object: "chat.completion",
  created: 1,
  model: "dep",
  choices: [
    {
      index: 0,
      message: { role: "assistant", content: "hello", refusal: null },
      finish_reason: "stop",
      logprobs: null,
    },
  ],
  usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
};

/** The tokens that the vendor takes. */
const valid = new Set(["Bearer token-1", "Bearer file-1"]);

function answer({ target, headers }: SeenRequest) {
  if (target.startsWith("/openai/v1/")) {
    if (headers["api-key"] !== "azure-key" && headers.authorization !== "Bearer file-1")
      return { status: 401, body: { error: { code: "401", message: "who?" } } };
    return { body: completion };
  }
  if (!valid.has(headers.authorization ?? ""))
    return { status: 401, body: { error: { code: 401, message: "who?", status: "UNAUTHENTICATED" } } };
  if (target.endsWith("/count-tokens:rawPredict")) return { body: { input_tokens: 7 } };
  if (target.endsWith(":streamRawPredict"))
    return { headers: { "content-type": "text/event-stream" }, body: events };
  if (target.endsWith(":rawPredict")) return { body: message };
  if (target.endsWith(":countTokens")) return { body: { totalTokens: 7 } };
  if (target.includes("/publishers/google/models/")) return { body: generated };
  return undefined;
}

let folder: string;
let vendor: FakeVendor;
let gateway: TestGateway;

// Each run of the command prints the next token: token-1, token-2 and so on.
const command = () => [
  process.execPath,
  "-e",
  `const fs = require("node:fs"); fs.appendFileSync(process.argv[1], "x");
  console.log("token-" + fs.statSync(process.argv[1]).size);`,
  join(folder, "runs"),
];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "abp-clouds-"));
  writeFileSync(join(folder, "token"), "file-1\n");
  vendor = await openFakeVendor(answer);
  const base_url = vendor.url + LOCATION;
  gateway = await openTestGateway({
    engines: {
      azure: { preset: "azure", base_url: `${vendor.url}/openai/v1`, api_key: "azure-key" },
      entra: { preset: "azure", base_url: `${vendor.url}/openai/v1`, credential_file: join(folder, "token") },
      claude: { preset: "vertex", base_url, credential_command: command() },
      gemini: { preset: "vertex", dialect: "gemini", base_url, credential_file: join(folder, "token") },
    },
  });
});
beforeEach(() => vendor.seen.splice(0));
afterAll(async () => {
  await gateway.close();
  await vendor.close();
  rmSync(folder, { recursive: true });
});

async function call(engine: string, path: string, body: string) {
  const response = await fetch(gateway.baseUrl + path, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-abp-key": gateway.token,
      "x-abp-engine": engine,
      "anthropic-version": "2023-06-01",
    },
    body,
  });
  const text = await response.text();
  const receipt = await fetchReceipt(gateway, response.headers.get("x-abp-run-id")!);
  const sent = vendor.seen.at(-1);
  return { status: response.status, text, receipt, sent, body: sent?.body.toString() };
}

const digest = (text: string) => ({
  bytes: Buffer.byteLength(text),
  sha256: createHash("sha256").update(text).digest("hex"),
});

const chat = '{ "model": "dep", "messages": [{"role":"user","content":"hi"}] }';
const asked =
  '{"model": "claude-x@20250101", "max_tokens" : 50, "messages":[{"role":"user","content":"h\u00e9"}]}';
const spliced =
  '{"anthropic_version":"vertex-2023-10-16", "max_tokens" : 50, "messages":[{"role":"user","content":"h\u00e9"}]}';
const changes = [
  "the member model was taken out of the body, which the cloud does not take there",
  'the member anthropic_version, "vertex-2023-10-16", was put into the body',
];

describe("an engine at Azure", () => {
  it.each(["azure", "entra"])("gets the caller's bytes below its address: %s", async (engine) => {
    const { status, sent, body, receipt } = await call(engine, "/v1/chat/completions", chat);
    expect([status, sent?.target, body]).toEqual([200, "/openai/v1/chat/completions", chat]);
    expect([sent?.headers["api-key"], sent?.headers.authorization]).toEqual(
      engine === "azure" ? ["azure-key", undefined] : [undefined, "Bearer file-1"],
    );
    expect(receipt.mode).toBe("passthrough");
    expect(receipt.observed?.warnings ?? []).toEqual([]);
    expect(JSON.stringify(receipt)).not.toMatch(/azure-key|file-1/);
  });

  it("gets translated requests of other dialects", async () => {
    const { status, text, body } = await call("azure", "/v1/messages", asked);
    expect([status, JSON.parse(text).content[0].text]).toEqual([200, "hello"]);
    expect(JSON.parse(body!).model).toBe("claude-x@20250101");
  });
});

describe("Claude at Vertex AI", () => {
  it("gets the caller's bytes without the model and with the version, and the receipt names both", async () => {
    const { status, text, sent, body, receipt } = await call("claude", "/v1/messages", asked);
    expect([status, text]).toEqual([200, JSON.stringify(message)]);
    expect(sent?.target).toBe(`${LOCATION}/publishers/anthropic/models/claude-x@20250101:rawPredict`);
    expect(sent?.headers).toMatchObject({
      authorization: "Bearer token-1",
      "anthropic-version": "2023-06-01",
    });
    expect(sent?.headers["x-api-key"]).toBeUndefined();
    expect(body).toBe(spliced);
    expect(receipt.mode).toBe("passthrough");
    expect(receipt.observed?.warnings).toEqual(changes);
    expect(receipt.observed?.request).toEqual(digest(asked));
    expect(receipt.observed?.upstream_request).toEqual(digest(spliced));
    expect(JSON.stringify(receipt)).not.toContain("token-1");
  });

  it("serves the path of another project as its own", async () => {
    const { model, ...rest } = JSON.parse(asked);
    const path = `/v1/projects/other/locations/eu/publishers/anthropic/models/${model}:rawPredict`;
    const sdk = JSON.stringify({ anthropic_version: "vertex-2023-10-16", ...rest });
    const { text, sent, body } = await call("claude", path, sdk);
    expect(text).toBe(JSON.stringify(message));
    expect(sent?.target).toBe(`${LOCATION}/publishers/anthropic/models/claude-x@20250101:rawPredict`);
    expect(body).toBe(sdk);
  });

  it("is asked for a stream at the path for streams", async () => {
    const { text, sent, receipt } = await call(
      "claude",
      "/v1/messages?beta=true",
      asked.replace("{", '{"stream":true,'),
    );
    expect(sent?.target).toBe(`${LOCATION}/publishers/anthropic/models/claude-x@20250101:streamRawPredict`);
    expect(text).toBe(events.toString());
    expect(receipt.observed?.warnings).toEqual(changes);
  });

  it("counts tokens with the model in the body", async () => {
    const { text, sent, body, receipt } = await call("claude", "/v1/messages/count_tokens", asked);
    expect(text).toBe('{"input_tokens":7}');
    expect(sent?.target).toBe(`${LOCATION}/publishers/anthropic/models/count-tokens:rawPredict`);
    expect(body).toBe(`{"anthropic_version":"vertex-2023-10-16",${asked.slice(1)}`);
    expect(receipt.observed?.warnings).toEqual(changes.slice(1));
  });

  it("gets translated requests in its form", async () => {
    const { status, text, sent, body, receipt } = await call("claude", "/v1/chat/completions", chat);
    expect([status, JSON.parse(text).choices[0].message.content]).toEqual([200, "hello"]);
    expect(sent?.target).toBe(`${LOCATION}/publishers/anthropic/models/dep:rawPredict`);
    const written = JSON.parse(body!);
    expect([written.anthropic_version, written.model]).toEqual(["vertex-2023-10-16", undefined]);
    expect(receipt.observed?.upstream_request).toEqual(digest(body!));
  });

  it("is asked once more with a new token if the old one is refused", async () => {
    valid.delete("Bearer token-1");
    valid.add("Bearer token-2");
    const { status, receipt } = await call("claude", "/v1/messages", asked);
    expect(status).toBe(200);
    expect(vendor.seen.map(({ headers, body }) => [headers.authorization, body.toString()])).toEqual([
      ["Bearer token-1", spliced],
      ["Bearer token-2", spliced],
    ]);
    expect(receipt.observed?.warnings).toEqual(changes);
  });

  it("has no other endpoints of the vendor", async () => {
    const { status, text } = await call("claude", "/v1/messages/batches", "{}");
    expect([status, vendor.seen.length]).toEqual([404, 0]);
    expect(JSON.parse(text)).toMatchObject({
      type: "error",
      error: { message: expect.stringContaining("which has no such endpoint") },
    });
  });
});

describe("Gemini at Vertex AI", () => {
  const contents = '{ "contents": [{"role":"user","parts":[{"text":"hi"}]}] }';

  it("gets the caller's bytes at the path of the project", async () => {
    const { status, text, sent, body, receipt } = await call(
      "gemini",
      "/v1beta/models/gemini-x:generateContent",
      contents,
    );
    expect([status, text, body]).toEqual([200, JSON.stringify(generated), contents]);
    expect(sent?.target).toBe(`${LOCATION}/publishers/google/models/gemini-x:generateContent`);
    expect([sent?.headers.authorization, sent?.headers["x-goog-api-key"]]).toEqual([
      "Bearer file-1",
      undefined,
    ]);
    expect(receipt.observed?.warnings ?? []).toEqual([]);
  });

  it("counts the tokens of a translated request", async () => {
    const { text, sent, body } = await call("gemini", "/v1/messages/count_tokens", asked);
    expect(text).toBe('{"input_tokens":7}');
    expect(sent?.target).toBe(`${LOCATION}/publishers/google/models/claude-x@20250101:countTokens`);
    expect(Object.keys(JSON.parse(body!))).toEqual(["contents", "generationConfig"]);
  });

  it("gets translated requests, and a new token once its file has changed", async () => {
    valid.delete("Bearer file-1");
    valid.add("Bearer file-two");
    writeFileSync(join(folder, "token"), "file-two\n");
    const { status, text, sent } = await call("gemini", "/v1/messages", asked);
    expect([status, JSON.parse(text).content[0].text]).toEqual([200, "hello"]);
    expect(sent?.target).toBe(`${LOCATION}/publishers/google/models/claude-x@20250101:generateContent`);
    expect(sent?.headers.authorization).toBe("Bearer file-two");
  });
});
