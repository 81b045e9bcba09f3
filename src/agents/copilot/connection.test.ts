import { expect, it } from "vitest";
import type { GatewayConnection } from "../connection/agent-connection.ts";
import { copilot } from "./connection.ts";

const least: GatewayConnection = { baseUrl: "http://h", token: "t", home: "/home", inherited: {} };

it("is Copilot CLI, which speaks two dialects and needs a model", () => {
  const { environment: _, notes, ...data } = copilot;
  expect(data).toEqual({
    name: "copilot",
    title: "Copilot CLI",
    executables: ["copilot"],
    package: "@github/copilot",
    dialect: "openai",
    alsoSpeaks: ["codex"],
    needsModel: true,
    simulatedModel: "sim-model",
    modelPlaces: { variables: ["COPILOT_MODEL", "COPILOT_PROVIDER_WIRE_MODEL"], options: ["--model"] },
    removed: [
      "COPILOT_PROVIDER_TYPE",
      "COPILOT_PROVIDER_BEARER_TOKEN",
      "COPILOT_PROVIDER_API_KEY_COMMAND",
      "COPILOT_PROVIDER_MODEL_ID",
      "COPILOT_PROVIDER_TRANSPORT",
      "COPILOT_AGENT_MODEL",
    ],
  });
  expect(notes).toHaveLength(1);
});

it("gets the gateway's address in the dialect of the engine", () => {
  const variables = {
    COPILOT_PROVIDER_BASE_URL: "http://h/openai/v1",
    COPILOT_PROVIDER_WIRE_API: "completions",
    COPILOT_PROVIDER_API_KEY: "t",
    COPILOT_MODEL: "",
    COPILOT_PROVIDER_WIRE_MODEL: "",
    COPILOT_OFFLINE: "true",
  };
  expect(copilot.environment(least)).toEqual(variables);
  expect(copilot.environment({ ...least, dialect: "codex", engine: "e", model: "m" })).toEqual({
    ...variables,
    COPILOT_PROVIDER_BASE_URL: "http://h/v1",
    COPILOT_PROVIDER_WIRE_API: "responses",
    COPILOT_MODEL: "m",
    COPILOT_PROVIDER_WIRE_MODEL: "m",
    COPILOT_PROVIDER_HEADERS: "X-ABP-Engine: e",
  });
});
