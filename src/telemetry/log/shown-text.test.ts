import { describe, expect, test } from "vitest";
import { REDACTED } from "../../lib/index.ts";
import { openShownTexts } from "./shown-text.ts";

describe("texts for the log", () => {
  test("keep names as they are", () => {
    const show = openShownTexts([]);
    for (const text of ["claude-sonnet-4-5", "accounts/x/models/y", "messages[0].content", "", "größe"])
      expect(show(text)).toBe(text);
  });

  test("hide known secrets and texts that have the form of one, the second time as well", () => {
    const show = openShownTexts(["canary-7f3k9"]);
    for (let time = 0; time < 2; time++) {
      expect(show("model canary-7f3k9 x")).toBe(`model ${REDACTED} x`);
      expect(show("sk-ant-abcdefghijk")).toBe(REDACTED);
    }
  });

  test("have no control characters, line separators or text direction marks", () => {
    const show = openShownTexts([]);
    expect(show("a\r\nb\u001b[31mc\u0085d\u2028e\u202ef\u2066g")).toBe("a b [31mc d e f g");
  });

  test("are replaced by their length when they are long, so that no cut secret is shown", () => {
    const show = openShownTexts(["canary-7f3k9"]);
    expect(show("a".repeat(256))).toBe("a".repeat(256));
    expect(show("a".repeat(257))).toBe("[257 characters]");
    expect(show(`${"a".repeat(250)}canary-7f3k9`)).toBe("[262 characters]");
  });

  test("stay right when there are more of them than the cache holds", () => {
    const show = openShownTexts(["canary-7f3k9"]);
    for (let index = 0; index < 3000; index++) expect(show(`model-${index}`)).toBe(`model-${index}`);
    expect(show("model-0")).toBe("model-0");
    expect(show("canary-7f3k9")).toBe(REDACTED);
  });
});
