import { expect, it } from "vitest";
import { acpFeatures } from "./acp/features.ts";
import { claudeFeatures } from "./claude/features.ts";
import { codexFeatures } from "./codex/features.ts";
import type { Features } from "./feature.ts";

/** How each feature is done, and the capability of the backend that it needs. */
const rowsOf = (features: Features) =>
  Object.entries(features).map(([name, { how, needs }]) =>
    needs === undefined ? `${name}: ${how}` : `${name}: ${how}, needs ${needs}`,
  );

it("the features of the Agent Client Protocol are done like this", () => {
  expect(rowsOf(acpFeatures)).toMatchInlineSnapshot(`
    [
      "session_new: native",
      "session_load: native, needs session_resume",
      "session_resume: native, needs session_resume",
      "session_list: refused",
      "prompt: native",
      "next_prompt: emulated, needs session_resume",
      "images: native, needs image_input",
      "embedded_context: native",
      "audio: refused",
      "updates: native",
      "permissions: native, needs hooks_pre_tool_use",
      "modes: emulated, needs hooks_pre_tool_use",
      "cancel: native",
      "mcp_servers: native, needs mcp_client",
      "files_and_terminals: disclosed",
    ]
  `);
});

it("the features of Claude Code are done like this", () => {
  expect(rowsOf(claudeFeatures)).toMatchInlineSnapshot(`
    [
      "messages: native",
      "partial_messages: native, needs streaming",
      "streaming_input: emulated, needs session_resume",
      "steering: emulated",
      "permission_callback: native, needs hooks_pre_tool_use",
      "updated_input: refused",
      "permission_modes: emulated, needs hooks_pre_tool_use",
      "auto_mode: disclosed",
      "permission_rules: emulated, needs hooks_pre_tool_use",
      "scoped_rules: emulated, needs hooks_pre_tool_use",
      "scoped_allow: disclosed",
      "scoped_deny: refused",
      "permission_tool: refused",
      "pre_tool_hooks: native, needs hooks_pre_tool_use",
      "other_hooks: disclosed",
      "interrupt: native",
      "resume: native, needs session_resume",
      "fork: native, needs session_fork",
      "resume_at: refused",
      "structured_output: native, needs structured_output_json_schema",
      "mcp_servers: native, needs mcp_client",
      "mcp_sdk_servers: emulated, needs mcp_client",
      "mcp_sdk_text: refused",
      "mcp_sse_servers: refused",
      "images: native, needs image_input",
      "other_content: refused",
      "model: native",
      "limits: native",
      "system_prompt: emulated",
      "model_settings: disclosed",
      "agents: disclosed",
      "settings: disclosed",
      "managed_settings: refused",
      "directories: disclosed",
      "control_requests: refused",
      "diagnostics: disclosed",
    ]
  `);
});

it("the features of Codex are done like this", () => {
  expect(rowsOf(codexFeatures)).toMatchInlineSnapshot(`
    [
      "events: native",
      "items: native",
      "other_tools: emulated",
      "resume: native, needs session_resume",
      "structured_output: native, needs structured_output_json_schema",
      "images: native, needs image_input",
      "mcp_servers: native, needs mcp_client",
      "model: native",
      "directory: native",
      "cancel: native",
      "read_only: native",
      "workspace_write: native",
      "full_access: disclosed",
      "network: disclosed",
      "web_search: emulated",
      "approval_policy: native",
      "model_settings: disclosed",
      "directories: disclosed",
      "other_settings: disclosed",
    ]
  `);
});

it("every feature has a title and words about it", () => {
  for (const features of [acpFeatures, claudeFeatures, codexFeatures] as Features[])
    for (const [name, { title, words }] of Object.entries(features))
      expect([name, title.length > 0, /\w+ \w+ \w+/.test(words)]).toEqual([name, true, true]);
});
