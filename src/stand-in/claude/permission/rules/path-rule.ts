import { homedir } from "node:os";
import { relative, resolve } from "node:path";
import { compileGlob } from "../../../../lib/index.ts";

/** Whether a path is meant by a rule. */
export type PathRule = (path: string) => boolean;

/**
 * Reads the pattern of a rule on paths, which is that of a `.gitignore`: `//x` is absolute, `~/x` in the home, `/x`, `./x` and
 * `a/x` in the working directory, and a name alone is meant in every directory. A directory stands for everything in it.
 * Throws `GlobError` for what is no pattern.
 */
export function readPathRule(pattern: string, cwd: string): PathRule {
  const [base, rest] = placeOf(pattern, cwd);
  const isAnywhere = rest === pattern && !pattern.replace(/\/$/, "").includes("/");
  const segments = rest.split("/").filter((segment) => segment !== "" && segment !== ".");
  const compiled = segments.map((segment) => (segment === "**" ? undefined : compileGlob(segment)));
  const wanted = isAnywhere ? [undefined, ...compiled] : compiled;
  return (path) => {
    const inside = relative(base, resolve(cwd, path));
    if (inside === ".." || inside.startsWith("../")) return false;
    const names = inside === "" ? [] : inside.split("/");
    // A pattern that stands for a directory stands for what is in it.
    return matchesFrom(wanted, names);
  };
}

function placeOf(pattern: string, cwd: string): [base: string, rest: string] {
  if (pattern.startsWith("//")) return ["/", pattern.slice(2)];
  if (pattern.startsWith("~/")) return [homedir(), pattern.slice(2)];
  const above = /^(\.{1,2}\/)*/.exec(pattern)![0];
  return [resolve(cwd, above), pattern.slice(above.length)];
}

type Segment = { matches(text: string): boolean } | undefined;

/** Whether the segments match the first names. Undefined stands for any number of names. */
function matchesFrom(segments: readonly Segment[], names: readonly string[]): boolean {
  // The places in the names that the segments so far can have come to.
  let places = new Set([0]);
  for (const segment of segments) {
    const next = new Set<number>();
    for (const place of places) {
      if (segment === undefined) for (let at = place; at <= names.length; at += 1) next.add(at);
      else if (place < names.length && segment.matches(names[place]!)) next.add(place + 1);
    }
    places = next;
  }
  return segments.at(-1) === undefined ? [...places].some((place) => place > 0) : places.size > 0;
}
