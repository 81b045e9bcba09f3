import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { eventually } from "../../test/eventually.ts";
import { Anthropic } from "./anthropic.ts";
import { answerJson, beginStream, type FakeCall, FakeGateway, headerOf } from "./fixtures/fake-gateway.ts";

const message = {
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "claude-opus-4-1",
  content: [{ type: "text", text: "Hi" }],
  stop_reason: "end_turn",
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 1 },
};

const events = [
  { type: "message_start", message: { ...message, content: [], stop_reason: null } },
  { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
  { type: "ping" },
  { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hel" } },
  { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "lo" } },
  { type: "content_block_stop", index: 0 },
  {
    type: "message_delta",
    delta: { stop_reason: "end_turn", stop_sequence: null },
    usage: { output_tokens: 2 },
  },
  { type: "message_stop" },
].map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);

const ask = {
  model: "claude-opus-4-1",
  max_tokens: 10,
  messages: [{ role: "user" as const, content: "Hello" }],
};

function open(
  answer: (call: FakeCall) => void,
  more: object = {},
): { client: Anthropic; gateway: FakeGateway } {
  const gateway = new FakeGateway(answer);
  return { client: new Anthropic({ abp: { gateway, ...more } }), gateway };
}

function stream(call: FakeCall): void {
  beginStream(call);
  for (const event of events) call.sink.write(event);
  call.sink.end();
  call.record();
}

