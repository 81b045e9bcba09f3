import { describe, expect, it } from "vitest";
import { AbpError, type AbpErrorOptions } from "./abp-error.ts";
import { mappingDetails } from "./mapping-details.ts";
import type { ErrorCode } from "./table.ts";

const details = (code: ErrorCode, options: AbpErrorOptions = {}, context = {}) => {
  const { documentation_url, ...rest } = mappingDetails(new AbpError(code, "the message", options), context)!;
  expect(documentation_url).toBe(`docs/errors.md#${code}`);
  return rest;
};
const context = { dialect: "openai", engine: "claude", backend: "prod" };

describe("the details of an error of a translation", () => {
  it("are none for an error outside of the taxonomy", () => {
    expect(mappingDetails(new AbpError("internal", "x"), context)).toBeUndefined();
  });

  it("E001 name the field and both dialects", () => {
    const code = "mapping_unsupported_capability";
    expect(details(code)).toEqual({ feature: "the message" });
    expect(details(code, { where: "$.seed" }, context)).toEqual({
      feature: "$.seed",
      dialect: "openai",
      engine: "claude",
    });
    const stated = { feature: "seed", dialect: "gemini", engine: "codex" };
    expect(details(code, { where: "$.seed", details: stated }, context)).toEqual(stated);
  });

  it.each<[AbpErrorOptions, object]>([
    [{}, { available_alternatives: [] }],
    [{ where: "$.tools[0]" }, { tool_name: "$.tools[0]", available_alternatives: [] }],
    [
      { where: "$.tools[0]", details: { feature: "tool.bash" } },
      { tool_name: "bash", available_alternatives: [] },
    ],
    [{ details: { feature: "my.tool.bash" } }, { tool_name: "my.tool.bash", available_alternatives: [] }],
    [
      { where: "here", details: { feature: 1 } },
      { tool_name: "here", available_alternatives: [] },
    ],
    [
      { details: { feature: "x", tool_name: "bash", available_alternatives: ["sh"] } },
      { tool_name: "bash", available_alternatives: ["sh"] },
    ],
  ])("E002 name the tool: %j", (options, expected) => {
    expect(details("mapping_unmappable_tool", options)).toEqual(expected);
  });

  it("E003 have a reason and the interpretations", () => {
    const stated = { reason: "two", possible_interpretations: ["a", "b"] };
    expect(details("mapping_ambiguous")).toEqual({ reason: "the message", possible_interpretations: [] });
    expect(details("mapping_ambiguous", { details: stated })).toEqual(stated);
  });

  it.each(["policy_approval_required", "policy_denied"] as const)("of %s name the operation", (code) => {
    const stated = { operation: "use_tool", risk_level: "high", policy_rule: "r" };
    expect(details(code)).toEqual({ operation: "the message" });
    expect(details(code, { where: "$.tools" })).toEqual({ operation: "$.tools" });
    expect(details(code, { where: "$.tools", details: stated })).toEqual(stated);
    expect(details(code, { details: { ...stated, risk_level: null } })).toEqual({
      operation: "use_tool",
      policy_rule: "r",
    });
  });

  it("E006 name the capability and what is missing", () => {
    const stated = { capability: "vision", support_level: "emulated", missing: ["a"], suggestions: ["b"] };
    expect(details("capability_unsupported", { where: "vision" })).toEqual({
      capability: "vision",
      support_level: "unsupported",
    });
    expect(details("capability_unsupported", { details: stated })).toEqual(stated);
  });

  it.each<[object, object, string | undefined]>([
    [{ backend_id: "a", engine: "b", backend: "c" }, context, "a"],
    [{ engine: "b", backend: "c" }, context, "b"],
    [{ backend: "c" }, context, "c"],
    [{}, context, "prod"],
    [{}, {}, undefined],
  ])("E007 with %j in %j name the backend %s", (stated, known, expected) => {
    expect(details("backend_unavailable", { details: { ...stated } }, known)).toEqual({
      ...(expected && { backend_id: expected }),
      reason: "the message",
    });
  });

  it.each([
    ["it is down", "it is down"],
    ["Down", "Down"],
    ["ECONNREFUSED", "the message"],
    ["UND_ERR_SOCKET", "the message"],
    ["E2BIG", "the message"],
    [7, "the message"],
  ])("E007 give a reason in words: %j is %j", (reason, expected) => {
    expect(details("backend_unavailable", { details: { reason } })["reason"]).toBe(expected);
  });
});
