import { digest, type Mutant } from "./mutant.ts";

/**
 * Puts mutants into a random order that depends on the seed and on each mutant alone.
 * An edit of one file therefore does not change which mutants of the other files are sampled.
 */
export function shuffle(mutants: readonly Mutant[], seed: string): Mutant[] {
  return mutants
    .map((mutant) => ({ mutant, rank: rankOf(mutant, seed) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : a.rank > b.rank ? 1 : 0))
    .map(({ mutant }) => mutant);
}

function rankOf(mutant: Mutant, seed: string): string {
  return digest([seed, mutant.file, mutant.original, mutant.mutated, String(mutant.occurrence)]);
}

/** Gives every folder `floor`, and shares what is left of `total` in proportion to the sizes. No folder gets more than it has. */
export function shareOut(
  sizes: ReadonlyMap<string, number>,
  total: number,
  floor: number,
): Map<string, number> {
  const all = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  const left = Math.max(0, total - floor * sizes.size);
  return new Map(
    [...sizes].map(([folder, size]) => {
      const share = all === 0 ? 0 : Math.ceil((left * size) / all);
      return [folder, Math.min(size, floor + share)];
    }),
  );
}

/** Takes from each list in turn, so that a run that stops early has tried every folder. */
export function interleave<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, index) =>
    lists.flatMap((list) => list.slice(index, index + 1)),
  ).flat();
}
