import { expect, it } from "vitest";
import { readMode } from "./permission-mode.ts";
import { readSettingsRules } from "./settings-rules.ts";

const none = { allowed: [], denied: [], asked: [], mode: undefined, hasMore: false };

it.each<[object, object]>([
  [{}, {}],
  [{ permissions: {} }, {}],
  [
    { permissions: { allow: ["A"], deny: ["B", "C"], ask: ["D"], defaultMode: "plan" } },
    { allowed: ["A"], denied: ["B", "C"], asked: ["D"], mode: "plan" },
  ],
  [{ permissions: { defaultMode: 1 } }, { mode: "1" }],
  [{ permissions: { additionalDirectories: [] } }, { hasMore: true }],
  [{ model: "m" }, { hasMore: true }],
])("the settings %j have the rules %j", (settings, rules) => {
  expect(readSettingsRules(JSON.stringify(settings))).toEqual({ ...none, ...rules });
});

it.each([
  ["[]", "--settings is not a JSON object"],
  ["{", "--settings is not a JSON object"],
  ['{"permissions":[]}', "`permissions` of --settings is not an object"],
  ['{"permissions":{"allow":"A"}}', "`permissions.allow` of --settings is not a list of rules"],
  ['{"permissions":{"deny":["A",1]}}', "`permissions.deny` of --settings is not a list of rules"],
  ['{"permissions":{"ask":{}}}', "`permissions.ask` of --settings is not a list of rules"],
])("the settings %s are refused", (text, message) => {
  expect(() => readSettingsRules(text)).toThrow(expect.objectContaining({ code: "usage_invalid", message }));
});

it("a mode is one of Claude Code, which is the default one unless it is given", () => {
  const modes = ["default", "acceptEdits", "plan", "dontAsk", "bypassPermissions", "auto"];
  expect(modes.map(readMode)).toEqual(modes);
  expect(readMode(undefined)).toBe("default");
  for (const [mode, shown] of [
    ["Plan", '"Plan"'],
    [null, "null"],
    ["", '""'],
  ])
    expect(() => readMode(mode)).toThrow(
      expect.objectContaining({
        code: "usage_invalid",
        message: `${shown} is not a permission mode; there are: ${modes.join(", ")}`,
      }),
    );
});
