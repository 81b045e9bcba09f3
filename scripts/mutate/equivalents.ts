import type { Mutant } from "./mutant.ts";

/** A mutant that no test can kill, because the program behaves the same. It is matched by content, not by line. */
export interface Equivalent {
  readonly file: string;
  readonly original: string;
  readonly mutated: string;
  /** Why nobody can see the difference. */
  readonly reason: string;
}

/** Reads the committed list. Throws when an entry lacks a member: a list that is half read would hide mutants. */
export function parseEquivalents(text: string): Equivalent[] {
  const entries: unknown = JSON.parse(text);
  if (!Array.isArray(entries)) throw new TypeError("the list of equivalent mutants is not a JSON array");
  return entries.map((entry: Partial<Equivalent>, index) => {
    const { file, original, mutated, reason } = entry;
    if (!file || !original || mutated === undefined || !reason) {
      throw new TypeError(`equivalent mutant ${index + 1} needs file, original, mutated and reason`);
    }
    return { file, original, mutated, reason };
  });
}

export function findEquivalent(list: readonly Equivalent[], mutant: Mutant): Equivalent | undefined {
  return list.find(
    (entry) =>
      entry.file === mutant.file && entry.original === mutant.original && entry.mutated === mutant.mutated,
  );
}

/** Entries of the given files that match no mutant any more, because the code has changed. */
export function findStale(list: readonly Equivalent[], mutants: readonly Mutant[]): Equivalent[] {
  return list.filter((entry) => !mutants.some((mutant) => findEquivalent([entry], mutant) !== undefined));
}
