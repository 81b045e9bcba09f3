import { dialectIds } from "../src/dialects/registry/index.ts";

/** The path of the derived file that imports every registered dialect. */
export const DIALECT_MODULES_PATH = "src/dialects/registry/modules.ts";

/** The file that maps each dialect id to the dialect of the folder with that name. */
export function renderDialectModules(): string {
  const imports = [...dialectIds].sort().map((id) => `import { ${id} } from "../${id}/index.ts";`);
  const members = dialectIds.map((id) => `  ${id},`);
  return `// Derived from the list in index.ts by \`npm run generate\`. Do not edit.
${[...imports, `import type { Dialect } from "../dialect.ts";`].sort(byPath).join("\n")}
import type { DialectId } from "./index.ts";

/** Every registered dialect by its id. */
export const dialectModules: Readonly<Record<DialectId, Dialect>> = {
${members.join("\n")}
};
`;
}

// The linter sorts imports by path.
function byPath(left: string, right: string): number {
  const pathOf = (line: string) => line.slice(line.indexOf(' "'));
  return pathOf(left) < pathOf(right) ? -1 : 1;
}
