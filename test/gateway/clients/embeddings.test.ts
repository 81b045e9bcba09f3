import { GoogleGenAI } from "@google/genai";
import OpenAI from "openai";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestGateway, type TestGateway } from "../test-gateway.ts";

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openTestGateway({});
});
afterAll(() => gateway.close());

const engines = ["openai", "codex", "gemini", "kimi", "copilot"] as const;
/** Engines that have the same path of embeddings. Copilot has the same form at another path. */
const callers = { openai: ["openai", "codex", "kimi"], google: ["gemini"] };

function openai(engine: string, more: Record<string, string> = {}): OpenAI {
  const headers = { "x-abp-engine": `sim-${engine}`, ...more };
  return new OpenAI({
    apiKey: gateway.token,
    baseURL: `${gateway.baseUrl}/v1`,
    defaultHeaders: headers,
    maxRetries: 0,
  });
}

function google(engine: string): GoogleGenAI {
  return new GoogleGenAI({
    apiKey: gateway.token,
    httpOptions: { baseUrl: gateway.baseUrl, headers: { "x-abp-engine": `sim-${engine}` } },
  });
}

async function lastCall() {
  const receipt = (await gateway.receipts()).at(-1)!;
  return { receipt, call: receipt.observed?.call };
}

describe.each(engines)("embeddings on an engine that speaks %s", (engine) => {
  it("come to OpenAI's client as numbers and as base64, with the same values", async () => {
    const ask = { model: "text-embedding-3-small", input: ["first", "second"], dimensions: 5 };
    const client = openai(engine);
    const numbers = await client.embeddings.create({ ...ask, encoding_format: "float" });
    expect(numbers).toMatchObject({ object: "list", data: [{ index: 0 }, { index: 1 }] });
    expect(numbers.data.map(({ embedding }) => embedding.length)).toEqual([5, 5]);
    expect(numbers.usage.prompt_tokens).toBeGreaterThan(0);
    // The client asks for base64 by itself, and decodes it.
    const decoded = await client.embeddings.create(ask);
    expect(decoded.data.map(({ embedding }) => embedding.map(Math.fround))).toEqual(
      numbers.data.map(({ embedding }) => embedding.map(Math.fround)),
    );
    const { receipt, call } = await lastCall();
    expect(call).toMatchObject({ engine: `sim-${engine}`, status: 200 });
    expect(receipt).toMatchObject({
      mode: callers.openai.includes(engine) ? "passthrough" : "mapped",
      outcome: "complete",
    });
  });

  it("come to Google's client, for one text and for several", async () => {
    const { models } = google(engine);
    const model = "gemini-embedding-001";
    const config = { outputDimensionality: 4 };
    const several = await models.embedContent({ model, contents: ["first", "second"], config });
    expect(several.embeddings?.map(({ values }) => values?.length)).toEqual([4, 4]);
    const one = await models.embedContent({ model, contents: "first", config });
    expect(one.embeddings?.[0]?.values).toEqual(several.embeddings?.[0]?.values);
    const { receipt } = await lastCall();
    expect(receipt.mode).toBe(callers.google.includes(engine) ? "passthrough" : "mapped");
  });

  it("are equal for equal texts, whoever asks", async () => {
    const { data } = await openai(engine).embeddings.create({
      model: "m",
      input: "same",
      encoding_format: "float",
    });
    const { embeddings } = await google(engine).models.embedContent({ model: "m", contents: "same" });
    expect(embeddings?.[0]?.values).toEqual(data[0]?.embedding);
  });
});

describe("a request for embeddings", () => {
  it("with tokens is refused on Gemini, before anything is sent", async () => {
    const error = await openai("gemini")
      .embeddings.create({ model: "m", input: [1, 2, 3] })
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(OpenAI.BadRequestError);
    expect(error).toMatchObject({
      status: 400,
      message: expect.stringContaining("a list of tokens") as unknown,
    });
    const { receipt } = await lastCall();
    expect(receipt).toMatchObject({ outcome: "failed", termination: { reason: "refused" } });
    expect(receipt.observed?.upstream_request).toBeUndefined();
  });

  it("names its losses, and is refused for them in strict mode", async () => {
    const ask = { model: "m", input: "a", user: "u" };
    const { response } = await openai("gemini").embeddings.create(ask).withResponse();
    expect(response.headers.get("x-abp-loss")).toBe("disclosed $.user");
    expect((await lastCall()).receipt.mapping?.[0]?.entries).toMatchObject([{ path: "$.user" }]);
    const strict = openai("gemini", { "x-abp-compatibility": "strict" });
    await expect(strict.embeddings.create(ask)).rejects.toBeInstanceOf(OpenAI.BadRequestError);
  });

  it("is refused by an engine whose vendor has none", async () => {
    await expect(openai("claude").embeddings.create({ model: "m", input: "a" })).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining("claude has no embeddings") as unknown,
    });
  });

  it("gets the engine's error in its own envelope", async () => {
    const input = "sim: error 429 come back later";
    await expect(openai("gemini").embeddings.create({ model: "m", input })).rejects.toBeInstanceOf(
      OpenAI.RateLimitError,
    );
    await expect(google("openai").models.embedContent({ model: "m", contents: input })).rejects.toMatchObject(
      {
        status: 429,
        message: expect.stringContaining("come back later") as unknown,
      },
    );
  });

  it("goes to the engine that takes it if the gateway may choose", async () => {
    const client = new OpenAI({
      apiKey: gateway.token,
      baseURL: `${gateway.baseUrl}/v1`,
      defaultHeaders: { "x-abp-engine": "auto" },
    });
    await client.embeddings.create({ model: "m", input: "a", user: "u" });
    const { call } = await lastCall();
    expect(call?.engine_dialect).toBe("openai");
  });
});
