import { AbpError } from "../contract/index.ts";
import { suggest } from "../lib/index.ts";
import { claude } from "./claude/index.ts";
import { codex } from "./codex/index.ts";
import { copilot } from "./copilot/index.ts";
import type { Members } from "./cursor.ts";
import type { Dialect, RequestHint } from "./dialect.ts";
import { gemini } from "./gemini/index.ts";
import { kimi } from "./kimi/index.ts";
import { openai } from "./openai/index.ts";

/** Every dialect; a new one is a folder and a line here. */
export const dialects: readonly Dialect[] = [claude, openai, codex, gemini, kimi, copilot];

/** The dialect of that id. */
export function findDialect(id: string): Dialect {
  const found = dialects.find((dialect) => dialect.id === id);
  if (found !== undefined) return found;
  const names = dialects.map((dialect) => dialect.id);
  const near = suggest(id, names);
  const hint = near === undefined ? `there are ${names.join(", ")}` : `did you mean ${JSON.stringify(near)}?`;
  throw new AbpError("dialect_unknown", `${JSON.stringify(id)} is no dialect; ${hint}`);
}

/** A dialect and how likely a body is of it. */
export interface Detection {
  readonly dialect: Dialect;
  readonly score: number;
}

/** How likely a body is of each dialect, the likeliest first; equal scores keep the order of the list. */
export function detectDialects(body: Members, hint: RequestHint = {}): Detection[] {
  return dialects
    .map((dialect) => ({ dialect, score: dialect.detect(body, hint) }))
    .sort((left, right) => right.score - left.score);
}
