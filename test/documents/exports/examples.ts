import { spawnSync } from "node:child_process";
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { type Node, type Program, parseSync } from "oxc-parser";
import { repository } from "../documents.ts";
import { type Declaration, entries } from "./declarations.ts";

/** An example of a doc comment, and what is wrong with it is reported under this name. */
export interface Example {
  readonly name: string;
  readonly code: string;
}

const NAMES = "test/documents/exports/names.ts";
const names = [
  ...readFileSync(join(repository, NAMES), "utf8").matchAll(/^export declare const (\w+):/gm),
].map(([, name]) => name!);

/** The code below `@example` in a doc comment, up to the next tag; undefined if there is none. */
export function exampleOf({ comment }: Pick<Declaration, "comment">): string | undefined {
  const code = comment
    .split(/^@example[ \t]*$/m)[1]
    ?.split(/^@/m)[0]
    ?.trim();
  return code === "" ? undefined : code;
}

/** The paths of the compiler for the entries of the package. */
export const entryPaths: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  entries.map(({ name, file }) => [name, [`./${file}`]]),
);

/**
 * Compiles all examples at once, against the sources of the package's entries. Returns the faults as `name: message`. The compiler
 * gets copies of the sources that it does not check, because `npm run typecheck` does, and it would take most of the time.
 */
export function compileExamples(examples: readonly Example[]): string[] {
  const directory = mkdtempSync(join(tmpdir(), "abp-examples-"));
  try {
    writeFileSync(join(directory, "package.json"), '{ "type": "module" }');
    symlinkSync(join(repository, "node_modules"), join(directory, "node_modules"));
    for (const path of globSync("src/**/*.{ts,json}", { cwd: repository, exclude: ["**/*.test.ts"] }))
      copyUnchecked(path, directory);
    copyUnchecked(NAMES, directory);
    for (const [index, { code }] of examples.entries())
      writeFileSync(join(directory, `example-${index}.ts`), `${code}\n${importOfNames(code)}`);
    writeFileSync(join(directory, "tsconfig.json"), JSON.stringify(compilerSettings()));
    // Several threads would each find the types of the same sources again.
    const argv = ["--singleThreaded", "-p", directory];
    const { stdout, error } = spawnSync(join(repository, "node_modules/.bin/tsc"), argv, {
      encoding: "utf8",
    });
    if (error !== undefined) throw error;
    return faultsIn(stdout, examples);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

function copyUnchecked(path: string, directory: string): void {
  const text = readFileSync(join(repository, path), "utf8");
  mkdirSync(dirname(join(directory, path)), { recursive: true });
  writeFileSync(join(directory, path), path.endsWith(".ts") ? `// @ts-nocheck\n${text}` : text);
}

function compilerSettings() {
  return {
    extends: join(repository, "tsconfig.json"),
    compilerOptions: {
      noEmit: true,
      typeRoots: [join(repository, "node_modules/@types")],
      paths: entryPaths,
    },
    include: ["./*.ts"],
  };
}

/** Imports the values of `names.ts` that the code uses and does not declare. It is appended, so that lines keep their numbers. */
function importOfNames(code: string): string {
  const own = declaredIn(parseSync("example.ts", code).program);
  const used = names.filter((name) => !own.has(name) && new RegExp(`\\b${name}\\b`).test(code));
  return used.length === 0 ? "" : `import { ${used.join(", ")} } from "./${NAMES}";\n`;
}

/** The names that the statements of a module declare or import. */
function declaredIn({ body }: Program): Set<string> {
  const found = body.flatMap((node): string[] => {
    if (node.type === "ImportDeclaration") return node.specifiers.map(({ local }) => local.name);
    if (node.type === "VariableDeclaration") return node.declarations.flatMap(({ id }) => boundBy(id));
    return node.type === "FunctionDeclaration" && node.id !== null ? [node.id.name] : [];
  });
  return new Set(found);
}

/** The names that a pattern binds, such as `a` and `c` of `{ a, b: [c] }`. */
function boundBy(pattern: Node): string[] {
  if (pattern.type === "Identifier") return [pattern.name];
  if (pattern.type === "ObjectPattern")
    return pattern.properties.flatMap((one) => boundBy(one.type === "Property" ? one.value : one.argument));
  if (pattern.type === "ArrayPattern")
    return pattern.elements.flatMap((one) => (one === null ? [] : boundBy(one)));
  if (pattern.type === "AssignmentPattern") return boundBy(pattern.left);
  return [];
}

function faultsIn(output: string, examples: readonly Example[]): string[] {
  return output
    .split("\n")
    .filter((line) => /\berror TS\d+:/.test(line))
    .map((line) => {
      const [, file = "", place = "", message = ""] = /^(.*?)\((\d+),\d+\): error (.*)$/.exec(line) ?? [];
      const index = /^example-(\d+)\.ts$/.exec(basename(file))?.[1];
      return index === undefined ? line : `${examples[Number(index)]!.name}, line ${place}: ${message}`;
    });
}
