import { expect, it } from "vitest";
import { steerByLines } from "./steering.ts";

it("each line that is typed is a message for the agent, and blank ones are none", () => {
  const told: string[] = [];
  let type: ((line: string) => void) | undefined;
  const lines = (listener: (line: string) => void) => {
    type = listener;
    return () => {
      type = undefined;
    };
  };
  const run = { steer: (text: string) => text !== "late" && told.push(`steer ${text}`) > 0 };
  const stop = steerByLines(lines, run, { note: (label, text) => void told.push(`${label} ${text}`) });
  for (const line of ["", "  use tabs ", "late", "a\u001bb"]) type?.(line);
  expect(told).toEqual([
    "steer use tabs",
    "note the agent gets: use tabs",
    "warning the agent takes no message now",
    "steer a\u001bb",
    "note the agent gets: a\\u{1b}b",
  ]);
  stop();
  expect(type).toBe(undefined);
  steerByLines(undefined, run, { note: () => undefined })();
});
