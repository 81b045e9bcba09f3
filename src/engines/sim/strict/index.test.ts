import { describe, expect, it } from "vitest";
import { findDialect } from "../../../dialects/index.ts";
import { openTestSim, post, send } from "../fixtures/calling.ts";
import { openStrict } from "./index.ts";

describe("a strict simulated engine", () => {
  const request = (more: object) =>
    post(
      "/v1/chat/completions",
      JSON.stringify({ model: "gpt-5", messages: [{ role: "user", content: "hi" }], ...more }),
    );

  it("answers what the vendor accepts", async () => {
    const engine = openTestSim(findDialect("openai"), { isStrict: true });
    expect((await send(engine, request({}))).status).toBe(200);
  });

  it("rejects what the vendor rejects, as the vendor does", async () => {
    const engine = openTestSim(findDialect("openai"), { isStrict: true });
    const { status, text, headers } = await send(engine, request({ temperature: 0 }));
    expect(status).toBe(400);
    expect(headers).toEqual({ "content-type": "application/json", "x-abp-simulated": "true" });
    expect(JSON.parse(text)).toEqual({
      error: {
        message:
          "Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is supported.",
        type: "invalid_request_error",
        param: "temperature",
        code: "unsupported_value",
      },
    });
  });

  it("is lenient by default", async () => {
    const engine = openTestSim(findDialect("openai"));
    expect((await send(engine, request({ temperature: 0 }))).status).toBe(200);
  });

  it("takes the model from the path if the API has it there", () => {
    const check = openStrict("gemini")!;
    const body = { contents: [{ parts: [{ text: "a" }] }, { role: "model", parts: [{ text: "b" }] }] };
    expect(check("/v1beta/models/gemini-2.5-pro:generateContent", body)).toBeUndefined();
    expect(check("/v1beta/models/gemini-3.8-flash:streamGenerateContent?alt=sse", body)?.rule).toBe(
      "gemini.contents.last-role",
    );
  });

  it("rejects a body that is no object", () => {
    expect(openStrict("kimi")!("/v1/chat/completions", [])?.body).toEqual({
      error: { message: "The request body must be a JSON object.", type: "invalid_request_error" },
    });
  });

  it("has no checks for a dialect that it does not know", () => {
    expect(openStrict("toy")).toBeUndefined();
  });
});
