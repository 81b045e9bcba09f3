import { type AgentConnection, headerVariable, runUrl } from "./agent-connection.ts";

/** Any program that uses a vendor's SDK and takes base URL and key from the environment. */
export const sdk: AgentConnection = {
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
  environment: (connection) => ({
    OPENAI_BASE_URL: `${runUrl(connection)}/v1`,
    OPENAI_API_KEY: connection.token,
    ...headerVariable("OPENAI_CUSTOM_HEADERS", connection),
    ANTHROPIC_BASE_URL: runUrl(connection),
    ANTHROPIC_API_KEY: connection.token,
    ...headerVariable("ANTHROPIC_CUSTOM_HEADERS", connection),
    GOOGLE_GEMINI_BASE_URL: runUrl(connection),
    GEMINI_API_KEY: connection.token,
  }),
  removed: ["ANTHROPIC_AUTH_TOKEN", "GOOGLE_API_KEY", "GOOGLE_GENAI_USE_VERTEXAI"],
  notes: [
    "A base URL or a key in the program's code overrides these variables.",
    "Google's SDK reads no variable for headers, so the model's name alone decides the engine of its calls.",
    "The program chooses the model.",
  ],
};
