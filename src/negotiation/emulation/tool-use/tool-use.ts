import type { Conversation, Stop, ToolChoice, ToolUseBlock } from "../../../contract/index.ts";
import { textOfJson } from "../../../lib/index.ts";
import type { CapabilityId } from "../../supply/claim.ts";
import type { Emulator } from "../emulator.ts";
import { injectPrompt } from "../prompt-injection.ts";
import type { EmulationEntry } from "../report.ts";
import { TOOL_PROTOCOL_PROMPT } from "../strategy.ts";
import { openSplittingRewriter } from "../text-splitting/splitting-rewriter.ts";
import { type CandidateSplitter, splitReply } from "../text-splitting/text-splitter.ts";
import { openToolCallSplitter, type ReadCall } from "./tool-call-splitter.ts";
import { type CallableTool, describeTool, protocolName, writeHistory } from "./tool-text.ts";

const parsing = { type: "post_processing", detail: "Parse tool calls from text response" } as const;

/** Used when the conversation has earlier calls but no tools. */
const HISTORY_PROMPT =
  "Earlier tool calls stand in this conversation as <tool_call>…</tool_call>, and their results as <tool_result>…</tool_result>. No tool can be called now: do not write either.";

/**
 * Emulates tools by a prompt protocol: describes the tools in the prompt, writes earlier calls and results as text,
 * and reads the calls from the reply. `protocol` says how calls are written; the tools follow it.
 */
export function toolEmulator(capability: CapabilityId, protocol = TOOL_PROTOCOL_PROMPT): Emulator {
  return {
    id: `${capability}.protocol`,
    capability,
    fidelity: "minor",
    strategy: { type: "system_prompt_injection", prompt: protocol },
    takesOver: [],
    prepare(conversation) {
      const tools = callableTools(conversation);
      // Also applies when the other capability name has already replaced all native calls.
      if (tools.length === 0 && !hasToolHistory(conversation)) return undefined;
      const prompt = tools.length === 0 ? HISTORY_PROMPT : writeToolPrompt(conversation, tools, protocol);
      const { toolChoice: _choice, parallelToolCalls: _parallel, ...rest } = conversation;
      const servers = conversation.tools.filter((tool) => tool.kind === "server");
      const prepared = { ...rest, tools: servers, messages: writeHistory(conversation.messages) };
      const applied: EmulationEntry[] = [
        { capability, strategy: { type: "system_prompt_injection", prompt } },
        ...(mayCall(conversation) ? [{ capability, strategy: parsing }] : []),
      ];
      const warnings = servers.map(
        (tool) => `Tool ${quote(tool.name)} is run by its vendor and is not emulated`,
      );
      return { conversation: injectPrompt(prepared, prompt), applied, warnings };
    },
    finish(reply, conversation) {
      if (!mayCall(conversation)) return { reply, warnings: [] };
      const calls = openCallReader(conversation);
      return { reply: splitReply(reply, calls.openCandidate), warnings: calls.warnings };
    },
    openRewriter(conversation) {
      const calls = openCallReader(conversation);
      const openCandidate = mayCall(conversation) ? calls.openCandidate : leaveCandidate;
      return openSplittingRewriter(openCandidate, calls.warnings);
    },
  };
}

function leaveCandidate(): CandidateSplitter {
  return { openText: () => undefined, settle: (stop) => stop };
}

function callableTools(conversation: Conversation): readonly CallableTool[] {
  return conversation.tools.filter((tool) => tool.kind !== "server");
}

function hasToolHistory({ messages }: Conversation): boolean {
  return messages.some(({ content }) =>
    content.some(({ type }) => type === "tool_use" || type === "tool_result"),
  );
}

function mayCall(conversation: Conversation): boolean {
  return conversation.toolChoice?.mode !== "none" && callableTools(conversation).length > 0;
}

function writeToolPrompt(
  conversation: Conversation,
  tools: readonly CallableTool[],
  protocol: string,
): string {
  const rules = [choiceRule(conversation.toolChoice)];
  if (conversation.parallelToolCalls === false) rules.push("Call at most one tool at a time.");
  return [
    protocol,
    ...rules.filter((rule) => rule !== ""),
    "These are the tools:",
    ...tools.map(describeTool),
  ].join("\n");
}

