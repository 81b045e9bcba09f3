/** The names of the nested tables and the key, from the root. */
export type KeyPath = readonly string[];

/** Whether a path begins with `prefix` or equals it. */
export function startsWith(path: KeyPath, prefix: KeyPath): boolean {
  return prefix.length <= path.length && prefix.every((name, index) => path[index] === name);
}

/** Whether a value is a table. Lists and dates are not. */
export function isTable(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

/** Lists the values of nested tables with their paths. A list is one value, and undefined members are left out. */
export function listValuesOf(table: object, parent: KeyPath = []): { path: KeyPath; value: unknown }[] {
  return Object.entries(table).flatMap(([name, value]: [string, unknown]) => {
    const path = [...parent, name];
    if (isTable(value)) return listValuesOf(value, path);
    return value === undefined ? [] : [{ path, value }];
  });
}
