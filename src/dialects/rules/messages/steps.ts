import type { Message } from "../../../contract/index.ts";

/** One step of a conversation: messages of the assistant, and everything up to its next one. */
export interface Step {
  readonly said: readonly Message[];
  readonly answers: readonly Message[];
}

/** The steps of a conversation, in order. In the first one the assistant may say nothing. */
export function stepsOf(messages: readonly Message[]): Step[] {
  const steps: { said: Message[]; answers: Message[] }[] = [];
  for (const message of messages) {
    const last = steps.at(-1);
    if (message.role === "assistant") {
      if (last === undefined || last.answers.length > 0) steps.push({ said: [message], answers: [] });
      else last.said.push(message);
    } else if (last === undefined) steps.push({ said: [], answers: [message] });
    else last.answers.push(message);
  }
  return steps;
}
