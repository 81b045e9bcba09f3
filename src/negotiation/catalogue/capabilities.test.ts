import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wireCapabilities } from "../../contract/index.ts";
import { canonicalize, sha256Hex } from "../../lib/index.ts";
import { canonicalCapability, capabilities, capabilityIds, capabilityName } from "./capabilities.ts";

describe("the capabilities", () => {
  it("are those of the wire and three with limits or kinds", () => {
    expect(capabilityIds).toEqual([
      ...wireCapabilities,
      "context_window",
      "input_modality",
      "output_modality",
    ]);
  });

  it("are named as in the documents", () => {
    expect(
      ["tool_read", "mcp_client", "structured_output_json_schema", "top_p", "hooks_pre_tool_use"].map(
        capabilityName,
      ),
    ).toEqual(["ToolRead", "McpClient", "StructuredOutputJsonSchema", "TopP", "HooksPreToolUse"]);
    expect(capabilityName("made_up")).toBe("MadeUp");
  });

  it("have the names, descriptions and aliases that were reviewed: a changed table needs a new digest", () => {
    expect(sha256Hex(canonicalize(capabilities))).toBe(
      "a58767db9c305a3865a33183ad0e4945710c5ed65657c424632cc0bac79d9545",
    );
  });

  it("are found under their ids, names and aliases, and none under two", () => {
    for (const { id, name, aliases } of capabilities) {
      for (const spelling of [id, name, ...aliases])
        expect([spelling, canonicalCapability(spelling)]).toEqual([spelling, id]);
    }
  });

  it.each([
    ["toolCalling", "tool_use"],
    ["structuredOutput", "structured_output_json_schema"],
    ["multimodal", "input_modality"],
    ["reasoning", "extended_thinking"],
    ["contextWindow", "context_window"],
    ["promptCaching", "cache_control"],
    ["streaming", "streaming"],
    ["tools", "tool_use"],
    ["vision", "vision"],
    ["web_search", "tool_web_search"],
    ["code_execution", "code_execution"],
    ["structured_output", "structured_output_json_schema"],
    ["session_resume", "session_resume"],
    ["JSON Mode", "json_mode"],
    ["Web Search", "tool_web_search"],
    ["FunctionCalling", "function_calling"],
    ["image-input", "image_input"],
  ])("knows %s as %s", (name, id) => {
    expect(canonicalCapability(name)).toBe(id);
  });

  it.each(["", "_", "teleport", "__proto__", "constructor", "tool"])("does not know %j", (name) => {
    expect(canonicalCapability(name)).toBeUndefined();
  });

  it("are found whatever the case and separators", () => {
    const id = fc.constantFrom(...capabilityIds);
    const separator = fc.constantFrom("_", "-", " ", "");
    fc.assert(
      fc.property(id, separator, fc.boolean(), (name, between, upper) => {
        const spelled = name.replaceAll("_", between);
        expect(canonicalCapability(upper ? spelled.toUpperCase() : spelled)).toBe(name);
      }),
    );
  });
});
