import { isDeepStrictEqual } from "node:util";
import { formatKeyPath } from "../../contract/index.ts";
import type { Loaded } from "../load.ts";
import { listValuesOf } from "../schema/key-path.ts";
import { maskValue } from "./show.ts";

/** A value that differs between two configurations. It is undefined on a side that does not have it. */
export interface ConfigDifference {
  /** The path of the key, as TOML writes it. */
  readonly path: string;
  readonly left: unknown;
  readonly right: unknown;
}

/**
 * Compares two effective configurations. Secrets are compared and masked in the result.
 *
 * @example
 * import { diffConfigs, loadConfig } from "agent-backplane/config";
 * const changes = diffConfigs(loadConfig(), loadConfig({ configFile: "new.toml" }));
 */
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
