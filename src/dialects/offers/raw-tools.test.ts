import { expect, test } from "vitest";
import { findDialect } from "../registry/lookup.ts";
import { listToolsWithin } from "./raw-tools.ts";

const offersOf = (dialect: string, value: unknown) =>
  listToolsWithin(value, findDialect(dialect).toolMembers);
const namesOf = (dialect: string, value: unknown) =>
  offersOf(dialect, value).tools.map(
    ({ name, server, where }) => `${server === undefined ? "" : `${server}: `}${name} ${where}`,
  );

test.each([
  ["claude", { a: [{ tools: [{ name: "Bash", input_schema: {} }] }] }, ["Bash $.a[0].tools[0]"]],
  ["openai", { tools: [{ type: "function", function: { name: "Bash" } }] }, ["Bash $.tools[0]"]],
  ["openai", { tools: [{ type: "custom", custom: { name: "p" } }] }, ["p $.tools[0]"]],
  ["openai", { functions: [{ name: "Bash" }] }, ["Bash $.functions[0]"]],
  [
    "codex",
    { items: [{ type: "additional_tools", tools: [{ type: "function", name: "Bash" }] }] },
    ["Bash $.items[0].tools[0]"],
  ],
  [
    "codex",
    { tools: [{ type: "namespace", name: "hub", tools: [{ type: "function", name: "x" }] }] },
    ["hub__x $.tools[0].tools[0]"],
  ],
  ["codex", { tools: [{ type: "web_search_2025_08_26" }] }, ["web_search $.tools[0]"]],
  ["codex", { tools: [{ type: "mcp", server_label: "hub" }] }, ["hub: * $.tools[0]"]],
  [
    "claude",
    { params: { mcp_servers: [{ name: "hub" }, 1] } },
    ["hub: * $.params.mcp_servers[0]", ": * $.params.mcp_servers[1]"],
  ],
  [
    "gemini",
    { tools: { google_search: {}, codeExecution: {} } },
    ["googleSearch $.tools[0]", "codeExecution $.tools[0]"],
  ],
  [
    "gemini",
    { tools: [{ functionDeclarations: [{ name: "Bash" }], googleSearch: null }] },
    ["Bash $.tools[0][0]"],
  ],
  ["codex", { tools: ["Bash", 1] }, ["Bash $.tools[0]", " $.tools[1]"]],
  ["codex", { metadata: { tools: [{ name: "Bash" }] }, parameters: { tools: [{ name: "x" }] } }, []],
  ["codex", "tools", []],
])("%s: the tools within %j are %j", (dialect, value, names) => {
  expect(namesOf(dialect, value)).toEqual(names);
});

test.each([
  ["codex", { session: { prompt: { id: "pmpt_1" } } }, "prompt"],
  ["codex", { prompt: "a picture" }, undefined],
  ["codex", { prompt: null }, undefined],
  ["gemini", { a: { cached_content: "cachedContents/1" } }, "cached_content"],
  ["openai", { input_file_id: "file-1" }, "input_file_id"],
  ["gemini", { fileName: "files/1" }, "fileName"],
])("%s: %j hides tools behind %s", (dialect, value, hidden) => {
  expect(offersOf(dialect, value).hidden).toBe(hidden);
});
