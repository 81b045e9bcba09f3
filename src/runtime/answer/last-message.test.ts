import { expect, it } from "vitest";
import type { AgentEvent } from "../../contract/index.ts";
import { LastMessage } from "./last-message.ts";

const event = (type: string, text?: string) =>
  ({ ts: "", type, text, tool_name: "t" }) as unknown as AgentEvent;

it("the last message wins, and deltas count until a message or a tool call follows", () => {
  const last = new LastMessage();
  expect(last.text).toBe("");
  last.add(event("assistant_delta", "a"));
  last.add(event("assistant_delta", "b"));
  expect(last.text).toBe("ab");
  last.add(event("assistant_message", "abc"));
  expect(last.text).toBe("abc");
  last.add(event("assistant_delta", "x"));
  last.add(event("tool_call"));
  expect(last.text).toBe("abc");
  last.add(event("assistant_delta", "end"));
  expect(last.text).toBe("end");
});

it("an endless answer is not kept whole", () => {
  const last = new LastMessage();
  for (let count = 0; count < 5; count += 1) last.add(event("assistant_delta", "x".repeat(1024 * 1024)));
  expect(last.text.length).toBeLessThanOrEqual(2 * 1024 * 1024);
});
