import { compileGlob, type Glob } from "../../lib/index.ts";
import { foldCase } from "../fold.ts";
import type { RuleList } from "../rule-list.ts";
import { splitMcpPattern, type ToolReference, toolName } from "./tool-name.ts";

export interface ToolAllowList {
  readonly plain: RuleList;
  /** Patterns for MCP tools. Server and tool are matched separately. */
  readonly mcp: readonly { readonly index: number; readonly server: Glob; readonly tool: Glob }[];
}

/** The index of the first rule that could match some tool of the server; -1 if none can. */
export function findServerRule(rules: RuleList, tool: ToolReference): number {
  const starts = [toolName(tool), ...(tool.aliases ?? [])]
    .filter((name) => name.endsWith("__*"))
    .map((name) => foldCase(name.slice(0, -1)));
  const found = rules.patterns.findIndex((pattern) => {
    const folded = foldCase(pattern);
    return starts.some((start) => mayMatchBelow(folded, start));
  });
  return rules.indexes[found] ?? -1;
}

/** The index of the first rule that allows every tool of the server; -1 without one. */
export function findServerPermission(rules: ToolAllowList, tool: ToolReference): number {
  const name = toolName(tool);
  const plain = rules.plain.patterns.findIndex((pattern) => {
    const { literal, rest } = splitAtWildcard(pattern);
    return /^\*+$/.test(rest) && name.startsWith(literal);
  });
  const mcp = rules.mcp.find(
    (rule) => /^\*+$/.test(rule.tool.source) && rule.server.matches(tool.server ?? ""),
  );
  const indexes = [rules.plain.indexes[plain], mcp?.index].filter((index) => index !== undefined);
  return indexes.length === 0 ? -1 : Math.min(...indexes);
}

// Whether a glob could match a text that begins with `start`. The answer is yes if that is not certain.
function mayMatchBelow(pattern: string, start: string): boolean {
  const server = start.slice("mcp__".length, -2);
  const split = server.includes("__") ? undefined : splitMcpPattern(pattern);
  if (split !== undefined) return compileGlob(split.server).matches(server);
  const { literal, rest } = splitAtWildcard(pattern);
  return literal.startsWith(start) || (rest !== "" && start.startsWith(literal));
}

function splitAtWildcard(pattern: string): { readonly literal: string; readonly rest: string } {
  const at = pattern.search(/[*?[{\\]/);
  return at === -1
    ? { literal: pattern, rest: "" }
    : { literal: pattern.slice(0, at), rest: pattern.slice(at) };
}
