import { expect, it } from "vitest";
import type { Tool } from "../../../contract/index.ts";
import { findDialect } from "../../registry/lookup.ts";
import { translateRequest } from "../../translate/request.ts";
import { applying } from "../fixtures/applying.ts";
import { toolCount } from "./tool-count.ts";

const tools = (count: number): Tool[] =>
  Array.from({ length: count }, (_, index) => ({ kind: "function", name: `t${index}`, parameters: {} }));

it("takes as many tools as the target takes", () => {
  const limits = { toolNames: { count: 3 } };
  expect(applying(toolCount, { tools: tools(3) }, limits).notes).toEqual([]);
  expect(applying(toolCount, { tools: tools(300) }, {}).notes).toEqual([]);
  const { before, after, notes } = applying(toolCount, { tools: tools(4) }, limits);
  expect(after).toBe(before);
  expect(notes).toMatchObject([{ disposition: "refused", node: before.tools[3] }]);
});

it("refuses the request, with the number of tools in the message", () => {
  const body = {
    model: "m",
    max_tokens: 9,
    messages: [{ role: "user", content: "hi" }],
    tools: tools(4).map(({ name }) => ({ name, input_schema: { type: "object" } })),
  };
  const limits = { toolNames: { count: 3 } };
  expect(() => translateRequest(findDialect("claude"), findDialect("openai"), body, { limits })).toThrow(
    /4 tools and the target takes 3/,
  );
});
