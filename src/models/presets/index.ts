/**
 * The vendors' endpoints that an engine may name. This file imports nothing, so that the configuration can take the names of
 * presets without loading engines or models.
 */

/** Default settings for a vendor's endpoint. */
export interface Preset {
  readonly name: string;
  /** Shown to people. */
  readonly title: string;
  readonly dialect: string;
  /** Absent if each user has an own address. */
  readonly baseUrl?: string;
  /** The vendor's name in price lists. Absent if the dialect decides. */
  readonly provider?: string;
  /** Environment variables for the key if `api_key` is not set. The first that is set counts. */
  readonly keyVariables: readonly string[];
  /** Whether calls need a credential though no variable holds it. */
  readonly needsCredential?: boolean;
  /** The header of a configured key, if it is not the dialect's. */
  readonly keyHeader?: string;
  /** Whether every credential is a bearer token, whatever the dialect's own API takes. */
  readonly takesBearer?: boolean;
  /** The cloud whose form the requests have. */
  readonly cloud?: "vertex";
  /** The API of the endpoint, if callers may use the paths of another service of the vendor for it. */
  readonly takesPathsFor?: "developer";
  /** Globs of the models it serves. */
  readonly models: readonly string[];
  /** A current model of the vendor, for agents of another vendor. Absent if each user's endpoint has other models. */
  readonly defaultModel?: string;
  /** Whether the endpoint keeps responses that later calls may continue. */
  readonly keepsResponses: boolean;
  /** Whether the endpoint serves searches without a conversation. */
  readonly servesSearch?: boolean;
}

const openaiModels = ["gpt-*", "chatgpt-*", "codex-*", "o[1-9]", "o[1-9]-*"];

const table = [
  {
    name: "anthropic",
    title: "Anthropic, Messages",
    dialect: "claude",
    baseUrl: "https://api.anthropic.com",
    provider: "anthropic",
    keyVariables: ["ANTHROPIC_API_KEY"],
    models: ["claude-*"],
    defaultModel: "claude-sonnet-5-5",
    keepsResponses: false,
  },
  {
    name: "openai",
    title: "OpenAI, Responses",
    dialect: "codex",
    baseUrl: "https://api.openai.com",
    provider: "openai",
    keyVariables: ["OPENAI_API_KEY"],
    models: openaiModels,
    defaultModel: "gpt-6.1-sol",
    keepsResponses: true,
    servesSearch: true,
  },
  {
    name: "openai-chat",
    title: "OpenAI, Chat Completions",
    dialect: "openai",
    baseUrl: "https://api.openai.com",
    provider: "openai",
    keyVariables: ["OPENAI_API_KEY"],
    models: openaiModels,
    // Unlike the newest model, it takes tools on this API: its reasoning can be off.
    defaultModel: "gpt-6-sol",
    keepsResponses: false,
  },
  {
    name: "google",
    title: "Google, generateContent",
    dialect: "gemini",
    baseUrl: "https://generativelanguage.googleapis.com",
    provider: "google",
    keyVariables: ["GEMINI_API_KEY", "GOOGLE_API_KEY"],
    takesPathsFor: "developer",
    models: ["gemini-*", "gemma-*"],
    defaultModel: "gemini-3.8-flash",
    keepsResponses: false,
  },
  {
    name: "moonshot",
    title: "Moonshot AI, Kimi",
    dialect: "kimi",
    baseUrl: "https://api.moonshot.ai",
    provider: "moonshotai",
    keyVariables: ["MOONSHOT_API_KEY"],
    models: ["kimi-*", "moonshot-*"],
    defaultModel: "kimi-k3",
    keepsResponses: false,
  },
  {
    name: "copilot",
    title: "GitHub Copilot",
    dialect: "copilot",
    baseUrl: "https://api.githubcopilot.com",
    provider: "github",
    keyVariables: ["COPILOT_GITHUB_TOKEN"],
    models: [],
    keepsResponses: false,
  },
  {
    name: "openrouter",
    title: "OpenRouter",
    dialect: "openai",
    baseUrl: "https://openrouter.ai/api/v1",
    provider: "openrouter",
    keyVariables: ["OPENROUTER_API_KEY"],
    models: ["*/*"],
    keepsResponses: false,
  },
  {
    name: "azure",
    title: "Azure, OpenAI models",
    dialect: "openai",
    provider: "azure",
    keyVariables: [],
    needsCredential: true,
    keyHeader: "api-key",
    // Deployments have names of the user's own.
    models: [],
    keepsResponses: true,
  },
  {
    name: "vertex",
    title: "Google Vertex AI, Claude and Gemini",
    dialect: "claude",
    keyVariables: [],
    needsCredential: true,
    takesBearer: true,
    cloud: "vertex",
    models: [],
    keepsResponses: false,
  },
  {
    name: "compatible",
    title: "Any server that imitates Chat Completions",
    dialect: "openai",
    provider: "compatible",
    keyVariables: [],
    models: [],
    keepsResponses: false,
  },
  {
    name: "sim",
    title: "The simulator, which answers by itself",
    dialect: "openai",
    provider: "sim",
    keyVariables: [],
    models: ["sim-*"],
    keepsResponses: false,
  },
] as const satisfies readonly Preset[];

/** The name of a preset, as `engines.<name>.preset` has it. */
export type PresetName = (typeof table)[number]["name"];

/** Every preset, in the order in which documents list them. To add one, add its row to the table. */
export const presets: readonly (Preset & { readonly name: PresetName })[] = table;
