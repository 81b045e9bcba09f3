import { describe, expect, it } from "vitest";
import { translateRequest } from "../../index.ts";
import { findDialect } from "../../registry/lookup.ts";

const openai = findDialect("openai");
const write = (more: object) =>
  translateRequest(
    openai,
    openai,
    { model: "m", messages: [{ role: "user", content: "hi" }], ...more },
    {
      strict: false,
      emulators: [],
    },
  ).request.body;

describe("the tool choice of a request", () => {
  const functions = [{ name: "f", parameters: { type: "object", properties: {} } }];
  const tools = functions.map((one) => ({ type: "function", function: one }));

  it("keeps the form of the former function calls", () => {
    expect(write({ functions, function_call: { name: "f" } })).toMatchObject({
      function_call: { name: "f" },
    });
    expect(write({ functions, function_call: { name: "f" } })).not.toHaveProperty("tool_choice");
  });

  it("is written as tool_choice otherwise", () => {
    const body = write({ tools, tool_choice: "required" });
    expect(body).toMatchObject({ tool_choice: "required" });
    expect(body).not.toHaveProperty("function_call");
  });
});
