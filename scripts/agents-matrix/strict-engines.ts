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

/** What a strict engine rejected. */
export interface Rejection {
  /** Whether every rejected request passed through unchanged, so that the vendor would reject the agent's own bytes. */
  readonly isVendors: boolean;
  readonly reason: string;
}

/** The engine's rejection of a run's requests; undefined if it rejected none. */
export async function findRejection(
  place: HostedWorkplace,
  { receipt }: RunResult,
): Promise<Rejection | undefined> {
  const calls = await place.callReceipts(receipt.meta.run_id);
  const rejected = calls.map((call) => call.receipt).filter(({ observed }) => observed?.call?.status === 400);
  if (rejected.length === 0) return undefined;
  const reason = receipt.termination?.message ?? rejected[0]!.termination?.message ?? "status 400";
  return { isVendors: rejected.every(({ mode }) => mode === "passthrough"), reason };
}
