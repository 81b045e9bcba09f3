import { type DialectId, dialectIds } from "../../../src/dialects/index.ts";
import { hasLevel3 } from "../../../src/sandbox/fixtures/level.ts";
import { HostedWorkplace } from "../hosts/hosted-workplace.ts";

/** A current model of each dialect's vendor, which the strict simulator knows. */
export const models: Readonly<Record<DialectId, string>> = {
  claude: "claude-sonnet-5-5",
  codex: "gpt-6.1-sol",
  openai: "gpt-6-sol",
  gemini: "gemini-3.8-flash",
  kimi: "kimi-k3",
  copilot: "gpt-4o",
};

export const isConfined = hasLevel3();
if (!isConfined) console.warn("The engine backend is not run: this needs bwrap and user namespaces.");

/** A place with one engine for each dialect, named after it, that rejects what its vendor rejects. */
export function openEnginePlace(
  backends: Parameters<typeof HostedWorkplace.open>[0] = {},
  prices: Parameters<typeof HostedWorkplace.open>[2] = {},
): Promise<HostedWorkplace> {
  const engines = dialectIds.map((id) => [id, { preset: "sim" as const, dialect: id, strict: true }]);
  return HostedWorkplace.open(backends, Object.fromEntries(engines), prices);
}
