import type { Conversation, Reply } from "../../contract/index.ts";
import type { CapabilityId } from "../supply/claim.ts";
import type { Emulator, TakenMember } from "./emulator.ts";
import { chainRewriters, type RewrittenReply, type StreamRewriter } from "./reply-rewriter.ts";
import type { EmulationEntry, EmulationReport } from "./report.ts";

/** One call with its emulations prepared. */
export interface Emulation {
  /** The caller's conversation with the injected prompts. */
  readonly conversation: Conversation;
  /** The conversation to send to the engine, without the members that are emulated. */
  readonly request: Conversation;
  readonly report: EmulationReport;
  /** The emulators that the call uses, in the given order. */
  readonly active: readonly Emulator[];
  /** Rewrites a whole reply of the engine. */
  finish(reply: Reply): RewrittenReply;
  /** Opens a rewriter for a streamed reply of the engine. */
  openRewriter(): StreamRewriter;
}

// Thinking and tool calls are removed from the text first. The JSON emulators read the remaining text last.
const replyOrder: readonly CapabilityId[] = [
  "extended_thinking",
  "tool_use",
  "function_calling",
  "stop_sequences",
  "json_mode",
  "structured_output_json_schema",
  "enum_output",
  "parallel_tool_calls",
  "tool_choice",
  "compaction",
];

/** Prepares a call. An emulator that the call does not use changes nothing and is not reported. */
export function emulate(
  conversation: Conversation,
  emulators: readonly Emulator[],
  warnings: readonly string[] = [],
): Emulation {
  const applied: EmulationEntry[] = [];
  const said = [...warnings];
  const active: Emulator[] = [];
  let current = conversation;
  for (const emulator of emulators) {
    const prepared = emulator.prepare(current);
    if (prepared === undefined) continue;
    current = prepared.conversation;
    applied.push(...prepared.applied);
    said.push(...prepared.warnings);
    active.push(emulator);
  }
  const inReplyOrder = active.toSorted((left, right) => rankOf(left) - rankOf(right));
  return {
    conversation: current,
    request: withdraw(
      current,
      active.flatMap(({ takesOver }) => takesOver),
    ),
    report: { applied, warnings: said },
    active,
    finish: (reply) =>
      inReplyOrder.reduce<RewrittenReply>(
        (done, emulator) => {
          const next = emulator.finish?.(done.reply, conversation) ?? { reply: done.reply, warnings: [] };
          return { reply: next.reply, warnings: [...done.warnings, ...next.warnings] };
        },
        { reply, warnings: [] },
      ),
    openRewriter: () =>
      chainRewriters(inReplyOrder.flatMap((emulator) => emulator.openRewriter?.(conversation) ?? [])),
  };
}

function rankOf(emulator: Emulator): number {
  return replyOrder.indexOf(emulator.capability);
}

function withdraw(conversation: Conversation, members: readonly TakenMember[]): Conversation {
  const { reasoning, output, parallelToolCalls: parallel, ...rest } = conversation;
  const parallelToolCalls = members.includes("parallelToolCalls") ? undefined : parallel;
  return {
    ...rest,
    stop: members.includes("stop") ? [] : rest.stop,
    ...(output === undefined || members.includes("output") ? {} : { output }),
    ...(reasoning === undefined || members.includes("reasoning") ? {} : { reasoning }),
    ...(parallelToolCalls === undefined ? {} : { parallelToolCalls }),
  };
}
