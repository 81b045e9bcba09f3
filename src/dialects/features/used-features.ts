import type {
  Block,
  Conversation,
  DocumentBlock,
  MediaSource,
  Message,
  Tool,
  VendorMembers,
} from "../../contract/index.ts";
import { isOptional } from "../members/optional.ts";
import { spellingOwner } from "../members/spelling.ts";
import { isSafetyChecked } from "../typed-tools/safety-checks.ts";
import { typedForm } from "../typed-tools/typed-form.ts";
import type { FeatureId } from "./feature.ts";
import { hostedFeatures } from "./hosted-features.ts";

/** A feature that a conversation uses, and the node that uses it; the request itself if there is none. */
export interface UsedFeature<Id extends string = FeatureId> {
  readonly feature: Id;
  readonly node: object | undefined;
  /** The part of the node that is the feature, for dialects whose readers mark where it stands. */
  readonly part?: object;
  /** Whether its value is the one that every vendor assumes: then leaving it out loses nothing. */
  readonly neutral?: boolean;
  /** Whether leaving it out, and saying so, still gives the caller a right answer. */
  readonly optional?: boolean;
  /** The dialect that has it as it stands, if no node says so. */
  readonly issuer?: string;
  /** Why no dialect but its issuer can express it, though others have the feature. */
  readonly foreign?: string;
  /** Whether the node itself is the feature, so that the node's place is the path. */
  readonly isPlace?: boolean;
  /** Set for a member of one dialect alone: the dialect, the name, the value if it is known, and for nested members the path. */
  readonly vendor?: {
    readonly dialect: string;
    readonly member: string;
    readonly value?: unknown;
    readonly path?: string;
  };
}

/**
 * Every feature that a conversation uses, in the order of the request.
 *
 * @example
 * import { listUsedFeatures } from "agent-backplane/dialects";
 * for (const { feature } of listUsedFeatures(conversation)) console.log(feature);
 */
