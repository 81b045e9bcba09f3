/** A tool as its host knows it. */
export interface ToolReference {
  readonly name: string;
  /** The MCP server that offers it. */
  readonly server?: string;
  /** Other names under which the same tool can be called; a rule against any of them is a rule against it. */
  readonly aliases?: readonly string[];
}

/** An MCP tool: which server, and which of its tools. */
export interface McpTool {
  readonly server: string;
  readonly tool: string;
}

// The split of a name is bounded so that a name made of separators stays cheap.
const MAX_SPLITS = 32;
const separators = /[_\-./:\\|\s]+/g;

/** The one name under which decisions speak of a tool: MCP tools are `mcp__server__tool`. */
export function toolName(reference: ToolReference): string {
  return reference.server === undefined ? reference.name : `mcp__${reference.server}__${reference.name}`;
}

/** The server and tool of a name in the usual spelling; a server's name has no double underscore. */
export function readMcpName(name: string): McpTool | undefined {
  const parts = /^mcp__(.+?)__(.+)$/s.exec(name);
  return parts === null ? undefined : { server: parts[1]!, tool: parts[2]! };
}

/**
 * The usual spellings that an MCP name in an unusual one may stand for (`mcp.github/create`, `mcp_github_create`).
 * Where server and tool are parted is then a guess, so every place is tried; only rules that tighten may use this.
 */
export function guessMcpNames(name: string): string[] {
  const parts = /^mcp[_\-./:\\|\s]+(.+)$/is.exec(name);
  const usual = /^mcp__[\w-]+?__[\w-]+$/i.test(name) && !name.includes("___");
  if (parts === null || usual) return [];
  const rest = parts[1]!;
  const names: string[] = [];
  for (const separator of rest.matchAll(separators)) {
    const end = separator.index + separator[0].length;
    if (end < rest.length) names.push(`mcp__${rest.slice(0, separator.index)}__${rest.slice(end)}`);
    if (names.length === MAX_SPLITS) break;
  }
  return names;
}

/** Splits a pattern for MCP tools into the globs of its server and its tool; `undefined` when it is not one. */
export function splitMcpPattern(pattern: string): McpTool | undefined {
  const head = "mcp__";
  if (!pattern.startsWith(head)) return undefined;
  // What stands in a group, a class or after a backslash is not a place to cut.
  const open = pattern.slice(head.length).search(/[{[\\]/);
  const cut = pattern.indexOf("__", head.length + 1);
  const tool = pattern.slice(cut + 2);
  if (cut === -1 || tool === "" || (open !== -1 && head.length + open < cut)) return undefined;
  return { server: pattern.slice(head.length, cut), tool };
}
