import { expect, it } from "vitest";
import type { GatewayConnection } from "../connection/agent-connection.ts";
import { codex } from "./connection.ts";

const least: GatewayConnection = { baseUrl: "http://h", token: "t", home: "/home", inherited: {} };

it("is Codex, with the models that it asks for by itself", () => {
  const { environment, arguments: _, notes, ...data } = codex;
  expect(data).toEqual({
    name: "codex",
    title: "Codex",
    executables: ["codex"],
    package: "@openai/codex",
    dialect: "codex",
    needsModel: false,
    vendor: "openai",
    ownModels: ["gpt-6.1-sol"],
    ownModelPatterns: ["gpt-*", "codex-*", "o[0-9]*"],
    removed: [],
  });
  expect(notes).toHaveLength(3);
  expect(environment(least)).toEqual({ ABP_TOKEN: "t" });
});

it("gets the gateway by arguments, with a model and an engine only if they are named", () => {
  const provider = [
    'model_provider="abp"',
    'model_providers.abp.name="Agent Backplane"',
    'model_providers.abp.base_url="http://h/v1"',
    'model_providers.abp.wire_api="responses"',
    'model_providers.abp.env_key="ABP_TOKEN"',
  ];
  const models = [
    "model",
    "review_model",
    "agents.default_subagent_model",
    "memories.extract_model",
    "memories.consolidation_model",
  ].map((key) => `${key}="m"`);
  const headers = 'model_providers.abp.http_headers={ "X-ABP-Engine" = "e" }';
  const flags = (settings: readonly string[]) => settings.flatMap((setting) => ["-c", setting]);
  expect(codex.arguments!(least)).toEqual(flags(provider));
  expect(codex.arguments!({ ...least, engine: "e", model: "m" })).toEqual(
    flags([...provider, headers, ...models]),
  );
});
