import { isDeepStrictEqual } from "node:util";
import { Haystack, type Leaf, leavesOf } from "./haystack.ts";
import { type NeutralRequest, oracleOf, type Saying } from "./oracle/index.ts";

/** One line of a loss report, as far as the account needs it. */
export interface Entry {
  readonly path: string;
  readonly disposition: string;
  readonly feature?: string | undefined;
}

/** What a translation gave, as far as the account needs it. */
export interface Outcome {
  readonly path: string;
  readonly body: unknown;
  readonly entries: readonly Entry[];
  /** Ids of tool calls that were changed and will be changed back. */
  readonly ids: readonly string[];
}

/** Words of the wire formats that say what a node is, and that every format spells in its own way. */
const structural: ReadonlySet<string> = new Set([
  "system",
  "developer",
  "user",
  "assistant",
  "tool",
  "model",
  "function",
  "text",
  "input_text",
  "output_text",
  "summary_text",
  "reasoning_text",
  "refusal",
  "image",
  "image_url",
  "input_image",
  "file",
  "input_file",
  "document",
  "input_audio",
  "tool_use",
  "tool_result",
  "thinking",
  "redacted_thinking",
  "message",
  "reasoning",
  "function_call",
  "function_call_output",
  "custom",
  "custom_tool_call",
  "custom_tool_call_output",
  "tool_search_call",
  "tool_search_output",
  "tool_reference",
  "namespace",
  "client",
  "direct",
  "base64",
  "url",
  "json_schema",
  "json_object",
  "allowed_tools",
  "grammar",
  "object",
  "string",
  "integer",
  "number",
  "boolean",
  "array",
  "null",
]);
const structuralNames: ReadonlySet<string> = new Set(["type", "role", "execution"]);

/** Words for a choice, which are compared through the neutral form and need not occur as they stand. */
const choices: ReadonlySet<string> = new Set([
  "auto",
  "none",
  "required",
  "any",
  "never",
  "tool",
  "validated",
  "application/json",
  "text/plain",
  "text",
  "json_object",
  "default",
  "standard_only",
  "explicit",
  "ephemeral",
  "omitted",
  "summarized",
  "detailed",
  "concise",
  "enabled",
  "disabled",
  "adaptive",
  "low",
  "medium",
  "high",
  "minimal",
  "xhigh",
  "max",
]);

/** Whether a line of the report speaks of a place or of what holds it. */
export function covers(entry: Entry, path: string): boolean {
  if (!path.startsWith(entry.path)) return false;
  const next = path.charAt(entry.path.length);
  return next === "" || next === "." || next === "[";
}

/** Everything of a request that is neither in the translated request nor in the report. */
export function unaccounted(source: string, target: string, body: unknown, outcome: Outcome): string[] {
  const hay = new Haystack(outcome.path, outcome.body, outcome.ids);
  const lost: string[] = [];
  for (const leaf of leavesOf(body)) {
    if (leaf.value === null || leaf.value === "") continue;
    const covering = outcome.entries.filter((entry) => covers(entry, leaf.path));
    if (covering.some((entry) => entry.disposition !== "mapped") || isResultName(leaf, body)) continue;
    if (covering.length > 0 && isAssumed(leaf)) continue;
    if (covering.length > 0 && (isHostedLabel(leaf, body) || isSwitchedOn(leaf, outcome.body))) continue;
    if (!isKept(leaf, hay, covering.length > 0)) lost.push(`${leaf.path} = ${show(leaf.value)}`);
  }
  return [...lost, ...changedFacts(source, target, body, outcome)];
}

/** What answers include of things that are refused, or that the gateway keeps itself. */
const included = new Set([
  "reasoning.encrypted_content",
  "web_search_call.action.sources",
  "file_search_call.results",
  "code_interpreter_call.outputs",
  "computer_call_output.output.image_url",
  "message.input_image.image_url",
]);

// What the Responses API assumes anyway; an item that is given whole says the same without its id.
function isAssumed({ path, value }: Leaf): boolean {
  if (/^\$\.include\[\d+\]$/.test(path)) return included.has(String(value));
  if (/^\$\.input\[\d+\]\.status$/.test(path)) return value === "completed";
  return /^\$\.input\[\d+\]\.id$/.test(path);
}

// Which tool of the vendor it is: the target has words of its own for it, and the entry of the tool names them.
function isHostedLabel({ name, path }: Leaf, body: unknown): boolean {
  const index = /^\$\.tools\[(\d+)\]\.(?:type|name)$/.exec(path)?.[1];
  if (index === undefined) return false;
  const tools = (body as { tools?: readonly { type?: unknown; name?: unknown }[] } | null)?.tools;
  const { type, name: label } = tools?.[Number(index)] ?? {};
  const kind =
    /^(?:openrouter:)?(web_search|web_fetch|code_execution|code_interpreter|mcp)(?:_preview)?(?:[_\d]*)$/.exec(
      String(type),
    )?.[1];
  return kind !== undefined && (name === "type" || label === kind);
}