export function listUsedFeatures(conversation: Conversation): UsedFeature[] {
  const found: UsedFeature[] = [];
  const add = (feature: FeatureId, node?: object) => found.push({ feature, node });
  const { toolChoice, sampling, output, reasoning, stream, cache } = conversation;

  add("model");
  if (conversation.system.length > 0) add("system.text");
  if (conversation.system.length > 1) add("system.block_list");
  for (const block of conversation.system) addBlock(found, block, true);
  for (const tool of conversation.tools) addTool(found, tool, conversation);
  if (toolChoice !== undefined) {
    const chosen = hostedChoice(conversation);
    if (chosen === undefined) add(`tool_choice.${toolChoice.mode}`);
    else {
      const { dialect, hosted } = chosen;
      const own = hosted === undefined ? { vendor: { dialect, member: "tool_choice" } } : { issuer: dialect };
      found.push({ feature: "tool_choice.server", node: undefined, ...own });
    }
    if (toolChoice.allowed !== undefined) add("tool_choice.allowed");
    // The form of a choice that names a vendor-run tool says nothing beyond the tool's name.
    if (chosen?.hosted === undefined) addVendor(found, toolChoice, toolChoice.vendor);
  }
  if (conversation.parallelToolCalls !== undefined) {
    const isOn = conversation.parallelToolCalls;
    found.push({ feature: "parallel_tool_calls", node: undefined, ...neutrality(isOn) });
  }
  const turns = conversation.messages.findIndex((message) => !isInstruction(message));
  conversation.messages.forEach((message, index) => {
    addMessage(found, message, turns !== -1 && index > turns);
  });
  if (conversation.maxOutputTokens !== undefined) add("max_output_tokens");
  if (conversation.stop.length > 0) add("stop");
  for (const { member, feature } of samplingFeatures) {
    if (sampling[member] !== undefined)
      found.push({ feature, node: undefined, ...neutrality(isNeutral(member, sampling)) });
  }
  if (output?.kind === "json") add("output.json");
  if (output?.kind === "enum") add("output.enum");
  if (output?.kind === "json_schema") {
    add("output.json_schema");
    if (output.strict !== undefined)
      found.push({ feature: "output.strict", node: undefined, ...neutrality(!output.strict) });
  }
  if (conversation.modalities !== undefined) {
    const isTextOnly = conversation.modalities.every((kind) => kind.toLowerCase() === "text");
    found.push({ feature: "modalities", node: undefined, ...neutrality(isTextOnly) });
  }
  const { verbosity, serviceTier } = conversation;
  if (verbosity !== undefined)
    found.push({ feature: "verbosity", node: undefined, ...neutrality(verbosity === "medium") });
  if (reasoning?.mode !== undefined) add("reasoning.mode");
  if (reasoning?.effort !== undefined) add("reasoning.effort");
  if (reasoning?.budgetTokens !== undefined) add("reasoning.budget");
  if (reasoning?.display !== undefined)
    found.push({
      feature: "reasoning.display",
      node: undefined,
      ...neutrality(reasoning.display === "none"),
    });
  if (stream !== undefined) add("stream");
  if (stream?.usage !== undefined) add("stream.usage");
  if (cache?.automatic !== undefined) {
    const own = markIssuer(conversation);
    found.push({ feature: "cache.automatic", node: undefined, part: cache.automatic, ...own });
  }
  if (cache?.options !== undefined) {
    const { mode = "implicit", ttl } = cache.options;
    found.push({
      feature: "cache.options",
      node: undefined,
      ...neutrality(mode === "implicit" && ttl === undefined),
    });
  }
  if ((cache?.key ?? cache?.retention) !== undefined)
    found.push({ feature: "cache.key", node: undefined, ...neutrality(isPlainCache(cache!)) });
  for (const member of advisoryMembers) {
    if (conversation[member] === undefined) continue;
    found.push({ feature: member, node: undefined, ...neutrality(asksNothing(conversation[member])) });
  }
  if (serviceTier !== undefined)
    found.push({ feature: "service_tier", node: undefined, ...neutrality(USUAL_TIERS.has(serviceTier)) });
  if (conversation.vendor === undefined) return found;
  for (const [dialect, members] of Object.entries(conversation.vendor)) {
    for (const [member, value] of Object.entries(members))
      found.push({ feature: "vendor", node: undefined, vendor: { dialect, member, value } });
  }
  return found;
}

const advisoryMembers = ["user", "metadata", "store", "previous"] as const;

/** The words for the tier that calls have without one. */
const USUAL_TIERS: ReadonlySet<string> = new Set(["auto", "default", "standard", "unspecified"]);

function asksNothing(value: Conversation[(typeof advisoryMembers)[number]]): boolean {
  return value === false || value === "" || (typeof value === "object" && Object.keys(value).length === 0);
}

// Without a key, and kept for as long as usual.
function isPlainCache({ key, retention }: NonNullable<Conversation["cache"]>): boolean {
  return (key ?? "") === "" && (retention ?? "in_memory") === "in_memory";
}

const samplingFeatures = [
  { member: "temperature", feature: "temperature" },
  { member: "topP", feature: "top_p" },
  { member: "topK", feature: "top_k" },
  { member: "seed", feature: "seed" },
  { member: "frequencyPenalty", feature: "frequency_penalty" },
  { member: "presencePenalty", feature: "presence_penalty" },
  { member: "logitBias", feature: "logit_bias" },
  { member: "logprobs", feature: "logprobs" },
  { member: "candidates", feature: "candidates" },
] as const;

function isNeutral(
  member: (typeof samplingFeatures)[number]["member"],
  sampling: Conversation["sampling"],
): boolean {
  if (member === "frequencyPenalty" || member === "presencePenalty") return sampling[member] === 0;
  if (member === "candidates") return sampling.candidates === 1;
  return member === "logitBias" && Object.keys(sampling.logitBias ?? {}).length === 0;
}

function neutrality(isTrue: boolean): { neutral?: true } {
  return isTrue ? { neutral: true } : {};
}

/** Whether a message instructs the model and is no turn of the conversation. */
export function isInstruction(message: Message): boolean {
  return message.role === "system" || message.role === "developer";
}

