/** A tool as its host names it. */
export interface ToolReference {
  readonly name: string;
  readonly server?: string;
  /** Other names of the same tool. A rule against one of them is a rule against the tool. */
  readonly aliases?: readonly string[];
  /** Names that mean the very same tool. A rule that allows one of them allows the tool. */
  readonly spellings?: readonly string[];
  /**
   * Where the MCP server is, if somebody else chose the name in `server`. Rules that allow match these, and all of them must be
   * allowed.
   */
  readonly hosts?: readonly string[];
  /** Whether the configuration says that the server of that name has these hosts, so that rules may allow it by its name. */
  readonly isBound?: boolean;
  /**
   * Whether this stands for every tool of the MCP server, because a request offers the server and does not say which
   * tools it has. `name` is then `*`.
   */
  readonly isWholeServer?: boolean;
}

export interface McpTool {
  readonly server: string;
  readonly tool: string;
}

// Limits the cost of a name that consists of separators.
const MAX_SPLITS = 32;
const separators = /[_\-./:\\|\s]+/g;

/** The name of a tool in decisions. MCP tools are `mcp__server__tool`. */
export function toolName(reference: ToolReference): string {
  return reference.server === undefined ? reference.name : `mcp__${reference.server}__${reference.name}`;
}

/** Splits a name of the form `mcp__server__tool`. A server name has no double underscore. */
export function readMcpName(name: string): McpTool | undefined {
  const parts = /^mcp__(.+?)__(.+)$/s.exec(name);
  return parts === null ? undefined : { server: parts[1]!, tool: parts[2]! };
}

/**
 * The names that an MCP name in another form may mean (`mcp.github/create`, `mcp_github_create`). The boundary
 * between server and tool is a guess, so every position is tried. Only rules that deny may use this.
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

/** Splits a pattern for MCP tools into the globs of server and tool; `undefined` for any other pattern. */
export function splitMcpPattern(pattern: string): McpTool | undefined {
  const head = "mcp__";
  if (!pattern.startsWith(head)) return undefined;
  // A group, a class or an escape is no place to split.
  const open = pattern.slice(head.length).search(/[{[\\]/);
  const cut = pattern.indexOf("__", head.length + 1);
  const tool = pattern.slice(cut + 2);
  if (cut === -1 || tool === "" || (open !== -1 && head.length + open < cut)) return undefined;
  return { server: pattern.slice(head.length, cut), tool };
}
