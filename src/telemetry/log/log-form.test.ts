import { expect, test } from "vitest";
import { chooseLogForm } from "./log-form.ts";

test.each([
  ["auto", true, "text"],
  ["auto", false, "json"],
  ["json", true, "json"],
  ["text", false, "text"],
] as const)("the setting %s with a terminal: %s gives %s", (setting, isTerminal, form) => {
  expect(chooseLogForm(setting, isTerminal)).toBe(form);
});