/**
 * The vendor-run tool that a choice forces, or at least the dialect whose vendor runs it; undefined when the choice names
 * one of the caller's own tools.
 */
export function hostedChoice({
  tools,
  toolChoice,
}: Conversation): Pick<Extract<Tool, { kind: "server" }>, "dialect" | "hosted"> | undefined {
  if (toolChoice?.mode !== "tool") return undefined;
  const { name, vendor } = toolChoice;
  if (tools.some((tool) => tool.kind !== "server" && isNamed(tool, name))) return undefined;
  const hosted = tools.find((tool) => tool.kind === "server" && tool.name === name);
  if (hosted?.kind === "server") return hosted;
  const issuer = Object.entries(vendor ?? {}).find(([, members]) => Object.keys(members).length > 0)?.[0];
  return issuer === undefined ? undefined : { dialect: issuer };
}

function isNamed(tool: Exclude<Tool, { kind: "server" }>, name: string | undefined): boolean {
  return tool.name === name || `${tool.namespace}__${tool.name}` === name;
}

/** Whether a vendor-run tool is merely offered beside the caller's own: the model may always answer without it. */
export function isMerelyOffered(tool: Tool, { tools, toolChoice }: Conversation): boolean {
  if (toolChoice?.mode === "none") return true;
  if (toolChoice?.mode === "tool" && toolChoice.name === tool.name) return false;
  const allowed = toolChoice?.allowed;
  return tools.some((one) => one.kind !== "server" && (allowed === undefined || allowed.includes(one.name)));
}

function addTool(found: UsedFeature[], tool: Tool, conversation: Conversation): void {
  if (tool.kind === "server") addServerTool(found, tool, conversation);
  else found.push({ feature: `tool.${tool.kind}`, node: tool });
  const typed = tool.kind === "function" ? typedForm(tool) : undefined;
  if (typed !== undefined) found.push({ feature: "tool.typed", node: tool, issuer: typed.dialect });
  if (tool.kind === "function" && tool.strict !== undefined)
    found.push({ feature: "tool.strict", node: tool, ...neutrality(!tool.strict) });
  if (tool.kind !== "server" && tool.namespace !== undefined)
    found.push({ feature: "tool.namespace", node: tool });
  addCache(found, tool);
  addVendor(found, tool, tool.vendor);
}

function addServerTool(
  found: UsedFeature[],
  tool: Extract<Tool, { kind: "server" }>,
  conversation: Conversation,
): void {
  const spare = isMerelyOffered(tool, conversation) ? { optional: true } : {};
  const { hosted, dialect } = tool;
  const other = isSafetyChecked(tool) ? "tool.computer_use" : "tool.server";
  const used: readonly FeatureId[] = hosted === undefined ? [other] : hostedFeatures(hosted);
  for (const feature of used) found.push({ feature, node: tool, ...spare });
  for (const member of hosted?.others ?? [])
    found.push({ feature: "vendor", node: tool, vendor: { dialect, member, ...nestedPath(member) } });
}

// A reader of vendor-run tools names a nested setting with the object that holds it.
function nestedPath(member: string): { path?: string } {
  return /^\w+\.\w+$/.test(member) ? { path: `.${member}` } : {};
}

function addMessage(found: UsedFeature[], message: Message, isMidway: boolean): void {
  if (isInstruction(message) && isMidway) found.push({ feature: "role.system_midway", node: message });
  if (message.role === "developer") found.push({ feature: "role.developer", node: message });
  if (message.name !== undefined)
    found.push({ feature: "message.name", node: message, ...neutrality(message.name === "") });
  if (message.prefill !== undefined) found.push({ feature: "message.prefill", node: message });
  for (const block of message.content) addBlock(found, block, false);
  addVendor(found, message, message.vendor);
}

