import { expect, it } from "vitest";
import type { Conversation } from "../../../contract/index.ts";
import { applying } from "../fixtures/applying.ts";
import { idleChoice } from "./idle-choice.ts";

const limits = { choice: { withoutTools: "rejected" as const } };
const apply = (parts: Partial<Conversation>, known: Parameters<typeof applying>[2] = limits) =>
  applying(idleChoice, parts, known);

it("leaves out a choice and a switch that mean nothing without tools", () => {
  const { after, notes } = apply({ toolChoice: { mode: "auto" }, parallelToolCalls: true });
  expect(after).not.toHaveProperty("toolChoice");
  expect(after).not.toHaveProperty("parallelToolCalls");
  expect(notes.map(({ feature, disposition }) => [feature, disposition])).toEqual([
    ["parallel_tool_calls", "mapped"],
    ["tool_choice.auto", "mapped"],
  ]);
});

it.each(["required", "tool"] as const)("refuses the choice %s without tools", (mode) => {
  expect(apply({ toolChoice: { mode } }).notes).toMatchObject([{ disposition: "refused" }]);
});

it("changes nothing beside tools, or if no limit is known", () => {
  const tools: Conversation["tools"] = [{ kind: "function", name: "f", parameters: {} }];
  for (const { before, after } of [
    apply({ toolChoice: { mode: "auto" }, tools }),
    apply({ toolChoice: { mode: "auto" } }, {}),
    apply({}),
  ])
    expect(after).toBe(before);
});
