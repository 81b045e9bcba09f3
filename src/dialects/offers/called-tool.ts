import type { Block } from "../../contract/index.ts";
import { isMembers } from "../members/members.ts";
import { type CalledTool, type OfferedTool, qualifiedName, textOf } from "./offered-tool.ts";

// The kinds of blocks in which vendors report calls of tools that they or MCP servers run.
const CALL_KIND = /(?:_call|tool_use)$/;

/** The tool that a block of an answer calls; undefined if the block is no call. */
export function calledTool(block: Block): CalledTool | undefined {
  if (block.type === "tool_use") {
    const name = qualifiedName(block.namespace, block.name);
    return name === block.name ? { name } : { name, aliases: [block.name] };
  }
  if (block.type !== "opaque" || !CALL_KIND.test(block.kind)) return undefined;
  const value = isMembers(block.value) ? block.value : {};
  const name = textOf(value, "name") ?? block.kind.replace(/_call$/, "");
  const server = textOf(value, "server_name") ?? textOf(value, "server_label");
  return { name, ...(server === undefined ? {} : { server }), aliases: [block.kind], runsElsewhere: true };
}

/**
 * Whether a call is one of an offered tool. Each vendor has names of its own for a tool that it runs; a function is called by the
 * name under which it was offered.
 */
export function isCallOf(called: CalledTool, offered: OfferedTool): boolean {
  if (called.server !== undefined || offered.server !== undefined) return false;
  if (called.name === offered.name || offered.spellings?.includes(called.name) === true) return true;
  return (
    called.runsElsewhere === true &&
    offered.spellings !== undefined &&
    offered.aliases?.includes(called.name) === true
  );
}
