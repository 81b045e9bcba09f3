import { describe, expect, it } from "vitest";
import { checkRequired } from "../../required-members.ts";
import { required } from "./required.ts";

const request = { model: "m", max_tokens: 0, messages: [{ role: "user", content: "hi" }] };

function faultOf(body: Readonly<Record<string, unknown>>): unknown {
  try {
    checkRequired(required, body, { model: undefined, operation: "generate" });
    return undefined;
  } catch (error) {
    return error;
  }
}

it.each([
  [{}, undefined],
  [{ messages: [] }, "$.messages"],
  [{ max_tokens: undefined }, "$.max_tokens"],
  [{ max_tokens: null }, "$.max_tokens"],
  [{ max_tokens: -1 }, "$.max_tokens"],
])("a request has messages and a limit: with %j, the fault is at %j", (more, where) => {
  expect(faultOf({ ...request, ...more })).toEqual(where && expect.objectContaining({ where }));
});

describe("a message with a limit of 0", () => {
  it.each([
    [{ stream: true }, "stream"],
    [{ thinking: { type: "enabled", budget_tokens: 1024 } }, "thinking"],
    [{ output_config: { format: { type: "json_schema" } } }, "an output format"],
    [{ output_format: { type: "json_schema" } }, "an output format"],
    [{ output_format: null, output_config: { format: { type: "json_schema" } } }, "an output format"],
    [{ tool_choice: { type: "any" } }, "a forced tool_choice"],
    [{ tool_choice: { type: "tool", name: "f" } }, "a forced tool_choice"],
  ])("cannot have %j", (more, named) => {
    expect(faultOf({ ...request, ...more })).toEqual(
      expect.objectContaining({
        code: "contract_schema_violation",
        where: "$.max_tokens",
        message: expect.stringContaining(`$.max_tokens must be at least 1 if the request has ${named}`),
      }),
    );
    expect(faultOf({ ...request, ...more, max_tokens: 1 })).toBeUndefined();
  });

  it.each([
    {},
    { stream: false },
    { thinking: { type: "disabled" } },
    { thinking: "enabled" },
    { output_format: null },
    { output_config: {} },
    { output_config: { format: null } },
    { output_config: null },
    { tool_choice: { type: "auto" } },
    { tool_choice: { type: "none" } },
    { tool_choice: "any" },
  ])("may have %j", (more) => {
    expect(faultOf({ ...request, ...more })).toBeUndefined();
  });
});
