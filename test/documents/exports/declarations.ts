import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { type Comment, type Node, parseSync } from "oxc-parser";
import manifest from "../../../package.json" with { type: "json" };
import { repository } from "../documents.ts";

/** A function or class that an entry of the package exports. */
export interface Declaration {
  readonly entry: string;
  readonly name: string;
  /** The file that declares it, from the root of the repository. */
  readonly file: string;
  /** The text of its doc comment without the stars; empty if it has none. */
  readonly comment: string;
}

interface Source {
  readonly body: readonly Node[];
  readonly comments: readonly Comment[];
  readonly text: string;
}

interface Found {
  readonly path: string;
  readonly comment: string;
}

const sources = new Map<string, Source>();

/** The entries of the package that are modules, with the sources that they are built from. */
export const entries: readonly { readonly name: string; readonly file: string }[] = Object.entries(
  manifest.exports,
).flatMap(([path, target]) =>
  typeof target === "string"
    ? []
    : [
        {
          name: path.replace(".", "agent-backplane"),
          file: target.default.replace(/^\.\/dist\/(.*)\.js$/, "src/$1.ts"),
        },
      ],
);

/** Lists the functions and classes that a module exports, by itself or from other modules. Types and values are left out. */
export function listDeclarations(entry: string, file: string): Declaration[] {
  const path = join(repository, file);
  return exportedNames(path).flatMap((name) => {
    const found = find(path, name);
    return found === undefined
      ? []
      : [{ entry, name, file: relative(repository, found.path), comment: found.comment }];
  });
}

function load(path: string): Source {
  const known = sources.get(path);
  if (known !== undefined) return known;
  const text = readFileSync(path, "utf8");
  const { program, comments } = parseSync(path, text);
  const source = { body: program.body, comments, text };
  sources.set(path, source);
  return source;
}

function nameOf(node: Node): string {
  return node.type === "Literal" ? String(node.value) : (node as { name: string }).name;
}

/** The names that a module exports as values. */
function exportedNames(path: string): string[] {
  return load(path).body.flatMap((node) => {
    if (node.type === "ExportAllDeclaration") throw new Error(`${path}: name each export`);
    if (node.type !== "ExportNamedDeclaration" || node.exportKind === "type") return [];
    if (node.declaration !== null) return declaredNames(node.declaration);
    return node.specifiers
      .filter(({ exportKind }) => exportKind !== "type")
      .map(({ exported }) => nameOf(exported))
      .filter((name) => name !== "default");
  });
}

function declaredNames(node: Node): string[] {
  if (node.type === "VariableDeclaration") return node.declarations.map(({ id }) => nameOf(id));
  return "id" in node && node.id !== null && node.id !== undefined ? [nameOf(node.id as Node)] : [];
}

/** Finds the function or class that a module exports under a name; undefined if the name stands for something else. */
function find(path: string, name: string): Found | undefined {
  for (const node of load(path).body) {
    if (node.type !== "ExportNamedDeclaration") continue;
    if (node.declaration !== null) {
      if (declaredNames(node.declaration).includes(name))
        return asFound(path, node.declaration, name, node.start);
      continue;
    }
    const one = node.specifiers.find(({ exported }) => nameOf(exported) === name);
    if (one === undefined) continue;
    const local = nameOf(one.local);
    return node.source === null
      ? findLocal(path, local)
      : find(join(dirname(path), node.source.value), local);
  }
  return undefined;
}

/** Finds what a name of a module stands for: its own declaration, or an import of a file. */
function findLocal(path: string, name: string): Found | undefined {
  for (const node of load(path).body) {
    if (node.type === "ImportDeclaration") {
      const one = node.specifiers.find(({ local }) => local.name === name);
      if (one?.type === "ImportSpecifier" && node.source.value.startsWith("."))
        return find(join(dirname(path), node.source.value), nameOf(one.imported));
    } else if (node.type === "ExportNamedDeclaration") {
      if (node.declaration !== null && declaredNames(node.declaration).includes(name))
        return asFound(path, node.declaration, name, node.start);
    } else if (declaredNames(node).includes(name)) return asFound(path, node, name, node.start);
  }
  return undefined;
}

function asFound(path: string, node: Node, name: string, start: number): Found | undefined {
  return isCallable(node, name) ? { path, comment: commentBefore(path, start) } : undefined;
}

function isCallable(node: Node, name: string): boolean {
  if (node.type === "FunctionDeclaration" || node.type === "TSDeclareFunction") return true;
  if (node.type === "ClassDeclaration") return true;
  if (node.type !== "VariableDeclaration") return false;
  const value = node.declarations.find(({ id }) => nameOf(id) === name)?.init;
  return value?.type === "ArrowFunctionExpression" || value?.type === "FunctionExpression";
}

/** The doc comment that ends directly before a declaration. */
function commentBefore(path: string, start: number): string {
  const { comments, text } = load(path);
  const before = comments.findLast(({ end }) => end <= start);
  if (before === undefined || before.type !== "Block" || !before.value.startsWith("*")) return "";
  if (text.slice(before.end, start).trim() !== "") return "";
  return before.value
    .slice(1)
    .split("\n")
    .map((line) => line.replace(/^\s*\* ?/, ""))
    .join("\n")
    .trim();
}
