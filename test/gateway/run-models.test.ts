import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { agents } from "../../src/agents/index.ts";
import type { GatewayAccount, RunModels } from "../../src/gateway/index.ts";
import { order } from "../../src/runtime/fixtures/start-run.ts";
import { modelsOf } from "../../src/runtime/model-calls/run-models.ts";
import { openTestGateway, type TestGateway } from "./test-gateway.ts";

/** What the vendor has seen: the paths of its calls and its sessions' messages. */
const seen: string[] = [];
const http = createServer((request, response) => {
  seen.push(request.url!);
  request.resume().on("end", () => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(request.url!.endsWith("/models") ? LIST : "{}");
  });
});
const LIST = JSON.stringify({
  object: "list",
  data: ["named", "other", "agent-1"].map((id) => ({ id, object: "model" })),
});
const vendor = new WebSocketServer({ server: http });
vendor.on("connection", (web, { url }) => {
  seen.push(url!);
  web.on("message", (data) => {
    seen.push(String(data));
    web.send(JSON.stringify({ type: "response.done", response: {} }));
  });
});

let gateway: TestGateway;
let account: GatewayAccount;
const run = randomUUID();
const open = (runId: string, models: RunModels, engine?: string) =>
  gateway.openRun({ runId, tenant: "default", budgetUsd: null, name: "run", models, engine });

beforeAll(async () => {
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const base = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  gateway = await openTestGateway({
    engines: {
      openai: { preset: "openai", base_url: `${base}/v1`, api_key: "k1", fallback: ["spare"] },
      spare: { dialect: "openai", base_url: `${base}/spare/v1`, api_key: "k4", models: ["spare-1"] },
      anthropic: { preset: "anthropic", base_url: base, api_key: "k2" },
      google: { preset: "google", base_url: `${base}/v1beta`, api_key: "k3" },
    },
    // One name leads to the engines of all three vendors, so that each endpoint has one.
    routes: { a: { models: ["named"], engine: "openai", fallback: ["anthropic", "google"] } },
  });
  account = open(run, { names: ["named"], patterns: [] });
});
afterAll(async () => {
  await account.close();
  await gateway.close();
  for (const web of vendor.clients) web.terminate();
  await new Promise((resolve) => http.close(resolve));
});
beforeEach(() => void seen.splice(0));

const messages = [{ role: "user", content: "hi" }];
const contents = [{ role: "user", parts: [{ text: "hi" }] }];

/** Each kind of endpoint: the engine, and the path and the body of a call for a model. */
const CALLS: readonly [string, string, (model: string) => readonly [string, unknown]][] = [
  ["chat", "openai", (model) => ["/v1/chat/completions", { model, messages }]],
  ["completions", "openai", (model) => ["/v1/completions", { model, prompt: "hi" }]],
  ["responses", "openai", (model) => ["/v1/responses", { model, input: "hi" }]],
  ["counted responses", "openai", (model) => ["/v1/responses/input_tokens", { model, input: "hi" }]],
  ["messages", "anthropic", (model) => ["/v1/messages", { model, max_tokens: 9, messages }]],
  [
    "a fallback model",
    "anthropic",
    (model) => ["/v1/messages", { model: "named", fallbacks: [{ model }], max_tokens: 9, messages }],
  ],
  ["count_tokens", "anthropic", (model) => ["/v1/messages/count_tokens", { model, messages }]],
  ["generateContent", "google", (model) => [`/v1beta/models/${model}:generateContent`, { contents }]],
  [
    "streamGenerateContent",
    "google",
    (model) => [`/v1beta/models/${model}:streamGenerateContent?alt=sse`, { contents }],
  ],
  ["countTokens", "google", (model) => [`/v1beta/models/${model}:countTokens`, { contents }]],
  ["embedContent", "google", (model) => [`/v1beta/models/${model}:embedContent`, { content: contents[0] }]],
  ["embeddings", "openai", (model) => ["/v1/embeddings", { model, input: "hi" }]],
  ["images", "openai", (model) => ["/v1/images/generations", { model, prompt: "hi" }]],
  ["speech", "openai", (model) => ["/v1/audio/speech", { model, input: "hi", voice: "alloy" }]],
  ["moderations", "openai", (model) => ["/v1/moderations", { model, input: "hi" }]],
  ["predict", "google", (model) => [`/v1beta/models/${model}:predict`, { instances: [{ prompt: "hi" }] }]],
];

