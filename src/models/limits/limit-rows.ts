import { claudeRows } from "./apis/claude.ts";
import { codexRows } from "./apis/codex.ts";
import { copilotRows } from "./apis/copilot.ts";
import { geminiRows } from "./apis/gemini.ts";
import { kimiRows } from "./apis/kimi.ts";
import { openaiRows } from "./apis/openai.ts";
import type { LimitRow } from "./limit-row.ts";

/** Every known limit, by API; later rows of an API go before earlier ones. */
export const limitRows: readonly LimitRow[] = [
  ...claudeRows,
  ...openaiRows,
  ...codexRows,
  ...geminiRows,
  ...kimiRows,
  ...copilotRows,
];
