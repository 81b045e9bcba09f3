import { expect, it } from "vitest";
import { addUsage, type Usage } from "./usage.ts";

it.each<[Partial<Usage>, Partial<Usage>, Partial<Usage>]>([
  [{}, {}, {}],
  [{ input_tokens: 1 }, { output_tokens: 2 }, { input_tokens: 1, output_tokens: 2 }],
  [{ input_tokens: 1 }, { input_tokens: 2 }, { input_tokens: 3 }],
  [{ input_tokens: null }, { input_tokens: 2 }, { input_tokens: 2 }],
  [{ input_tokens: 1 }, { input_tokens: null }, { input_tokens: 1 }],
  [{}, { input_tokens: null }, { input_tokens: null }],
  [{ estimated_cost_usd: 0.1 }, { estimated_cost_usd: 0.2 }, { estimated_cost_usd: 0.3 }],
  [{ estimated_cost_usd: 1.5 }, { estimated_cost_usd: 1.5 }, { estimated_cost_usd: 3 }],
  [{ estimated_cost_usd: 1e-12 }, { estimated_cost_usd: 2e-12 }, { estimated_cost_usd: 3e-12 }],
  [
    { server_tools: { web_search: 1, fetch: 2 } },
    { server_tools: { web_search: 3, code: 4 } },
    { server_tools: { web_search: 4, fetch: 2, code: 4 } },
  ],
  [{}, { server_tools: { web_search: 1 } }, { server_tools: { web_search: 1 } }],
  [{ server_tools: { web_search: 1 } }, {}, { server_tools: { web_search: 1 } }],
])("the usage %j and then %j is %j", (first, next, expected) => {
  const before = structuredClone([first, next]);
  expect(addUsage(first, next)).toEqual(expected);
  expect([first, next]).toEqual(before);
});

it("a member that is neither a count nor a table is that of the first side that has it", () => {
  const sum = (first: unknown, next: unknown) =>
    addUsage({ note: first } as Partial<Usage>, { note: next } as Partial<Usage>);
  expect(sum("a", "b")).toEqual({ note: "a" });
  expect(sum(null, "b")).toEqual({ note: "b" });
  expect(sum("a", ["b"])).toEqual({ note: "a" });
  expect(sum("a", 1)).toEqual({ note: 1 });
  expect(sum(["a"], { b: 1 })).toEqual({ note: { b: 1 } });
  expect(sum(null, { b: 1 })).toEqual({ note: { b: 1 } });
  expect(sum("a", { b: 1 })).toEqual({ note: { b: 1 } });
});
