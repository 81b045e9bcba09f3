import { expect, it } from "vitest";
import type { GatewayConnection } from "../connection/agent-connection.ts";
import { claude } from "./connection.ts";

const least: GatewayConnection = { baseUrl: "http://h", token: "t", home: "/home", inherited: {} };

it("is Claude Code, with the models that it asks for by itself", () => {
  const { environment: _, notes, sentNames, modelPlaces, ...data } = claude;
  expect(data).toEqual({
    name: "claude",
    title: "Claude Code",
    executables: ["claude"],
    package: "@anthropic-ai/claude-code",
    dialect: "claude",
    needsModel: false,
    vendor: "anthropic",
    ownModels: ["claude-opus-4-8", "claude-sonnet-5", "claude-haiku-4-5"],
    ownModelPatterns: ["claude-*"],
    removed: [
      "ANTHROPIC_API_KEY",
      "CLAUDE_CODE_OAUTH_TOKEN",
      "CLAUDE_CODE_USE_BEDROCK",
      "CLAUDE_CODE_USE_VERTEX",
      "CLAUDE_CODE_USE_FOUNDRY",
    ],
  });
  expect(notes).toHaveLength(2);
  expect(Object.keys(modelPlaces!)).toEqual(["variables"]);
  expect(modelPlaces!.variables).toContain("ANTHROPIC_MODEL");
});

it("sends the name of a model without the mark of the long context", () => {
  expect(["m[1m]", "m[1M]", "m[1m]x", "m"].map((model) => claude.sentNames!(model))).toEqual([
    ["m"],
    ["m"],
    [],
    [],
  ]);
});

it("gets the gateway and its token, and no model that is not named", () => {
  expect(claude.environment(least)).toEqual({
    ANTHROPIC_BASE_URL: "http://h",
    ANTHROPIC_AUTH_TOKEN: "t",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    DISABLE_AUTOUPDATER: "1",
  });
  const { ANTHROPIC_CUSTOM_HEADERS, ANTHROPIC_MODEL } = claude.environment({
    ...least,
    engine: "e",
    model: "m",
  });
  expect([ANTHROPIC_CUSTOM_HEADERS, ANTHROPIC_MODEL]).toEqual(["X-ABP-Engine: e", "m"]);
});
