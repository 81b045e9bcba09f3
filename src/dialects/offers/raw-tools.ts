import { isMembers } from "../members/members.ts";
import { isMcpEntry, listMcpTools } from "./mcp-offer.ts";
import { type OfferedTool, qualifiedName, type ToolMembers, textOf } from "./offered-tool.ts";
import { nameServerTool, type RequestOffers } from "./offered-tools.ts";

/** Members below which callers describe their own tools. */
const NOT_READ: ReadonlySet<string> = new Set([
  "parameters",
  "input_schema",
  "arguments",
  "args",
  "metadata",
]);
/** Members that bring tools from elsewhere, if they are objects; as texts they are what somebody says. */
const TEXTS: ReadonlySet<string> = new Set(["prompt"]);
/** Members that name a file whose lines are requests. */
const REQUEST_FILES: ReadonlySet<string> = new Set(["input_file_id", "fileName", "file_name"]);
/** Types of tools that callers run, and that have a name of the caller's. */
const CALLERS_TYPES: ReadonlySet<string> = new Set(["function", "custom"]);
const MAX_DEPTH = 64;

/**
 * Lists the tools that any part of a document offers, without the dialect's reader: for items of a conversation, batches, sessions
 * and other documents that are no request for an answer.
 */
export function listToolsWithin(value: unknown, members: ToolMembers): RequestOffers {
  const tools: OfferedTool[] = [];
  const hidden: string[] = [];
  visit(value, "$", { members, tools, hidden }, 0);
  return { tools, hidden: hidden[0] };
}

interface Search {
  readonly members: ToolMembers;
  readonly tools: OfferedTool[];
  readonly hidden: string[];
}

function visit(value: unknown, where: string, search: Search, depth: number): void {
  const { members, tools, hidden } = search;
  if (depth > MAX_DEPTH) return;
  if (Array.isArray(value)) {
    for (const [index, one] of value.entries()) visit(one, `${where}[${index}]`, search, depth + 1);
    return;
  }
  if (!isMembers(value)) return;
  for (const [name, member] of Object.entries(value)) {
    const at = `${where}.${name}`;
    if (NOT_READ.has(name) || member === null) continue;
    if (bringsTools(name, member, members)) hidden.push(name);
    if (name === "tools" || name === "functions") {
      const list = Array.isArray(member) ? member : [member];
      for (const [index, one] of list.entries())
        tools.push(...nameRaw(one, `${at}[${index}]`, members, undefined));
    } else if (name === members.servers && Array.isArray(member)) {
      for (const [index, one] of member.entries())
        tools.push(...listMcpTools(isMembers(one) ? one : {}, `${at}[${index}]`));
    } else visit(member, at, search, depth + 1);
  }
}

function bringsTools(name: string, member: unknown, { hidden }: ToolMembers): boolean {
  if (REQUEST_FILES.has(name)) return true;
  const plain = name.replaceAll("_", "").toLowerCase();
  const isHidden = hidden.some((one) => one.replaceAll("_", "").toLowerCase() === plain);
  return isHidden && (isMembers(member) || !TEXTS.has(name));
}

function nameRaw(
  entry: unknown,
  where: string,
  members: ToolMembers,
  namespace: string | undefined,
): OfferedTool[] {
  if (!isMembers(entry))
    return [{ name: typeof entry === "string" ? entry : "", where, runsElsewhere: false }];
  if (isMcpEntry(entry)) return listMcpTools(entry, where);
  const type = textOf(entry, "type");
  const inner = [entry, entry["function"], entry["custom"]].filter(isMembers);
  const name = inner.map((one) => textOf(one, "name")).find((one) => one !== undefined);
  if (Array.isArray(entry["tools"]))
    return entry["tools"].flatMap((one, index) => nameRaw(one, `${where}.tools[${index}]`, members, name));
  if (name !== undefined && (type === undefined || CALLERS_TYPES.has(type))) {
    const own = qualifiedName(namespace, name);
    return [{ name: own, ...(own === name ? {} : { aliases: [name] }), where, runsElsewhere: false }];
  }
  if (type !== undefined) return nameServerTool(name ?? type, entry, where, members);
  // Google names tools by members.
  return Object.entries(entry).flatMap(([member, value]): OfferedTool[] => {
    if (value === null || value === undefined) return [];
    return nameServerTool(member, { [member]: value }, where, members);
  });
}
