import { describe, expect, it } from "vitest";
import type { EchoedSearch } from "../../dialects/index.ts";
import { EchoRunner } from "./echo-runner.ts";

const echo = { queriesOf: (input: string) => [`query of ${input}`] } as unknown as EchoedSearch;
const open = (maxUses?: number) =>
  new EchoRunner(echo, { kind: "web_search", ...(maxUses === undefined ? {} : { maxUses }) });

describe("the searches of a vendor that gets its arguments back", () => {
  it("are echoed, and stop counting as made above the limit", async () => {
    const runner = open(2);
    const call = (input: string) => ({ action: "search", queries: [`query of ${input}`] });
    const made = { isError: false, wasMade: true };
    expect(await runner.run("a")).toEqual({ text: "a", ...made, unit: { call: call("a"), results: [] } });
    expect(await runner.run("b")).toEqual({ text: "b", ...made, unit: { call: call("b"), results: [] } });
    expect(await runner.run("c")).toEqual({
      text: "c",
      isError: false,
      wasMade: false,
      unit: { call: call("c"), error: "max_uses_exceeded" },
    });
  });

  it.each([
    [undefined, 8],
    [3, 3],
    [20, 8],
    [0, 1],
  ])("have for %s uses the limit %i", (maxUses, limit) => {
    expect(open(maxUses).limit).toBe(limit);
  });
});
