import type { LimitRow } from "../limit-row.ts";
import { claudeRows } from "./claude.ts";
import { codexRows } from "./codex.ts";
import { copilotRows } from "./copilot.ts";
import { geminiRows } from "./gemini.ts";
import { kimiRows } from "./kimi.ts";
import { openaiRows } from "./openai.ts";

/** Every known limit, by API; later rows of an API go before earlier ones. */
export const limitRows: readonly LimitRow[] = [
  ...claudeRows,
  ...openaiRows,
  ...codexRows,
  ...geminiRows,
  ...kimiRows,
  ...copilotRows,
];
