import type { Block } from "../../contract/index.ts";
import { isMembers } from "../members/members.ts";
import { type NamedTool, qualifiedName, textOf } from "./offered-tool.ts";

// The kinds of blocks in which vendors report calls of tools that they or MCP servers run.
const CALL_KIND = /(?:_call|tool_use)$/;

/** The tool that a block of an answer calls; undefined where the block is no call. */
export function calledTool(block: Block): NamedTool | undefined {
  if (block.type === "tool_use") {
    const name = qualifiedName(block.namespace, block.name);
    return name === block.name ? { name } : { name, aliases: [block.name] };
  }
  if (block.type !== "opaque" || !CALL_KIND.test(block.kind)) return undefined;
  const value = isMembers(block.value) ? block.value : {};
  const name = textOf(value, "name") ?? block.kind.replace(/_call$/, "");
  const server = textOf(value, "server_name") ?? textOf(value, "server_label");
  return { name, ...(server === undefined ? {} : { server }), aliases: [block.kind] };
}
