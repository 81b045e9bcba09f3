/** The names from the root of the configuration to one place. */
export type KeyPath = readonly string[];

/** A path as TOML writes it: `backends."my agent".command`. */
export function formatKeyPath(path: KeyPath): string {
  return path.map((name) => (/^[A-Za-z0-9_-]+$/.test(name) ? name : JSON.stringify(name))).join(".");
}

/** Whether a path begins with another one, or is that one. */
export function startsWith(path: KeyPath, prefix: KeyPath): boolean {
  return prefix.length <= path.length && prefix.every((name, index) => path[index] === name);
}

/** Whether a value is a table, as opposed to a value of a key. */
export function isTable(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

/** The values of nested tables, each with its path; a list is one value. */
export function listValuesOf(table: object, parent: KeyPath = []): { path: KeyPath; value: unknown }[] {
  return Object.entries(table).flatMap(([name, value]: [string, unknown]) => {
    const path = [...parent, name];
    if (isTable(value)) return listValuesOf(value, path);
    return value === undefined ? [] : [{ path, value }];
  });
}
