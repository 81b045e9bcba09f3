import { expect, it } from "vitest";
import { isOrderly, sentCode } from "./close-code.ts";

it("sends on every code that may be sent, and none that stands for a missing one", () => {
  for (const code of [1000, 1001, 1008, 1009, 1011, 1014, 3000, 4999]) expect(sentCode(code)).toBe(code);
  for (const code of [0, 999, 1004, 1005, 1006, 1015, 2999, 5000]) expect(sentCode(code)).toBeUndefined();
});

it("tells an orderly end from an error", () => {
  for (const code of [1000, 1001, 1005, 3000, 4001]) expect(isOrderly(code)).toBe(true);
  for (const code of [1002, 1006, 1008, 1011]) expect(isOrderly(code)).toBe(false);
});
