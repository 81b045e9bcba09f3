import { type Node, parentOf, type Site } from "../syntax-tree.ts";
import { isMessageText } from "./message-text.ts";
import type { Operator } from "./operator.ts";

const MIN_TABLE_ROWS = 5;

/** Turns `true` into `false` and back. */
export const booleanLiteral: Operator = ({ node }) => {
  if (node.type !== "Literal" || typeof node.value !== "boolean") return [];
  return [{ start: node.start, end: node.end, text: String(!node.value) }];
};

/** Adds one to a number. An index in brackets is left to the operator that swaps first and last. */
export const numberLiteral: Operator = (site) => {
  const { node } = site;
  if (node.type !== "Literal") return [];
  const parent = parentOf(site);
  if (parent?.type === "MemberExpression" || isKey(site) || isTableCell(site)) return [];
  if (typeof node.value === "number") {
    return [{ start: node.start, end: node.end, text: String(node.value + 1) }];
  }
  if (typeof node.value === "bigint") {
    return [{ start: node.start, end: node.end, text: `${node.value + 1n}n` }];
  }
  return [];
};

/** Empties a text, and fills an empty one. Module names, messages, cells of large tables and tagged templates are left alone. */
export const stringLiteral: Operator = (site) => {
  const { node } = site;
  if (node.type === "TemplateLiteral") {
    if (parentOf(site)?.type === "TaggedTemplateExpression" || isMessageText(site)) return [];
    return node.end - node.start === 2 ? [] : [{ start: node.start, end: node.end, text: "``" }];
  }
  if (node.type !== "Literal" || typeof node.value !== "string") return [];
  if (isKey(site) || isTableCell(site) || isModuleName(site, node.value) || isMessageText(site)) return [];
  return [{ start: node.start, end: node.end, text: node.value === "" ? '"mutated"' : '""' }];
};

/** Empties a list or an object that has members. */
export const collection: Operator = ({ node }) => {
  if (node.type === "ArrayExpression" && node.elements.length > 0) {
    return [{ start: node.start, end: node.end, text: "[]" }];
  }
  if (node.type === "ObjectExpression" && node.properties.length > 0) {
    return [{ start: node.start, end: node.end, text: "{}" }];
  }
  return [];
};

/** Whether it is a cell of a large table of rows. A test of such data could only repeat it. */
function isTableCell(site: Site): boolean {
  const table = site.ancestors.at(-2);
  return (
    parentOf(site)?.type === "ArrayExpression" &&
    table?.type === "ArrayExpression" &&
    table.elements.length >= MIN_TABLE_ROWS
  );
}

function isKey(site: Site): boolean {
  const parent = parentOf(site);
  const hasKey =
    parent?.type === "Property" ||
    parent?.type === "PropertyDefinition" ||
    parent?.type === "MethodDefinition";
  return hasKey && parent.key === site.node;
}

function isModuleName(site: Site, value: string): boolean {
  const parent = parentOf(site);
  if (/^(\.\.?\/|node:)/.test(value)) return true;
  if (parent === undefined) return false;
  return (
    parent.type === "ImportExpression" ||
    parent.type === "ExportNamedDeclaration" ||
    (parent.type === "ExpressionStatement" && isDirective(parent)) ||
    (parent.type === "CallExpression" && isCreateRequire(parent.callee))
  );
}

function isDirective(node: Node): boolean {
  return "directive" in node && typeof node.directive === "string";
}

/** `createRequire(import.meta.url)("name")`. */
function isCreateRequire(callee: Node): boolean {
  return (
    callee.type === "CallExpression" &&
    callee.callee.type === "Identifier" &&
    callee.callee.name === "createRequire"
  );
}
