import { SseReader } from "../../../src/lib/index.ts";
import { openChatGrammar } from "./chat.ts";
import { openGeminiGrammar } from "./gemini.ts";
import { openMessagesGrammar } from "./messages.ts";
import { openResponsesGrammar } from "./responses.ts";
import type { GrammarFault, StreamGrammar } from "./stream-grammar.ts";

export type { GrammarFault, StreamGrammar } from "./stream-grammar.ts";

const grammars: Readonly<Record<string, () => StreamGrammar>> = {
  claude: openMessagesGrammar,
  openai: openChatGrammar,
  codex: openResponsesGrammar,
  gemini: openGeminiGrammar,
  kimi: openChatGrammar,
  copilot: openChatGrammar,
};

/** Opens a check of one stream of the dialect with this id. */
export function openGrammar(id: string): StreamGrammar {
  const open = grammars[id];
  if (open === undefined) throw new Error(`there is no grammar of the streams of ${id}`);
  return open();
}

/** Where a stream of server-sent events breaks the grammar of its dialect. */
export function findStreamFaults(id: string, text: string | Uint8Array): readonly GrammarFault[] {
  const grammar = openGrammar(id);
  const sse = new SseReader((data, event) => grammar.push(data, event));
  sse.push(Buffer.from(text));
  sse.end();
  return grammar.end();
}
