import type { WorkOrder } from "../../contract/index.ts";
import { readJsonAnswer } from "../../negotiation/index.ts";
import type { BrokenAnswer } from "./answer-check.ts";

/** The longest answer that another session is shown, in UTF-16 units. */
const MAX_SHOWN = 100_000;
/** The most faults that the agent gets in one message. */
const MAX_FAULTS = 20;

/** The order that asks for the answer once more; `session` is the agent's conversation if it can go on. */
export function repairOrder(
  order: WorkOrder,
  { text, errors }: BrokenAnswer,
  session: { readonly run_id: string; readonly session: string } | undefined,
): WorkOrder {
  const { resume: _, ...rest } = order;
  const faults = errors
    .slice(0, MAX_FAULTS)
    .map(({ path, message }) => `- ${path === "" ? "the answer" : path}: ${message}`);
  const request = [
    "is not the JSON value that was asked for:",
    ...faults,
    "The work is done: change no files. Reply with one message that is the corrected JSON value alone: no other text, no code fence. It must satisfy this JSON Schema:",
    JSON.stringify(order.output_schema),
  ].join("\n");
  const task =
    session === undefined
      ? `Another agent has done this task:\n${order.task}\n\nIts answer was:\n${text}\n\nThe answer ${request}`
      : `Your answer ${request}`;
  return {
    ...rest,
    task,
    context: { files: [], snippets: [] },
    ...(session === undefined ? {} : { resume: { ...session } }),
  };
}

/** Whether an agent that has not seen the work can correct the answer: there is JSON in it, and not too much. */
export function canBeCorrectedByAnother({ text }: BrokenAnswer): boolean {
  return text.length <= MAX_SHOWN && readJsonAnswer(text, undefined).ok;
}
