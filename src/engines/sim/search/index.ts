import type { Conversation } from "../../../contract/index.ts";
import { readPrompt } from "../prompt/prompt.ts";
import { isMembers } from "../strict/raw-json.ts";
import { countTokens } from "../token-count.ts";
import { chatSearch, kimiSearch } from "./chat.ts";
import { claudeSearch } from "./claude.ts";
import { codexSearch } from "./codex.ts";
import { geminiSearch } from "./gemini.ts";
import { makeSearchAnswer, type SearchAnswer } from "./search-answer.ts";
import type { SearchWriter } from "./writer.ts";

const writers: Readonly<Record<string, SearchWriter>> = {
  claude: claudeSearch,
  codex: codexSearch,
  gemini: geminiSearch,
  openai: chatSearch,
  kimi: kimiSearch,
};

/** A search that the answer to a request makes. */
export interface PlannedSearch {
  readonly writer: SearchWriter;
  readonly answer: SearchAnswer;
}

/** What a plan needs beside the request. */
export interface SearchPlanFacts {
  readonly dialect: string;
  readonly digest: string;
  readonly created: number;
}

/**
 * Plans a search if the request offers the vendor's search tool and a directive asks for one, or if the request has no
 * other tool: agents send a search as a request of its own.
 */
export function planSearch(
  body: unknown,
  conversation: Conversation,
  { dialect, digest, created }: SearchPlanFacts,
): PlannedSearch | undefined {
  const writer = writers[dialect];
  if (writer === undefined || !isMembers(body)) return undefined;
  const offer = writer.offer(body);
  if (offer === undefined || conversation.toolChoice?.mode === "none") return undefined;
  const { directives, said } = readPrompt(conversation);
  const asked = directives?.searches ?? [];
  const queries = asked.length > 0 ? asked : offer.isOnly && directives === undefined ? [queryOf(said)] : [];
  if (queries.length === 0) return undefined;
  const text = directives?.pieces?.join("") ?? `[simulated] I searched for ${JSON.stringify(queries[0])}.`;
  const answer = makeSearchAnswer({
    ...{ digest, created, offer, queries, said: text },
    request: body,
    model: conversation.model,
    inputTokens: countTokens(conversation),
  });
  return { writer, answer };
}

// Claude Code writes "Perform a web search for the query: …".
function queryOf(said: string): string {
  const match = /query:\s*(.+)/i.exec(said);
  return (match?.[1] ?? said).trim().slice(0, 200);
}
