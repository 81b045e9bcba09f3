import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Bait, baitSetting } from "./bait.ts";

/** Baits that are laid together: those of one prompt and one group. */
export interface Round {
  readonly prompt: string | undefined;
  /** The directory that the agent works in, relative to the repository. */
  readonly below: string;
  readonly baits: readonly Bait[];
}

/** Sorts baits into as few runs as possible. */
export function roundsOf(baits: readonly Bait[]): Round[] {
  const groups = Map.groupBy(baits, ({ prompt = "", group = "", below = "." }) =>
    JSON.stringify([prompt, group, below]),
  );
  return [...groups.values()].map((some) => ({
    prompt: some[0]!.prompt,
    below: some[0]!.below ?? ".",
    baits: some,
  }));
}

/** Lays baits in a repository. Baits in the same JSON file are merged; a TOML file gets the later ones first. */
export function layBaits(repository: string, baits: readonly Bait[], markers: string): void {
  const files = new Map<string, string>();
  for (const bait of baits) {
    for (const [path, text] of Object.entries(bait.files(baitSetting(bait.id, markers)))) {
      const before = files.get(path);
      files.set(path, before === undefined ? text : merge(path, before, text));
    }
  }
  for (const [path, text] of files) {
    mkdirSync(dirname(join(repository, path)), { recursive: true });
    writeFileSync(join(repository, path), text);
  }
  for (const { links = {}, below = "." } of baits) {
    mkdirSync(join(repository, below), { recursive: true });
    for (const [path, target] of Object.entries(links)) {
      mkdirSync(dirname(join(repository, path)), { recursive: true });
      symlinkSync(target, join(repository, path));
    }
  }
}

function merge(path: string, before: string, text: string): string {
  if (path.endsWith(".json"))
    return `${JSON.stringify(mergeValues(JSON.parse(before), JSON.parse(text)), null, 2)}\n`;
  if (path.endsWith(".toml")) return `${text}${before}`;
  throw new Error(`two baits are in ${path}`);
}

function mergeValues(before: unknown, after: unknown): unknown {
  if (Array.isArray(before) && Array.isArray(after)) return [...before, ...after];
  if (!isObject(before) || !isObject(after)) return after;
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const entries = names.map((name) => [
    name,
    name in before && name in after ? mergeValues(before[name], after[name]) : (after[name] ?? before[name]),
  ]);
  return Object.fromEntries(entries);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
