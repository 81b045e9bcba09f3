import {
  AbpError,
  type Candidate,
  type Conversation,
  type Message,
  type OpaqueBlock,
  type StreamEvent,
  type TextBlock,
} from "../../contract/index.ts";
import type { Emulator } from "./emulator.ts";
import type { StreamRewriter } from "./reply-rewriter.ts";
import { COMPACTION_PROMPT, type EmulationStrategy } from "./strategy.ts";

const capability = "compaction";

// The block kind that requests a compaction of everything before it. It is the last block of the request.
const TRIGGER = "compaction_trigger";

const extraction = {
  type: "post_processing",
  detail: "Return the summary as the compaction that was asked for",
} as const;

/**
 * Emulates compaction: asks the model for a summary and returns the summary as the compaction. The summary keeps the
 * vendor members of the request, so the caller's dialect recognises it.
 */
export function compactionEmulator(prompt = COMPACTION_PROMPT): Emulator {
  const strategy: EmulationStrategy = { type: "system_prompt_injection", prompt };
  return {
    id: "compaction.summarise",
    capability,
    fidelity: "minor",
    strategy,
    takesOver: [],
    prepare(conversation) {
      if (findTrigger(conversation) === undefined) return undefined;
      return {
        conversation: askForSummary(conversation, prompt),
        applied: [
          { capability, strategy },
          { capability, strategy: extraction },
        ],
        warnings: [],
      };
    },
    finish(reply, conversation) {
      const trigger = findTrigger(conversation);
      if (trigger === undefined) return { reply, warnings: [] };
      const candidates = reply.candidates.map((candidate): Candidate => {
        const texts = candidate.content.filter((block) => block.type === "text").map(({ text }) => text);
        return { ...candidate, content: [summaryOf(texts.join(""), trigger)] };
      });
      return { reply: { ...reply, candidates }, warnings: [] };
    },
    openRewriter(conversation) {
      const trigger = findTrigger(conversation);
      return trigger === undefined ? passAll : openCompactionRewriter(trigger);
    },
  };
}

const passAll: StreamRewriter = { warnings: [], push: (event) => [event], end: () => [] };

function findTrigger({ messages }: Conversation): OpaqueBlock | undefined {
  const last = messages.at(-1)?.content.at(-1);
  return last?.type === "opaque" && last.kind === TRIGGER ? last : undefined;
}

function askForSummary(conversation: Conversation, prompt: string): Conversation {
  const last = conversation.messages.at(-1)!;
  const rest = last.content.slice(0, -1);
  const messages: Message[] = conversation.messages.slice(0, -1);
  if (rest.length > 0) messages.push({ ...last, content: rest });
  messages.push({ role: "user", content: [{ type: "text", text: prompt }] });
  // The tools stay, because prompt caches depend on them. The tool choice forbids calls.
  const { tools } = conversation;
  return { ...conversation, messages, ...(tools.length === 0 ? {} : { toolChoice: { mode: "none" } }) };
}

function summaryOf(text: string, trigger: OpaqueBlock): TextBlock {
  if (text.trim() === "")
    throw new AbpError("capability_emulation_failed", "the model gave no summary of the conversation");
  return { type: "text", text, ...(trigger.vendor === undefined ? {} : { vendor: trigger.vendor }) };
}

function openCompactionRewriter(trigger: OpaqueBlock): StreamRewriter {
  const texts = new Map<number, string>();
  const kinds = new Map<string, string>();
  const add = (candidate: number, text: string) => texts.set(candidate, (texts.get(candidate) ?? "") + text);

  return {
    warnings: [],
    push(event: StreamEvent) {
      switch (event.type) {
        case "block_start":
          kinds.set(`${event.candidate}:${event.block}`, event.content.type);
          if (event.content.type === "text") add(event.candidate, event.content.text);
          return [];
        case "text_delta":
          if (kinds.get(`${event.candidate}:${event.block}`) === "text") add(event.candidate, event.text);
          return [];
        case "candidate_stop": {
          const { candidate } = event;
          const content = summaryOf(texts.get(candidate) ?? "", trigger);
          return [
            { type: "block_start", candidate, block: 0, content },
            { type: "block_stop", candidate, block: 0 },
            event,
          ];
        }
        case "reply_start":
        case "reply_stop":
        case "usage":
        case "ping":
        case "error":
          return [event];
        default:
          return [];
      }
    },
    end: () => [],
  };
}