function choiceRule(choice: ToolChoice | undefined): string {
  const allowed = choice?.allowed === undefined ? "" : ` (one of: ${choice.allowed.join(", ")})`;
  switch (choice?.mode) {
    case "none":
      return "Do not call any tool now; answer in text.";
    case "required":
      return `You must call a tool now${allowed}.`;
    case "tool":
      return `You must call the tool ${choice.name ?? ""} now, and no other.`;
    default:
      return allowed === "" ? "" : `Call only some of the tools${allowed}.`;
  }
}

interface CallReader {
  readonly openCandidate: () => CandidateSplitter;
  readonly warnings: string[];
}

function openCallReader(conversation: Conversation): CallReader {
  const { toolChoice: choice, parallelToolCalls } = conversation;
  const tools = new Map(callableTools(conversation).map((tool) => [protocolName(tool), tool]));
  const warnings: string[] = [];
  let last = lastEmulatedId(conversation);

  const openCandidate = (): CandidateSplitter => {
    let count = 0;
    const readCall: ReadCall = (value) => {
      const { name, arguments: input = {} } = value as { name?: unknown; arguments?: unknown };
      const tool = typeof name === "string" ? tools.get(name) : undefined;
      if (tool === undefined) return `${quote(name)} is not one of the tools`;
      if (!isAllowed(tool, choice)) return `${quote(name)} may not be called now`;
      if (parallelToolCalls === false && count > 0) return "Only one tool may be called at a time";
      const read = readInput(tool, input);
      if (read === undefined) return `The arguments of ${quote(name)} are not what it takes`;
      count += 1;
      last += 1;
      return { type: "tool_use", id: `emulated-${last}`, name: tool.name, ...namespaceOf(tool), ...read };
    };
    const onMalformed = (reason: string): void => {
      warnings.push(`A tool call was left as text: ${reason}`);
    };
    return {
      openText: () => openToolCallSplitter(readCall, { onMalformed }),
      settle(stop) {
        const forced = choice?.mode === "required" || choice?.mode === "tool";
        if (forced && count === 0) warnings.push("A tool call was required and the model made none");
        return count === 0 || !isOrdinary(stop) ? stop : { reason: "tool_use" };
      },
    };
  };
  return { openCandidate, warnings };
}

/** Whether the model simply finished. A limit or a refusal keeps its own stop reason. */
function isOrdinary(stop: Stop | undefined): boolean {
  return stop === undefined || ["end_turn", "stop_sequence", "other"].includes(stop.reason);
}

function isAllowed(tool: CallableTool, choice: ToolChoice | undefined): boolean {
  const names = [tool.name, protocolName(tool)];
  if (choice?.mode === "tool") return choice.name !== undefined && names.includes(choice.name);
  return choice?.allowed === undefined || choice.allowed.some((name) => names.includes(name));
}

function readInput(
  tool: CallableTool,
  input: unknown,
): Pick<ToolUseBlock, "kind" | "input" | "inputText"> | undefined {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return undefined;
  if (tool.kind === "function") return { kind: "function", input };
  const text = (input as Readonly<Record<string, unknown>>)["input"];
  return typeof text === "string" ? { kind: "custom", input: text, inputText: text } : undefined;
}

function namespaceOf(tool: CallableTool): Pick<ToolUseBlock, "namespace"> {
  return tool.kind === "function" && tool.namespace !== undefined ? { namespace: tool.namespace } : {};
}

/** The highest number of the emulated ids so far. Ids must be unique within a conversation. */
function lastEmulatedId({ messages }: Conversation): number {
  const numbers = messages
    .flatMap(({ content }) => content)
    .flatMap((block) => (block.type === "tool_use" || block.type === "tool_result" ? [block.id] : []))
    .map((id) => Number(/^emulated-(\d{1,15})$/.exec(id)?.[1] ?? 0));
  return numbers.reduce((highest, number) => Math.max(highest, number), 0);
}

function quote(name: unknown): string {
  return JSON.stringify(textOfJson(name).slice(0, 64));
}