// Claude has the allowed tools of an MCP server as members of an object.
function isSwitchedOn({ name, value }: Leaf, written: unknown): boolean {
  if (name !== "allowed_tools" && name !== "tool_names") return false;
  type Toolset = { configs?: Readonly<Record<string, { enabled?: unknown }>> };
  const tools = (written as { tools?: readonly Toolset[] } | null)?.tools;
  return tools?.some(({ configs }) => configs?.[String(value)]?.enabled === true) ?? false;
}

// A result repeats the name of its call, but its id says whose result it is.
function isResultName({ name, path }: Leaf, body: unknown): boolean {
  if (name !== "name") return false;
  if (/\.(functionResponse|function_response)\.name$/.test(path)) return true;
  const index = /^\$\.messages\[(\d+)\]\.name$/.exec(path)?.[1];
  const messages = (body as { messages?: readonly { role?: unknown }[] } | null)?.messages;
  return index !== undefined && messages?.[Number(index)]?.role === "tool";
}

function isKept(leaf: Leaf, hay: Haystack, isMapped: boolean): boolean {
  const { value, name } = leaf;
  if (typeof value === "number") return isMapped || hay.hasNumber(value);
  if (typeof value === "boolean")
    return isMapped || hay.hasFlag(name, value) || (defaults.has(name) && !value);
  if (typeof value !== "string") return true;
  if (structuralNames.has(name) && structural.has(value.toLowerCase())) return true;
  // An inlined reference is gone by design; what it refers to is looked for like everything else.
  if (name === "$ref" || hay.hasText(value)) return true;
  // Gemini's words for a choice are in capitals.
  if (/^[A-Z_]+$/.test(value) && hay.hasText(value.toLowerCase())) return true;
  if (name === "modalities" && hay.hasText(value.toUpperCase())) return true;
  // The name of an output schema is a label that only some wires require.
  if (labels.test(leaf.path)) return true;
  if (mediaNames.has(name)) return isMediaTypeKept(leaf, hay);
  if (name === "data" && hay.hasText(standardAlphabet(value))) return true;
  const inline = /^(data:[^,]*;base64,)(.*)$/s.exec(value);
  if (inline !== null && hay.hasText(`${inline[1]}${standardAlphabet(inline[2]!)}`)) return true;
  if (value.length <= 3 || choices.has(value.toLowerCase())) return isMapped;
  return hay.hasInside(value);
}

// RFC 4648: section 5 has two other letters than section 4, and may leave the padding out; white space means nothing.
function standardAlphabet(data: string): string {
  const letters = data.replace(/\s+/g, "").replaceAll("-", "+").replaceAll("_", "/").replaceAll("=", "");
  return letters.padEnd(Math.ceil(letters.length / 4) * 4, "=");
}

const labels = /^\$\.(response_format\.json_schema|text\.format)\.name$/;

/** Flags whose absence means the same as false. */
const defaults: ReadonlySet<string> = new Set(["is_error", "thought"]);

const mediaNames: ReadonlySet<string> = new Set(["media_type", "mimeType", "mime_type", "format"]);

// The type of plain text is that of any text, and the type of what lies behind a URL is known to whoever fetches it.
function isMediaTypeKept({ path, value }: Leaf, hay: Haystack): boolean {
  const type = String(value);
  if (type === "text/plain" || /\.(fileData|file_data)\.mime/.test(path)) return true;
  const short = type.split("/").at(-1)!;
  return (
    hay.hasText(short) || (short === "mp3" && hay.hasText("mpeg")) || (short === "mpeg" && hay.hasText("mp3"))
  );
}

/** Parameters that must reach the target as they are, or be named; with the feature that names them. */
const parameters: Readonly<Record<string, string>> = {
  max: "max_output_tokens",
  temperature: "temperature",
  topP: "top_p",
  topK: "top_k",
  seed: "seed",
  n: "candidates",
  stop: "stop",
  frequencyPenalty: "frequency_penalty",
  presencePenalty: "presence_penalty",
};

/** Values that mean the same as saying nothing. */
const defaultValues: Readonly<Record<string, string>> = {
  // A model that takes no temperature works with this one, and so does a request without it.
  temperature: "1",
  n: "1",
  stop: "[]",
  frequencyPenalty: "0",
  presencePenalty: "0",
};

