import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestGateway, type TestGateway } from "./test-gateway.ts";

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openTestGateway({ engines: {}, keys: { dev: { token: "key-of-dev" } } });
});
afterAll(() => gateway.close());

const CHAT = { model: "m", messages: [{ role: "user", content: "hi" }] };
const CONTENTS = { contents: [{ role: "user", parts: [{ text: "hi" }] }] };

it.each([
  ["a passed stream", "sim-openai", "/v1/chat/completions", { ...CHAT, stream: true }, "no"],
  ["a mapped stream", "sim-claude", "/v1/chat/completions", { ...CHAT, stream: true }, "no"],
  ["a passed stream of JSON", "sim-gemini", "/v1beta/models/m:streamGenerateContent", CONTENTS, "no"],
  ["a mapped stream of JSON", "sim-openai", "/v1beta/models/m:streamGenerateContent", CONTENTS, "no"],
  ["a whole answer", "sim-openai", "/v1/chat/completions", CHAT, null],
  ["a mapped answer", "sim-claude", "/v1/chat/completions", CHAT, null],
])("a proxy is asked to send the pieces of a stream at once: %s", async (_, engine, path, body, wanted) => {
  const response = await fetch(gateway.baseUrl + path, {
    method: "POST",
    headers: { "content-type": "application/json", "x-abp-key": "key-of-dev", "x-abp-engine": engine },
    body: JSON.stringify(body),
  });
  await response.text();
  expect([response.status, response.headers.get("x-accel-buffering")]).toEqual([200, wanted]);
});
