import { type AgentTool, callHeaders, type Pointing, runUrl, TOKEN_VARIABLE } from "./agent-tool.ts";

/** OpenCode. */
export const opencode: AgentTool = {
  name: "opencode",
  title: "OpenCode",
  executables: ["opencode"],
  package: "opencode-ai",
  dialect: "openai",
  needsModel: true,
  environment: (pointing) => ({
    [TOKEN_VARIABLE]: pointing.token,
    OPENCODE_CONFIG_CONTENT: JSON.stringify(config(pointing)),
    OPENCODE_DISABLE_AUTOUPDATE: "1",
    OPENCODE_DISABLE_MODELS_FETCH: "1",
  }),
  removed: [],
  notes: [
    "The content is laid over the user's own configuration; a content that the variable already had is not kept.",
    "Each new session makes one more call, without tools, for a title.",
    "A message on its command line that has spaces is sent in quotes; one from standard input is sent as it is.",
  ],
};

function config(pointing: Pointing): object {
  const model = pointing.model ?? "";
  return {
    provider: {
      abp: {
        npm: "@ai-sdk/openai-compatible",
        name: "Agent Backplane",
        options: {
          baseURL: `${runUrl(pointing)}/openai/v1`,
          apiKey: `{env:${TOKEN_VARIABLE}}`,
          headers: callHeaders(pointing),
        },
        models: { [model]: {} },
      },
    },
    model: `abp/${model}`,
    // Titles are made with this one; without it another provider's key in the environment would be used.
    small_model: `abp/${model}`,
    autoupdate: false,
    share: "disabled",
  };
}