beforeEach(() => {
  vi.spyOn(globalThis, "fetch").mockRejectedValue(new Error("no network"));
  vi.stubEnv("ANTHROPIC_BASE_URL", "https://elsewhere.example");
});
afterEach(() => {
  expect(fetch).not.toHaveBeenCalled();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

describe("Anthropic's client over a gateway in process", () => {
  test("sends the call into the gateway and reads its answer, without any key of the vendor's", async () => {
    vi.stubEnv("ANTHROPIC_API_KEY", "");
    vi.stubEnv("ANTHROPIC_AUTH_TOKEN", "");
    const { client, gateway } = open((call) => answerJson(call, message), { engine: "gemini" });
    const reply = await client.messages.create(ask);
    expect(reply.content).toMatchObject([{ text: "Hi" }]);
    const [call] = gateway.calls;
    expect(call?.head).toMatchObject({ method: "POST", target: "/v1/messages" });
    expect(JSON.parse(call?.body ?? "")).toEqual(ask);
    expect(headerOf(call, "x-abp-engine")).toBe("gemini");
    expect(headerOf(call, "anthropic-version")).toBeDefined();
  });

  test("a token in the environment goes to the gateway, and no placeholder key", async () => {
    vi.stubEnv("ANTHROPIC_API_KEY", "");
    vi.stubEnv("ANTHROPIC_AUTH_TOKEN", "from-environment");
    const { client, gateway } = open((call) => answerJson(call, message));
    await client.messages.create(ask);
    expect(headerOf(gateway.calls[0], "authorization")).toBe("Bearer from-environment");
    expect(JSON.stringify(gateway.calls[0]?.head.headers)).not.toContain("in-process");
  });

  test("the vendor's own key goes to the gateway as it is", async () => {
    const gateway = new FakeGateway((call) => answerJson(call, message));
    await new Anthropic({ apiKey: "mine", abp: { gateway } }).messages.create(ask);
    expect(headerOf(gateway.calls[0], "authorization")).toBe("Bearer mine");
    await new Anthropic({ authToken: "token", abp: { gateway } }).messages.create(ask);
    expect(headerOf(gateway.calls[1], "authorization")).toBe("Bearer token");
  });

  test("reads a stream, as events and as a whole message", async () => {
    const { client } = open(stream);
    let text = "";
    for await (const event of await client.messages.create({ ...ask, stream: true }))
      if (event.type === "content_block_delta" && event.delta.type === "text_delta") text += event.delta.text;
    expect(text).toBe("Hello");
    const whole = await client.messages.stream(ask).finalMessage();
    expect(whole).toMatchObject({ content: [{ text: "Hello" }], stop_reason: "end_turn" });
  });

  test("throws the SDK's own errors, and tries once if a retry is no use", async () => {
    const statuses: [number, new (...args: never[]) => Error][] = [
      [400, Anthropic.BadRequestError],
      [403, Anthropic.PermissionDeniedError],
      [429, Anthropic.RateLimitError],
      [529, Anthropic.InternalServerError],
    ];
    for (const [status, kind] of statuses) {
      const body = { type: "error", error: { type: "invalid_request_error", message: "no top_k" } };
      const { client, gateway } = open((call) => answerJson(call, body, status, ["x-should-retry", "false"]));
      const thrown = await client.messages.create(ask).catch((one: unknown) => one);
      expect(thrown).toBeInstanceOf(kind);
      expect(thrown).toMatchObject({ status, message: expect.stringContaining("no top_k") });
      expect(gateway.calls).toHaveLength(1);
    }
  });

  test("H11: an abort of the call, of a stream, or leaving its loop is a departure", async () => {
    const waiting = open(() => undefined);
    const controller = new AbortController();
    const asked = waiting.client.messages.create(ask, { signal: controller.signal });
    await eventually(() => expect(waiting.gateway.calls).toHaveLength(1));
    controller.abort();
    await expect(asked).rejects.toBeInstanceOf(Anthropic.APIUserAbortError);
    expect(waiting.gateway.calls[0]?.left).toEqual(["client_gone"]);

    const endless = (call: FakeCall): void => {
      beginStream(call);
      for (const event of events.slice(0, 4)) call.sink.write(event);
    };
    const loop = open(endless);
    for await (const _ of await loop.client.messages.create({ ...ask, stream: true })) break;
    await eventually(() => expect(loop.gateway.calls[0]?.left).toEqual(["client_gone"]));

    const helper = open(endless);
    const running = helper.client.messages.stream(ask);
    running.once("text", () => running.abort());
    await expect(running.done()).rejects.toBeInstanceOf(Anthropic.APIUserAbortError);
    expect(helper.gateway.calls[0]?.left).toEqual(["client_gone"]);
  });

  test("gives the receipt of a stream, of a parsed answer and of the helper for streams", async () => {
    const { client } = open((call) =>
      call.body.includes('"stream":true')
        ? stream(call)
        : answerJson(call, message, 200, ["request-id", `req-${call.runId}`]),
    );
    const plain = await client.messages.create({ ...ask, stream: true });
    for await (const _ of plain);
    const parsed = await client.messages.create(ask);
    const helper = client.messages.stream(ask);
    await helper.done();
    expect((await client.getReceipt(plain))?.meta.run_id).toBe("run-1");
    expect((await client.getReceipt(parsed))?.meta.run_id).toBe("run-2");
    expect((await client.getReceipt(helper))?.meta.run_id).toBe("run-3");
    expect((await client.getReceipt())?.meta.run_id).toBe("run-3");
  });

  test("a copy of the client shares its gateway", async () => {
    const { client, gateway } = open((call) => answerJson(call, message));
    await client.withOptions({ timeout: 60_000 }).messages.create(ask);
    await client.withOptions({ abp: { engine: "e" } }).messages.create(ask);
    expect(gateway.calls).toHaveLength(2);
    expect(headerOf(gateway.calls[1], "x-abp-engine")).toBe("e");
  });

  test.each(["credentials", "config", "profile"])("the option %s is refused", (name) => {
    const gateway = new FakeGateway(() => undefined);
    const options = { [name]: { any: "value" }, abp: { gateway } };
    expect(() => new Anthropic(options)).toThrow(`\`${name}\` cannot be set`);
  });

  test("options that lead to the network are refused", () => {
    const abp = { gateway: new FakeGateway(() => undefined) };
    expect(() => new Anthropic({ baseURL: "https://h", abp })).toThrow(/`baseURL`/);
    expect(() => new Anthropic({ profile: "work", abp })).toThrow(/`profile`/);
    expect(() => new Anthropic({ fetch: globalThis.fetch, abp })).toThrow(/`fetch`/);
  });
});
