import { type AgentTool, headerVariable, runUrl } from "./agent-tool.ts";

/** GitHub Copilot's command line. */
export const copilot: AgentTool = {
  name: "copilot",
  title: "Copilot CLI",
  executables: ["copilot"],
  package: "@github/copilot",
  dialect: "openai",
  needsModel: true,
  environment: (pointing) => ({
    COPILOT_PROVIDER_BASE_URL: `${runUrl(pointing)}/openai/v1`,
    COPILOT_PROVIDER_API_KEY: pointing.token,
    COPILOT_MODEL: pointing.model ?? "",
    COPILOT_OFFLINE: "true",
    ...headerVariable("COPILOT_PROVIDER_HEADERS", pointing),
  }),
  removed: ["COPILOT_PROVIDER_TYPE", "COPILOT_PROVIDER_WIRE_API", "COPILOT_PROVIDER_BEARER_TOKEN"],
  notes: ["Offline means that it contacts nobody but the gateway: GitHub's own tools are not there."],
};
