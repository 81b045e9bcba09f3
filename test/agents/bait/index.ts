import type { BaitedAgent } from "./bait.ts";
import { claudeBaits } from "./claude.ts";
import { codexBaits } from "./codex.ts";
import { copilotBaits } from "./copilot.ts";
import { geminiBaits } from "./gemini.ts";
import { kimiBaits } from "./kimi.ts";
import { opencodeBaits } from "./opencode.ts";

/** The baits of every agent that can be installed. */
export const baitedAgents: readonly BaitedAgent[] = [
  claudeBaits,
  codexBaits,
  geminiBaits,
  opencodeBaits,
  copilotBaits,
  kimiBaits,
];