/** Facts that are words or flags: who said what, which tools, which calls, and what the model may do. */
function changedFacts(source: string, target: string, body: unknown, outcome: Outcome): string[] {
  const before = oracleOf(source).request(body);
  const after = oracleOf(target).request(outcome.body, outcome.path);
  const admits = (...features: string[]) =>
    outcome.entries.some(
      (entry) =>
        entry.disposition !== "mapped" &&
        features.some((one) => entry.feature?.startsWith(one) || entry.path.endsWith(`.${one}`)),
    );
  const changed: string[] = [];
  // An empty mode says nothing.
  const choice = before.choice || "auto";
  // Without a tool there is nothing to choose from, and none is what happens.
  const isMoot =
    choice === "none" &&
    after.tools.length === 0 &&
    admits("tool.server", "tool.web", "tool.code_execution", "tool.mcp");
  if (
    before.tools.length > 0 &&
    !isMoot &&
    !sameChoice(choice, after.choice ?? "auto") &&
    !admits("tool_choice") &&
    !outcome.entries.some(
      (entry) =>
        entry.disposition !== "mapped" && /^\$\.(tool_choice|toolConfig|tool_config)\b/.test(entry.path),
    )
  )
    changed.push(`tool choice ${choice} became ${String(after.choice)}`);
  if (
    before.parallel === false &&
    choice !== "none" &&
    before.tools.length > 0 &&
    after.parallel !== false &&
    !admits("parallel_tool_calls", "disable_parallel_tool_use")
  )
    changed.push("parallel calls are no longer switched off");
  if (before.output !== undefined && after.output === undefined && !admits("output"))
    changed.push("the output format is gone");
  for (const [name, feature] of Object.entries(parameters)) {
    const given = before.parameters[name];
    const isAssumed = after.parameters[name] === undefined && defaultValues[name] === JSON.stringify(given);
    if (
      given !== undefined &&
      !isAssumed &&
      JSON.stringify(given) !== JSON.stringify(after.parameters[name]) &&
      !admits(feature)
    )
      changed.push(`${name} ${show(given)} became ${String(after.parameters[name])}`);
  }
  return [
    ...changed,
    ...misattributed(before, after),
    ...changedCalls(before, after, admits("tool_use", "opaque")),
  ];
}

// Codex has words of its own for server tools; the account of these is the entry of the tool itself.
function sameChoice(before: string, after: string): boolean {
  // VALIDATED is Gemini's auto with arguments that obey the schema.
  if (before === after || (before === "auto" && after === "validated")) return true;
  return before.startsWith("tool ") && after.startsWith("tool ") && after.endsWith(before.slice(5));
}

function misattributed(before: NeutralRequest, after: NeutralRequest): string[] {
  const own = new Set(textsOf(before.said, true));
  const others = new Set(textsOf(before.said, false));
  return textsOf(after.said, true).flatMap((text) =>
    others.has(text) && !own.has(text) ? [`the model is said to have said ${show(text)}`] : [],
  );
}

function textsOf(said: readonly Saying[], isModel: boolean): string[] {
  return said.flatMap(({ who, kind, facts }) =>
    kind === "text" && (who === "assistant") === isModel ? [String(facts["text"])] : [],
  );
}

function changedCalls(before: NeutralRequest, after: NeutralRequest, isAdmitted: boolean): string[] {
  const calls = callsOf(before);
  const kept = callsOf(after);
  const faults: string[] = [];
  if (!isAdmitted && calls.length !== kept.length) faults.push(`${calls.length} calls became ${kept.length}`);
  else if (!isAdmitted)
    for (const [index, { facts }] of calls.entries())
      if (!isSameCall(facts, kept[index]!.facts))
        faults.push(`call ${show(facts["name"])} ${show(facts["input"])} became ${show(kept[index]!.facts)}`);
  const known = new Set(kept.map(({ facts }) => facts["id"]));
  const answeredBefore = new Set(calls.map(({ facts }) => facts["id"]));
  const isWhole = before.said.every(
    (one) => one.kind !== "tool_result" || answeredBefore.has(one.facts["id"]),
  );
  for (const one of after.said)
    if (isWhole && one.kind === "tool_result" && one.facts["id"] !== undefined && !known.has(one.facts["id"]))
      faults.push(`a result answers ${String(one.facts["id"])}, which nobody called`);
  return faults;
}

// A tool of a namespace gets a longer name, and a freeform text becomes the one argument of a function.
function isSameCall(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): boolean {
  if (!String(after["name"]).endsWith(String(before["name"]))) return false;
  const input = after["input"];
  const inner =
    typeof input === "object" && input !== null ? (input as Record<string, unknown>)["input"] : undefined;
  return isDeepStrictEqual(before["input"], input) || (inner !== undefined && inner === before["input"]);
}

function callsOf(request: NeutralRequest): Saying[] {
  return request.said.filter((one) => one.kind === "tool_call");
}

function show(value: unknown): string {
  const shown = JSON.stringify(value);
  return shown.length > 80 ? `${shown.slice(0, 80)}…` : shown;
}
