import { type Node, parseSync, visitorKeys } from "oxc-parser";

export type { Node } from "oxc-parser";

/** A node of a source file, with the nodes that contain it, outermost first. */
export interface Site {
  readonly node: Node;
  readonly ancestors: readonly Node[];
  /** The whole source text, that the offsets of `node` point into. */
  readonly text: string;
}

/** Expressions that exist for the type checker only. The walk enters their inner expression. */
const TYPE_WRAPPERS: ReadonlySet<string> = new Set([
  "TSAsExpression",
  "TSSatisfiesExpression",
  "TSNonNullExpression",
]);

/** Throws a SyntaxError that names the path when the text is not valid TypeScript. */
export function parseSource(path: string, text: string): Node {
  const { program, errors } = parseSync(path, text);
  const [error] = errors;
  if (error !== undefined) throw new SyntaxError(`${path}: ${error.message}`);
  return program;
}

export function isValidSource(path: string, text: string): boolean {
  return parseSync(path, text).errors.length === 0;
}

/** Visits every node that exists at run time: type-only code and import declarations are left out. */
export function walkRuntimeCode(root: Node, text: string, visit: (site: Site) => void): void {
  const ancestors: Node[] = [];
  const enter = (node: Node): void => {
    if (isErased(node)) return;
    visit({ node, ancestors, text });
    ancestors.push(node);
    for (const child of childrenOf(node)) enter(child);
    ancestors.pop();
  };
  enter(root);
}

function isErased(node: Node): boolean {
  if (node.type.startsWith("TS")) return !TYPE_WRAPPERS.has(node.type);
  return node.type === "ImportDeclaration" || node.type === "ExportAllDeclaration";
}

function childrenOf(node: Node): Node[] {
  return (visitorKeys[node.type] ?? []).flatMap((key) => {
    const value: unknown = Reflect.get(node, key);
    return (Array.isArray(value) ? value : [value]).filter(isNode);
  });
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value;
}

export function textOf(site: Site, node: { start: number; end: number }): string {
  return site.text.slice(node.start, node.end);
}

export function parentOf(site: Site): Node | undefined {
  return site.ancestors.at(-1);
}

type FunctionNode = Extract<
  Node,
  { readonly type: "FunctionDeclaration" | "FunctionExpression" | "ArrowFunctionExpression" }
>;

export function isFunction(node: Node | undefined): node is FunctionNode {
  return (
    node?.type === "FunctionDeclaration" ||
    node?.type === "FunctionExpression" ||
    node?.type === "ArrowFunctionExpression"
  );
}
