import { resolve } from "node:path";
import { describeTypes } from "./sdk-types.ts";

const packages = resolve(import.meta.dirname, "../../node_modules");
const folder = "src/engines/sim/strict";

// The request types of each vendor's SDK, and the names of the types from which the rest is reached.
const sources: readonly { api: string; file: string; roots: readonly string[] }[] = [
  {
    api: "claude",
    file: "@anthropic-ai/sdk/resources/beta/messages/messages.d.ts",
    roots: ["MessageCreateParamsBase"],
  },
  {
    api: "openai",
    file: "openai/resources/chat/completions/completions.d.ts",
    roots: ["ChatCompletionCreateParamsBase"],
  },
  {
    api: "codex",
    file: "openai/resources/responses/responses.d.ts",
    roots: ["ResponseCreateParamsBase"],
  },
  {
    api: "gemini",
    file: "@google/genai/dist/genai.d.ts",
    roots: ["Content", "Tool", "ToolConfig", "GenerationConfig", "SafetySetting"],
  },
];

/** Writes the request types of the installed SDKs for the strict simulated engine. */
export function renderVendorTypes(): Map<string, string> {
  const files = new Map<string, string>();
  for (const { api, file, roots } of sources) {
    const lines = describeTypes(resolve(packages, file), roots);
    const text = [
      "// Written by `npm run generate` from the types of the installed SDK.",
      `export const sdkTypes = \``,
      ...lines.map((line) => line.replace(/[\\`$]/g, "\\$&")),
      "`;",
    ];
    files.set(`${folder}/shape/sdk/${api}.ts`, `${text.join("\n")}\n`);
  }
  return files;
}
