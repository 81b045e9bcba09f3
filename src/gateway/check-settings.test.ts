import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { type Config, ConfigSchema } from "../config/index.ts";
import { settingIssuesOf } from "../contract/index.ts";
import { checkSettings } from "./check-settings.ts";

/** The places of what is wrong with a configuration. */
function wrongIn(settings: z.input<typeof ConfigSchema>, change: (config: Config) => void = () => undefined) {
  const config = ConfigSchema.parse(settings) as Config;
  // What the schema refuses, too.
  change(config);
  try {
    checkSettings(config, { env: {} });
    return [];
  } catch (error) {
    return settingIssuesOf(error).map(({ key }) => key);
  }
}

const token = "0123456789abcdef";
const sim = { preset: "sim" } as const;

describe("the check of a configuration", () => {
  it("finds nothing wrong with an empty one, or with one that is whole", () => {
    expect(wrongIn({})).toEqual([]);
    const whole = {
      engines: { a: sim },
      routes: { r: { models: ["*"], engine: "a" } },
      default_engine: "a",
      keys: { k: { token, policy: { allowed_models: ["m"] } } },
    };
    expect(wrongIn(whole)).toEqual([]);
  });

  it.each<[string, z.input<typeof ConfigSchema>, string[]]>([
    ["an engine without an address", { engines: { a: { dialect: "openai" } } }, ["engines.a.base_url"]],
    ["a route to nobody", { routes: { r: { models: ["*"], engine: "b" } } }, ["routes.r.engine"]],
    ["a default engine that is missing", { default_engine: "b" }, ["default_engine"]],
    ["a key without a token", { keys: { k: {} } }, ["keys.k"]],
    [
      "a search without a key",
      { tools: { web_search: { provider: "tavily" } } },
      ["tools.web_search.api_key"],
    ],
    ["prices for no glob", { prices: { "a[": { input: 1, output: 1 } } }, ['prices."a["']],
    ["a short token", { keys: { k: { token: "short" } } }, ["keys.k.token"]],
  ])("finds %s", (_, settings, places) => {
    expect(wrongIn(settings)).toEqual(places);
  });

  it("finds patterns of keys and routes that do not compile", () => {
    const settings = {
      engines: { a: sim },
      routes: { r: { models: ["*"], engine: "a", policy: {} } },
      keys: { k: { token, policy: {} } },
    };
    expect(
      wrongIn(settings, ({ keys }) => Object.assign(keys["k"]!.policy!, { allowed_models: ["[a"] })),
    ).toEqual(["keys.k.policy.allowed_models[0]"]);
    expect(
      wrongIn(settings, ({ routes }) => Object.assign(routes["r"]!.policy!, { allowed_tools: ["{"] })),
    ).toEqual(["routes.r.policy.allowed_tools[0]"]);
  });

  it("finds everything at once", () => {
    const settings: z.input<typeof ConfigSchema> = {
      engines: { a: { dialect: "openai" } },
      routes: { r: { models: ["*"], engine: "b" } },
      keys: { k: { token, policy: {} }, l: {} },
    };
    const found = wrongIn(settings, ({ keys }) =>
      Object.assign(keys["k"]!.policy!, { allowed_models: ["[a"] }),
    );
    expect(found.toSorted()).toEqual([
      "engines.a.base_url",
      "keys.k.policy.allowed_models[0]",
      "keys.l",
      "routes.r.engine",
    ]);
  });

  it("needs no key of an engine in the environment", () => {
    expect(wrongIn({ engines: { a: { preset: "openai" } } })).toEqual([]);
  });
});
