import { expect, it } from "vitest";
import type { GatewayConnection } from "../connection/agent-connection.ts";
import { kimi } from "./connection.ts";

const least: GatewayConnection = { baseUrl: "http://h", token: "t", home: "/home", inherited: {} };

it("is Kimi Code, which needs a model", () => {
  const { environment: _, notes, ...data } = kimi;
  expect(data).toEqual({
    name: "kimi",
    title: "Kimi Code",
    executables: ["kimi"],
    package: "@moonshot-ai/kimi-code",
    dialect: "kimi",
    needsModel: true,
    vendor: "moonshotai",
    ownModels: ["kimi-k3"],
    ownModelPatterns: ["kimi-*"],
    modelPlaces: {
      variables: ["KIMI_MODEL_NAME", "KIMI_SECONDARY_MODEL"],
      options: ["--model", "-m"],
      hasProviders: true,
    },
    removed: ["KIMI_SECONDARY_MODEL"],
  });
  expect(notes).toHaveLength(3);
});

it("gets the gateway, its token and the model", () => {
  const variables = {
    KIMI_MODEL_BASE_URL: "http://h/kimi/v1",
    KIMI_MODEL_API_KEY: "t",
    KIMI_MODEL_NAME: "",
    KIMI_MODEL_PROVIDER_TYPE: "kimi",
    KIMI_DISABLE_TELEMETRY: "1",
    KIMI_CODE_NO_AUTO_UPDATE: "1",
  };
  expect(kimi.environment(least)).toEqual(variables);
  expect(kimi.environment({ ...least, engine: "e", model: "m" })).toEqual({
    ...variables,
    KIMI_MODEL_NAME: "m",
    KIMI_CODE_CUSTOM_HEADERS: "X-ABP-Engine: e",
  });
});
