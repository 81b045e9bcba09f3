import { describe, expect, it } from "vitest";
import { countClasses, exceedsLimit, measurePair, valueAt } from "./measurement.ts";
import type { RefusedPart } from "./refusal-class.ts";
import { renderRefusals } from "./table.ts";

const target = { dialect: "claude", provider: "anthropic", model: "m" };
const part = (feature: string): RefusedPart => ({ feature, path: "$.x", reason: "r" });

function measure(refused: readonly (readonly string[])[]) {
  const requests = refused.map((_, index) => ({
    name: `recording ${index}`,
    body: {},
    model: undefined,
    stream: undefined,
  }));
  return measurePair("openai", target, requests, (_, __, { name }) =>
    refused[Number(name.split(" ")[1])]!.map(part),
  );
}

describe("the measurement of a pair", () => {
  it("counts each refused request once, in its gravest class", () => {
    const pair = measure([[], ["stop"], ["stop", "seed"], ["image.url", "stop"]]);
    expect(countClasses(pair)).toEqual({ contract: 1, media: 1, foreign_id: 0, account_tool: 0, other: 1 });
  });

  it("allows one request in a hundred to be refused for other reasons", () => {
    const accepted: string[][] = Array.from({ length: 99 }, () => []);
    expect(exceedsLimit(measure([...accepted, ["seed"]]))).toBe(false);
    expect(exceedsLimit(measure([...accepted.slice(1), ["seed"]]))).toBe(true);
    expect(exceedsLimit(measure([["stop"]]))).toBe(false);
  });

  it("finds values by their path", () => {
    const body = { tools: [{ a: 1 }, { googleSearch: { b: 2 } }] };
    expect(valueAt(body, "$.tools[1].googleSearch")).toEqual({ b: 2 });
    expect(valueAt(body, "$.tools[5].x.y")).toBeUndefined();
    expect(valueAt(body, "$")).toBe(body);
  });
});

describe("the table of refusals", () => {
  it("shows both columns, the reasons, and the requests that no class allows", () => {
    const text = renderRefusals({
      before: [measure([["seed"], ["seed"]])],
      now: [measure([["stop"], ["seed"]])],
    });
    expect(text).toContain("2 (100.0 %)");
    expect(text).toMatch(/contract\s+stop sequences\s+0\s+1/);
    expect(text).toMatch(/other\s+seed\s+2\s+1/);
    expect(text).toContain("openai to claude: seed at $.x in recording 1: r");
    expect(text).toContain("over 1 % other");
  });

  it("leaves the column out if no earlier commit is named", () => {
    expect(renderRefusals({ before: undefined, now: [measure([[]])] })).not.toContain("before");
  });
});
