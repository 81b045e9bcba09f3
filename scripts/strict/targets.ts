import type { PresetName } from "../../src/models/presets/index.ts";

/** An engine, and the models of its vendor that stand for its families. */
export interface Target {
  readonly dialect: string;
  readonly preset: PresetName;
  readonly models: readonly string[];
  /** Vendors of recordings whose acceptance says what this API takes. */
  readonly vendors: readonly string[];
}

/** Stands for the model of each recording. */
export const allModels = "as recorded";

export const targets: readonly Target[] = [
  {
    dialect: "claude",
    preset: "anthropic",
    models: [
      "claude-haiku-4-5",
      "claude-sonnet-4-5",
      "claude-opus-4-8",
      "claude-opus-5-5",
      "claude-fable-5-2",
      "claude-sonnet-5-5",
    ],
    vendors: ["anthropic"],
  },
  {
    dialect: "openai",
    preset: "openai-chat",
    models: [
      "gpt-4o",
      "gpt-4.1",
      "gpt-5",
      "gpt-5.4",
      "gpt-5.6-sol",
      "gpt-5.6-terra",
      "gpt-6-sol",
      "gpt-6-astra",
    ],
    vendors: ["openai"],
  },
  {
    dialect: "codex",
    preset: "openai",
    models: ["gpt-4o", "gpt-5", "gpt-5.4", "gpt-5.6-sol", "gpt-5.6-terra", "gpt-6-astra", "gpt-6.1-sol"],
    vendors: ["openai"],
  },
  {
    dialect: "gemini",
    preset: "google",
    models: [
      "gemini-2.5-pro",
      "gemini-2.5-flash",
      "gemini-2.5-flash-lite",
      "gemini-3.1-pro-preview",
      "gemini-3.6-flash",
      "gemini-3.8-flash",
      "gemini-4-argon",
    ],
    vendors: ["google"],
  },
  {
    dialect: "kimi",
    preset: "moonshot",
    models: ["kimi-k2.6", "kimi-k2.7-code", "kimi-k3"],
    vendors: ["moonshot"],
  },
  {
    dialect: "copilot",
    preset: "copilot",
    models: ["gpt-4.1", "gpt-5.4", "claude-haiku-4.5", "claude-opus-4.8"],
    vendors: ["copilot"],
  },
];
