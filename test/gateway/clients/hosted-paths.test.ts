import { AzureOpenAI } from "openai";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestGateway, type TestGateway } from "../test-gateway.ts";
import { fetchReceipt } from "./receipt-check.ts";

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openTestGateway({});
});
afterAll(() => gateway.close());

const messages = [{ role: "user" as const, content: "sim: say hello" }];

describe.each(["sim-openai", "sim-claude", "sim-gemini"])("the client of Azure on %s", (engine) => {
  const open = (more: object = {}) =>
    new AzureOpenAI({
      endpoint: gateway.baseUrl,
      apiKey: gateway.token,
      apiVersion: "2025-04-01-preview",
      defaultHeaders: { "x-abp-engine": engine },
      maxRetries: 0,
      ...more,
    });

  it("asks by a deployment in the path, whole and streamed", async () => {
    const { data, response } = await open()
      .chat.completions.create({ model: "dep", messages })
      .withResponse();
    expect(data.choices[0]?.message.content).toBe("hello");
    const receipt = await fetchReceipt(gateway, response.headers.get("x-abp-run-id")!);
    expect(receipt.observed?.call).toMatchObject({ dialect: "openai", model: "dep", operation: "generate" });
    let text = "";
    for await (const part of await open().chat.completions.create({ model: "dep", messages, stream: true }))
      text += part.choices[0]?.delta.content ?? "";
    expect(text).toBe("hello");
  });

  it("is served by the deployment if the body names another model, and the receipt says so", async () => {
    const client = open({ deployment: "dep" });
    const asked = client.chat.completions.create({ model: "gpt-x", messages });
    const { response } = await asked.withResponse();
    const receipt = await fetchReceipt(gateway, response.headers.get("x-abp-run-id")!);
    expect(receipt.observed?.call?.model).toBe("dep");
    expect(receipt.observed?.warnings).toContain('the model "gpt-x" was replaced by that of the path, "dep"');
  });

  it("asks for a response below the same base URL", async () => {
    const answer = await open().responses.create({ model: "dep", input: "sim: say hello" });
    expect(answer.output_text).toBe("hello");
  });
});

describe.each(["sim-claude", "sim-codex"])("Claude's paths of Vertex on %s", (engine) => {
  const root = "/v1/projects/p/locations/us-east5/publishers/anthropic/models";
  const send = (path: string, body: object) =>
    fetch(`${gateway.baseUrl}${path}`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${gateway.token}`,
        "content-type": "application/json",
        "x-abp-engine": engine,
      },
      body: JSON.stringify(body),
    });
  const asked = { anthropic_version: "vertex-2023-10-16", max_tokens: 50, messages };

  it("are answered as messages, and the receipt names the splices", async () => {
    const answer = await send(`${root}/claude-x@20250101:rawPredict`, asked);
    expect(await answer.json()).toMatchObject({
      type: "message",
      content: [{ type: "text", text: "hello" }],
    });
    const receipt = await fetchReceipt(gateway, answer.headers.get("x-abp-run-id")!);
    expect(receipt.observed?.call).toMatchObject({ dialect: "claude", model: "claude-x@20250101" });
    expect(receipt.observed?.warnings).toEqual(
      expect.arrayContaining([
        "the member anthropic_version was taken out of the body",
        'the model of the path, "claude-x@20250101", was put into the body',
      ]),
    );
    expect(receipt.observed?.request?.bytes).toBe(JSON.stringify(asked).length);
  });

  it("stream if the body asks for it", async () => {
    const answer = await send(`${root}/claude-x:streamRawPredict`, { ...asked, stream: true });
    expect(answer.headers.get("content-type")).toContain("text/event-stream");
    expect(await answer.text()).toContain("message_stop");
  });

  it("count tokens", async () => {
    const { max_tokens: _, ...counted } = asked;
    const answer = await send(`${root}/count-tokens:rawPredict`, { ...counted, model: "claude-x" });
    expect(await answer.json()).toMatchObject({ input_tokens: expect.any(Number) });
  });
});
