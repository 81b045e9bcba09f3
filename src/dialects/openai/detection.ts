import type { ChatSignals } from "../chat/index.ts";

/** OpenAI's is the plain form, so nothing in a body speaks for it but the absence of other signs. */
export const signals: ChatSignals = {
  base: 0.3,
  headers: [/^openai-organization: ./, /^openai-project: ./],
  body: () => false,
};
