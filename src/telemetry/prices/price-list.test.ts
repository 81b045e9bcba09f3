import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { AbpError } from "../../contract/index.ts";
import { openPrices } from "./price-list.ts";

const at = new Date("2026-06-01T12:00:00Z");

describe("the price list", () => {
  test("an exact name goes before patterns, and a pattern before those that follow it", () => {
    const list = openPrices({
      "claude-*": { input: 1, output: 1 },
      "*": { input: 2, output: 2 },
      "claude-x": { input: 3, output: 3 },
    });
    const named = (model: string): string | undefined => list.ratesOf("any", model, at)?.pricedAs;
    expect(named("claude-x")).toBe('prices."claude-x"');
    expect(named("claude-y")).toBe('prices."claude-*"');
    expect(named("vendor/other")).toBe('prices."*"');
  });

  test("the user's price goes before the list's, and tokens of the cache cost as the prompt without a price", () => {
    const rates = openPrices({ "gpt-5": { input: 7, output: 9 } }).ratesOf("openai", "gpt-5", at);
    expect(rates).toMatchObject({ input: 7e-6, output: 9e-6, cacheRead: 7e-6, cacheWrite: 7e-6 });
  });

  test("a pattern that is no glob is an error of the configuration", () => {
    expect(() => openPrices({ "a[": { input: 1, output: 1 } })).toThrow(AbpError);
    expect(() => openPrices({ "a[": { input: 1, output: 1 } })).toThrow(/`prices."a\["` is not a glob/);
  });

  test("a price that changes with time is taken for the time of the call, also when it was seen before", () => {
    const list = openPrices();
    const before = list.ratesOf("openai", "o3", new Date("2025-06-09T12:00:00Z"));
    const after = list.ratesOf("openai", "o3", new Date("2025-06-11T12:00:00Z"));
    const again = list.ratesOf("openai", "o3", new Date("2025-06-09T12:00:00Z"));
    expect(before?.input).toBe(1e-5);
    expect(after?.input).toBe(2e-6);
    expect(again?.input).toBe(1e-5);
  });

  test("a model is looked up once", () => {
    const list = openPrices();
    const first = list.ratesOf("anthropic", "claude-opus-4-1", at);
    expect(list.ratesOf("anthropic", "claude-opus-4-1", new Date())).toBe(first);
  });

  test("many names made up by callers do not fill the memory, and known ones are still found", () => {
    const list = openPrices({ m: { input: 1, output: 1 } });
    for (let index = 0; index < 5000; index += 1) list.ratesOf("nobody", `model-${index}`, at);
    expect(list.ratesOf("nobody", "m", at)?.input).toBe(1e-6);
  });

  test("opening it loads no price data", () => {
    const script = `
      const { openPrices } = await import(${JSON.stringify(new URL("./index.ts", import.meta.url).href)});
      const { createRequire } = await import("node:module");
      const loaded = () => Object.keys(createRequire(import.meta.url).cache).some((path) => path.includes("genai-prices"));
      const list = openPrices({});
      const before = loaded();
      list.load();
      process.stdout.write(JSON.stringify([before, loaded()]));`;
    const output = execFileSync(process.execPath, ["--input-type=module", "-e", script], {
      encoding: "utf8",
    });
    expect(JSON.parse(output)).toEqual([false, true]);
  });
});
