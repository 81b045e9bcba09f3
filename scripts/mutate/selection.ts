import { type Equivalent, findEquivalent, findStale } from "./equivalents.ts";
import type { ReadText } from "./import-graph.ts";
import { findMutants, type Mutant, mutate } from "./mutant.ts";
import { topFolderOf } from "./nearby-tests.ts";
import { DEFAULT_FOLDERS, type Options, UsageError } from "./options.ts";
import { interleave, shareOut, shuffle } from "./sampling.ts";
import { isValidSource } from "./syntax-tree.ts";
import { isTestCode } from "./test-hash.ts";

const DEFAULT_COUNT = 1500;
const MIN_PER_FOLDER = 60;

export interface Selection {
  /** Everything that was sampled, in the order to run it, equivalent mutants included. */
  readonly sampled: readonly Mutant[];
  readonly toRun: readonly Mutant[];
  readonly equivalents: readonly Mutant[];
  readonly staleEquivalents: readonly Equivalent[];
}

/** Samples the mutants of a run. Throws a UsageError when a folder or file has none. */
export function selectMutants(
  options: Pick<Options, "folders" | "file" | "seed" | "count">,
  paths: readonly string[],
  readText: ReadText,
  equivalents: readonly Equivalent[],
): Selection {
  const sources = paths.filter((path) => path.endsWith(".ts") && !isTestCode(path));
  const wanted = sources.filter((path) => isWanted(path, options));
  const mutants = wanted.flatMap((path) => findMutants(path, readText(path) ?? ""));
  const byFolder = groupByFolder(mutants, options);
  const countOf = countPerFolder(options, sources, readText);
  const samples = [...byFolder].map(([folder, list]) =>
    takeValid(shuffle(list, options.seed), countOf(folder), readText),
  );
  const sampled = interleave(samples);
  const isEquivalent = (mutant: Mutant): boolean => findEquivalent(equivalents, mutant) !== undefined;
  return {
    sampled,
    toRun: sampled.filter((mutant) => !isEquivalent(mutant)),
    equivalents: sampled.filter(isEquivalent),
    staleEquivalents: findStale(
      equivalents.filter(({ file }) => isWanted(file, options)),
      mutants,
    ),
  };
}

function isWanted(path: string, { file, folders }: Pick<Options, "file" | "folders">): boolean {
  if (file !== undefined) return path === file;
  return folders.some((folder) => path.startsWith(`src/${folder}/`));
}

function groupByFolder(
  mutants: readonly Mutant[],
  { file, folders }: Pick<Options, "file" | "folders">,
): Map<string, Mutant[]> {
  const names = file === undefined ? folders.map((folder) => `src/${folder}`) : [topFolderOf(file)];
  const groups = new Map(
    names.map((name) => [name, mutants.filter((mutant) => mutant.file.startsWith(`${name}/`))]),
  );
  for (const [name, group] of groups) {
    if (group.length === 0)
      throw new UsageError(
        `There is nothing to mutate in ${file ?? name}. Paths start at the root of the repository.`,
      );
  }
  return groups;
}

/**
 * The usual share of a folder depends on the lines of all default folders. It is the same whether the folder is
 * run alone or with the others.
 */
function countPerFolder(
  { folders, file, count }: Pick<Options, "folders" | "file" | "count">,
  sources: readonly string[],
  readText: ReadText,
): (folder: string) => number {
  const wanted = count ?? (file === undefined ? undefined : Number.POSITIVE_INFINITY);
  if (wanted !== undefined) return () => wanted;
  const sizes = new Map([...new Set([...DEFAULT_FOLDERS, ...folders])].map((folder) => [`src/${folder}`, 0]));
  for (const path of sources) {
    const folder = topFolderOf(path);
    const size = sizes.get(folder);
    if (size !== undefined) sizes.set(folder, size + (readText(path) ?? "").split("\n").length);
  }
  const shares = shareOut(sizes, DEFAULT_COUNT, MIN_PER_FOLDER);
  return (folder) => shares.get(folder) ?? MIN_PER_FOLDER;
}

/** The first mutants that are valid TypeScript. The check parses the whole file, so it is left until here. */
function takeValid(mutants: readonly Mutant[], count: number, readText: ReadText): Mutant[] {
  const taken: Mutant[] = [];
  for (const mutant of mutants) {
    if (taken.length >= count) break;
    const text = mutate(readText(mutant.file) ?? "", mutant.replacement);
    if (isValidSource(mutant.file, text)) taken.push(mutant);
  }
  return taken;
}
