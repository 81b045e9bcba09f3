import type { Emulator } from "./emulator.ts";
import { injectPrompt } from "./prompt-injection.ts";
import type { EmulationEntry } from "./report.ts";
import type { EmulationStrategy } from "./strategy.ts";
import { openSplittingRewriter } from "./text-splitting/splitting-rewriter.ts";
import { openStopScanner } from "./text-splitting/stop-scanner.ts";
import {
  type CandidateSplitter,
  splitReply,
  type TextPiece,
  type TextSplitter,
} from "./text-splitting/text-splitter.ts";

const capability = "extended_thinking";
const OPEN = "<thinking>";
const CLOSE = "</thinking>";
/** Characters of white space that may precede the section. After more, the reply counts as having no section. */
const MAX_LEAD = 256;

const extraction: EmulationStrategy = {
  type: "post_processing",
  detail: "Move the leading <thinking> section into a thinking block",
};

/**
 * Asks the model to think first. When the prompt asks for <thinking> tags, a tagged section at the start of the reply
 * becomes a thinking block. Otherwise tags in a reply stay text.
 */
export function thinkingEmulator(prompt: string): Emulator {
  const strategy: EmulationStrategy = { type: "system_prompt_injection", prompt };
  const tagged = prompt.includes(OPEN);
  const applied: EmulationEntry[] = [
    { capability, strategy },
    ...(tagged ? [{ capability, strategy: extraction }] : []),
  ];
  const emulator: Emulator = {
    id: tagged ? "extended_thinking.tags" : "extended_thinking.prompt",
    capability,
    fidelity: "minor",
    strategy,
    takesOver: ["reasoning"],
    prepare: (conversation) => ({
      conversation: injectPrompt(conversation, prompt),
      applied,
      warnings: [],
    }),
  };
  if (!tagged) return emulator;
  return {
    ...emulator,
    finish: (reply) => ({ reply: splitReply(reply, openCandidate), warnings: [] }),
    openRewriter: () => openSplittingRewriter(openCandidate, []),
  };
}

/** Splits only the first text block, because only that one can start with the section. */
function openCandidate(): CandidateSplitter {
  let first = true;
  return {
    openText() {
      if (!first) return undefined;
      first = false;
      return openThinkingSplitter();
    },
    settle: (stop) => stop,
  };
}

function openThinkingSplitter(): TextSplitter {
  let phase: "lead" | "thinking" | "gap" | "answer" = "lead";
  let lead = "";
  const scanner = openStopScanner([CLOSE]);

  const push = (text: string): readonly TextPiece[] => {
    switch (phase) {
      case "lead":
        return addLead(text);
      case "thinking": {
        const scan = scanner.push(text);
        const thought = piece("thinking", scan.text);
        if (scan.matched === undefined) return thought;
        phase = "gap";
        return [...thought, ...push(scan.rest)];
      }
      case "gap": {
        const answer = text.trimStart();
        if (answer !== "") phase = "answer";
        return piece("text", answer);
      }
      case "answer":
        return piece("text", text);
    }
  };
  const addLead = (text: string): readonly TextPiece[] => {
    lead += text;
    const begun = lead.trimStart();
    const possible = lead.length - begun.length <= MAX_LEAD;
    if (possible && begun.startsWith(OPEN)) {
      phase = "thinking";
      return push(begun.slice(OPEN.length));
    }
    if (possible && OPEN.startsWith(begun)) return [];
    phase = "answer";
    return piece("text", lead);
  };
  return {
    push,
    end() {
      if (phase === "lead") return piece("text", lead);
      return phase === "thinking" ? piece("thinking", scanner.flush()) : [];
    },
  };
}

function piece(kind: "text" | "thinking", text: string): readonly TextPiece[] {
  return text === "" ? [] : [{ kind, text }];
}
