import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Loopback, startLoopback } from "../../src/engines/fixtures/loopback.ts";
import { openTestGateway, type TestGateway } from "./test-gateway.ts";

const picture = `data:image/png;base64,${"iVBORw0KGgoAAAANSUhEUg"}==`;
const call = { id: "call_1", type: "function", function: { name: "f", arguments: "{}" } };
const hello = { role: "user", content: "hello" };
const seen = { role: "user", content: [{ type: "image_url", image_url: { url: picture } }] };
const called = { role: "assistant", content: null, tool_calls: [call] };
const answered = { role: "tool", tool_call_id: "call_1", content: "ok" };
const claudeSeen = {
  role: "user",
  content: [{ type: "image", source: { type: "base64", media_type: "image/png", data: "iVBORw0KGgo=" } }],
};
const claudeCalled = { role: "assistant", content: [{ type: "tool_use", id: "c1", name: "f", input: {} }] };
const claudeShown = {
  role: "user",
  content: [{ type: "tool_result", tool_use_id: "c1", content: claudeSeen.content }],
};

let vendor: Loopback;
let gateway: TestGateway;

beforeAll(async () => {
  vendor = await startLoopback((response, { target }) => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(target.startsWith("/responses") ? responseReply : chatReply));
  });
  gateway = await openTestGateway({
    engines: { copilot: { preset: "copilot", base_url: vendor.url, api_key: "k", allow_private: true } },
    default_engine: "copilot",
  });
});

afterAll(async () => {
  await gateway.close();
  await vendor.close();
});

/** Sends a body and returns the path, the two headers and the body that reached the vendor, with the answer. */
async function reach(path: string, body: object, headers: Record<string, string> = {}) {
  const answer = await fetch(`${gateway.baseUrl}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-abp-key": gateway.token, ...headers },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  const last = vendor.seen.at(-1)!;
  const sent = (name: string) =>
    last.headers.filter((_, at) => at % 2 === 1 && last.headers[at - 1]!.toLowerCase() === name);
  return {
    status: answer.status,
    text,
    target: last.target,
    initiator: sent("x-initiator"),
    vision: sent("copilot-vision-request"),
    sent: JSON.parse(last.body) as Record<string, unknown>,
  };
}

const chat = (messages: object[], model = "gpt-4.1") => ({ model, messages });
const claude = (messages: object[], model = "gpt-4.1") => ({ model, max_tokens: 50, messages });

describe("the Copilot engine", () => {
  it.each([
    ["a question", "/v1/chat/completions", chat([hello]), "user", []],
    ["a question after calls", "/v1/chat/completions", chat([called, answered, hello]), "user", []],
    ["a tool result", "/v1/chat/completions", chat([hello, called, answered]), "agent", []],
    ["an image", "/v1/chat/completions", chat([seen]), "user", ["true"]],
    ["an image earlier on", "/v1/chat/completions", chat([seen, hello]), "user", ["true"]],
    ["an image in a result", "/v1/messages", claude([hello, claudeCalled, claudeShown]), "agent", ["true"]],
    ["an image to a model of Responses", "/v1/chat/completions", chat([seen], "gpt-5.5"), "user", ["true"]],
    ["a body that passes through", "/chat/completions", chat([seen, called, answered]), "agent", ["true"]],
    [
      "a Responses body that passes through",
      "/v1/responses",
      {
        model: "gpt-5.6-sol",
        input: [{ role: "user", content: [{ type: "input_image", image_url: picture }] }],
      },
      "user",
      ["true"],
    ],
  ])("sends the headers that the vendor wants for %s", async (_, path, body, initiator, vision) => {
    const reached = await reach(path, body);
    expect([reached.status, reached.initiator, reached.vision]).toEqual([200, [initiator], vision]);
  });

  it("leaves a header of the caller's own as it is", async () => {
    const reached = await reach("/chat/completions", chat([hello]), { "x-initiator": "agent" });
    expect(reached.initiator).toEqual(["agent"]);
  });

  it.each([
    ["gpt-4.1", "/chat/completions"],
    ["gpt-5.4", "/chat/completions"],
    ["gpt-5-mini", "/chat/completions"],
    ["claude-haiku-4.5", "/chat/completions"],
    ["gpt-5.3-codex", "/responses"],
    ["gpt-5.4-mini", "/responses"],
    ["gpt-5.4-nano", "/responses"],
    ["gpt-5.5", "/responses"],
    ["gpt-5.6-sol", "/responses"],
    ["gpt-6-luna", "/responses"],
    ["gpt-6.1-sol", "/responses"],
  ])("calls %s at %s, whatever the caller speaks", async (model, target) => {
    for (const reached of [
      await reach("/v1/chat/completions", chat([hello], model)),
      await reach("/v1/messages", claude([hello], model)),
      await reach("/v1/responses", { model, input: "hello" }),
    ]) {
      expect([reached.status, reached.target, reached.sent["model"]]).toEqual([200, target, model]);
      expect(reached.text).toContain("hi there");
    }
  });
});

const chatReply = {
  id: "c1",
  created: 1,
  model: "m",
  choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: "hi there" } }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
};
const responseReply = {
  id: "resp_1",
  object: "response",
  created_at: 1,
  status: "completed",
  model: "m",
  output: [
    {
      id: "msg_1",
      type: "message",
      role: "assistant",
      status: "completed",
      content: [{ type: "output_text", text: "hi there", annotations: [] }],
    },
  ],
  usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
};
