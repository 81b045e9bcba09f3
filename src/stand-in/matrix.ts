import type { Agent } from "../agents/index.ts";
import { defaultEmulators } from "../negotiation/index.ts";
import { acpFeatures } from "./acp/features.ts";
import { claudeFeatures } from "./claude/features.ts";
import { codexFeatures } from "./codex/features.ts";
import type { Feature, How } from "./feature.ts";

/** One protocol that a program of ours speaks in a vendor's place. */
export interface StandInProtocol {
  readonly title: string;
  /** Our program. */
  readonly program: string;
  readonly features: readonly Feature[];
}

/** Every protocol, with all of its features. */
export const standInProtocols: readonly StandInProtocol[] = [
  { title: "Claude Agent SDK", program: "abp-claude", features: Object.values(claudeFeatures) },
  { title: "Codex SDK", program: "abp-codex", features: Object.values(codexFeatures) },
  { title: "Agent Client Protocol", program: "abp acp", features: Object.values(acpFeatures) },
];

const RANKS: readonly How[] = ["native", "emulated", "disclosed", "refused"];

/** How a feature is honoured on an agent: as the protocol's own row says, or worse if the agent cannot do as much. */
export function howOn({ how, needs }: Feature, { capabilities }: Pick<Agent, "capabilities">): How {
  if (needs === undefined) return how;
  const support = supportOf(capabilities[needs]?.level);
  const isEmulated =
    support === "refused" && defaultEmulators.orders.some(({ capability }) => capability === needs);
  const rank = Math.max(RANKS.indexOf(how), RANKS.indexOf(isEmulated ? "emulated" : support));
  return RANKS[rank]!;
}

type Level = NonNullable<Agent["capabilities"][keyof Agent["capabilities"]]>["level"];

/** A restriction is noted in the receipt; a capability that is missing refuses the run, unless an emulator of orders provides it. */
function supportOf(level: Level | undefined): How {
  if (level === "native" || level === "emulated") return level;
  return typeof level === "object" ? "disclosed" : "refused";
}
