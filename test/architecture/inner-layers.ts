import { partOf } from "./folder-parts.ts";

/** Of folders, the rows of parts, lowest first, as in `scripts/layers.ts`. */
export type InnerLayers = Readonly<Record<string, readonly (readonly string[])[]>>;

/**
 * Lists what contradicts the table: imports of a part from the same or a higher row, parts that the table does not name, and
 * names that are no part or stand twice. Folders that `imports` does not have are left out.
 * @param imports for the path of each file, the paths that it imports
 */
export function checkInnerLayers(
  table: InnerLayers,
  imports: ReadonlyMap<string, readonly string[]>,
): string[] {
  return Object.entries(table).flatMap(([folder, rows]) => {
    const files = [...imports.keys()].filter((path) => path.startsWith(`${folder}/`));
    if (files.length === 0) return [];
    const rowOf = new Map(rows.flatMap((parts, row) => parts.map((part) => [part, row] as const)));
    return [
      ...checkNames(folder, rows.flat(), new Set(files.map((path) => partOf(path, folder)))),
      ...files.flatMap((path) => checkFile(path, imports.get(path)!, folder, rowOf)),
    ];
  });
}

function checkNames(folder: string, named: readonly string[], parts: ReadonlySet<string>): string[] {
  return [
    ...[...parts]
      .filter((part) => part !== "index.ts" && !named.includes(part))
      .map((part) => `${folder}/${part} is in no row of the inner layers of ${folder}`),
    ...[...new Set(named)]
      .filter((part) => !parts.has(part))
      .map((part) => `${folder}/${part} is in the inner layers of ${folder} and has no files`),
    ...named
      .filter((part, index) => named.indexOf(part) !== index)
      .map((part) => `${folder}/${part} is twice in the inner layers of ${folder}`),
  ];
}

function checkFile(
  path: string,
  targets: readonly string[],
  folder: string,
  rowOf: ReadonlyMap<string, number>,
): string[] {
  const part = partOf(path, folder);
  const row = rowOf.get(part);
  if (row === undefined) return [];
  return targets.flatMap((target) => {
    if (!target.startsWith(`${folder}/`)) return [];
    const other = partOf(target, folder);
    if (other === part) return [];
    if (other === "index.ts") return [`${path} imports ${target}, which is the door of its own folder`];
    const otherRow = rowOf.get(other);
    if (otherRow === undefined || otherRow < row) return [];
    return [`${path} imports ${target}, which is in ${otherRow === row ? "the same" : "a higher"} row`];
  });
}
