import type { Block, Conversation, Stop, Tool } from "../../../contract/index.ts";
import { type Fault, type ScriptedCall, splitText } from "../prompt/directive.ts";
import { isMedia, type Prompt, quote, readPrompt, textOf } from "../prompt/prompt.ts";
import { sampleSchema } from "../sample/sample.ts";
import { type Call, callableTools, findConnection, findMentioned, makeCall } from "./tool-call.ts";

/** The simulator's answer before limits shorten it. */
export interface Script {
  readonly thinking: string | undefined;
  /** The text, one piece per delta of a stream. Empty if the answer consists of calls. */
  readonly pieces: readonly string[];
  readonly calls: readonly Call[];
  /** The stop reason of a directive. */
  readonly stop: Stop["reason"] | undefined;
  readonly error: { readonly status: number; readonly message: string } | undefined;
  readonly faults: readonly Fault[];
  readonly delayMs: number;
}

/** Writes the answer. `callsFirst` makes it call the first function that is offered, whatever the user says. */
export function writeScript(conversation: Conversation, callsFirst = false): Script {
  const prompt = readPrompt(conversation);
  const { directives } = prompt;
  const chosen = chooseCalls(conversation, prompt, callsFirst);
  const isCalling = chosen.calls.length > 0;
  const error = directives?.error;
  return {
    thinking: thinkingOf(conversation, prompt),
    pieces: isCalling
      ? []
      : (piecesOf(conversation, directives?.pieces) ??
        splitText(chosen.complaint ?? finalText(conversation, prompt))),
    calls: chosen.calls,
    stop: directives?.stop,
    error:
      error === undefined
        ? undefined
        : { status: error.status, message: error.message ?? `[simulated] error ${error.status}` },
    faults: directives?.faults ?? [],
    delayMs: directives?.delayMs ?? 0,
  };
}

/** The pieces that a directive gives, unless the request demands JSON and they are none: a vendor would not answer so. */
function piecesOf(
  { output }: Conversation,
  pieces: readonly string[] | undefined,
): readonly string[] | undefined {
  const demandsJson = output?.kind === "json_schema" || output?.kind === "json";
  return pieces === undefined || !demandsJson || isJson(pieces.join("")) ? pieces : undefined;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

export function asksForThinking({ reasoning }: Conversation): boolean {
  if (reasoning === undefined || reasoning.mode === "off" || reasoning.effort === "none") return false;
  return reasoning.mode !== undefined || reasoning.effort !== undefined || (reasoning.budgetTokens ?? 0) > 0;
}

function thinkingOf(conversation: Conversation, { directives, said }: Prompt): string | undefined {
  if (directives?.thinking !== undefined) return directives.thinking;
  if (!asksForThinking(conversation)) return undefined;
  return `[simulated] Thinking about ${said === "" ? "the conversation" : quote(said, 80)}.`;
}

interface Chosen {
  readonly calls: readonly Call[];
  /** The text to answer if a directive names an unknown tool. */
  readonly complaint?: string;
}

function chooseCalls(conversation: Conversation, prompt: Prompt, callsFirst: boolean): Chosen {
  const tools = callableTools(conversation);
  const { toolChoice } = conversation;
  const step = scriptedStep(conversation, prompt);
  if (toolChoice?.mode === "tool" && toolChoice.name !== undefined) {
    const tool = findConnection(tools, toolChoice.name);
    if (tool === undefined) return { calls: [], complaint: missingTool(toolChoice.name, tools) };
    // The vendor runs it; its answer has no call for the caller.
    if (tool.kind === "server" && tool.hosted?.kind === "web_search") return { calls: [] };
    return {
      calls: [
        makeCall(
          tool,
          step?.find((one) => findConnection(tools, one.tool) === tool),
        ),
      ],
    };
  }
  const scripted = step === undefined ? undefined : callsOf(step, tools);
  if (toolChoice?.mode === "required") {
    if (scripted !== undefined && scripted.calls.length > 0) return scripted;
    const tool = findMentioned(tools, prompt.said) ?? tools.find((one) => one.kind !== "server");
    return tool === undefined ? { calls: [] } : { calls: [makeCall(tool)] };
  }
  if (scripted !== undefined) return scripted;
  const isScripted = prompt.directives !== undefined;
  if (isScripted || prompt.hasCalledTools) return { calls: [] };
  const tool = callsFirst
    ? prompt.results.length > 0
      ? undefined
      : tools.find(({ kind }) => kind === "function")
    : findMentioned(tools, prompt.said);
  return { calls: tool === undefined ? [] : [makeCall(tool)] };
}

function scriptedStep(
  { parallelToolCalls }: Conversation,
  { directives, stepsDone }: Prompt,
): readonly ScriptedCall[] | undefined {
  const steps = directives?.steps ?? [];
  return parallelToolCalls === false ? steps.flat().map((call) => [call])[stepsDone] : steps[stepsDone];
}

function callsOf(step: readonly ScriptedCall[], tools: readonly Tool[]): Chosen {
  const calls: Call[] = [];
  for (const scripted of step) {
    const tool = findConnection(tools, scripted.tool);
    if (tool === undefined) return { calls: [], complaint: missingTool(scripted.tool, tools) };
    calls.push(makeCall(tool, scripted));
  }
  return { calls };
}

function missingTool(name: string, tools: readonly Tool[]): string {
  const names = tools.map((tool) => tool.name).join(", ");
  return `[simulated] There is no tool ${quote(name)} to call${names === "" ? "" : `; there are ${names}`}.`;
}

function finalText(conversation: Conversation, prompt: Prompt): string {
  const { output } = conversation;
  if (output?.kind === "json_schema") return JSON.stringify(sampleSchema(output.schema));
  if (output?.kind === "enum") return output.values[0] ?? "";
  if (output?.kind === "json") return JSON.stringify({ simulated: true, said: prompt.said.slice(0, 160) });
  if (prompt.results.length > 0) return resultsText(prompt);
  const said = prompt.said === "" ? "You said nothing." : `You said: ${quote(prompt.said)}`;
  const media = prompt.media.map((block) => ` I was given ${describeMedia(block)}.`);
  return `[simulated] ${said}${media.join("")}`;
}

function resultsText({ results }: Prompt): string {
  const parts = results.map(({ name, block }) => {
    const text = textOf(block);
    const media = block.content.filter(isMedia).map(describeMedia);
    const given = [...(text === "" && media.length > 0 ? [] : [quote(text)]), ...media].join(" and ");
    return `${name} ${block.isError === true ? "failed with" : "returned"} ${given}.`;
  });
  return `[simulated] ${parts.join(" ")}`;
}

function describeMedia(block: Block): string {
  if (!isMedia(block)) return block.type;
  const { source, type } = block;
  const kind = `${type === "image" || type === "audio" ? "an" : "a"} ${type}`;
  switch (source.kind) {
    case "base64":
      return `${kind} (${source.mediaType}, ${byteLength(source.data)} bytes)`;
    case "text":
      return `${kind} (${source.mediaType ?? "text/plain"}, ${Buffer.byteLength(source.text)} bytes)`;
    case "url":
      return `${kind} (${source.mediaType ?? "unknown type"}, at a URL of ${source.url.length} characters)`;
    default:
      return `${kind} (${source.mediaType ?? "unknown type"}, file ${quote(source.id, 40)})`;
  }
}

function byteLength(base64: string): number {
  const padding = base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0;
  return Math.floor((base64.length * 3) / 4) - padding;
}
