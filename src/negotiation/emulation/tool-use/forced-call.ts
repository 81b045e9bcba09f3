import type { Conversation, Reply, StreamEvent } from "../../../contract/index.ts";
import type { Emulator } from "../emulator.ts";
import { injectPrompt } from "../prompt-injection.ts";
import type { StreamRewriter } from "../reply-rewriter.ts";
import { FORCED_CALL_PROMPT } from "../strategy.ts";

const capability = "tool_choice";

/**
 * Asks for the tool call that the caller requires, for a model that cannot be forced to make one. One tool that is
 * required by its name is the only one offered. A reply without a call keeps its text, and a warning marks it.
 */
export function forcedCallEmulator(prompt = FORCED_CALL_PROMPT): Emulator {
  return {
    id: "tool_choice.prompt",
    capability,
    fidelity: "major",
    strategy: { type: "system_prompt_injection", prompt },
    takesOver: [],
    prepare(conversation) {
      if (!isForced(conversation)) return undefined;
      const { toolChoice: _, ...free } = injectPrompt(conversation, prompt);
      return {
        conversation: { ...free, tools: offered(conversation) },
        applied: [{ capability, strategy: { type: "system_prompt_injection", prompt } }],
        warnings: [],
      };
    },
    finish(reply, conversation) {
      const isMissing = isForced(conversation) && reply.candidates.some((one) => !hasCall(one));
      return { reply, warnings: isMissing ? [MISSING] : [] };
    },
    openRewriter: (conversation) => (isForced(conversation) ? openCallWatcher() : watchNothing),
  };
}

const MISSING = "The model did not make the tool call that was required";

const watchNothing: StreamRewriter = { warnings: [], push: (event) => [event], end: () => [] };

function isForced({ toolChoice, tools }: Conversation): boolean {
  return (toolChoice?.mode === "required" || toolChoice?.mode === "tool") && tools.length > 0;
}

function offered({ tools, toolChoice }: Conversation): Conversation["tools"] {
  const { mode, name, allowed } = toolChoice!;
  if (mode !== "tool" && allowed === undefined) return tools;
  const names = mode === "tool" ? [name] : (allowed ?? []);
  const named = tools.filter(
    (tool) =>
      names.includes(tool.name) ||
      (tool.kind !== "server" && names.includes(`${tool.namespace}__${tool.name}`)),
  );
  return named.length === 0 ? tools : named;
}

function hasCall({ content }: Reply["candidates"][number]): boolean {
  return content.some(({ type }) => type === "tool_use");
}

function openCallWatcher(): StreamRewriter {
  const warnings: string[] = [];
  const called = new Set<number>();
  return {
    warnings,
    push(event: StreamEvent) {
      if (event.type === "block_start" && event.content.type === "tool_use") called.add(event.candidate);
      if (event.type === "candidate_stop" && !called.has(event.candidate)) warnings.push(MISSING);
      return [event];
    },
    end: () => [],
  };
}
