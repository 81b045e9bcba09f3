import { expect, it } from "vitest";
import type { GatewayConnection } from "../connection/agent-connection.ts";
import { gemini } from "./connection.ts";

const least: GatewayConnection = { baseUrl: "http://h", token: "t", home: "/home", inherited: {} };

it("is Gemini CLI, with the models that it asks for by itself", () => {
  const { environment: _, files: __, sentNames, notes, leftOut, ...data } = gemini;
  expect(data).toEqual({
    name: "gemini",
    title: "Gemini CLI",
    executables: ["gemini"],
    package: "@google/gemini-cli",
    dialect: "gemini",
    needsModel: false,
    vendor: "google",
    ownModels: ["gemini-3.1-pro-preview", "gemini-3-flash-preview", "gemini-3.5-flash-lite"],
    ownModelPatterns: ["gemini-*"],
    modelPlaces: { variables: ["GEMINI_MODEL"], options: ["--model", "-m"] },
    removed: ["GOOGLE_API_KEY", "GOOGLE_GENAI_USE_VERTEXAI", "GOOGLE_GENAI_USE_GCA"],
  });
  expect(notes).toHaveLength(3);
  expect(leftOut).toMatch(/sessions/);
  expect(sentNames!("gemini-2.5-pro")).toContain("gemini-3-pro-preview");
});

it("gets the gateway, its token and a home of its own", () => {
  const variables = { GOOGLE_GEMINI_BASE_URL: "http://h", GEMINI_API_KEY: "t", GEMINI_CLI_HOME: "/home" };
  expect(gemini.environment(least)).toEqual(variables);
  const inherited = { GEMINI_CLI_CUSTOM_HEADERS: "A: 1" };
  expect(gemini.environment({ ...least, inherited, engine: "e", model: "m" })).toEqual({
    ...variables,
    GEMINI_MODEL: "m",
    GEMINI_CLI_CUSTOM_HEADERS: "A: 1, X-ABP-Engine: e",
  });
});

it("gets settings with its login, without updates, statistics and the removal of sessions", () => {
  const settings = {
    security: { auth: { selectedType: "gemini-api-key" } },
    privacy: { usageStatisticsEnabled: false },
    general: { enableAutoUpdate: false, sessionRetention: { enabled: false } },
  };
  const path = "/home/.gemini/settings.json";
  expect(gemini.files!(least)).toEqual([{ path, content: `${JSON.stringify(settings, null, 2)}\n` }]);
  const [file] = gemini.files!({ ...least, model: "m" });
  expect(JSON.parse(file!.content)).toEqual({ ...settings, modelConfigs: expect.anything() });
});
