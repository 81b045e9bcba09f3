/** The closest candidate to a mistyped word; undefined when none is close. */
export function suggest(word: string, candidates: Iterable<string>): string | undefined {
  const wanted = word.toLowerCase();
  let best: string | undefined;
  // A third of the letters may be wrong: more than that is another word.
  let bound = Math.max(1, Math.floor(Math.max(word.length, 3) / 3)) + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) >= bound) continue;
    const distance = editDistance(wanted, candidate.toLowerCase());
    if (distance < bound) {
      bound = distance;
      best = candidate;
    }
  }
  return best;
}

/** The number of insertions, deletions, replacements and swaps of neighbours between two words. */
export function editDistance(left: string, right: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    for (let column = 1; column <= right.length; column++) {
      const same = left[row - 1] === right[column - 1];
      let cost = Math.min(last[column]! + 1, current[column - 1]! + 1, last[column - 1]! + (same ? 0 : 1));
      const swapped = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      if (swapped) cost = Math.min(cost, beforeLast[column - 2]! + 1);
      current.push(cost);
    }
    beforeLast = last;
    last = current;
  }
  return last[right.length]!;
}
