import { compileGlob, GlobError } from "../../lib/index.ts";

export type PatternKind = "globs" | "hosts";

/** The patterns that two allow lists have in common, and those of the second list that the first does not allow. */
export interface CommonPatterns {
  readonly allowed: readonly string[];
  readonly refused: readonly string[];
}

/**
 * Narrows an allow list by another one. Each result is covered by a pattern of both lists, so that neither list is widened.
 * Two patterns that overlap without one covering the other are both left out.
 */
export function intersectAllowLists(
  floor: readonly string[],
  narrower: readonly string[],
  kind: PatternKind,
): CommonPatterns {
  const covers = kind === "hosts" ? hostCovers : globCovers;
  const isCovered = (pattern: string, by: readonly string[]) => by.some((other) => covers(other, pattern));
  const allowed = [
    ...narrower.filter((pattern) => isCovered(pattern, floor)),
    ...floor.filter((pattern) => isCovered(pattern, narrower)),
  ];
  return {
    allowed: [...new Set(allowed)],
    refused: narrower.filter((pattern) => !isCovered(pattern, floor)),
  };
}

const WILDCARD = /[*?[\]{}\\]/;

/** Whether `wide` certainly matches everything that `narrow` matches. */
function globCovers(wide: string, narrow: string): boolean {
  if (wide === narrow || wide === "*") return true;
  // The tools of MCP servers are matched by server and tool, not as one text.
  if (narrow.includes("__")) return false;
  if (!WILDCARD.test(narrow)) return matches(wide, narrow);
  // A star matches any text, so that `Read*` covers `Read[A-Z]*`.
  const prefix = wide.slice(0, -1);
  return wide.endsWith("*") && prefix !== "" && !WILDCARD.test(prefix) && narrow.startsWith(prefix);
}

function matches(glob: string, text: string): boolean {
  try {
    return compileGlob(glob).matches(text);
  } catch (error) {
    if (error instanceof GlobError) return false;
    throw error;
  }
}

// `*.example.com` stands for every name below example.com, and not for example.com itself.
function hostCovers(wide: string, narrow: string): boolean {
  if (wide === narrow || wide === "*") return true;
  const suffix = /^\*(\.[A-Za-z0-9.-]+)$/.exec(wide)?.[1];
  return suffix !== undefined && /^(?:\*\.)?[A-Za-z0-9.-]+$/.test(narrow) && narrow.endsWith(suffix);
}
