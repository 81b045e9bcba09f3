import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { eventually } from "../../test/eventually.ts";
import { AbpError, type Receipt } from "../contract/index.ts";
import { answerJson, beginStream, type FakeCall, FakeGateway, headerOf } from "./fixtures/fake-gateway.ts";
import { OpenAI } from "./openai.ts";

const completion = {
  id: "chatcmpl-1",
  object: "chat.completion",
  created: 1,
  model: "gpt-5",
  choices: [
    { index: 0, finish_reason: "stop", message: { role: "assistant", content: "Hi", refusal: null } },
  ],
};

const chunk = (content: string): string =>
  `data: ${JSON.stringify({ ...completion, object: "chat.completion.chunk", choices: [{ index: 0, delta: { content }, finish_reason: null }] })}\n\n`;

const ask = { model: "gpt-5", messages: [{ role: "user" as const, content: "Hello" }] };

function open(answer: (call: FakeCall) => void, more: object = {}): { client: OpenAI; gateway: FakeGateway } {
  const gateway = new FakeGateway(answer);
  return { client: new OpenAI({ abp: { gateway, ...more } }), gateway };
}

beforeEach(() => void vi.spyOn(globalThis, "fetch").mockRejectedValue(new Error("no network")));
afterEach(() => {
  expect(fetch).not.toHaveBeenCalled();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

describe("OpenAI's client over a gateway in process", () => {
  test("sends the call into the gateway and reads its answer", async () => {
    vi.stubEnv("OPENAI_BASE_URL", "https://elsewhere.example/v9");
    const { client, gateway } = open((call) => answerJson(call, completion), {
      engine: "claude",
      mode: "strict",
      key: "k",
    });
    const reply = await client.chat.completions.create(ask);
    expect(reply.choices[0]?.message.content).toBe("Hi");
    const [call] = gateway.calls;
    expect(call?.head).toMatchObject({ method: "POST", target: "/v1/chat/completions" });
    expect(JSON.parse(call?.body ?? "")).toEqual(ask);
    expect(["x-abp-engine", "x-abp-compatibility", "x-abp-key"].map((name) => headerOf(call, name))).toEqual([
      "claude",
      "strict",
      "k",
    ]);
    await client.responses.create({ model: "gpt-5", input: "x" });
    expect(gateway.calls[1]?.head.target).toBe("/v1/responses");
  });

  test("reads a stream as it comes", async () => {
    const { client } = open((call) => {
      beginStream(call);
      call.sink.write(chunk("Hel"));
      call.sink.write(chunk("lo").slice(0, 20));
      call.sink.write(chunk("lo").slice(20));
      call.sink.end("data: [DONE]\n\n");
    });
    let text = "";
    for await (const event of await client.chat.completions.create({ ...ask, stream: true }))
      text += event.choices[0]?.delta.content ?? "";
    expect(text).toBe("Hello");
  });

  test("throws the SDK's own errors, and tries once if a retry is no use", async () => {
    const statuses: [number, new (...args: never[]) => Error][] = [
      [400, OpenAI.BadRequestError],
      [401, OpenAI.AuthenticationError],
      [404, OpenAI.NotFoundError],
      [429, OpenAI.RateLimitError],
      [503, OpenAI.InternalServerError],
    ];
    for (const [status, kind] of statuses) {
      const error = { message: "no", type: "invalid_request_error", param: "top_k", code: "E001" };
      const { client, gateway } = open((call) =>
        answerJson(call, { error }, status, ["x-should-retry", "false"]),
      );
      const thrown = await client.chat.completions.create(ask).catch((one: unknown) => one);
      expect(thrown).toBeInstanceOf(kind);
      expect(thrown).toMatchObject({ status, code: "E001", param: "top_k" });
      expect(gateway.calls).toHaveLength(1);
    }
    const { client, gateway } = open(() => undefined);
    gateway.onAdmit = () => {
      throw new AbpError("auth_invalid", "the key is not known here");
    };
    await expect(client.chat.completions.create(ask)).rejects.toThrow(/the key is not known here/);
  });

  test("H11: an abort of the call or of its stream is a departure", async () => {
    const waiting = open(() => undefined);
    const controller = new AbortController();
    const asked = waiting.client.chat.completions.create(ask, { signal: controller.signal });
    await eventually(() => expect(waiting.gateway.calls).toHaveLength(1));
    controller.abort();
    await expect(asked).rejects.toBeInstanceOf(OpenAI.APIUserAbortError);
    expect(waiting.gateway.calls[0]?.left).toEqual(["client_gone"]);

    const streaming = open((call) => {
      beginStream(call);
      call.sink.write(chunk("a"));
      call.sink.write(chunk("b"));
    });
    for await (const _ of await streaming.client.chat.completions.create({ ...ask, stream: true })) break;
    await eventually(() => expect(streaming.gateway.calls[0]?.left).toEqual(["client_gone"]));
  });

  test("a broken answer is an error of the connection and never a short answer", async () => {
    const { client } = open((call) => {
      beginStream(call);
      call.sink.write(chunk("half"));
      call.sink.break();
    });
    const read = async (): Promise<void> => {
      for await (const _ of await client.chat.completions.create({ ...ask, stream: true }));
    };
    await expect(read()).rejects.toThrow();
  });

  test("gives the receipt of a run by id, response, parsed answer, stream, or the latest", async () => {
    const { client } = open((call) => {
      if (!call.body.includes('"stream":true'))
        return answerJson(call, completion, 200, ["x-request-id", `req-${call.runId}`]);
      beginStream(call);
      call.sink.end(`${chunk("x")}data: [DONE]\n\n`);
      call.record();
    });
    const runOf = (receipt: Receipt | undefined): string | undefined => receipt?.meta.run_id;
    const { response } = await client.chat.completions.create(ask).withResponse();
    expect(response.headers.get("x-abp-run-id")).toBe("run-1");
    const parsed = await client.chat.completions.create(ask);
    const stream = await client.chat.completions.create({ ...ask, stream: true });
    for await (const _ of stream);
    await client.chat.completions.create(ask);
    expect(client.lastRunId).toBe("run-4");
    expect(runOf(await client.getReceipt("run-1"))).toBe("run-1");
    expect(runOf(await client.getReceipt(response))).toBe("run-1");
    expect(runOf(await client.getReceipt(parsed))).toBe("run-2");
    expect(runOf(await client.getReceipt(stream))).toBe("run-3");
    expect(runOf(await client.getReceipt())).toBe("run-4");
    expect(await client.getReceipt("unknown")).toBeUndefined();
    await expect(client.getReceipt({})).rejects.toThrow(/identifies no run/);
  });

  test("a copy of the client shares its gateway, and may ask for another engine", async () => {
    const { client, gateway } = open((call) => answerJson(call, completion), { mode: "strict" });
    await client.withOptions({ maxRetries: 0 }).chat.completions.create(ask);
    expect(client.lastRunId).toBe("run-1");
    const other = client.withOptions({ abp: { engine: "gemini" } });
    await other.chat.completions.create(ask);
    expect(headerOf(gateway.calls[1], "x-abp-engine")).toBe("gemini");
    expect(headerOf(gateway.calls[1], "x-abp-compatibility")).toBe("strict");
    expect([client.lastRunId, other.lastRunId]).toEqual(["run-1", "run-2"]);
  });

  test.each([
    [{}, "", "in-process"],
    [{}, "a", "a"],
    [{ apiKey: "mine" }, "a", "mine"],
  ])(
    "with %j in the options and %j in the environment sends the key %j",
    async (options, environment, key) => {
      vi.stubEnv("OPENAI_API_KEY", environment);
      const gateway = new FakeGateway((call) => answerJson(call, completion));
      await new OpenAI({ ...options, abp: { gateway } }).chat.completions.create(ask);
      expect(headerOf(gateway.calls[0], "authorization")).toBe(`Bearer ${key}`);
    },
  );

  test.each(["dataResidency", "provider", "workloadIdentity"])("the option %s is refused", (name) => {
    const gateway = new FakeGateway(() => undefined);
    const options = { [name]: { any: "value" }, abp: { gateway } };
    expect(() => new OpenAI(options)).toThrow(`\`${name}\` cannot be set`);
  });

  test("options that lead to the network are refused", () => {
    const gateway = new FakeGateway(() => undefined);
    expect(() => new OpenAI({ baseURL: "https://openrouter.ai/api/v1", abp: { gateway } })).toThrow(
      /`baseURL`/,
    );
    expect(() => new OpenAI({ fetch: globalThis.fetch, abp: { gateway } })).toThrow(/`fetch`/);
    expect(new OpenAI({ abp: { gateway } })).toBeInstanceOf(OpenAI);
  });
});
