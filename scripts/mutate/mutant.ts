import { createHash } from "node:crypto";
import { operators, type Replacement } from "./operators/index.ts";
import { parseSource, walkRuntimeCode } from "./syntax-tree.ts";

/** One change of one source file. */
export interface Mutant {
  /** The path from the root of the repository, with forward slashes. */
  readonly file: string;
  readonly operator: string;
  readonly replacement: Replacement;
  /** The first line of the change, counted from 1. */
  readonly line: number;
  /** The lines that the change touches, before and after it, without indentation. */
  readonly original: string;
  readonly mutated: string;
  /** How many mutants before it in its file have the same `original` and `mutated`. */
  readonly occurrence: number;
}

/** Lists every mutant of a source file, in the order of the text. Some may not be valid TypeScript. */
export function findMutants(file: string, text: string): Mutant[] {
  const found: { operator: string; replacement: Replacement }[] = [];
  walkRuntimeCode(parseSource(file, text), text, (site) => {
    for (const [operator, propose] of Object.entries(operators)) {
      for (const replacement of propose(site)) found.push({ operator, replacement });
    }
  });
  found.sort((a, b) => a.replacement.start - b.replacement.start || a.replacement.end - b.replacement.end);
  const mutants: Mutant[] = [];
  const seenChanges = new Set<string>();
  const occurrences = new Map<string, number>();
  for (const { operator, replacement } of found) {
    const change = mutate(text, replacement);
    if (change === text || seenChanges.has(change)) continue;
    seenChanges.add(change);
    const shown = describeChange(text, replacement);
    const key = `${shown.original}\n=>\n${shown.mutated}`;
    const occurrence = occurrences.get(key) ?? 0;
    occurrences.set(key, occurrence + 1);
    mutants.push({ file, operator, replacement, occurrence, ...shown });
  }
  return mutants;
}

export function mutate(text: string, { start, end, text: replacement }: Replacement): string {
  return text.slice(0, start) + replacement + text.slice(end);
}

function describeChange(text: string, replacement: Replacement) {
  const lineStart = text.lastIndexOf("\n", replacement.start - 1) + 1;
  const nextLine = text.indexOf("\n", replacement.end);
  const lineEnd = nextLine === -1 ? text.length : nextLine;
  const before = text.slice(lineStart, replacement.start);
  const after = text.slice(replacement.end, lineEnd);
  return {
    line: text.slice(0, replacement.start).split("\n").length,
    original: joinLines(text.slice(lineStart, lineEnd)),
    mutated: joinLines(before + replacement.text + after),
  };
}

function joinLines(text: string): string {
  return text
    .split("\n")
    .map((line) => line.trim())
    .join(" ")
    .trim();
}

/** Names a mutant by the content of its file and by its change. Results are cached under this name. */
export function mutantKey(mutant: Mutant, sourceText: string): string {
  const { start, end, text } = mutant.replacement;
  return digest([mutant.file, sourceText, String(start), String(end), text]);
}

export function digest(parts: readonly string[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(`${part.length}:${part}`);
  return hash.digest("hex").slice(0, 24);
}
