import { expect, it } from "vitest";
import type { GatewayConnection } from "../connection/agent-connection.ts";
import { opencode } from "./connection.ts";

const least: GatewayConnection = { baseUrl: "http://h", token: "t", home: "/home", inherited: {} };

it("is OpenCode, which speaks two dialects and needs a model", () => {
  const { environment: _, notes, ...data } = opencode;
  expect(data).toEqual({
    name: "opencode",
    title: "OpenCode",
    executables: ["opencode"],
    package: "opencode-ai",
    dialect: "openai",
    alsoSpeaks: ["codex"],
    needsModel: true,
    simulatedModel: "sim-model",
    modelPlaces: { options: ["--model", "-m"], hasProviders: true },
    removed: [],
  });
  expect(notes).toHaveLength(3);
});

it("gets its configuration in a variable, with the provider of the engine's dialect", () => {
  const { OPENCODE_CONFIG_CONTENT, ...others } = opencode.environment({
    ...least,
    dialect: "codex",
    engine: "e",
    model: "m",
  });
  expect(others).toEqual({
    ABP_TOKEN: "t",
    OPENCODE_DISABLE_AUTOUPDATE: "1",
    OPENCODE_DISABLE_MODELS_FETCH: "1",
  });
  const agents = ["build", "plan", "general", "explore", "title", "summary", "compaction"];
  expect(JSON.parse(OPENCODE_CONFIG_CONTENT!)).toEqual({
    provider: {
      abp: {
        npm: "@ai-sdk/openai",
        name: "Agent Backplane",
        options: { baseURL: "http://h/v1", apiKey: "{env:ABP_TOKEN}", headers: { "X-ABP-Engine": "e" } },
        models: { m: { attachment: true, modalities: { input: ["text", "image"], output: ["text"] } } },
      },
    },
    enabled_providers: ["abp"],
    model: "abp/m",
    small_model: "abp/m",
    agent: Object.fromEntries(agents.map((name) => [name, { model: "abp/m" }])),
    autoupdate: false,
    share: "disabled",
  });
  const usual = JSON.parse(opencode.environment(least)["OPENCODE_CONFIG_CONTENT"]!);
  expect(usual).toMatchObject({ model: "abp/", small_model: "abp/" });
  expect(usual.provider.abp).toMatchObject({
    npm: "@ai-sdk/openai-compatible",
    options: { baseURL: "http://h/openai/v1", headers: {} },
    models: { "": {} },
  });
});
