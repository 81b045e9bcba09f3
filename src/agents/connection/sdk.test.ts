import { expect, it } from "vitest";
import { sdk } from "./sdk.ts";

it("describes programs that use a vendor's SDK, without an executable of their own", () => {
  const { environment: _, notes, ...data } = sdk;
  expect(data).toEqual({
    name: "sdk",
    title: "Programs that use a vendor's SDK",
    executables: [],
    needsModel: false,
    modelPlaces: {
      variables: [
        "OPENAI_MODEL",
        "ANTHROPIC_MODEL",
        "ANTHROPIC_SMALL_FAST_MODEL",
        "ANTHROPIC_DEFAULT_OPUS_MODEL",
        "ANTHROPIC_DEFAULT_SONNET_MODEL",
        "ANTHROPIC_DEFAULT_HAIKU_MODEL",
        "GEMINI_MODEL",
      ],
      options: ["--model", "-m"],
      settings: ["-c", "--config"],
      hasProviders: true,
    },
    removed: ["ANTHROPIC_AUTH_TOKEN", "GOOGLE_API_KEY", "GOOGLE_GENAI_USE_VERTEXAI"],
  });
  expect(notes).toHaveLength(3);
});

it("gives such a program the gateway's address for each SDK, and a header for the engine that is named", () => {
  const connection = { baseUrl: "http://h", token: "t", home: "/home", inherited: {} };
  const variables = {
    OPENAI_BASE_URL: "http://h/v1",
    OPENAI_API_KEY: "t",
    ANTHROPIC_BASE_URL: "http://h",
    ANTHROPIC_API_KEY: "t",
    GOOGLE_GEMINI_BASE_URL: "http://h",
    GEMINI_API_KEY: "t",
  };
  expect(sdk.environment(connection)).toEqual(variables);
  expect(sdk.environment({ ...connection, engine: "e" })).toEqual({
    ...variables,
    OPENAI_CUSTOM_HEADERS: "X-ABP-Engine: e",
    ANTHROPIC_CUSTOM_HEADERS: "X-ABP-Engine: e",
  });
});
