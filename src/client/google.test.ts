import { ApiError } from "@google/genai";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { eventually } from "../../test/eventually.ts";
import { answerJson, beginStream, type FakeCall, FakeGateway, headerOf } from "./fixtures/fake-gateway.ts";
import { GoogleGenAI } from "./google.ts";

const answerOf = (text: string): object => ({
  candidates: [{ index: 0, finishReason: "STOP", content: { role: "model", parts: [{ text }] } }],
  usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
  modelVersion: "gemini-2.5-pro",
});

const ask = { model: "gemini-2.5-pro", contents: "Hello" };

function open(
  answer: (call: FakeCall) => void,
  more: object = {},
): { client: GoogleGenAI; gateway: FakeGateway } {
  const gateway = new FakeGateway(answer);
  return { client: new GoogleGenAI({ abp: { gateway, ...more } }), gateway };
}

beforeEach(() => {
  vi.spyOn(globalThis, "fetch").mockRejectedValue(new Error("no network"));
  vi.stubEnv("GOOGLE_GENAI_USE_VERTEXAI", "true");
  vi.stubEnv("GEMINI_API_KEY", "");
  vi.stubEnv("GOOGLE_API_KEY", "");
});
afterEach(() => {
  expect(fetch).not.toHaveBeenCalled();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

describe("Google's client over a gateway in process", () => {
  test("sends the call into the gateway and reads its answer", async () => {
    const { client, gateway } = open((call) => answerJson(call, answerOf("Hi")), { engine: "claude" });
    const reply = await client.models.generateContent(ask);
    expect(reply.text).toBe("Hi");
    const [call] = gateway.calls;
    expect(call?.head).toMatchObject({
      method: "POST",
      target: "/v1beta/models/gemini-2.5-pro:generateContent",
    });
    expect(JSON.parse(call?.body ?? "")).toEqual({
      contents: [{ parts: [{ text: "Hello" }], role: "user" }],
    });
    expect(headerOf(call, "x-abp-engine")).toBe("claude");
    expect(headerOf(call, "x-goog-api-key")).toBe("in-process");
  });

  test("a call with options of its own goes the same way", async () => {
    const { client, gateway } = open((call) => answerJson(call, { totalTokens: 7 }));
    const counted = await client.models.countTokens({
      ...ask,
      config: { httpOptions: { headers: { a: "b" } } },
    });
    expect(counted.totalTokens).toBe(7);
    expect(headerOf(gateway.calls[0], "a")).toBe("b");
  });

  test("reads a stream as it comes, also in a chat", async () => {
    const { client } = open((call) => {
      beginStream(call);
      for (const text of ["Hel", "lo"]) call.sink.write(`data: ${JSON.stringify(answerOf(text))}\r\n\r\n`);
      call.sink.end();
    });
    let text = "";
    for await (const part of await client.models.generateContentStream(ask)) text += part.text ?? "";
    const chat = client.chats.create({ model: ask.model });
    for await (const part of await chat.sendMessageStream({ message: "x" })) text += part.text ?? "";
    expect(text).toBe("HelloHello");
  });

  test("throws the SDK's own error with its status", async () => {
    const body = { error: { code: 400, message: "no top_k", status: "INVALID_ARGUMENT" } };
    const { client } = open((call) => answerJson(call, body, 400));
    const thrown = await client.models.generateContent(ask).catch((one: unknown) => one);
    expect(thrown).toBeInstanceOf(ApiError);
    expect(thrown).toMatchObject({ status: 400, message: expect.stringContaining("no top_k") });
  });

  test("H11: an abort is a departure", async () => {
    const { client, gateway } = open(() => undefined);
    const controller = new AbortController();
    const asked = client.models.generateContent({ ...ask, config: { abortSignal: controller.signal } });
    await eventually(() => expect(gateway.calls).toHaveLength(1));
    controller.abort();
    await expect(asked).rejects.toThrow(/abort/i);
    expect(gateway.calls[0]?.left).toEqual(["client_gone"]);
  });

  test("gives the receipt of an answer, of a streamed one, and the latest", async () => {
    const { client } = open((call) => {
      if (call.head.target.includes("alt=sse")) {
        beginStream(call);
        call.sink.end(`data: ${JSON.stringify(answerOf("x"))}\n\n`);
        call.record();
      } else answerJson(call, answerOf("x"));
    });
    const reply = await client.models.generateContent(ask);
    let part: object = {};
    for await (const one of await client.models.generateContentStream(ask)) part = one;
    await client.models.generateContent(ask);
    expect((await client.getReceipt(reply))?.meta.run_id).toBe("run-1");
    expect((await client.getReceipt(part))?.meta.run_id).toBe("run-2");
    expect((await client.getReceipt())?.meta.run_id).toBe("run-3");
  });

  test.each([
    [{}, {}, "in-process"],
    [{}, { GOOGLE_API_KEY: "a", GEMINI_API_KEY: "b" }, "a"],
    [{}, { GEMINI_API_KEY: "b" }, "b"],
    [{ apiKey: "mine" }, { GOOGLE_API_KEY: "a", GEMINI_API_KEY: "b" }, "mine"],
  ])(
    "with %j in the options and %j in the environment sends the key %j",
    async (options, environment, key) => {
      for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
      const gateway = new FakeGateway((call) => answerJson(call, answerOf("Hi")));
      await new GoogleGenAI({ ...options, abp: { gateway } }).models.generateContent(ask);
      expect(headerOf(gateway.calls[0], "x-goog-api-key")).toBe(key);
    },
  );

  test("options that lead to the network are refused", () => {
    const abp = { gateway: new FakeGateway(() => undefined) };
    expect(() => new GoogleGenAI({ vertexai: true, abp })).toThrow(/`vertexai`/);
    expect(() => new GoogleGenAI({ enterprise: true, abp })).toThrow(/`enterprise`/);
    expect(() => new GoogleGenAI({ httpOptions: { baseUrl: "https://h" }, abp })).toThrow(
      /`httpOptions.baseUrl`/,
    );
    expect(() => new GoogleGenAI({ httpOptions: { fetch: globalThis.fetch }, abp })).toThrow(/`fetch`/);
  });
});
