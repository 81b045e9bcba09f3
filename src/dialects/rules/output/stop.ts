import type { StopLimits } from "../../../models/index.ts";
import type { ModelRule } from "../rule.ts";

/** Stop sequences that the target does not take are applied to its answer. */
export const stopSequences: ModelRule = {
  id: "stop",
  title:
    "Stop sequences that are too many, too long, blank, or not taken by the model at all are applied to its answer by an emulator.",
  feature: "stop",
  remedies: ["emulate", "refuse"],
  limit: "stop",
  apply(conversation, { stop: limits }, note) {
    const reason = limits === undefined ? undefined : faultOf(conversation.stop, limits);
    if (reason !== undefined)
      note({
        node: undefined,
        at: "$",
        disposition: "emulated",
        emulator: "stop_sequences.truncate",
        reason,
        feature: "stop",
      });
    return conversation;
  },
};

function faultOf(stop: readonly string[], { count, maxBytes, blank }: StopLimits): string | undefined {
  if (stop.length === 0) return undefined;
  if (count === 0) return "the model takes no stop sequences";
  if (count !== undefined && stop.length > count) return `at most ${count} stop sequences are taken`;
  if (blank === false && stop.some((sequence) => sequence.trim() === ""))
    return "a stop sequence must hold more than white space here";
  if (maxBytes !== undefined && stop.some((sequence) => Buffer.byteLength(sequence) > maxBytes))
    return `a stop sequence holds at most ${maxBytes} bytes here`;
  return undefined;
}
