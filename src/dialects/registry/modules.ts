// Derived from the list in index.ts by `npm run generate`. Do not edit.
import { claude } from "../claude/index.ts";
import { codex } from "../codex/index.ts";
import { copilot } from "../copilot/index.ts";
import type { Dialect } from "../dialect.ts";
import { gemini } from "../gemini/index.ts";
import { kimi } from "../kimi/index.ts";
import { openai } from "../openai/index.ts";
import type { DialectId } from "./index.ts";

/** Every registered dialect by its id. */
export const dialectModules: Readonly<Record<DialectId, Dialect>> = {
  claude,
  openai,
  codex,
  gemini,
  kimi,
  copilot,
};
