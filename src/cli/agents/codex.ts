import { type AgentTool, callHeaders, type Pointing, runUrl, TOKEN_VARIABLE } from "./agent-tool.ts";

/** Codex. */
export const codex: AgentTool = {
  name: "codex",
  title: "Codex",
  executables: ["codex"],
  package: "@openai/codex",
  dialect: "codex",
  needsModel: false,
  environment: ({ token }) => ({ [TOKEN_VARIABLE]: token }),
  removed: [],
  arguments: (pointing) => overrides(pointing).flatMap(([key, value]) => ["-c", `${key}=${value}`]),
  notes: [
    "It reads no variable for the base URL, so it is told by `-c` arguments, before its own subcommand.",
    'On an engine of another dialect its web search is left out, and the loss disclosed: the vendor itself would run it. A strict gateway refuses it; `-c web_search="disabled"` switches it off.',
    "Its `model_provider` is `abp` in such a session; sessions of another provider are not offered for resuming.",
  ],
};

// The values are TOML, in which a JSON string is a string.
function overrides(pointing: Pointing): [string, string][] {
  const provider = "model_providers.abp";
  const headers = Object.entries(callHeaders(pointing))
    .map(([name, value]) => `${JSON.stringify(name)} = ${JSON.stringify(value)}`)
    .join(", ");
  return [
    ["model_provider", '"abp"'],
    [`${provider}.name`, '"Agent Backplane"'],
    [`${provider}.base_url`, JSON.stringify(`${runUrl(pointing)}/v1`)],
    [`${provider}.wire_api`, '"responses"'],
    [`${provider}.env_key`, JSON.stringify(TOKEN_VARIABLE)],
    ...(headers === "" ? [] : [[`${provider}.http_headers`, `{ ${headers} }`] as [string, string]]),
    ...(pointing.model === undefined ? [] : [["model", JSON.stringify(pointing.model)] as [string, string]]),
  ];
}
