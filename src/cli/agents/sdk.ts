import { type AgentTool, headerVariable, runUrl } from "./agent-tool.ts";

/** Any program that uses a vendor's SDK and leaves base URL and key to the environment. */
export const sdk: AgentTool = {
  name: "sdk",
  title: "Programs that use a vendor's SDK",
  executables: [],
  needsModel: false,
  environment: (pointing) => ({
    OPENAI_BASE_URL: `${runUrl(pointing)}/v1`,
    OPENAI_API_KEY: pointing.token,
    ...headerVariable("OPENAI_CUSTOM_HEADERS", pointing),
    ANTHROPIC_BASE_URL: runUrl(pointing),
    ANTHROPIC_API_KEY: pointing.token,
    ...headerVariable("ANTHROPIC_CUSTOM_HEADERS", pointing),
    GOOGLE_GEMINI_BASE_URL: runUrl(pointing),
    GEMINI_API_KEY: pointing.token,
  }),
  removed: ["ANTHROPIC_AUTH_TOKEN", "GOOGLE_API_KEY", "GOOGLE_GENAI_USE_VERTEXAI"],
  notes: [
    "A base URL or a key in the program's own text is stronger than these variables.",
    "Google's SDK reads no variable for headers, so its calls go where the model's name leads.",
    "The model is the program's own choice.",
  ],
};
