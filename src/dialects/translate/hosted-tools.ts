import type { Conversation, Tool, ToolChoice } from "../../contract/index.ts";
import { setMember } from "../../lib/index.ts";
import type { WriterNote } from "../codec/writer-note.ts";
import type { Dialect } from "../dialect.ts";
import { hostedChoice, isMerelyOffered } from "../features/used-features.ts";
import { hostedPlacement } from "../hosted/hosted-placement.ts";
import type { PlacedTool } from "../hosted/placement.ts";
import { isMembers, type Members } from "../members/members.ts";
import { replacing } from "../origins.ts";

type ServerTool = Extract<Tool, { kind: "server" }>;

/**
 * Gives tools that another vendor runs the target's own form if its vendor runs such a tool too, and leaves the
 * others out. A tool with a limit that the target cannot keep is left out as well: it is never offered without it.
 */
export function placeHostedTools(
  conversation: Conversation,
  target: Dialect,
  note: (note: WriterNote) => void,
): Conversation {
  const isForeign = (tool: Tool): tool is ServerTool => tool.kind === "server" && tool.dialect !== target.id;
  if (!conversation.tools.some(isForeign)) return conversation;
  const placed = new Map<ServerTool, PlacedTool>();
  const tools = conversation.tools.flatMap((tool): Tool[] => {
    if (!isForeign(tool)) return [tool];
    const own = placeTool(tool, conversation, target, note);
    if (own === undefined) return [];
    placed.set(tool, own);
    const { name, value } = own;
    const mcp = tool.hosted?.kind === "mcp" ? { hosted: tool.hosted } : {};
    const written: Tool = { kind: "server", name, dialect: target.id, value, ...mcp };
    return [replacing(tool, written)];
  });
  const { toolChoice: _, vendor, ...rest } = conversation;
  const choice = writeChoice(conversation, placed, tools, target, note);
  let members: Members = { ...vendor?.[target.id] };
  for (const { request } of placed.values()) members = merge(members, request ?? {});
  return {
    ...rest,
    tools,
    ...(choice === undefined ? {} : { toolChoice: choice }),
    ...(Object.keys(members).length === 0
      ? vendor === undefined
        ? {}
        : { vendor }
      : { vendor: { ...vendor, [target.id]: members } }),
  };
}

function placeTool(
  tool: ServerTool,
  conversation: Conversation,
  target: Dialect,
  note: (note: WriterNote) => void,
): PlacedTool | undefined {
  const own = hostedPlacement(tool, conversation, target);
  if (own === undefined) return undefined;
  if ("unable" in own) {
    const isSpare = isMerelyOffered(tool, conversation);
    const reason = isSpare ? `left out: ${own.unable}` : own.unable;
    const disposition = isSpare ? "disclosed" : "refused";
    note({ node: tool, at: "", disposition, reason, feature: own.feature });
    return undefined;
  }
  for (const { feature, reason } of own.losses ?? [])
    note({ node: tool, at: "", disposition: "disclosed", reason, feature });
  return own;
}

function writeChoice(
  conversation: Conversation,
  placed: ReadonlyMap<ServerTool, PlacedTool>,
  tools: readonly Tool[],
  target: Dialect,
  note: (note: WriterNote) => void,
): ToolChoice | undefined {
  const { toolChoice } = conversation;
  const own = [...placed.values()];
  const free = own.find((one) => one.free !== undefined)?.free;
  const chosen = hostedChoice(conversation);
  if (chosen !== undefined) return placed.get(chosen as ServerTool)?.choice ?? free;
  if (toolChoice === undefined) return free;
  if (toolChoice.mode === "auto" && toolChoice.allowed === undefined && free !== undefined) return free;
  const isUnforced = own.length > 0 && own.every(({ choice }) => choice === undefined);
  if (isUnforced && tools.every(({ kind }) => kind === "server")) {
    if (toolChoice.mode === "required") {
      const support = target.features["tool_choice.server"];
      const disposition = support.is === "none" ? "disclosed" : "mapped";
      const reason = support.note ?? "";
      note({ node: undefined, at: "$.tool_choice", disposition, reason, feature: "tool_choice.required" });
    }
    return undefined;
  }
  if (toolChoice.allowed === undefined) return toolChoice;
  const names = new Map([...placed].map(([tool, { name }]) => [tool.name, name]));
  return { ...toolChoice, allowed: toolChoice.allowed.map((name) => names.get(name) ?? name) };
}

// Lists are added to each other, and objects merged; of two other values the first stays.
function merge(members: Members, more: Members): Members {
  const merged = { ...members };
  for (const [name, value] of Object.entries(more)) {
    const before = merged[name];
    if (Array.isArray(before) && Array.isArray(value)) merged[name] = [...new Set([...before, ...value])];
    else if (isMembers(before) && isMembers(value)) merged[name] = merge(before, value);
    else if (before === undefined) setMember(merged, name, value);
  }
  return merged;
}
