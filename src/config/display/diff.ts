import { isDeepStrictEqual } from "node:util";
import type { Loaded } from "../load.ts";
import { formatKeyPath, listValuesOf } from "../schema/key-path.ts";
import { maskValue } from "./show.ts";

/** One value that two configurations do not share; an absent side is undefined. */
export interface ConfigDifference {
  /** The key, as TOML writes its path. */
  readonly path: string;
  readonly left: unknown;
  readonly right: unknown;
}

/** Compares two configurations in force; secrets are compared and never shown. */
export function diffConfigs(left: Loaded<object>, right: Loaded<object>): ConfigDifference[] {
  const before = flatten(left.config);
  const after = flatten(right.config);
  return [...new Set([...before.keys(), ...after.keys()])]
    .sort()
    .filter((path) => !isDeepStrictEqual(before.get(path), after.get(path)))
    .map((path) => ({
      path,
      left: shown(left, path, before.get(path)),
      right: shown(right, path, after.get(path)),
    }));
}

function shown(loaded: Loaded<object>, path: string, value: unknown): unknown {
  return value === undefined ? undefined : maskValue(value, loaded.origins.get(path));
}

function flatten(config: object): Map<string, unknown> {
  return new Map(listValuesOf(config).map(({ path, value }) => [formatKeyPath(path), value]));
}
