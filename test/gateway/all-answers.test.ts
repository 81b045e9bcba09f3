import { request } from "node:http";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
// The table is no export of the daemon: only this test adds to it.
import { type AnswerHeader, answerHeaders } from "../../src/server/http/answer-headers.ts";
import { openTestGateway, type TestGateway } from "./test-gateway.ts";

const TOY = { name: "x-toy", value: "on every answer" };
const table = answerHeaders as AnswerHeader[];
const CHAT = { model: "m", messages: [{ role: "user", content: "hi" }] };
const KEY = { "x-abp-key": "key-of-dev" };

let gateway: TestGateway;
beforeAll(async () => {
  table.push(TOY);
  gateway = await openTestGateway({ engines: {}, keys: { dev: { token: "key-of-dev" } } });
});
afterAll(async () => {
  table.splice(table.indexOf(TOY), 1);
  await gateway.close();
});

async function ask(path: string, method: string, headers: Record<string, string>, body?: unknown) {
  const response = await fetch(gateway.baseUrl + path, {
    method,
    headers: { "content-type": "application/json", ...headers },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  await response.text();
  return { status: response.status, toy: response.headers.get(TOY.name) };
}

/** Asks for an upgrade, and resolves to the status and the header of its answer. */
function upgrade(path: string, headers: Record<string, string>) {
  return new Promise<{ status: number | undefined; toy: unknown }>((resolve, reject) => {
    const handshake = {
      connection: "upgrade",
      upgrade: "websocket",
      "sec-websocket-version": "13",
      "sec-websocket-key": "AAAAAAAAAAAAAAAAAAAAAA==",
      ...headers,
    };
    const call = request(gateway.baseUrl + path, { headers: handshake });
    call.on("upgrade", (answer, socket) => {
      socket.destroy();
      resolve({ status: answer.statusCode, toy: answer.headers[TOY.name] });
    });
    call.on("response", (answer) => {
      answer.resume();
      resolve({ status: answer.statusCode, toy: answer.headers[TOY.name] });
    });
    call.on("error", reject);
    call.end();
  });
}

describe("a header of all answers, which stands in one table", () => {
  const to = (engine: string) => ({ ...KEY, "x-abp-engine": engine });
  const stream = { ...CHAT, stream: true };
  it.each([
    ["a passthrough answer", 200, "/v1/chat/completions", "POST", to("sim-openai"), CHAT],
    ["a mapped answer", 200, "/v1/chat/completions", "POST", to("sim-claude"), CHAT],
    ["a passthrough stream", 200, "/v1/chat/completions", "POST", to("sim-openai"), stream],
    ["a mapped stream", 200, "/v1/chat/completions", "POST", to("sim-claude"), stream],
    ["a token count", 200, "/v1/messages/count_tokens", "POST", to("sim-claude"), CHAT],
    ["a list of models", 200, "/v1/models", "GET", KEY, undefined],
    ["an error of the call", 400, "/v1/chat/completions", "POST", to("sim-claude"), "{"],
    ["an error before the call", 401, "/v1/chat/completions", "POST", {}, CHAT],
    ["an unknown path", 404, "/nowhere", "POST", KEY, CHAT],
    ["a call that passes through", 404, "/v1/files", "GET", KEY, undefined],
    ["a route of the daemon", 200, "/healthz", "GET", {}, undefined],
    ["a receipt that is not there", 404, "/v1/runs/none/receipt", "GET", KEY, undefined],
  ] as const)("is on %s", async (_, status, path, method, headers, body) => {
    expect(await ask(path, method, headers, body)).toEqual({ status, toy: TOY.value });
  });

  it.each([
    ["a session that is opened", 101, "/v1/responses", KEY],
    ["a session without a key", 401, "/v1/responses", {}],
    ["a session at a path without one", 404, "/v1/chat/completions", KEY],
    ["a session that no engine serves", 404, "/v1/realtime?model=m", KEY],
    ["a handshake without its key", 400, "/v1/responses", { ...KEY, "sec-websocket-key": "short" }],
    ["a handshake of another version", 400, "/v1/responses", { ...KEY, "sec-websocket-version": "7" }],
    ["an upgrade to something else", 400, "/v1/responses", { ...KEY, upgrade: "h2c" }],
  ] as const)("is on the answer to %s", async (_, status, path, headers) => {
    expect(await upgrade(path, headers)).toEqual({ status, toy: TOY.value });
  });

  it("is on the answer to what is no HTTP", async () => {
    const { hostname, port } = new URL(gateway.baseUrl);
    const text = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), hostname, () => socket.write("no request\r\n\r\n"));
      let received = "";
      socket.on("data", (chunk) => {
        received += String(chunk);
      });
      socket.on("close", () => resolve(received));
      socket.on("error", reject);
    });
    expect(text).toContain("HTTP/1.1 400");
    expect(text).toContain(`\r\n${TOY.name}: ${TOY.value}\r\n`);
  });
});
