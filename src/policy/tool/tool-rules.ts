import { compileGlob, type Glob, GlobError } from "../../lib/index.ts";
import { foldCase } from "../fold.ts";
import { compileRuleList, findInRuleList, type ReportIssue, type RuleList } from "../rule-list.ts";
import { findServerPermission, findServerRule, type ToolAllowList } from "./server-rules.ts";
import { guessMcpNames, readMcpName, splitMcpPattern, type ToolReference, toolName } from "./tool-name.ts";

/** Compiles a list that denies or asks. */
export function compileToolRules(patterns: readonly string[], report: ReportIssue): RuleList {
  const placed = patterns.map((pattern, index) => {
    // A blank at the end of a pattern is a mistake unless it is escaped.
    return { index, pattern: pattern.includes("\\") ? pattern : pattern.trim() };
  });
  return compileRuleList(placed, foldCase, report);
}

/** The index of the first rule that matches the tool in any spelling or by any alias; -1 without a match. */
export function findToolRule(rules: RuleList, tool: ToolReference): number {
  if (rules.indexes.length === 0) return -1;
  if (tool.isWholeServer === true) {
    const index = findServerRule(rules, tool);
    if (index !== -1) return index;
  }
  for (const name of [toolName(tool), ...(tool.aliases ?? [])]) {
    const folded = foldCase(name).trim();
    for (const spelling of [name, folded, ...guessMcpNames(folded)]) {
      const index = findInRuleList(rules, spelling);
      if (index !== -1) return index;
    }
  }
  return -1;
}

export function compileToolAllowList(patterns: readonly string[], report: ReportIssue): ToolAllowList {
  const plain: { index: number; pattern: string }[] = [];
  const mcp: { index: number; server: Glob; tool: Glob }[] = [];
  for (const [index, pattern] of patterns.entries()) {
    const split = splitMcpPattern(pattern);
    if (split === undefined || !isGlob(pattern)) plain.push({ index, pattern });
    else mcp.push({ index, server: compileGlob(split.server), tool: compileGlob(split.tool) });
  }
  return { plain: compileRuleList(plain, (name) => name, report), mcp };
}

/**
 * The index of the first rule that allows the exact name of the tool, or one of its spellings; -1 without a match. A tool of a server
 * whose name somebody else chose has to be allowed by each of its hosts.
 */
export function findToolPermission(rules: ToolAllowList, tool: ToolReference): number {
  const { hosts, isBound, spellings } = tool;
  if (hosts !== undefined && isBound !== true) {
    const servers = hosts.length === 0 ? [""] : hosts;
    const found = servers.map((server) => findNamed(rules, { ...tool, server }));
    return found.includes(-1) ? -1 : found[0]!;
  }
  const found = findNamed(rules, tool);
  if (found !== -1 || spellings === undefined) return found;
  return spellings.map((name) => findNamed(rules, { ...tool, name })).find((index) => index !== -1) ?? -1;
}

function findNamed(rules: ToolAllowList, tool: ToolReference): number {
  if (tool.isWholeServer === true) return findServerPermission(rules, tool);
  const plain = findInRuleList(rules.plain, toolName(tool));
  const named = tool.server === undefined ? readMcpName(tool.name) : { server: tool.server, tool: tool.name };
  if (named === undefined) return plain;
  const permits = rules.mcp.find(
    (rule) => rule.server.matches(named.server) && rule.tool.matches(named.tool),
  );
  return permits === undefined || (plain !== -1 && plain < permits.index) ? plain : permits.index;
}

function isGlob(pattern: string): boolean {
  try {
    compileGlob(pattern);
    return true;
  } catch (error) {
    if (error instanceof GlobError) return false;
    throw error;
  }
}
