import { type Node, parentOf } from "../syntax-tree.ts";
import { type Operator, replaceToken } from "./operator.ts";

const BINARY: Readonly<Record<string, string>> = {
  "+": "-",
  "-": "+",
  "*": "/",
  "/": "*",
  "%": "*",
  "<<": ">>",
  ">>": "<<",
  ">>>": "<<",
  "&": "|",
  "|": "&",
  "^": "&",
};

const ASSIGNMENT: Readonly<Record<string, string>> = {
  "+=": "-=",
  "-=": "+=",
  "*=": "/=",
  "/=": "*=",
  "??=": "=",
  "||=": "=",
  "&&=": "=",
};

/** Swaps arithmetic operators, those of assignments too. The joining of texts is left alone. */
export const arithmetic: Operator = (site) => {
  const { node } = site;
  if (node.type === "BinaryExpression") {
    const other = BINARY[node.operator];
    if (other === undefined || isText(node.left) || isText(node.right)) return [];
    return replaceToken(site, { start: node.left.end, end: node.right.start }, node.operator, other);
  }
  if (node.type === "AssignmentExpression") {
    const other = ASSIGNMENT[node.operator];
    if (other === undefined || isText(node.right)) return [];
    return replaceToken(site, { start: node.left.end, end: node.right.start }, node.operator, other);
  }
  return [];
};

/** Swaps `++` and `--`, except as the step of a `for` loop, which would never end. */
export const step: Operator = (site) => {
  const { node } = site;
  if (node.type !== "UpdateExpression") return [];
  const parent = parentOf(site);
  if (parent?.type === "ForStatement" && parent.update === node) return [];
  return replaceToken(site, node, node.operator, node.operator === "++" ? "--" : "++");
};

function isText(node: Node): boolean {
  if (node.type === "TemplateLiteral") return true;
  if (node.type === "Literal") return typeof node.value === "string";
  return (
    node.type === "BinaryExpression" && node.operator === "+" && (isText(node.left) || isText(node.right))
  );
}
