import { expect, it } from "vitest";
import { wrongEchoes } from "./echoes.ts";

const tools = [{ type: "function", name: "f", parameters: {} }];
const request = { temperature: 0.5, tool_choice: "none", text: { format: { type: "text" } }, tools };
const response = { object: "response", ...request, tools: [{ ...tools[0], strict: true }], top_p: 1 };

it("finds what an answer does not repeat", () => {
  expect(wrongEchoes("codex", response, request)).toEqual([]);
  expect(wrongEchoes("codex", { type: "response.created", response }, request)).toEqual([]);
  expect(wrongEchoes("codex", { type: "response.output_text.delta" }, request)).toEqual([]);
  expect(wrongEchoes("codex", { ...response, tool_choice: "auto", tools: [] }, request)).toEqual([
    "$.tool_choice: not what was asked for",
    "$.tools: not the tools that were offered",
  ]);
  expect(wrongEchoes("codex", { ...response, text: {}, tools: [{ name: "g" }] }, request)).toEqual([
    "$.tools[0]: not the tool that was offered",
    "$.text: not what was asked for",
  ]);
  expect(wrongEchoes("claude", {}, request)).toEqual([]);
});