async function call(path: string, body: unknown, engine: string) {
  const response = await fetch(`${gateway.baseUrl}/r/${run}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-abp-key": account.token, "x-abp-engine": engine },
    body: JSON.stringify(body),
  });
  return { status: response.status, error: response.headers.get("x-abp-error"), text: await response.text() };
}

describe("the key of a run with a named model", () => {
  it.each(CALLS)("calls that model alone: %s", async (_, engine, requestOf) => {
    const refused = await call(...requestOf("other"), engine);
    expect([refused.status, refused.error, seen], refused.text).toEqual([400, "E005", []]);
    expect(refused.text).toContain("run.models.not_in_allowlist");
    const { error } = await call(...requestOf("named"), engine);
    expect([error === "E005", error === "access_denied", seen.length > 0]).toEqual([false, false, true]);
  });

  it.each(["named", "other"])("opens a realtime session with that model alone: %s", async (model) => {
    const { end, opened } = await converse(`/v1/realtime?model=${model}`, {
      type: "session.update",
      session: { instructions: "x" },
    });
    expect([opened, seen.length > 0, end]).toEqual(
      model === "named" ? [true, true, 1000] : [false, false, 1006],
    );
  });

  it("cannot change the model of a realtime session", async () => {
    const { end } = await converse("/v1/realtime?model=named", {
      type: "session.update",
      session: { model: "other" },
    });
    expect([end, seen]).toEqual([1008, ["/v1/realtime?model=named"]]);
  });

  it("calls that model alone over the WebSocket of responses", async () => {
    const create = { type: "response.create", input: "hi" };
    const refused = await converse("/v1/responses", { ...create, model: "other" });
    expect([refused.answer, seen]).toEqual([expect.stringContaining("not in allowlist"), []]);
    await converse("/v1/responses", { ...create, model: "named" });
    expect(seen).toEqual(["/v1/responses"]);
  });

  it("has the refusal in the receipt of the call", async () => {
    await call("/v1/chat/completions", { model: "other", messages }, "openai");
    expect((await gateway.receipts()).at(-1)?.observed).toMatchObject({
      policy: "enforced",
      policy_decisions: [
        {
          verdict: "denied",
          operation: "request_model",
          subject: "other",
          rule: "run.models.not_in_allowlist",
        },
      ],
      call: { parent_run: run },
    });
  });
});

describe("the key of a run without a model", () => {
  const without = agents.filter(({ connection }) => connection.ownModels === undefined);

  it("concerns the agents that have no models of their own", () => {
    expect(without.map(({ name }) => name).sort()).toEqual(["acp", "copilot", "engine", "jsonl", "opencode"]);
  });

  it.each(without.map(({ name, connection }) => [name, connection] as const))(
    "is made for one engine, and refused without one: %s",
    async (_, connection) => {
      const models = modelsOf(connection, order({ config: { model: null } }));
      expect(() => open(randomUUID(), models)).toThrow(expect.objectContaining({ code: "model_not_routed" }));
      const id = randomUUID();
      const own = open(id, models, "openai");
      const answers = ["openai", "spare", "anthropic"].map(async (engine) => {
        const response = await fetch(`${gateway.baseUrl}/r/${id}/v1/chat/completions`, {
          method: "POST",
          headers: { "content-type": "application/json", "x-abp-key": own.token, "x-abp-engine": engine },
          body: JSON.stringify({ model: "any", messages }),
        });
        await response.text();
        return response.headers.get("x-abp-error");
      });
      expect((await Promise.all(answers)).map((error) => error === "access_denied")).toEqual([
        false,
        false,
        true,
      ]);
      await own.close();
    },
  );
});

describe("the models that the key of a run is shown", () => {
  it.each([
    ["the named one", { names: ["named"], patterns: [] }, ["named"]],
    ["those of the agent", { names: [], patterns: ["agent-*"] }, ["agent-1"]],
    ["those of a fallback", { names: ["named", "spare-1"], patterns: [] }, ["named", "spare-1"]],
    ["any", { names: [], patterns: [] }, ["named", "other", "agent-1", "spare-1"]],
  ])("are those that it may call: %s", async (_, models, expected) => {
    const id = randomUUID();
    const own = open(id, models, "openai");
    const response = await fetch(`${gateway.baseUrl}/r/${id}/v1/models`, {
      headers: { "x-abp-key": own.token },
    });
    const { data } = (await response.json()) as { data: { id: string }[] };
    expect(data.map((model) => model.id).sort()).toEqual(expected.toSorted());
    await own.close();
  });
});

/** Opens a session, sends a message, waits for the answer or the end, and says how it ended. */
async function converse(
  path: string,
  message: unknown,
): Promise<{ readonly opened: boolean; readonly end: number; readonly answer: string }> {
  const web = new WebSocket(`${gateway.baseUrl.replace(/^http/, "ws")}/r/${run}${path}`, {
    headers: { "x-abp-key": account.token, "x-abp-engine": "openai" },
  });
  const closed = new Promise<number>((resolve) => web.on("close", resolve));
  const opened = await new Promise<boolean>((resolve) => {
    web.on("open", () => resolve(true));
    web.on("error", () => resolve(false));
  });
  let answer = "";
  web.once("message", (data) => {
    answer = String(data);
  });
  if (opened) {
    const answered = Promise.race([once(web, "message"), closed]);
    web.send(JSON.stringify(message));
    await answered;
    if (web.readyState === WebSocket.OPEN) web.close(1000);
  }
  return { opened, end: await closed, answer };
}
