import { describe, expect, it } from "vitest";
import { classifyRefusal } from "./refusal-class.ts";

function classOf(
  feature: string,
  more: { path?: string; reason?: string; value?: unknown; to?: string } = {},
) {
  const { path = "$", reason = "", value, to = "claude" } = more;
  const found = classifyRefusal({ feature, path, reason }, value, to);
  return `${found.class}: ${found.name}`;
}

describe("the class of a refusal", () => {
  it.each([
    ["tool_choice.tool", "contract: tool choice"],
    ["tool.computer_use", "contract: safety checks"],
    ["stop", "contract: stop sequences"],
    ["candidates", "contract: several answers"],
    ["logprobs", "contract: log probabilities"],
    ["output.strict", "contract: schema strictness"],
    ["audio.base64", "contract: audio"],
    ["audio.file", "foreign_id: file id"],
    ["reasoning.mode", "contract: required reasoning"],
    ["image.file", "foreign_id: file id"],
    ["tool.mcp.approval", "contract: consent to calls of an MCP server"],
    ["tool.mcp.authorization", "account_tool: credential for an MCP server"],
    ["tool.mcp.headers", "account_tool: credential for an MCP server"],
    ["tool.code_execution.kept", "foreign_id: kept container"],
    ["image.url", "media: image"],
    ["document.base64", "media: document"],
    ["video", "media: video"],
    ["document.citations", "other: document.citations"],
    ["seed", "other: seed"],
    ["crash", "other: crash"],
  ])("of %s is %s", (feature, expected) => {
    expect(classOf(feature)).toBe(expected);
  });

  it("of a vendor-run tool depends on whether the target's vendor has one too", () => {
    const path = "$.tools[0]";
    const search = { path, value: { type: "web_search_20250305", name: "web_search" } };
    expect(classOf("tool.server", { ...search, to: "codex" })).toBe("other: vendor-run tool: web_search");
    expect(classOf("tool.server", { ...search, to: "copilot" })).toBe(
      "contract: vendor-run tool: web_search",
    );
    const google = { path: "$.tools[0].googleSearch", value: {} };
    expect(classOf("tool.server", google)).toBe("other: vendor-run tool: googleSearch");
    const limited = { path, value: { type: "web_search", filters: { allowed_domains: ["a.example"] } } };
    expect(classOf("tool.server", { ...limited, to: "gemini" })).toBe(
      "contract: vendor-run tool: domain list",
    );
    const files = { path, value: { type: "file_search", vector_store_ids: ["v"] } };
    expect(classOf("tool.server", files)).toBe("account_tool: vendor-run tool: file_search");
    const bash = { path, value: { type: "bash_20250124", name: "bash" } };
    expect(classOf("tool.server", bash)).toBe("other: typed client tool: bash");
  });

  it("of what a vendor keeps for its caller is its own", () => {
    expect(classOf("previous", { path: "$.previous_response_id" })).toBe("foreign_id: kept response");
    expect(classOf("vendor", { path: "$.cachedContent" })).toBe("foreign_id: kept cache");
    expect(classOf("vendor", { path: "$.other" })).toBe("other: vendor");
    expect(classOf("opaque", { value: { type: "item_reference", id: "x" } })).toBe("foreign_id: kept item");
    expect(classOf("opaque", { value: { type: "computer_call" } })).toBe("contract: safety checks");
    expect(classOf("opaque", { value: { type: "mcp_call" } })).toBe("other: history: mcp_call");
  });

  it("of a lacking model follows the capability", () => {
    const lacks = (capability: string) => ({ reason: `openai/m lacks ${capability} (unsupported)` });
    expect(classOf("capability_unsupported", lacks("audio"))).toBe("contract: audio");
    expect(classOf("capability_unsupported", lacks("image_input"))).toBe("media: image");
    expect(classOf("capability_unsupported", lacks("json_mode"))).toBe("other: model lacks json_mode");
  });

  it("of output modalities follows the modality", () => {
    expect(classOf("modalities", { value: ["text", "audio"] })).toBe("contract: audio");
    expect(classOf("modalities", { value: ["TEXT", "IMAGE"] })).toBe("media: image in the answer");
  });
});
