import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestGateway, type TestGateway } from "./test-gateway.ts";

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openTestGateway({ engines: {}, keys: { dev: { token: "key-of-dev" } } });
});
afterAll(() => gateway.close());

async function stream(said: string): Promise<{ readonly body: string; readonly response: IncomingMessage }> {
  const headers = {
    "content-type": "application/json",
    "x-abp-key": "key-of-dev",
    "x-abp-engine": "sim-gemini",
  };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const call = request(`${gateway.baseUrl}/v1/chat/completions`, { method: "POST", headers }, resolve);
    call.on("error", reject);
    call.end(JSON.stringify({ model: "m", stream: true, messages: [{ role: "user", content: said }] }));
  });
  return { body: await text(response), response };
}

it("a stream ends with what its answer lost as a trailer, behind every byte of the body", async () => {
  const { body, response } = await stream("sim: say half\nsim: stop malformed");
  expect(response.statusCode).toBe(200);
  expect(body).toMatch(/data: \[DONE\]\s+$/);
  expect(response.trailers["x-abp-loss"]).toContain("answer disclosed $.candidates[0]");
});

it("a stream that lost nothing has no trailer", async () => {
  const { body, response } = await stream("sim: say all");
  expect(body).toContain("all");
  expect(response.trailers).toEqual({});
});
