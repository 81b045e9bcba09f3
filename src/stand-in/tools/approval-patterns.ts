/** The range of characters that a tool's name is compared in. Names are folded to small letters before. */
const FIRST = 0x20;
const LAST = 0x10ffff;
const CAPITALS = [0x41, 0x5a] as const;

/**
 * Patterns of a policy that match the name of every tool but these, in any case of letters. A policy has no pattern for "all
 * but": the names are written as a tree of prefixes, and each pattern leaves it at one place. Names consist of letters, digits
 * and underscores.
 */
export function patternsForAllBut(names: readonly string[]): readonly string[] {
  const exempt = names.map((name) => name.toLowerCase());
  const patterns: string[] = [];
  const leaveAt = (prefix: string): void => {
    const longer = exempt.filter((name) => name.startsWith(prefix) && name.length > prefix.length);
    const next = new Set(longer.map((name) => name[prefix.length]!));
    if (prefix !== "" && !exempt.includes(prefix)) patterns.push(prefix);
    patterns.push(`${prefix}${classWithout([...next])}*`);
    for (const character of next) leaveAt(prefix + character);
  };
  leaveAt("");
  return patterns;
}

/** A class of characters: all but these and the capitals. A name is also compared as it is written, with its capitals. */
function classWithout(characters: readonly string[]): string {
  const single = characters.map((character) => [character.charCodeAt(0), character.charCodeAt(0)] as const);
  const left = [CAPITALS, ...single].sort(([one], [other]) => one - other);
  let from = FIRST;
  let ranges = "";
  for (const [first, last] of left) {
    if (first > from) ranges += range(from, first - 1);
    from = last + 1;
  }
  return `[${ranges}${range(from, LAST)}]`;
}

function range(first: number, last: number): string {
  return `${String.fromCodePoint(first)}-${String.fromCodePoint(last)}`;
}