function addBlock(found: UsedFeature[], block: Block, isSystem: boolean): void {
  const add = (feature: FeatureId) => found.push({ feature, node: block });
  switch (block.type) {
    case "text":
      if (!isSystem) add("text");
      if ((block.citations?.length ?? 0) > 0) add("citation");
      break;
    case "image":
      add(`image.${inlineKind(block.source)}`);
      if (block.detail !== undefined)
        found.push({ feature: "image.detail", node: block, ...neutrality(block.detail === "auto") });
      break;
    case "document":
      add(`document.${block.source.kind}`);
      addHeading(block, add);
      if (block.citations !== undefined)
        found.push({ feature: "document.citations", node: block, ...neutrality(!block.citations) });
      break;
    case "audio":
      add(`audio.${inlineKind(block.source)}`);
      break;
    case "tool_use":
      add(block.kind === "custom" ? "tool_use.custom" : "tool_use");
      if (block.signature !== undefined) add("tool_use.signature");
      break;
    case "tool_result":
      add("tool_result.text");
      if (block.content.some((part) => part.type !== "text")) add("tool_result.media");
      if (block.isError === true) add("tool_result.error");
      for (const part of block.content) addBlock(found, part, false);
      break;
    case "thinking":
      if (block.text !== "") add("thinking.text");
      if (block.signature !== undefined)
        found.push({ feature: "thinking.signature", node: block, ...neutrality(block.signature === "") });
      if (block.sealed !== undefined) add("thinking.sealed");
      break;
    case "redacted_thinking":
      add("thinking.redacted");
      break;
    case "opaque":
      if (block.kind === "compaction_trigger") add("compaction");
      else if (block.toolChange !== undefined) add("tool.midway");
      else if (block.search !== undefined || block.rendering !== undefined) add("tool_use.server");
      else found.push({ feature: "opaque", node: block, ...(isOptional(block) ? { optional: true } : {}) });
      break;
    default:
      add(block.type);
  }
  addCache(found, block);
  addVendor(found, block, block.vendor);
}

function addCache(found: UsedFeature[], node: Block | Tool): void {
  if (node.cache === undefined) return;
  found.push({ feature: "cache.hint", node, part: node.cache, ...markIssuer(node) });
}

// A mark in another vendor's form goes home as it stands, even if its dialect has none of its own.
function markIssuer(node: Pick<Block, "vendor">): { issuer?: string } {
  const issuer = spellingOwner(node, "cache_control");
  return issuer === undefined ? {} : { issuer };
}

// The heading of a text can be written into it, that of a file cannot.
function addHeading(block: DocumentBlock, add: (feature: FeatureId) => void): void {
  const isText = block.source.kind === "text";
  if (block.title !== undefined) add(isText ? "document.text.title" : "document.title");
  if (block.context !== undefined) add(isText ? "document.text.context" : "document.context");
  if (block.address !== undefined) add("document.text.address");
}

// Text has no place in an image or in audio; a reader that meets it treats it as inline data.
function inlineKind(source: MediaSource): "base64" | "url" | "file" {
  return source.kind === "text" ? "base64" : source.kind;
}

/** Adds the members of a node that only one dialect knows. */
export function addVendor(
  found: { push(one: UsedFeature<"vendor">): unknown },
  node: object | undefined,
  vendor: VendorMembers | undefined,
): void {
  if (vendor === undefined) return;
  for (const [dialect, members] of Object.entries(vendor)) {
    for (const [member, value] of Object.entries(members))
      found.push({ feature: "vendor", node, vendor: { dialect, member, value } });
  }
}

const PLAIN_MEMBER = /^[A-Za-z_$][\w$-]*(\[\d+\](\.[A-Za-z_$][\w$-]*)?)*$/;
// The answers of an engine have the same few members in every call. The names come from outside, so that few are kept, and
// no long ones.
const MAX_SUFFIXES = 1000;
const MAX_KEPT_LENGTH = 64;
const suffixes = new Map<string, string>();

/**
 * A member as the last part of a path. A member may name a place in a list, such as `input[3]` or `tools[2].description`,
 * if the conversation has no node for it.
 */
export function memberSuffix(name: string): string {
  let suffix = suffixes.get(name);
  if (suffix === undefined) {
    suffix = PLAIN_MEMBER.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
    if (suffixes.size < MAX_SUFFIXES && name.length <= MAX_KEPT_LENGTH) suffixes.set(name, suffix);
  }
  return suffix;
}
