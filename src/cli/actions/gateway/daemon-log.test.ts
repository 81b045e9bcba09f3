import { describe, expect, it } from "vitest";
import { type Config, ConfigSchema } from "../../../config/index.ts";
import { presets } from "../../../models/presets/index.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { daemonLogSettings } from "./daemon-log.ts";

describe("the settings of the log", () => {
  const settingsOf = (
    config: object,
    env: Record<string, string> = {},
    hasTerminal = false,
    hasColour = false,
  ) =>
    daemonLogSettings(
      {
        host: { env, isTerminal: { out: !hasTerminal, error: hasTerminal } },
        colors: { isColorSupported: hasColour },
      } as unknown as Terminal,
      ConfigSchema.parse(config) as Config,
    );

  it.each([
    ["auto", true, true, { form: "text", colour: true }],
    ["auto", true, false, { form: "text", colour: false }],
    ["auto", false, true, { form: "json", colour: false }],
    ["json", true, true, { form: "json", colour: false }],
    ["text", true, true, { form: "text", colour: true }],
    ["text", false, true, { form: "text", colour: false }],
  ])(
    "with the form %s, a terminal: %s and colours: %s are %j",
    (log_format, hasTerminal, hasColour, shown) => {
      expect(settingsOf({ log_format, log_level: "debug" }, {}, hasTerminal, hasColour)).toEqual({
        ...shown,
        level: "debug",
        secrets: [],
      });
    },
  );

  it("have every key of engines, callers, vendors and the search as a secret, each once", () => {
    const variables = [...new Set(presets.flatMap(({ keyVariables }) => keyVariables))];
    expect(variables).toContain("OPENAI_API_KEY");
    const env = Object.fromEntries(variables.map((name) => [name, `value-of-${name}-1`]));
    const { secrets } = settingsOf(
      {
        engines: {
          a: {
            preset: "openai",
            api_key: "key-of-a-123",
            headers: ["X-Key: key-in-header-123", "X-Other:key-of-a-123"],
          },
          b: { preset: "openai", api_key: "key-of-b-123" },
        },
        keys: { team: { token: "token-of-team-123456789012345678901234" } },
        tools: { web_search: { api_key: "key-of-search-123" } },
      },
      { ...env, OPENAI_API_KEY: "key-of-b-123", GEMINI_API_KEY: "", UNRELATED: "unrelated-123" },
    );
    const ofVendors = variables.flatMap((name) =>
      name === "GEMINI_API_KEY" ? [] : name === "OPENAI_API_KEY" ? ["key-of-b-123"] : [env[name]!],
    );
    expect(secrets?.toSorted()).toEqual(
      [
        ...new Set([
          "key-of-a-123",
          "key-in-header-123",
          "token-of-team-123456789012345678901234",
          "key-of-search-123",
          ...ofVendors,
        ]),
      ].toSorted(),
    );
  });

  it.each([
    ["the name of an engine", { wonderful: { preset: "openai", api_key: "wonderful" } }, []],
    [
      "a word of an address",
      { x: { preset: "openai", base_url: "https://wonderful.example/v1", api_key: "wonderful" } },
      [],
    ],
    ["a model", { x: { preset: "openai", models: ["other", "wonderful"], api_key: "wonderful" } }, []],
    [
      "a part of a word",
      { x: { preset: "openai", models: ["wonderfully"], api_key: "wonderful" } },
      ["wonderful"],
    ],
    ["nowhere else", { x: { preset: "openai", api_key: "wonderful" } }, ["wonderful"]],
    ["no plain word", { "key-of-x-123": { preset: "openai", api_key: "key-of-x-123" } }, ["key-of-x-123"]],
  ])("a key that is also %s: %#", (_place, engines, secrets) => {
    expect(settingsOf({ engines }).secrets).toEqual(secrets);
  });
});
