import { describe, expect, it } from "vitest";
import { checkList } from "./check-list.ts";

describe("the list of rules", () => {
  it("names each rule once, with a short title and an advice", () => {
    expect(new Set(checkList.map(({ id }) => id)).size).toBe(checkList.length);
    for (const { id, title, advice } of checkList) {
      expect(id).toMatch(/^[a-z]+(\.[a-z0-9_]+)?$/);
      expect([title.length > 8 && title.length <= 40, advice.endsWith(".")]).toEqual([true, true]);
    }
  });

  it("requires every rule but those that older sidecars break", () => {
    expect(checkList.filter(({ isRequired }) => !isRequired).map(({ id }) => id)).toEqual([
      "hello.capabilities",
      "events.timestamp",
      "receipt.ids",
      "ping.busy",
      "cancel",
      "run.one_at_a_time",
      "eof.finishes",
      "exit.code",
      "stderr.volume",
    ]);
  });
});
