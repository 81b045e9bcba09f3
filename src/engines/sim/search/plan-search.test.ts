import { expect, it } from "vitest";
import { saying } from "../fixtures/calling.ts";
import { planSearch } from "./index.ts";

const searchTool = { type: "web_search_20250305", name: "web_search" };
const only = { tools: [searchTool] };
const among = { tools: [searchTool, { name: "other", input_schema: { type: "object" } }] };
const forced = { ...among, tool_choice: { type: "tool", name: "web_search" } };
const facts = { dialect: "claude", digest: "d".repeat(40), created: 5 };

const i = (query: string) => `[simulated] I searched for ${JSON.stringify(query)}.`;

it.each<[body: unknown, said: string, queries: string[] | undefined, text?: string]>([
  // Nothing else can be called.
  [only, "cats", ["cats"], i("cats")],
  [only, "  Perform a web search for the Query:  cats & dogs ", ["cats & dogs"], i("cats & dogs")],
  [only, "query: cats\nand dogs", ["cats"], i("cats")],
  [only, "q".repeat(201), ["q".repeat(200)], i("q".repeat(200))],
  [only, "", [""], i("")],
  [forced, "cats", ["cats"], i("cats")],
  // A directive decides.
  [only, "sim: say Hi", undefined],
  [forced, "sim: say Hi", undefined],
  [only, "sim: search cats\nsim: search dogs", ["cats", "dogs"], i("cats")],
  [among, "sim: search cats\nsim: say Hi", ["cats"], "Hi"],
  [among, "sim: say Hi", undefined],
  [among, "cats", undefined],
  // No search is offered.
  [{ ...only, tools: [] }, "sim: search cats", undefined],
  [[], "sim: search cats", undefined],
  ["{}", "sim: search cats", undefined],
])("a search of %.120j that says %.60j is for %.60j", (body, said, queries, text) => {
  const plan = planSearch(body, saying(said), facts);
  expect(plan?.answer.searches.map(({ query }) => query)).toEqual(queries);
  expect(plan?.answer.segments[0]).toEqual(queries && { text, source: undefined });
});

it.each<[dialect: string, body: object, isPlanned: boolean]>([
  ["claude", only, true],
  ["codex", { tools: [{ type: "web_search" }] }, true],
  ["gemini", { tools: [{ googleSearch: {} }] }, true],
  ["openai", { web_search_options: {} }, true],
  ["kimi", { tools: [{ type: "builtin_function", function: { name: "$web_search" } }] }, true],
  ["copilot", { web_search_options: {} }, false],
])("a search at %s with %j is planned: %j, unless the caller forbids tools", (dialect, body, isPlanned) => {
  const plan = planSearch(body, saying("cats"), { ...facts, dialect });
  expect(plan?.answer).toEqual(
    isPlanned
      ? expect.objectContaining({ request: body, model: saying("").model, created: 5, id: "d".repeat(24) })
      : undefined,
  );
  for (const mode of ["auto", "none"] as const) {
    const chosen = planSearch(body, { ...saying("cats"), toolChoice: { mode } }, { ...facts, dialect });
    expect([mode, chosen !== undefined]).toEqual([mode, isPlanned && mode === "auto"]);
  }
});
