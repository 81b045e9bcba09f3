import type { RunResult } from "../../src/runtime/index.ts";
import type { HostedWorkplace } from "../../test/agents/hosts/hosted-workplace.ts";
import { engineDialects } from "./options.ts";

/** A current model of the vendor of each dialect. On Chat Completions, the newest OpenAI model that takes tools there. */
export const strictModels: Readonly<Record<string, string>> = {
  claude: "claude-opus-5-5",
  openai: "gpt-6-sol",
  codex: "gpt-6.1-sol",
  gemini: "gemini-3.8-flash",
  kimi: "kimi-k3",
};

/** Engines that reject what their vendors reject, under the names of the engines that do not. */
export const strictEngines = Object.fromEntries(
  engineDialects.map((dialect) => [`sim-${dialect}`, { preset: "sim", dialect, strict: true } as const]),
);

/**
 * The engine's rejection of a request that passed through unchanged. Undefined where the engine rejected none, and where it
 * rejected a request that we translated.
 */
export async function findRejection(
  place: HostedWorkplace,
  { receipt }: RunResult,
): Promise<string | undefined> {
  const calls = await place.callReceipts(receipt.meta.run_id);
  const rejected = calls.map((call) => call.receipt).filter(({ observed }) => observed?.call?.status === 400);
  if (rejected.length === 0 || rejected.some(({ mode }) => mode !== "passthrough")) return undefined;
  return receipt.termination?.message ?? rejected[0]!.termination?.message ?? "status 400";
}
