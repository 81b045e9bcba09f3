import { stringify } from "smol-toml";
import { formatKeyPath } from "../../contract/index.ts";
import { REDACTED, redact } from "../../lib/index.ts";
import type { Origin } from "../layers/layer.ts";
import type { Loaded } from "../load.ts";
import { isTable, type KeyPath, listValuesOf } from "../schema/key-path.ts";

/** One effective value, with secrets masked. */
export interface ShownValue {
  readonly path: KeyPath;
  /** The path as TOML writes it. */
  readonly key: string;
  /** The value, or `REDACTED`. */
  readonly value: unknown;
  readonly origin: Origin;
}

/**
 * Lists the effective values in the order of the schema, with secrets masked.
 *
 * @example
 * import { listValues, loadConfig } from "agent-backplane/config";
 * for (const { key, value } of listValues(loadConfig())) console.log(key, value);
 */
export function listValues(loaded: Loaded<object>): ShownValue[] {
  return listValuesOf(loaded.config).flatMap(({ path, value }) => {
    const key = formatKeyPath(path);
    const origin = loaded.origins.get(key);
    return origin === undefined ? [] : [{ path, key, value: maskValue(value, origin), origin }];
  });
}

/**
 * Returns the effective configuration as nested tables, with secrets masked.
 *
 * @example
 * import { loadConfig, redactConfig } from "agent-backplane/config";
 * console.log(JSON.stringify(redactConfig(loadConfig())));
 */
export function redactConfig(loaded: Loaded<object>): Record<string, unknown> {
  const visit = (value: unknown, path: KeyPath): unknown => {
    if (!isTable(value)) return maskValue(value, loaded.origins.get(formatKeyPath(path)));
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    return Object.fromEntries(members.map(([name, member]) => [name, visit(member, [...path, name])]));
  };
  return visit(loaded.config, []) as Record<string, unknown>;
}

/**
 * Writes the effective configuration as TOML, with secrets masked. `origins` adds a comment with the origin to each line.
 *
 * @example
 * import { loadConfig, renderConfigToml } from "agent-backplane/config";
 * console.log(renderConfigToml(loadConfig(), { origins: true }));
 */
export function renderConfigToml(loaded: Loaded<object>, options: { origins?: boolean } = {}): string {
  // TOML requires the keys of the root before the first table header.
  const { root = [], below = [] } = Object.groupBy(listValues(loaded), ({ path }) =>
    path.length === 1 ? "root" : "below",
  );
  const tables = Map.groupBy([...root, ...below], ({ path }) => formatKeyPath(path.slice(0, -1)));
  const blocks = [...tables].map(([table, values]) => {
    const lines = values.map(({ path, value, origin }) => {
      const line = stringify({ [path.at(-1)!]: value }).trim();
      return options.origins === true ? `${line} # ${originText(origin)}` : line;
    });
    return [...(table === "" ? [] : [`[${table}]`]), ...lines].join("\n");
  });
  return `${blocks.join("\n\n")}\n`;
}

/** The origin of a value as `abp config show --origin` prints it: `project backplane.toml:3:1`. */
function originText({ layer, where }: Origin): string {
  return layer === "default" || layer === "flag" ? layer : `${layer} ${where}`;
}

/** Masks a value whose origin is marked as secret, and anything in other values that looks like a credential. */
export function maskValue(value: unknown, origin: Origin | undefined): unknown {
  return origin?.redacted === true ? REDACTED : redact(value);
}
