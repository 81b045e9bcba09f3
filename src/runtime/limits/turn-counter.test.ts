import { expect, it } from "vitest";
import type { AgentEvent } from "../../contract/index.ts";
import { TurnCounter } from "./turn-counter.ts";

it.each([
  ["", 0],
  ["warning tool_result", 0],
  ["assistant_delta", 1],
  ["assistant_message", 1],
  ["tool_call", 1],
  ["assistant_delta assistant_message tool_call tool_call", 1],
  ["tool_call tool_result tool_result", 1],
  ["tool_call tool_result assistant_delta", 2],
  ["tool_call warning assistant_message", 1],
  ["assistant_message end assistant_message end end", 2],
])("the events %j are %d turns", (events, turns) => {
  const counter = new TurnCounter();
  for (const type of events.split(" ")) {
    if (type === "end") counter.end();
    else counter.observe({ type: type as AgentEvent["type"] });
  }
  expect(counter.turns).toBe(turns);
});
