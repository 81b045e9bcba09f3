import { expect, it } from "vitest";
import { renderUnit } from "./rendering.ts";

const output = "[Output of the code]";
const answered = "[a tool of Google answered]";

it.each([
  ["executableCode", { code: "x", language: "PYTHON" }, "[Code that was run]\n```python\nx\n```"],
  ["executableCode", { code: "x", language: "C99" }, "[Code that was run]\n```\nx\n```"],
  ["executableCode", { code: "x", language: "_A" }, "[Code that was run]\n```\nx\n```"],
  ["executableCode", { code: 1, language: 2 }, "[Code that was run]\n```\n\n```"],
  ["codeExecutionResult", { outcome: "x", output: "a" }, `${output}\na\n[It failed: x]`],
  ["codeExecutionResult", { output: "a" }, `${output}\na`],
  ["codeExecutionResult", { output: "a", outcome: "OUTCOME_OK" }, `${output}\na`],
  ["codeExecutionResult", { outcome: "OUTCOME_FAILED" }, `${output}\n[It failed: OUTCOME_FAILED]`],
  ["toolCall", { toolType: "SEARCH", tool_type: "OTHER", args: { a: 1 } }, '[Call of SEARCH: {"a":1}]'],
  ["toolCall", { tool_type: "MAPS" }, "[Call of MAPS: {}]"],
  ["toolCall", { toolType: 1 }, "[Call of a tool of Google: {}]"],
  [
    "toolResponse",
    { toolType: "MAPS", response: { result: [{ text: " a" }, { text: "b " }] } },
    "[MAPS answered]\na\nb",
  ],
  ["toolResponse", { response: { result: [{ text: "a" }] } }, `${answered}\na`],
  ["toolResponse", { response: { result: [] } }, `${answered}\n{"result":[]}`],
  ["toolResponse", { response: { result: "x" } }, `${answered}\n{"result":"x"}`],
  [
    "toolResponse",
    { response: { result: [{ text: "a" }, null] } },
    `${answered}\n{"result":[{"text":"a"},null]}`,
  ],
  ["toolResponse", { response: "x" }, `${answered}\n"x"`],
  ["toolResponse", {}, `${answered}\n{}`],
  ["inlineData", { code: "x", output: "a" }, undefined],
  ["executableCode", "x", undefined],
  ["toolCall", null, undefined],
])("the text of a %s with %j is %j", (kind, part, text) => {
  expect(renderUnit(kind, { [kind]: part })).toBe(text);
});
