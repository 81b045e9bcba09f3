import type { Members } from "../members/members.ts";

/** A tool that a request offers to the model or makes it call, or that an answer calls, as a policy judges it. */
export interface NamedTool {
  /** `*` for every tool of a server. */
  readonly name: string;
  /** The MCP server that has the tool. */
  readonly server?: string;
  /** Other names of the same tool. */
  readonly aliases?: readonly string[];
  /** Names that the vendor itself takes for the same tool. A rule that allows one of them allows the tool. */
  readonly spellings?: readonly string[];
  /** Where an offered MCP server is: the hosts of its addresses, or the vendor's name of it. The caller chooses `server`. */
  readonly hosts?: readonly string[];
  /** Whether a server is offered without saying which tools it has. */
  readonly isWholeServer?: boolean;
}

/** A tool that an answer calls. */
export interface CalledTool extends NamedTool {
  /** Set if the vendor or an MCP server runs the tool, and not the caller. */
  readonly runsElsewhere?: true;
}

/** A tool that a request offers. */
export interface OfferedTool extends NamedTool {
  /** The place in the request, such as `$.tools[0]`. */
  readonly where: string;
  /** Whether the vendor or an MCP server runs the tool, and not the caller. */
  readonly runsElsewhere: boolean;
}

/** Where a dialect's requests offer tools. */
export interface ToolMembers {
  /** The members of a request that list or choose tools, in every spelling that its reader accepts. */
  readonly known: readonly string[];
  /** The members that bring tools which the request does not show, because the vendor keeps or chooses them. */
  readonly hidden: readonly string[];
  /** The member that lists MCP servers. */
  readonly servers?: string;
  /** Names that a vendor-run tool of a type has, if they differ from the type without its date. */
  readonly namesOfType?: Readonly<Record<string, readonly string[]>>;
}

/** The name of a tool in a namespace. `mcp__server` is a namespace of the tools of an MCP server. */
export function qualifiedName(namespace: string | undefined, name: string): string {
  if (namespace === undefined || namespace === "") return name;
  return namespace.endsWith("__") ? `${namespace}${name}` : `${namespace}__${name}`;
}

/** A member that is a text with at least one character. */
export function textOf(value: Members, name: string): string | undefined {
  const member = value[name];
  return typeof member === "string" && member !== "" ? member : undefined;
}
